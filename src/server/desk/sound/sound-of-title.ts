import { acxRows } from '#contract/listening/audio-findings.ts'
import type { Measurement, SoundFault } from '#contract/listening/audio.ts'
import { DESK_PAGE } from '#contract/desk/list-fields.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { SoundOfTitle, SoundTitle, SoundTrack } from '#contract/desk/sound.ts'
import { findingsOf, type MeasuredTrack } from '../../audio/findings.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Paged } from '../../db/pagination.ts'
import { sampleOfTitle } from './sample-of-title.ts'

/** Points of a picture of loudness. */
const CURVE_POINTS = 200

type Row = {
  product: number
  position: number
  name: string
  state: SoundTrack['state'] | null
  fault: SoundFault | null
  gain: number | null
  measurement: Measurement | null
  bytes: number
  full_bytes: number | null
  light_bytes: number | null
}

const TRACKS = `select t.product_id as product, row_number() over (partition by t.product_id order by t.position, t.id)::int as position,
    t.name, e.state, e.fault, e.gain, e.measurement, m.path, m.bytes, f.bytes as full_bytes, l.bytes as light_bytes
  from current_tracks t join media_files m on m.id = t.audio_id left join audio_editions e on e.media_id = m.id
  left join media_files f on f.id = e.full_id left join media_files l on l.id = e.light_id where t.product_id = any($1)
  order by t.product_id, 2`

/** Titles with sound by name, with the number of findings in each. */
export async function listSounds(
  db: Db,
  { text, page, only }: { text: string; page: number; only?: 'failed' | undefined },
): Promise<Paged<SoundTitle>> {
  const titles = await db.query<Pick<SoundTitle, 'id' | 'name' | 'names'> & { total: number }>(
    `select p.id, p.name, jsonb_strip_nulls(jsonb_build_object('en', p.translations->'en'->>'name', 'mr', p.translations->'mr'->>'name')) as names,
        count(*) over ()::int as total from products p
      where p.withheld is distinct from 'trash' and exists (select from current_tracks t where t.product_id = p.id and t.audio_id is not null)
        and ($1 = '' or strpos(lower(p.name || ' ' || p.key || ' ' || p.translations::text), lower($1)) > 0)
        and ($4 = false or exists (select from current_tracks t join audio_editions e on e.media_id = t.audio_id where t.product_id = p.id and e.state = 'failed'))
      order by p.name, p.id limit $2 offset $3`,
    [text.trim(), DESK_PAGE, (page - 1) * DESK_PAGE, only === 'failed'],
  )
  const rows = await db.query<Row>(TRACKS, [titles.map(({ id }) => id)])
  const byTitle = Map.groupBy(rows, ({ product }) => product)
  const total = titles[0]?.total ?? 0
  const found = titles.map(({ id, name, names }) => ({ id, name, names, ...countsOf(byTitle.get(id) ?? []) }))
  return { total, page, pages: Math.max(1, Math.ceil(total / DESK_PAGE)), rows: found }
}

const countsOf = (rows: readonly Row[]) => ({
  tracks: rows.length,
  waiting: rows.filter(({ state }) => state === null || state === 'waiting').length,
  failed: rows.filter(({ state }) => state === 'failed').length,
  findings: findingsOf(rows.map(measuredOf)).length,
})

const measuredOf = ({ position, name, measurement }: Row): MeasuredTrack => ({
  position,
  name,
  measurement: measurement ?? undefined,
})

/** Undefined: there is no such title. */
export async function soundOfTitle(db: Db, id: number): Promise<SoundOfTitle | undefined> {
  const [title] = await db.query<Pick<SoundOfTitle, 'name' | 'names' | 'as_recorded'>>(
    `select p.name, jsonb_strip_nulls(jsonb_build_object('en', p.translations->'en'->>'name', 'mr', p.translations->'mr'->>'name')) as names, p.as_recorded from products p where id = $1`,
    [id],
  )
  if (!title) return undefined
  const rows = await db.query<Row>(TRACKS, [[id]])
  const sample = await sampleOfTitle(db, id)
  return { id, ...title, tracks: rows.map(trackOf), findings: findingsOf(rows.map(measuredOf)), sample }
}

type Summary = NonNullable<ReplyOf<typeof endpoints.deskTitle>['sound']>
type SummaryRow = Pick<Row, 'position' | 'name' | 'state' | 'measurement'> & { path: string }

/** For the editor of the title: which tracks are to be looked at, and who made the sample. */
export async function soundSummary(db: Db, id: number): Promise<Summary> {
  // The curve has a number for each second.
  const rows = await db.query<SummaryRow>(
    `select position, name, state, path, measurement - 'curve' as measurement from (${TRACKS}) t order by position`,
    [[id]],
  )
  const found = Map.groupBy(
    findingsOf(rows.map((row) => ({ ...row, measurement: row.measurement ?? undefined }))),
    ({ track }) => track,
  )
  return {
    sample: (await sampleOfTitle(db, id)).kind,
    tracks: rows.map(({ position, path, state }) => ({
      audio: `media/${path}`,
      state: state ?? 'waiting',
      findings: found.get(position)?.length ?? 0,
    })),
  }
}

/** A signed address of a recording as it came, for a person of the desk. */
export async function addressOfTrack(
  { db, signer, now }: Pick<AppContext, 'db' | 'signer' | 'now'>,
  id: number,
  position: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ path: string }>(
    `select m.path from current_tracks t join media_files m on m.id = t.audio_id where t.product_id = $1
      order by t.position, t.id limit 1 offset $2`,
    [id, position - 1],
  )
  return row && signer.sign(row.path, now().getTime()).address
}

function trackOf({ position, name, state, fault, gain, measurement, ...bytes }: Row): SoundTrack {
  return {
    position,
    name,
    state: state ?? 'waiting',
    fault,
    gain: gain ?? 0,
    bytes: {
      recording: bytes.bytes,
      full: bytes.full_bytes ?? bytes.bytes,
      ...(bytes.light_bytes !== null && { light: bytes.light_bytes }),
    },
    measurement: measurement && { ...measurement, curve: shortened(measurement.curve) },
    acx: measurement ? acxRows(measurement) : [],
  }
}

/** The loudest second of each part. */
function shortened(curve: readonly number[]): number[] {
  const size = Math.ceil(curve.length / CURVE_POINTS)
  if (size <= 1) return [...curve]
  return Array.from({ length: Math.ceil(curve.length / size) }, (_, at) =>
    Math.max(...curve.slice(at * size, (at + 1) * size)),
  )
}
