import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Locale } from '#contract/text/locale.ts'
import type { Cue } from '#contract/transcripts/transcripts.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import { changeCatalog } from '../../db/upsert.ts'
import { runInSubprocess } from '../../runtime/subprocess.ts'
import { cuesOf, digestOfText, saveText } from '../store-transcripts.ts'
import type { AlignFault } from './align-sentences.ts'

/** Aligning takes about a tenth of the length of the recording. */
const MAX_SHARE = 0.5
const MAX_MS = 1_800_000
const PROCESS = new URL('align-process.ts', import.meta.url)
type Context = Pick<AppContext, 'db' | 'media' | 'tempFiles' | 'now'>
type Waiting = {
  id: number
  product_id: number
  track_id: number
  key: string
  locale: Locale
  seconds: number
  audio_id: number
  path: string
  digest: string
}
type Aligned = { key: string; lines: number; result: 'aligned' | 'failed' | 'changedMeanwhile' | AlignFault }

const WAITING = `transcripts x join current_tracks t on t.id = x.track_id
   join products p on p.id = x.product_id join media_files m on m.id = t.audio_id where not x.is_timed and x.locale = p.spoken`

/** Texts without times, in the spoken language, of tracks with sound; of these titles, or of all. */
function waitingTexts({ db }: Context, titles: readonly string[]): Promise<{ id: number }[]> {
  return db.query(
    `select x.id from ${WAITING} and (cardinality($1::text[]) = 0 or p.key = any($1)) order by p.key, t.position`,
    [titles],
  )
}

/** As it is now: hours may have passed since the first text of the list. */
async function waitingText({ db }: Context, id: number): Promise<Waiting | undefined> {
  const [waiting] = await db.query<Waiting>(
    `select x.id, x.product_id, x.track_id, t.key, x.locale, t.seconds, t.audio_id, m.path, x.digest from ${WAITING} and x.id = $1`,
    [id],
  )
  return waiting
}

/** Gives times to texts that have none, one recording after the other, each in a process of its own. */
export async function* alignTexts(context: Context, titles: readonly string[], who?: string): AsyncGenerator<Aligned> {
  for (const { id } of await waitingTexts(context, titles)) {
    const waiting = await waitingText(context, id)
    if (!waiting) continue
    const texts = (await cuesOf(context.db, waiting.id)).map(({ text }) => text)
    const found = await alignOne(context, waiting, texts)
    const result = Array.isArray(found) ? await store(context, waiting, found, who) : found
    yield { key: waiting.key, lines: texts.length, result }
  }
}

async function alignOne(
  { media, tempFiles }: Context,
  { path, locale, seconds }: Waiting,
  texts: string[],
): Promise<Cue[] | AlignFault | 'failed'> {
  const sound = await tempFiles.newFile()
  try {
    await pipeline(await media.stream(path), createWriteStream(sound))
    const asked = Buffer.from(JSON.stringify({ sound, texts, locale }))
    return (
      (await runInSubprocess<Cue[] | AlignFault>(PROCESS, [], asked, Math.max(MAX_MS, seconds * 1_000 * MAX_SHARE))) ??
      'failed'
    )
  } catch {
    // Of one recording: the others may be right.
    return 'failed'
  } finally {
    await rm(sound, { force: true })
  }
}

/** Unless somebody edited the text or replaced the sound while it was aligned. */
async function store(
  context: Context,
  { id, product_id, track_id, key, locale, audio_id, digest }: Waiting,
  cues: Cue[],
  who?: string,
) {
  const changed = await changeCatalog(context.db, context.now(), async (inner) => {
    const before = await cuesOf(inner, id)
    if (
      digestOfText({ cues: before }) !== digest ||
      (await waitingText({ ...context, db: inner }, id))?.audio_id !== audio_id
    )
      return 0
    const timed = cues.map((cue, at) => ({ ...before[at], ...cue }))
    await saveText(inner, { productId: product_id, trackId: track_id }, locale, { cues: timed, isTimed: true })
    await noteAction(inner, context.now(), 'align text', `${key} ${locale}`, { lines: cues.length }, who)
    return 1
  })
  return changed > 0 ? 'aligned' : 'changedMeanwhile'
}
