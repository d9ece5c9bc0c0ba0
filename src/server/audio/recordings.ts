import type { Db } from '../db/connect.ts'
import type { Prepared } from './prepare-recording.ts'
import { settleSamplesOf } from './samples/settle-samples.ts'
import { giveUp, workOnSound, type SoundContext, type SoundWork } from './sound-work.ts'
import { putEditions, saveEditions } from './store-editions.ts'

/** Recordings of tracks and samples: measured, levelled, and encoded to a light edition by a process of this module. */
export const recordingsBy = (module: URL): SoundWork => ({
  kind: 'recording',
  table: 'audio_editions',
  key: 'media_id',
  prepare: (context, id, stop) => prepare(context, id, { module, stop }),
  ended,
})
export const RECORDINGS = recordingsBy(new URL('prepare-process.ts', import.meta.url))

type Process = { module: URL; stop: AbortSignal | undefined }

async function prepare(context: SoundContext, mediaId: number, { module, stop }: Process): Promise<void> {
  const { db, now } = context
  const [source] = await db.query<{ path: string }>(
    `select m.path from media_files m join audio_editions e on e.media_id = m.id where m.id = $1 and e.state = 'waiting'`,
    [mediaId],
  )
  if (!source) return
  const fault = await workOnSound<Prepared, undefined>(context, {
    module,
    path: source.path,
    stop,
    async store(prepared, folder) {
      const editions = await putEditions(context, folder, prepared)
      await db.transaction(async (inner) => {
        await saveEditions(inner, mediaId, prepared, editions, now())
        await ended(inner, mediaId)
      })
    },
  })
  if (fault) await giveUp(context, RECORDINGS, mediaId, fault)
}

/** A sample is cut at the pauses that are known now. */
async function ended(inner: Db, mediaId: number): Promise<void> {
  const titles = await inner.query<{ id: number }>(
    'select distinct product_id as id from current_tracks where audio_id = $1',
    [mediaId],
  )
  const ids = titles.map(({ id }) => id)
  await settleSamplesOf(inner, ids)
}
