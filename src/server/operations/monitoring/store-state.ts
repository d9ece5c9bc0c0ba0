import type { AppContext } from '../../context.ts'

/** Stores a row of `shop_state`, with the time of this change. */
export async function storeState(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  key: string,
  value: object,
): Promise<void> {
  await db.query(
    'insert into shop_state (key, value, updated_at) values ($1, $2, $3) on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at',
    [key, JSON.stringify(value), now()],
  )
}
