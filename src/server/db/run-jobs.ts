import type { JobWithMetadata } from 'pg-boss'
import type { Db } from './connect.ts'
import { bossOn } from './job-schema.ts'

type Watch = { stop?: AbortSignal; failed?: (error: unknown) => void }

/** Shorter than the heartbeat of the queues. */
const TOUCH_MS = 10_000

/**
 * Does the jobs that wait in a queue, one after the other; how many were done. Any number of processes may do so: each job is
 * fetched by one, and a kill leaves it to the next. `work` gets `stop`; what it cuts off is begun again by the next process.
 */
export async function runJobs<Data extends object>(
  db: Db,
  queue: string,
  work: (job: JobWithMetadata<Data>) => Promise<void>,
  { stop, failed = () => undefined }: Watch = {},
): Promise<number> {
  const boss = bossOn(db)
  const fetchOne = async () => (await boss.fetch<Data>(queue, { includeMetadata: true }))[0]
  let count = 0
  for (let job = await fetchOne(); job; job = stop?.aborted ? undefined : await fetchOne()) {
    const attempt = { id: job.id, retryCount: job.retryCount }
    const touching = setInterval(() => boss.touch(queue, attempt).catch(() => undefined), TOUCH_MS).unref()
    try {
      await work(job)
      await boss.complete(queue, attempt)
      count += 1
    } catch (error) {
      if (!stop?.aborted) failed(error)
      await boss.fail(queue, attempt)
    } finally {
      clearInterval(touching)
    }
  }
  return count
}
