import type { AppContext } from '../context.ts'

/** Sends the notifications whose time has come. Any number of processes may ask at once. */
export async function sendPlanned({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const at = now()
  const [due] = await db.query('select 1 from planned_notifications where due_at <= $1 limit 1', [at])
  if (!due) return 0
  const sent = await db.query(
    `with due as (delete from planned_notifications where id in
       (select id from planned_notifications where due_at <= $1 order by due_at, id for update skip locked) returning *)
     insert into notifications (kind, translations, product_id, created_at) select kind, translations, product_id, $1 from due order by due_at, id returning 1`,
    [at],
  )
  return sent.length
}
