import type { AppContext } from '../context.ts'

/** Counts per day how often the player was opened, and stores nothing about the listener. */
export async function countPlayer({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<object> {
  await db.query(
    `insert into player_days as d (day, opened) values (($1 at time zone 'Asia/Kolkata')::date, 1) on conflict (day) do update set opened = d.opened + 1`,
    [now()],
  )
  return {}
}
