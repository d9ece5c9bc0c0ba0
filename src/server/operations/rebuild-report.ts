import { readFile } from 'node:fs/promises'
import { boolean, create, nullable, string, type } from 'superstruct'
import type { AppContext } from '../context.ts'

/** What a rebuild leaves beside the pages (scripts/publish/rebuild-report.ts): it knows no database. */
const Report = type({ at: string(), ok: boolean(), succeededAt: nullable(string()) })

/** Takes the report of this machine's last rebuild into the database, where every process sees it. Most machines have none. */
export async function takeRebuildReport({ db, now }: Pick<AppContext, 'db' | 'now'>, file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const report = create(JSON.parse(text), Report)
  await db.query(
    `insert into shop_state as s (key, value, updated_at) values ('rebuild', $1, $2)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at where s.value->>'at' < excluded.value->>'at'`,
    [JSON.stringify(report), now()],
  )
}
