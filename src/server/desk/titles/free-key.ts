import type { Db } from '../../db/connect.ts'

/** The key, or with a number behind it when the table has it already. `table` comes from code. */
export async function freeKey(
  db: Db,
  table: 'products' | 'people' | 'categories' | 'series',
  wanted: string,
): Promise<string> {
  const stem = wanted.slice(0, 74)
  const rows = await db.query<{ key: string }>(`select key from ${table} where starts_with(key, $1)`, [stem])
  const taken = new Set(rows.map(({ key }) => key))
  let key = stem
  for (let number = 2; taken.has(key); number += 1) key = `${stem}-${number}`
  return key
}
