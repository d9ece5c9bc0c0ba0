import type { JobWithMetadata } from 'pg-boss'
import { AUDIO_QUEUE, bossOn, GIVEN_UP_AUDIO } from '../db/job-schema.ts'
import { runJobs } from '../db/run-jobs.ts'
import type { AppContext } from '../context.ts'
import { RECORDINGS } from './recordings.ts'
import { SAMPLES } from './samples/make-sample.ts'
import { giveUp, type SoundContext, type SoundWork } from './sound-work.ts'
import { faultOfError } from './temporary-faults.ts'

/** `mediaId` alone: queued by a release that knew recordings only. */
type Job = { kind: SoundWork['kind']; id: number } | { mediaId: number }
type Fetched = JobWithMetadata<Job>

const AT_ONCE = 500
/** What was queued last is done first, by the minute: an editor waits for it, nobody for the rest of an import. */
const MINUTE_MS = 60_000

/** The work of a shop on the sound of its titles. */
export const TITLE_SOUND: readonly SoundWork[] = [RECORDINGS, SAMPLES]

/** Queues what waits without a job; how many. However a recording came in, the database has noted it. */
export async function queueRecordings(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  works: readonly SoundWork[] = TITLE_SOUND,
): Promise<number> {
  let count = 0
  for (const { kind, table, key } of works)
    count += await db.transaction(async (inner) => {
      const found = await inner.query<{ id: number }>(
        `select ${key} as id from ${table} where state = 'waiting' and queued_at is null order by ${key} desc limit $1 for update skip locked`,
        [AT_ONCE],
      )
      const priority = Math.floor(now().getTime() / MINUTE_MS)
      const boss = bossOn(inner)
      const queued: number[] = []
      // No id: a job for it is being done, and may have begun before the row changed. It is queued when that has ended.
      for (const { id } of found.toReversed())
        if (await boss.send(AUDIO_QUEUE, { kind, id }, { singletonKey: `${kind} ${id}`, priority })) queued.push(id)
      await inner.query(`update ${table} set queued_at = $2 where ${key} = any($1)`, [queued, now()])
      return queued.length
    })
  return count
}

type Options = {
  stop?: AbortSignal
  failed?: (error: unknown) => void
  works?: readonly SoundWork[]
  /** After each job: what came in meanwhile may be queued. */
  after?: () => Promise<unknown>
}

/**
 * Measures and encodes what is queued, one after the other; how many. A kill leaves the job to the next process, and what was
 * made is stored under the name of its content, so nothing exists twice.
 */
export async function runAudioQueue(
  context: SoundContext,
  { stop, failed = () => undefined, works = TITLE_SOUND, after }: Options = {},
): Promise<number> {
  await tellGivenUp(context, works)
  const work = async (job: Fetched) => {
    await workOn(context, workOf(job, works), stop)
    // The job is done, whatever becomes of this: it must not be repeated for it.
    await after?.().catch(failed)
  }
  const count = await runJobs<Job>(context.db, AUDIO_QUEUE, work, { ...(stop && { stop }), failed })
  await tellGivenUp(context, works)
  return count
}

type Found = { work: SoundWork; id: number }

function workOf({ data }: Fetched, works: readonly SoundWork[]): Found | undefined {
  const { kind, id } = 'mediaId' in data ? { kind: 'recording', id: data.mediaId } : data
  const work = works.find((one) => one.kind === kind)
  return work && { work, id }
}

async function workOn(context: SoundContext, found: Found | undefined, stop: AbortSignal | undefined): Promise<void> {
  try {
    await found?.work.prepare(context, found.id, stop)
  } catch (error) {
    if (!found) throw error
    if (stop?.aborted) return putBack(context, found)
    await noteFault(context, found, error)
    throw error
  }
}

/** What a stop has cut off is queued again by the next process: it is no failed try. */
async function putBack({ db }: SoundContext, { work, id }: Found): Promise<void> {
  await db.query(`update ${work.table} set queued_at = null where ${work.key} = $1`, [id])
}

/** The desk says why something still waits. */
async function noteFault({ db, now }: SoundContext, { work, id }: Found, error: unknown): Promise<void> {
  await db.query(`update ${work.table} set fault = $2, updated_at = $3 where ${work.key} = $1 and state = 'waiting'`, [
    id,
    faultOfError(error),
    now(),
  ])
}

/** What was tried for the last time waits no longer, also when that killed its process. */
async function tellGivenUp(context: SoundContext, works: readonly SoundWork[]): Promise<void> {
  await runJobs<Job>(context.db, GIVEN_UP_AUDIO, async (job) => {
    const found = workOf(job, works)
    if (found) await giveUp(context, found.work, found.id, await lastFault(context, found))
  })
}

async function lastFault({ db }: SoundContext, { work, id }: Found): Promise<ReturnType<typeof faultOfError>> {
  const [row] = await db.query<{ fault: ReturnType<typeof faultOfError> | null }>(
    `select fault from ${work.table} where ${work.key} = $1`,
    [id],
  )
  // Without a word its process was killed each time.
  return row?.fault ?? 'killed'
}
