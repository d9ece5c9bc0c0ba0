import type { AppContext } from '../context.ts'
import { bossOn, DEAD_LETTERS } from '../db/job-schema.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { noteAction } from '../audit/audit-log.ts'
import { UNSENT_JOBS } from './unsent-jobs.ts'

type Dependencies = Pick<AppContext, 'db' | 'now' | 'wake'>
type Job = { id: string; kind: string; created_at: Date; tries: number; due_at: Date; failed_at: Date | null }

/** More than are ever given up. */
const ALL = 1_000_000

/** What waits to be sent, and what was given up. To whom and what about is encrypted. */
export async function listJobs({ db }: Pick<Dependencies, 'db'>, slice: Slice): Promise<Paged<Job>> {
  return pageOf(db, `select id, kind, created_at, tries, due_at, failed_at from ${UNSENT_JOBS} jobs`, slice)
}

/** Those that were given up are tried anew, from the beginning. How many. */
export async function retryJobs({ db, now, wake }: Dependencies, who?: string): Promise<number> {
  const count = await db.transaction(async (inner) => {
    const moved = await bossOn(inner).redrive(DEAD_LETTERS, { limit: ALL })
    await noteAction(inner, now(), 'jobs tried again', 'jobs', { count: moved }, who)
    return moved
  })
  wake()
  return count
}

/** Those that were given up. How many. */
export async function dropJobs({ db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<number> {
  return db.transaction(async (inner) => {
    const boss = bossOn(inner)
    const ids = (await boss.findJobs(DEAD_LETTERS, { queued: true })).map(({ id }) => id)
    if (ids.length > 0) await boss.deleteJob(DEAD_LETTERS, ids)
    await noteAction(inner, now(), 'jobs dropped', 'jobs', { count: ids.length })
    return ids.length
  })
}
