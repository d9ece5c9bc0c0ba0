import { readFile } from 'node:fs/promises'
import { boolean, create, nullable, string, type } from 'superstruct'
import type { AppContext } from '../context.ts'

/** `scripts/publish/rebuild-report.ts` writes it beside the pages, because a rebuild has no database. */
const Report = type({ at: string(), ok: boolean(), succeededAt: nullable(string()) })

/** Stores the last rebuild report of this machine in the database for all processes. Most machines have none. */
export async function storeRebuildReport({ db, now }: Pick<AppContext, 'db' | 'now'>, file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const report = create(JSON.parse(text), Report)
  await db.query(
    `insert into shop_state as s (key, value, updated_at) values ('rebuild', $1, $2)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at where s.value->>'at' < excluded.value->>'at'`,
    [JSON.stringify(report), now()],
  )
}
