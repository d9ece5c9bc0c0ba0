import { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { Cue } from '#contract/transcripts/transcripts.ts'
import type { Locale } from '#contract/text/locale.ts'
import { changeCatalog } from '../../../src/server/db/upsert.ts'
import { saveText } from '../../../src/server/transcripts/store-transcripts.ts'
import { idOf, type TestShop } from './shop.ts'

/** Lines of two seconds each, one after the other. */
export const timed = (...texts: string[]): Cue[] =>
  texts.map((text, at) => ({ start: at * 2_000, end: at * 2_000 + 2_000, text }))
export const untimed = (...texts: string[]): Cue[] => texts.map((text) => ({ start: null, end: null, text }))

/** Puts the text of the first track of a title, or of its sample, into the shop. */
export async function withText(
  shop: TestShop,
  key: string,
  cues: readonly Cue[],
  { locale = 'mr', sample }: { locale?: Locale; sample?: number } = {},
): Promise<{ id: number; productId: number; trackId: number }> {
  const productId = await idOf(shop, 'products', key)
  const [track] = await shop.db.query<{ id: number }>(
    'select id from tracks where product_id = $1 order by position limit 1',
    [productId],
  )
  const trackId = track?.id ?? 0
  const recording = sample === undefined ? { productId, trackId } : { productId, sample }
  let id: number | undefined
  await changeCatalog(shop.db, shop.clock.now, async (inner) => {
    id = await saveText(inner, recording, locale, { cues, isTimed: cues.every(({ start }) => start !== null) })
    return 1
  })
  const [stored] = await shop.db.query<{ id: number }>(
    'select id from transcripts where product_id = $1 and locale = $2 and sample is not distinct from $3',
    [productId, locale, sample ?? null],
  )
  return { id: id ?? stored?.id ?? 0, productId, trackId }
}

/** What a listener, or a guest, finds. */
export async function linesFound(
  { app }: TestShop,
  q: string,
  token?: string,
  more: Record<string, string> = {},
): Promise<ReplyOf<typeof endpoints.searchLines>['lines']> {
  asked += 1
  const response = await app.inject({
    method: 'GET',
    url: endpoints.searchLines.path,
    query: { q, ...more },
    remoteAddress: `10.3.${asked >> 8}.${asked & 255}`,
    headers: token ? { authorization: `Token ${token}` } : {},
  })
  if (response.statusCode !== 200) throw new Error(`search of ${q}: ${response.statusCode} ${response.body}`)
  return response.json().lines
}
let asked = 0
