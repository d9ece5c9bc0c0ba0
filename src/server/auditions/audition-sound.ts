import type { Measurement } from '#contract/listening/audio.ts'
import { giveUp, workOnSound, type SoundContext, type SoundWork } from '../audio/sound-work.ts'

const MODULE = new URL('../audio/measure-process.ts', import.meta.url)

/** Recordings of auditions are measured like those of titles, and nothing is made of them. */
export const AUDITION_SOUND: SoundWork = { kind: 'audition', table: 'audition_sounds', key: 'audition_id', prepare }

async function prepare(context: SoundContext, id: number, stop: AbortSignal | undefined): Promise<void> {
  const { db, now } = context
  const [source] = await db.query<{ file: string }>(
    `select a.file from auditions a join audition_sounds s on s.audition_id = a.id where a.id = $1 and s.state = 'waiting'`,
    [id],
  )
  if (!source) return
  const fault = await workOnSound<Measurement, undefined>(context, {
    module: MODULE,
    path: source.file,
    stop,
    async store(measurement) {
      await db.query(
        `update audition_sounds set state = 'ready', fault = null, measurement = $2, updated_at = $3 where audition_id = $1`,
        [id, JSON.stringify(measurement), now()],
      )
    },
  })
  if (fault) await giveUp(context, AUDITION_SOUND, id, fault)
}
