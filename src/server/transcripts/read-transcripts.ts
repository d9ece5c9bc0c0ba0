import type { NumberedCue, TextAccess, Transcript } from '#contract/transcripts/transcripts.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { transcriptCues, transcripts } from '../db/schema/catalog/transcripts.ts'
import type { products } from '../db/schema/catalog/catalog.ts'
import { isOpenTo } from '../catalog/offer-columns.ts'
import { IS_READABLE_CUE, READABLE, readerValues, type Reader } from './access.ts'

type FactsRow = Pick<Row<typeof transcripts>, 'id' | 'locale' | 'is_timed' | 'is_public' | 'revision'> & {
  is_spoken: boolean
  access: TextAccess
}
type CueRow = Pick<Row<typeof transcriptCues>, 'text' | 'speaker'> & {
  id: number
  number: number
  start: number | null
  end: number | null
}

const FACTS = `x.id, x.locale, x.locale = p.spoken and p.spoken_tag is null as is_spoken, x.is_timed, x.is_public, x.revision, a.access`
const CUES = `select x.id, c.position as number, c.start_ms as start, c.end_ms as "end", c.text, c.speaker
  from ${READABLE} join transcript_cues c on c.transcript_id = x.id`
/** The spoken language first. */
const IN_ORDER = `x.locale <> p.spoken, x.locale`

/** The texts of a track as far as the reader may read them; undefined when there is no such track for them. */
export async function transcriptsOfTrack(db: Db, reader: Reader, trackId: number) {
  const [track] = await db.query<{ product_id: number }>(
    `select t.product_id from current_tracks t join products p on p.id = t.product_id where t.id = $1 and ${isOpenTo('$2')}`,
    [trackId, reader.userId],
    'track of transcripts',
  )
  if (!track) return undefined
  return {
    product_id: track.product_id,
    track_id: trackId,
    transcripts: await readWhere(db, reader, 'x.track_id = $3', [trackId]),
  }
}

/** The texts of a sample by its address; undefined when there is no such sample. */
export async function transcriptsOfSample(db: Db, reader: Reader, mapUrl: string): Promise<Transcript[] | undefined> {
  const [sample] = await db.query<{ product_id: number; position: number }>(
    `select s.product_id, s.position from samples s join products p on p.id = s.product_id where s.map_url = $1 and p.status = 'published'`,
    [mapUrl],
    'sample of transcripts',
  )
  if (!sample) return undefined
  return readWhere(db, reader, 'x.product_id = $3 and x.sample = $4', [sample.product_id, sample.position])
}

/** Readable texts with their readable cues; a text of which nothing may be read is left out. */
async function readWhere(db: Db, reader: Reader, where: string, values: unknown[]): Promise<Transcript[]> {
  const all = [...readerValues(reader), ...values]
  const facts = await db.query<FactsRow>(
    `select ${FACTS} from ${READABLE} where ${where} and a.access <> 'none' order by ${IN_ORDER}`,
    all,
    `transcripts ${where}`,
  )
  if (facts.length === 0) return []
  const rows = await db.query<CueRow>(
    `${CUES} where ${where} and ${IS_READABLE_CUE} order by x.id, c.position`,
    all,
    `cues ${where}`,
  )
  const byText = Map.groupBy(rows, ({ id }) => id)
  return facts.map((one) => ({ ...one, cues: (byText.get(one.id) ?? []).map(cueOf) }))
}

const cueOf = ({ number, start, end, text, speaker }: CueRow): NumberedCue => ({
  number,
  start,
  end,
  text,
  ...(speaker && { speaker }),
})

/** Which recordings of a title have texts; undefined when there is no such title for the reader. */
export async function textsOfTitle(db: Db, reader: Reader, productId: number) {
  const [title] = await db.query<Pick<Row<typeof products>, 'id'>>(
    `select p.id from products p where p.id = $1 and ${isOpenTo('$2')}`,
    [productId, reader.userId],
    'title of transcripts',
  )
  if (!title) return undefined
  const rows = await db.query<FactsRow & { track_id: number | null; map_url: string | null }>(
    `select ${FACTS}, x.track_id, s.map_url from ${READABLE} left join samples s on s.product_id = p.id and s.position = x.sample
     where x.product_id = $3 order by t.position, x.sample, ${IN_ORDER}`,
    [...readerValues(reader), productId],
    'texts of title',
  )
  return {
    tracks: rows.flatMap(({ track_id, map_url: _url, ...facts }) =>
      track_id === null ? [] : [{ ...facts, track_id }],
    ),
    samples: rows.flatMap(({ track_id: _track, map_url, ...facts }) =>
      map_url === null ? [] : [{ ...facts, map_url }],
    ),
  }
}

/** One text of a track in a language, for a file of it; undefined when the reader may not read all of it. */
export async function wholeTranscript(
  db: Db,
  reader: Reader,
  trackId: number,
  locale: Locale,
): Promise<Transcript | undefined> {
  const [found] = await readWhere(db, reader, 'x.track_id = $3 and x.locale = $4', [trackId, locale])
  return found?.access === 'all' ? found : undefined
}

/** The public texts of the tracks of every title. */
export async function publicTranscripts(
  db: Db,
  reader: Reader,
): Promise<{ product_id: number; texts: (Transcript & { track_id: number })[] }[]> {
  const places = await db.query<{ id: number; product_id: number; track_id: number }>(
    `select x.id, x.product_id, x.track_id from transcripts x join current_tracks t on t.id = x.track_id where x.is_public
      order by x.product_id, t.position, x.id`,
  )
  const texts = new Map(
    (await readWhere(db, reader, 'x.is_public and x.track_id is not null', [])).map((text) => [text.id, text]),
  )
  const found = places.flatMap(({ id, product_id, track_id }) => {
    const text = texts.get(id)
    return text ? [{ product_id, text: { ...text, track_id } }] : []
  })
  return [...Map.groupBy(found, ({ product_id }) => product_id)].map(([product_id, rows]) => ({
    product_id,
    texts: rows
      .map(({ text }) => text)
      .toSorted((a, b) => (a.track_id === b.track_id ? Number(b.is_spoken) - Number(a.is_spoken) : 0)),
  }))
}
