import type { Pause } from '#contract/listening/audio.ts'
import { encodePauses } from '#contract/listening/pauses.ts'
import type { Db } from '../db/connect.ts'
import type { AppContext } from '../context.ts'
import { mayListen } from './entitlements.ts'

/** The pauses of a track for a listener who may play it, otherwise undefined. They are the same in each of its editions. */
export async function pausesFor(
  context: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  trackId: number,
): Promise<number[] | undefined> {
  const [track] = await context.db.query<{ product_id: number; seconds: number }>(
    'select product_id, seconds from tracks where id = $1 and audio_id is not null',
    [trackId],
    'track of pauses',
  )
  if (!track || !(await mayListen(context, userId, track.product_id))) return undefined
  return encodePauses(await pausesOf(context.db, trackId), track.seconds)
}

/** None while nobody has measured the recording. */
export async function pausesOf(db: Db, trackId: number): Promise<Pause[]> {
  const [row] = await db.query<{ pauses: Pause[] | null }>(
    `select e.measurement -> 'pauses' as pauses from tracks t join audio_editions e on e.media_id = t.audio_id
      where t.id = $1`,
    [trackId],
    'pauses',
  )
  return row?.pauses ?? []
}
