import type { Measurement } from '#contract/listening/audio.ts'
import { samplePlace } from '#contract/listening/sample-place.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import type { TitleSample } from '#contract/desk/sound.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Failure } from '../../runtime/failure.ts'

type Place = InputOf<typeof endpoints.deskSamplePlace>['place']
type Row = Omit<TitleSample, 'kind' | 'place'> & {
  has_own: boolean | null
  track: number | null
  starts: number | null
  ends: number | null
}

const POSITIONS = `select t.audio_id, row_number() over (order by t.position, t.id)::int as position from current_tracks t where t.product_id = $1 and t.audio_id is not null`

/** The sample of a title as listeners have it, and what the queue makes of it. */
export async function sampleOfTitle(db: Db, title: number): Promise<TitleSample> {
  const [row] = await db.query<Row>(
    `select (select bool_or(not s.is_made) from samples s where s.product_id = $1) as has_own, m.state, m.fault, coalesce(m.is_placed, false) as is_placed,
        (select min(p.position) from (${POSITIONS}) p where p.audio_id = m.source_id) as track, m.starts, m.ends
      from (select) one left join made_samples m on m.product_id = $1`,
    [title],
  )
  if (!row) throw new Error('a row of nothing is always there')
  const { has_own: hasOwn, track, starts, ends, ...progress } = row
  const kind = hasOwn ? 'own' : hasOwn === false ? 'made' : 'none'
  const place = track === null || starts === null || ends === null ? null : { track, starts, ends }
  return hasOwn ? { kind, state: null, fault: null, is_placed: false, place: null } : { kind, ...progress, place }
}

/** Chooses where the sample of a title is cut, or leaves it to the shop. The old one is heard until the new one is made. */
export async function placeSample(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id, place, who }: { id: number; place: Place; who: string },
): Promise<undefined | Failure<'notFound' | 'ownSample' | 'notMeasured'>> {
  return db.transaction(async (inner) => {
    const [title] = await inner.query<{ key: string }>('select key from products where id = $1 for update', [id])
    if (!title) return { fault: 'notFound' }
    const own = await inner.query('select from samples where product_id = $1 and not is_made', [id])
    if (own.length > 0) return { fault: 'ownSample' }
    const chosen = place && (await chosenPlace(inner, id, place))
    if (place && !chosen) return { fault: 'notMeasured' }
    await inner.query(
      `insert into made_samples as m (product_id, source_id, starts, ends, is_placed) values ($1, $2, $3, $4, $5)
        on conflict (product_id) do update set source_id = excluded.source_id, starts = excluded.starts, ends = excluded.ends,
        is_placed = excluded.is_placed, choice = m.choice + 1, state = 'waiting', fault = null, queued_at = null, updated_at = $6`,
      [id, chosen?.source ?? null, chosen?.starts ?? null, chosen?.ends ?? null, place !== null, now()],
    )
    await noteAction(inner, now(), 'place of sample', title.key, { place }, who)
    return undefined
  })
}

async function chosenPlace(inner: Db, title: number, { position, after, seconds }: NonNullable<Place>) {
  const [row] = await inner.query<{ source: number; sound: Pick<Measurement, 'seconds' | 'pauses'> }>(
    `select p.audio_id as source, jsonb_build_object('seconds', e.measurement -> 'seconds', 'pauses', e.measurement -> 'pauses') as sound
      from (${POSITIONS}) p join audio_editions e on e.media_id = p.audio_id where p.position = $2 and e.measurement is not null`,
    [title, position],
  )
  return row && { source: row.source, ...samplePlace(row.sound, { after, seconds }) }
}
