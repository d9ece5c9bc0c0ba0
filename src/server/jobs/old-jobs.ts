import type { AppContext } from '../context.ts'
import { bossOn, DEAD_LETTERS, type SendingQueue } from '../db/job-schema.ts'

type OldJob = { id: string; payload: Buffer; created_at: Date; tries: number; failed_at: Date | null }

const AT_ONCE = 100
const PRIORITY = 10

/**
 * Moves jobs of the table that releases before pg-boss used. Not a migration, because processes of such a release go on
 * writing there while it is replaced; what one of them is sending is due later and stays with it.
 */
export async function adoptOldJobs({ db, now }: Pick<AppContext, 'db' | 'now'>, name: SendingQueue): Promise<void> {
  while (true) {
    const moved = await db.transaction(async (inner) => {
      const jobs = await inner.query<OldJob>(
        `delete from jobs where id in (select id from jobs where kind = $1 and (due_at <= $2 or failed_at is not null)
           order by due_at limit $3 for update skip locked) returning id, payload, created_at, tries, failed_at`,
        [name, now(), AT_ONCE],
      )
      const boss = bossOn(inner)
      for (const { id, payload, created_at, tries, failed_at } of jobs) {
        const data = { payload: payload.toString('base64') }
        if (!failed_at) await boss.send(name, data, { id, priority: PRIORITY })
        else
          await inner.query(
            `insert into pgboss.job (name, data, source_name, source_id, source_root_id, source_created_on, source_retry_count, created_on, keep_until)
             values ($1, $2, $3, $4, $4, $5, $6, $7, $7::timestamptz + interval '31 days')`,
            [DEAD_LETTERS, data, name, id, created_at, Math.max(0, tries - 1), failed_at],
          )
      }
      return jobs.length
    })
    if (moved < AT_ONCE) return
  }
}
