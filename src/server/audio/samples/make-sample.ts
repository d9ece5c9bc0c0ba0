import { join } from 'node:path'
import type { Measurement } from '#contract/listening/audio.ts'
import { chooseSample, type SamplePlan } from '#contract/listening/sample-place.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { madeSamples } from '../../db/schema/catalog/audio.ts'
import { changeCatalog } from '../../db/upsert.ts'
import { faultyTracks } from '../findings.ts'
import { giveUp, workOnSound, type SoundContext, type SoundWork } from '../sound-work.ts'
import { putEditions, putMp3, saveEditions, saveMp3 } from '../store-editions.ts'
import type { CutSample } from './cut-sample.ts'

const MODULE = new URL('sample-process.ts', import.meta.url)

/** Samples of titles that have none of their own. */
export const SAMPLES: SoundWork = { kind: 'sample', table: 'made_samples', key: 'product_id', prepare }

/** Where samples begin when no setting says otherwise. */
const USUAL_PLAN: SamplePlan = { after: 30, seconds: 45 }

async function prepare(context: SoundContext, title: number, stop: AbortSignal | undefined): Promise<void> {
  const wanted = await context.db.transaction((inner) => wantedSample(inner, title, context.samplePlan ?? USUAL_PLAN))
  if (wanted === undefined) return
  if (wanted === 'tooShort') return giveUp(context, SAMPLES, title, wanted)
  const { path, starts, ends } = wanted
  const fault = await workOnSound<CutSample, undefined>(context, {
    module: MODULE,
    args: [`${starts}`, `${ends}`],
    path,
    stop,
    async store({ sample, waveform, prepared }, folder) {
      const cut = await putMp3(context, join(folder, sample))
      const editions = await putEditions(context, folder, prepared)
      const at = context.now()
      await changeCatalog(context.db, at, async (inner) => {
        if (!(await isStillWanted(inner, title, wanted.choice, at))) return 0
        const audio = await saveMp3(inner, cut, waveform)
        await saveEditions(inner, audio, prepared, editions, at)
        await inner.query(`delete from samples where product_id = $1 and is_made`, [title])
        await inner.query(
          `insert into samples (product_id, position, map_url, audio_id, seconds, waveform, is_made) values ($1, 0, $2, $3, $4, $5, true)`,
          [title, `samples/${wanted.key}/made`, audio, cut.seconds, waveform],
        )
        return 1
      })
    },
  })
  if (fault) await giveUp(context, SAMPLES, title, fault)
}

type Wanted = { key: string; path: string; starts: number; ends: number; choice: number }
type Waiting = Pick<Row<typeof madeSamples>, 'source_id' | 'starts' | 'ends' | 'choice'> & { key: string }

/** The place of a sample that waits; one that nobody chose is chosen here. */
async function wantedSample(inner: Db, title: number, plan: SamplePlan): Promise<Wanted | 'tooShort' | undefined> {
  const [row] = await inner.query<Waiting>(
    `select m.source_id, m.starts, m.ends, m.choice, p.key from made_samples m join products p on p.id = m.product_id
      where m.product_id = $1 and m.state = 'waiting' for update of m`,
    [title],
  )
  if (!row) return undefined
  const chosen =
    row.source_id === null || row.starts === null || row.ends === null
      ? await choose(inner, title, plan)
      : { id: row.source_id, place: { starts: row.starts, ends: row.ends } }
  if (!chosen) return 'tooShort'
  const { id, place } = chosen
  const [source] = await inner.query<{ path: string }>(
    `with placed as (update made_samples set source_id = $2, starts = $3, ends = $4 where product_id = $1)
      select path from media_files where id = $2`,
    [title, id, place.starts, place.ends],
  )
  return source && { key: row.key, choice: row.choice, ...place, ...source }
}

async function choose(inner: Db, title: number, plan: SamplePlan) {
  const rows = await inner.query<{ id: number; sound: Measurement }>(
    `select t.audio_id as id, e.measurement - 'curve' as sound
      from current_tracks t join audio_editions e on e.media_id = t.audio_id
      where t.product_id = $1 and e.state = 'ready' and e.measurement ->> 'loudness' is not null order by t.position, t.id`,
    [title],
  )
  const faulty = faultyTracks(rows.map(({ sound }) => sound))
  return chooseSample(
    rows.map((row, at) => ({ ...row, isFaulty: faulty.has(at + 1) })),
    plan,
  )
}

/** Nobody chose another place, uploaded a sample or replaced the sound meanwhile. */
async function isStillWanted(inner: Db, title: number, choice: number, at: Date): Promise<boolean> {
  const rows = await inner.query(
    `update made_samples m set state = 'ready', fault = null, updated_at = $3
      where m.product_id = $1 and m.choice = $2 and m.state = 'waiting'
        and exists (select from current_tracks t where t.product_id = m.product_id and t.audio_id = m.source_id)
        and not exists (select from samples s where s.product_id = m.product_id and not s.is_made) returning m.product_id`,
    [title, choice, at],
  )
  return rows.length > 0
}
