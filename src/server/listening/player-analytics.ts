import type { Db } from '../db/connect.ts'

/** Counts that the player was opened, and nothing about whom. */
export async function countPlayer({ db, now }: { db: Db; now: () => Date }): Promise<object> {
  await db.query(
    `insert into player_days as d (day, opened) values (($1 at time zone 'Asia/Kolkata')::date, 1) on conflict (day) do update set opened = d.opened + 1`,
    [now()],
  )
  return {}
}
