import { CUE_MS_MAX, type Cue } from '#contract/transcripts/transcripts.ts'
import type { Db } from '../../db/connect.ts'
import { cuesOf, digestOfText, insertCues, type StoredText } from '../../transcripts/store-transcripts.ts'
import { countTerms } from '../../transcripts/search/line-terms.ts'

/** Whether these lines can stand between their neighbours: times for all or for none, in their order. */
export function fits(text: Pick<StoredText, 'is_timed'>, cues: readonly Cue[], before?: Cue, after?: Cue): boolean {
  const all = [before, ...cues, after].filter((cue) => cue !== undefined)
  const areTimed = cues.every(({ start, end }) =>
    text.is_timed ? start !== null && end !== null && end >= start : start === null && end === null,
  )
  return areTimed && all.every(({ start }, at) => at === 0 || (start ?? 0) >= (all[at - 1]?.start ?? 0))
}

/** Puts lines in the place of `count` others; those behind move along. */
export async function spliceCues(db: Db, id: number, from: number, count: number, cues: readonly Cue[]): Promise<void> {
  const isSameLength = count === cues.length
  const tail = isSameLength ? [] : await cuesOf(db, id, from + count)
  const to = isSameLength ? from + count - 1 : undefined
  await countTerms(db, id, -1, from, to)
  await db.query('delete from transcript_cues where transcript_id = $1 and position between $2 and $3', [
    id,
    from,
    to ?? 2_147_483_647,
  ])
  await insertCues(db, id, [...cues, ...tail], from)
  await countTerms(db, id, 1, from, to)
  await touch(db, id)
}

/** Shifts all times from a line on; false when one of them would leave the recording or go before its neighbour. */
export async function shiftCues(db: Db, id: number, from: number, milliseconds: number): Promise<boolean> {
  const [edge] = await db.query<{ first: number | null; before: number | null; last: number | null }>(
    `select min(start_ms) filter (where position >= $2) as first, max(start_ms) filter (where position < $2) as before,
       max(end_ms) filter (where position >= $2) as last from transcript_cues where transcript_id = $1`,
    [id, from],
  )
  const { first, before, last } = edge ?? { first: null, before: null, last: null }
  if (first === null || last === null) return false
  if (first + milliseconds < (before ?? 0) || last + milliseconds > CUE_MS_MAX) return false
  await db.query(
    'update transcript_cues set start_ms = start_ms + $3, end_ms = end_ms + $3 where transcript_id = $1 and position >= $2',
    [id, from, milliseconds],
  )
  await touch(db, id)
  return true
}

/** The digest of the new lines, by which an import knows them; and one more revision. */
async function touch(db: Db, id: number): Promise<void> {
  const digest = digestOfText({ cues: await cuesOf(db, id) })
  await db.query('update transcripts set digest = $2, revision = revision + 1, updated_at = now() where id = $1', [
    id,
    digest,
  ])
}

export async function setAccess(
  db: Db,
  id: number,
  { isPublic, openFrom, openTo }: { isPublic: boolean; openFrom: number | null; openTo: number | null },
): Promise<void> {
  await db.query(
    'update transcripts set is_public = $2, open_from = $3, open_to = $4, revision = revision + 1, updated_at = now() where id = $1',
    [id, isPublic, openFrom, openTo],
  )
}
