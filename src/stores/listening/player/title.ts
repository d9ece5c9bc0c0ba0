import { call } from '#client/browser-call.ts'
import { productDetails } from '#contract/catalog/catalog.ts'
import { titleUrl, trackSignedUrl } from '#contract/listening/listening.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { $libraryAdditions } from '../library-additions.ts'
import { accessTo, type KnownAccess } from '../title-access.ts'
import { wantedEdition } from '../sound/choices.ts'

type Product = ReplyOf<typeof productDetails>['product_details'][number]
/** With the names of both languages, because playback goes on when the reader changes the language. */
export type Title = Pick<
  Product,
  'id' | 'variant' | 'name' | 'product_slug' | 'custom_translation' | 'cover' | 'authors' | 'product_audio_type'
> & {
  tracks: Product['producttracks']
  /** The next title to suggest. */
  next: ReplyOf<typeof productDetails>['category_product_list'][number] | undefined
}
export type Opened = { title: Title; access: KnownAccess }
export type OpenFault = 'offline' | 'gone' | 'signedOut' | 'failed'
type Outcome = { ok: true; opened: Opened } | { ok: false; fault: OpenFault }

/** A pointer on a button preloads the title; the press uses the same answer. */
const KEPT_MS = 30_000
const asked = new Map<number, { at: number; request: Promise<Outcome> }>()
/** Keys of tracks that have no sound, as far as the shop was asked. */
const silent = new Set<string>()
export const hasSound = ({ key }: Title['tracks'][number]): boolean => !silent.has(key)
/** The next track that has sound; -1 after the last one. */
export const indexAfter = ({ tracks }: Title, index: number): number =>
  tracks.findIndex((track, at) => at > index && hasSound(track))

export function openTitle(id: number): Promise<Outcome> {
  const known = asked.get(id)
  if (known && Date.now() - known.at < KEPT_MS) return known.request
  const request = ask(id)
  asked.set(id, { at: Date.now(), request })
  void request.then(({ ok }) => ok || asked.delete(id))
  return request
}

/** Entitlements and positions are old: something was heard, bought or added. */
export function forgetTitles(): void {
  asked.clear()
  silent.clear()
}
$libraryAdditions.listen(forgetTitles)

async function ask(id: number): Promise<Outcome> {
  const [details, rights] = await Promise.all([call(productDetails, { id }), accessTo([id])])
  if (!rights.ok)
    return { ok: false, fault: rights.fault === 'offline' || rights.fault === 'signedOut' ? rights.fault : 'failed' }
  if (!details.ok)
    return {
      ok: false,
      fault: details.fault === 'offline' ? 'offline' : details.fault === 'notFound' ? 'gone' : 'failed',
    }
  const [product] = details.value.product_details
  const [access] = rights.titles
  if (!product || !access) return { ok: false, fault: 'gone' }
  const next = details.value.category_product_list.find((other) => other.id !== id)
  return { ok: true, opened: { title: { ...product, tracks: product.producttracks, next }, access } }
}

export type KnownAddress = { ok: true; address: string; reply: ReplyOf<typeof trackSignedUrl> }
export type Address = KnownAddress | { ok: false; fault: OpenFault | 'noAccess' | 'noSound' | 'leaseEnded' }

/** Short-lived address of a track for this listener [PL-8], in the edition of their choice. */
export async function addressOf(title: Title, key: string): Promise<Address> {
  const result = await call(trackSignedUrl, { url: titleUrl(title.id), key, edition: wantedEdition() })
  silent.delete(key)
  if (result.ok) return { ok: true, address: result.headers['x-signed-url'] ?? '', reply: result.value }
  const { fault } = result
  if (fault === 'notFound') {
    silent.add(key)
    return { ok: false, fault: 'noSound' }
  }
  if (fault === 'offline' || fault === 'signedOut' || fault === 'noAccess' || fault === 'leaseEnded')
    return { ok: false, fault }
  return { ok: false, fault: fault === 'badInput' ? 'gone' : 'failed' }
}
