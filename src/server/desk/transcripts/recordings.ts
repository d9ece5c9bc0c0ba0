import type { DeskRecording, DeskTranscript } from '#contract/desk/transcripts.ts'
import type { Cue } from '#contract/transcripts/transcripts.ts'
import type { Db } from '../../db/connect.ts'
import { findingsOf } from '../../transcripts/findings.ts'
import { cuesOf, textById, type StoredText } from '../../transcripts/store-transcripts.ts'

/** A track or sample. `key`: of the track; a sample has that of its title and its place. */
export type FoundRecording = {
  product_id: number
  track_id: number | null
  sample: number | null
  key: string
  name: string
  seconds: number
  audio_id: number | null
  /** Its place among the tracks of the title, from 0, and how many they are. */
  place: number
  tracks: number
}

const RECORDINGS = `select t.product_id, t.id as track_id, null::int as sample, t.key, t.name, t.seconds, t.audio_id,
    row_number() over (order by t.position, t.id)::int - 1 as place, count(*) over ()::int as tracks
  from current_tracks t where t.product_id = $1
  union all select s.product_id, null, s.position, p.key || ' sample ' || s.position, '', s.seconds, s.audio_id, 0, 0
  from samples s join products p on p.id = s.product_id where s.product_id = $1`

export async function recordingsOf(db: Db, productId: number): Promise<FoundRecording[]> {
  return db.query<FoundRecording>(`select * from (${RECORDINGS}) r order by track_id is null, place, sample`, [
    productId,
  ])
}

const ofSame = (one: Pick<StoredText, 'track_id' | 'sample'>, other: Pick<StoredText, 'track_id' | 'sample'>) =>
  one.track_id === other.track_id && one.sample === other.sample

/** Undefined: no such title. */
export async function listTexts(db: Db, productId: number) {
  const [title] = await db.query<{ name: string }>('select name from products where id = $1', [productId])
  if (!title) return undefined
  const texts = await db.query<StoredText & { lines: number }>(
    `select x.*, (select count(*)::int from transcript_cues c where c.transcript_id = x.id) as lines from transcripts x where x.product_id = $1 order by x.locale`,
    [productId],
  )
  const recordings: DeskRecording[] = []
  for (const recording of await recordingsOf(db, productId)) {
    const own = texts.filter((text) => ofSame(text, recording))
    const { track_id, sample, name, seconds } = recording
    const transcripts = []
    for (const text of own) transcripts.push(factsOf(text, await cuesOf(db, text.id), recording, otherLines(own, text)))
    recordings.push({ track_id, sample, name, seconds, transcripts })
  }
  return { id: productId, name: title.name, recordings }
}

const otherLines = (all: readonly (StoredText & { lines: number })[], text: StoredText) =>
  all.find(({ id }) => id !== text.id)?.lines

function factsOf(
  text: StoredText,
  cues: readonly Cue[],
  recording: FoundRecording | undefined,
  others: number | undefined,
) {
  const { id, locale, is_timed, is_public, revision, open_from, open_to } = text
  const findings = findingsOf({
    cues,
    isTimed: is_timed,
    seconds: recording?.seconds ?? 0,
    isSoundReplaced: text.audio_id !== (recording?.audio_id ?? null),
    otherLines: others,
  })
  return { id, locale, is_timed, is_public, revision, open_from, open_to, lines: cues.length, findings }
}

/** A whole text with what is wrong in it; undefined: there is none. */
export async function wholeText(db: Db, id: number): Promise<DeskTranscript | undefined> {
  const text = await textById(db, id)
  if (!text) return undefined
  const [other] = await db.query<{ lines: number }>(
    `select (select count(*)::int from transcript_cues c where c.transcript_id = x.id) as lines from transcripts x
      where x.product_id = $1 and x.track_id is not distinct from $2 and x.sample is not distinct from $3 and x.id <> $4`,
    [text.product_id, text.track_id, text.sample, id],
  )
  const recording = (await recordingsOf(db, text.product_id)).find((one) => ofSame(one, text))
  const cues = await cuesOf(db, id)
  const { track_id, sample } = text
  return { ...factsOf(text, cues, recording, other?.lines), track_id, sample, cues }
}

/** The stored file of the recording of a text; undefined: it has no sound. */
export async function soundOfText(db: Db, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ path: string }>(
    `select m.path from transcripts x left join current_tracks t on t.id = x.track_id
       left join samples s on s.product_id = x.product_id and s.position = x.sample
       join media_files m on m.id = coalesce(t.audio_id, s.audio_id) where x.id = $1`,
    [id],
  )
  return row?.path
}
