import type { Db } from '../../db/connect.ts'
import { isDryRun } from '../../db/dry-run.ts'
import { saveText } from '../../transcripts/store-transcripts.ts'
import type { FieldChange } from '../stored/changes.ts'
import type { StoredTitle } from '../stored/titles.ts'
import type { Prepared } from '../titles/prepare.ts'
import type { PreparedText } from './read-texts.ts'

/** The text of a recording as the shop has it. `audio_id`: the sound for which it was brought in. */
export type StoredRecordedText = Pick<PreparedText, 'track' | 'sample' | 'locale' | 'digest'> & {
  id: number
  is_timed: boolean
  is_public: boolean
  file_digest: string | null
  audio_id: number | null
  lines: number
}

/** SQL: the texts of title `p`, as `StoredRecordedText`. */
export const STORED_TEXTS = `select x.id, t.key as track, x.sample, x.locale, x.digest, x.file_digest, x.is_timed, x.is_public, x.audio_id,
    (select count(*)::int from transcript_cues c where c.transcript_id = x.id) as lines
  from transcripts x left join current_tracks t on t.id = x.track_id where x.product_id = p.id
    and (x.sample is not null or t.id is not null) order by t.position, x.sample, x.locale`

const storedOf = (stored: StoredTitle | undefined, { track, sample, locale }: PreparedText) =>
  stored?.texts.find((one) => one.track === track && one.sample === sample && one.locale === locale)

/**
 * Texts that differ from those of the shop and from the file that was imported last, or that were brought in for another
 * recording: the same file again takes back neither the times that `npm run align` found nor lines of the desk.
 */
export function changedTexts(
  stored: StoredTitle | undefined,
  { texts, tracks, samples }: Pick<Prepared, 'texts' | 'tracks' | 'samples'>,
): PreparedText[] {
  return texts.filter((text) => {
    const before = storedOf(stored, text)
    const audio =
      text.track === null ? samples[text.sample ?? 0]?.audio_id : tracks.find(({ key }) => key === text.track)?.audio_id
    const isSamePublic = text.isPublic === undefined || text.isPublic === before?.is_public
    const isSameText = before?.digest === text.digest || before?.file_digest === text.digest
    return !before || !isSameText || before.audio_id !== (audio ?? null) || !isSamePublic
  })
}

/** As a dry run shows them. */
export function textChanges(stored: StoredTitle | undefined, changed: readonly PreparedText[]): FieldChange[] {
  return changed.map((text) => {
    const before = storedOf(stored, text)
    const after = `${text.cues.length} lines${text.isTimed ? ' with times' : ''}${text.isPublic ? ', public' : ''}`
    return {
      field: `text.${text.locale} ${text.track ?? `sample ${(text.sample ?? 0) + 1}`}`,
      ...(before && {
        before: `${before.lines} lines${before.is_timed ? ' with times' : ''}${before.is_public ? ', public' : ''}`,
      }),
      after,
    }
  })
}

/** After the tracks of the title. A dry run writes none: its new words would block the desk until it is rolled back. */
export async function writeTexts(
  db: Db,
  productId: number,
  texts: readonly PreparedText[],
  seen: Map<string, number>,
): Promise<void> {
  if (texts.length === 0 || isDryRun(db)) return
  const tracks = await db.query<{ id: number; key: string }>(
    'select id, key from current_tracks where product_id = $1',
    [productId],
  )
  const ids = new Map(tracks.map(({ id, key }) => [key, id]))
  for (const { track, sample, locale, cues, isTimed, isPublic } of texts) {
    const trackId = track === null ? undefined : ids.get(track)
    if (track !== null && trackId === undefined) continue
    const recording = trackId === undefined ? { productId, sample: sample ?? 0 } : { productId, trackId }
    await saveText(db, recording, locale, { cues, isTimed, isImported: true }, seen)
    if (isPublic !== undefined)
      await db.query(
        `update transcripts set is_public = $4, revision = revision + 1 where product_id = $1 and track_id is not distinct from $2
           and sample is not distinct from $5 and locale = $3 and is_public <> $4`,
        [productId, trackId ?? null, locale, isPublic, trackId === undefined ? (sample ?? 0) : null],
      )
  }
}
