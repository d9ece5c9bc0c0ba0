import { acxRows } from '#contract/audio-findings.ts'
import type { Measurement } from '#contract/audio.ts'
import { SOUND_PAGE, type SoundOfTitle, type SoundTitle, type SoundTrack } from '#contract/desk/sound.ts'
import { findingsOf, type MeasuredTrack } from '../../audio/findings.ts'
import type { Db } from '../../db/connect.ts'

/** Points of a picture of loudness. */
const CURVE_POINTS = 200

type Row = {
  product: number
  position: number
  name: string
  state: SoundTrack['state'] | null
  fault: string | null
  gain: number | null
  measurement: Measurement | null
  bytes: number
  full_bytes: number | null
  light_bytes: number | null
}

const TRACKS = `select t.product_id as product, row_number() over (partition by t.product_id order by t.position, t.id)::int as position,
    t.name, e.state, e.fault, e.gain, e.measurement, m.bytes, f.bytes as full_bytes, l.bytes as light_bytes
  from tracks t join media_files m on m.id = t.audio_id left join audio_editions e on e.media_id = m.id
  left join media_files f on f.id = e.full_id left join media_files l on l.id = e.light_id where t.product_id = any($1)
  order by t.product_id, 2`

/** Titles with sound by name, with the number of findings in each. */
export async function listSounds(
  db: Db,
  { text, page }: { text: string; page: number },
): Promise<{ titles: SoundTitle[]; total: number }> {
  const titles = await db.query<{ id: number; name: string; total: number }>(
    `select p.id, p.name, count(*) over ()::int as total from products p
      where exists (select from tracks t where t.product_id = p.id and t.audio_id is not null)
        and ($1 = '' or strpos(lower(p.name || ' ' || p.key || ' ' || p.translations::text), lower($1)) > 0)
      order by p.name, p.id limit $2 offset $3`,
    [text.trim(), SOUND_PAGE, (page - 1) * SOUND_PAGE],
  )
  const rows = await db.query<Row>(TRACKS, [titles.map(({ id }) => id)])
  const byTitle = Map.groupBy(rows, ({ product }) => product)
  return {
    titles: titles.map(({ id, name }) => ({ id, name, ...countsOf(byTitle.get(id) ?? []) })),
    total: titles[0]?.total ?? 0,
  }
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
  const [title] = await db.query<{ name: string; as_recorded: boolean }>(
    'select name, as_recorded from products where id = $1',
    [id],
  )
  if (!title) return undefined
  const rows = await db.query<Row>(TRACKS, [[id]])
  return { id, ...title, tracks: rows.map(trackOf), findings: findingsOf(rows.map(measuredOf)) }
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
