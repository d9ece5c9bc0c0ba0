import type { Cue } from '#contract/transcripts/transcripts.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { transcripts } from '../db/schema/catalog/transcripts.ts'
import { digestOf } from '../db/upsert.ts'
import { countTerms, lineKeys, termIds } from './search/line-terms.ts'

/** The recording to which a text belongs. */
type Recording = { productId: number } & (
  | { trackId: number; sample?: undefined }
  | { trackId?: undefined; sample: number }
)
export type StoredText = Pick<
  Row<typeof transcripts>,
  | 'id'
  | 'product_id'
  | 'track_id'
  | 'sample'
  | 'locale'
  | 'is_timed'
  | 'is_public'
  | 'revision'
  | 'audio_id'
  | 'open_from'
  | 'open_to'
  | 'digest'
>
/** A text as an editor or an import gives it. */
type NewText = { cues: readonly Cue[]; isTimed: boolean; isImported?: boolean }

const COLUMNS =
  'id, product_id, track_id, sample, locale, is_timed, is_public, revision, audio_id, open_from, open_to, digest'
const BATCH = 5_000

/** Of the words and times alone: who may read them is apart. */
export const digestOfText = ({ cues }: Pick<NewText, 'cues'>): string =>
  digestOf(cues.map(({ start, end, text, speaker = '' }) => [start, end, text, speaker]))

export async function findText(
  db: Db,
  { productId, trackId, sample }: Recording,
  locale: Locale,
): Promise<StoredText | undefined> {
  const [row] = await db.query<StoredText>(
    `select ${COLUMNS} from transcripts where product_id = $1 and track_id is not distinct from $2 and sample is not distinct from $3 and locale = $4`,
    [productId, trackId ?? null, sample ?? null, locale],
  )
  return row
}

export async function textById(db: Db, id: number): Promise<StoredText | undefined> {
  const [row] = await db.query<StoredText>(`select ${COLUMNS} from transcripts where id = $1`, [id])
  return row
}

export async function cuesOf(db: Db, id: number, from = 0, count = 2_147_483_647): Promise<Cue[]> {
  const rows = await db.query<{ start: number | null; end: number | null; text: string; speaker: string | null }>(
    `select start_ms as start, end_ms as "end", text, speaker from transcript_cues
      where transcript_id = $1 and position >= $2 and position < $2::bigint + $3 order by position`,
    [id, from, count],
  )
  return rows.map(({ speaker, ...cue }) => ({ ...cue, ...(speaker && { speaker }) }))
}

/** The recording that plays now: the times of a new text are those of it. */
const AUDIO = `coalesce((select audio_id from tracks where id = $2), (select audio_id from samples where product_id = $1 and position = $3))`

/**
 * Writes the text of a recording in a language in the place of what was there, and answers its id; undefined when it was the same
 * for the same sound, or when an import brings the same file again. Call it in the transaction of a `changeCatalog`: the counts
 * of words have no lock of their own.
 */
export async function saveText(
  db: Db,
  { productId, trackId, sample }: Recording,
  locale: Locale,
  text: NewText,
  seen?: Map<string, number>,
): Promise<number | undefined> {
  const { isTimed, isImported = false } = text
  const values = [productId, trackId ?? null, sample ?? null, locale, isTimed, digestOfText(text), isImported]
  const [row] = await db.query<{ id: number }>(
    `insert into transcripts as x (product_id, track_id, sample, locale, is_timed, digest, file_digest, audio_id) values ($1, $2, $3, $4, $5, $6, $6, ${AUDIO})
     on conflict (${trackId === undefined ? 'product_id, sample' : 'track_id'}, locale) do update set is_timed = excluded.is_timed, digest = excluded.digest,
       file_digest = case when $7 then excluded.file_digest else x.file_digest end, audio_id = excluded.audio_id, revision = x.revision + 1, updated_at = now()
     where x.audio_id is distinct from excluded.audio_id
       or x.digest <> excluded.digest and not ($7 and x.file_digest is not distinct from excluded.file_digest) returning id`,
    values,
  )
  if (row) await writeCues(db, row.id, text.cues, seen)
  return row?.id
}

/** All cues of a text anew. */
export async function writeCues(db: Db, id: number, cues: readonly Cue[], seen?: Map<string, number>): Promise<void> {
  await countTerms(db, id, -1)
  await db.query('delete from transcript_cues where transcript_id = $1', [id])
  await insertCues(db, id, cues, 0, seen)
  await countTerms(db, id, 1)
}

export async function insertCues(
  db: Db,
  id: number,
  cues: readonly Cue[],
  from: number,
  seen?: Map<string, number>,
): Promise<void> {
  const ids = await termIds(
    db,
    cues.flatMap(({ text }) => lineKeys(text)),
    seen,
  )
  for (let at = 0; at < cues.length; at += BATCH) {
    const rows = cues.slice(at, at + BATCH).map(({ start, end, text, speaker }, index) => ({
      position: from + at + index,
      start_ms: start,
      end_ms: end,
      text,
      speaker: speaker || null,
      terms: lineKeys(text).flatMap((key) => ids.get(key) ?? []),
    }))
    await db.query(
      `insert into transcript_cues (transcript_id, position, start_ms, end_ms, text, speaker, terms)
       select $1, position, start_ms, end_ms, text, speaker, terms from jsonb_to_recordset($2)
         as r(position int, start_ms int, end_ms int, text text, speaker text, terms int[])`,
      [id, JSON.stringify(rows)],
    )
  }
}

export async function removeText(db: Db, id: number): Promise<void> {
  await countTerms(db, id, -1)
  await db.query('delete from transcripts where id = $1', [id])
}
