import type { AppContext } from '../context.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { noteAction } from '../audit/audit-log.ts'

type Given = Pick<AppContext, 'db' | 'now' | 'wake'>
type Job = { id: string; kind: string; created_at: Date; tries: number; due_at: Date; failed_at: Date | null }

/** What waits to be sent. To whom and what about is locked. */
export async function listJobs({ db }: Pick<Given, 'db'>, slice: Slice): Promise<Paged<Job>> {
  return pageOf(db, 'select id, kind, created_at, tries, due_at, failed_at from jobs', slice)
}

/** Those that were given up are tried anew, from the beginning. How many. */
export async function retryJobs({ db, now, wake }: Given): Promise<number> {
  const count = await db.transaction(async (inner) => {
    const again = await inner.query(
      'update jobs set tries = 0, failed_at = null, due_at = $1 where failed_at is not null returning id',
      [now()],
    )
    await noteAction(inner, now(), 'jobs tried again', 'jobs', { count: again.length })
    return again.length
  })
  wake()
  return count
}

/** Those that were given up. How many. */
export async function dropJobs({ db, now }: Pick<Given, 'db' | 'now'>): Promise<number> {
  return db.transaction(async (inner) => {
    const dropped = await inner.query('delete from jobs where failed_at is not null returning id')
    await noteAction(inner, now(), 'jobs dropped', 'jobs', { count: dropped.length })
    return dropped.length
  })
}
