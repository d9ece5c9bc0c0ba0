import type { AppContext } from '../../context.ts'

/** Takes the work of this day, which reads all files: true for the first process only. `key` is that of its row in `shop_state`. */
export async function claimDay({ db, now }: Pick<AppContext, 'db' | 'now'>, key: string): Promise<boolean> {
  const rows = await db.query(
    `insert into shop_state (key, value, updated_at) values ($1, $2, $3)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at
      where shop_state.value <> excluded.value returning 1`,
    [key, JSON.stringify({ day: now().toISOString().slice(0, 10) }), now()],
  )
  return rows.length > 0
}
