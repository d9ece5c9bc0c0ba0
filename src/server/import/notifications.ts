import { NotificationRow } from '#contract/import.ts'
import type { Db } from '../db/connect.ts'
import { cleanPlain, cleanTranslations } from './clean.ts'
import { deleteRows } from './dry-run.ts'
import { digestOf, importStep, upsertChanged, type Row, type Target } from './upsert.ts'
import { validRows } from './validate.ts'
import type { Import } from './import-context.ts'

const NOTIFICATIONS: Target = {
  table: 'notifications',
  key: 'key',
  columns: {
    key: 'text',
    kind: 'text',
    translations: 'jsonb',
    product_id: 'bigint',
    track_id: 'bigint',
    created_at: 'timestamptz',
  },
}
type Named = { product_id: number | null; track_id: number | null }

/** Messages of the publisher. After the titles, which they name. */
export async function importNotifications(
  context: Pick<Import, 'db' | 'now' | 'report'>,
  rows: readonly unknown[],
  replace: boolean,
): Promise<number> {
  const keys: string[] = []
  const prepared: Row[] = []
  for await (const { row, line } of validRows<NotificationRow>(rows, {
    kind: 'notification',
    struct: NotificationRow,
    report: context.report,
  })) {
    const translations = cleanTranslations(row.translations, cleanPlain)
    const named = await namedBy(context.db, row)
    const lacks =
      !translations.en && !translations.mr ? 'translations' : named ? undefined : row.track ? 'track' : 'product'
    if (lacks)
      context.report({
        kind: 'notification',
        line,
        key: row.key,
        field: lacks,
        reason: lacks === 'translations' ? 'required' : 'unknown',
      })
    if (lacks || !named) continue
    const values = { key: row.key, kind: row.kind, translations, ...named }
    keys.push(row.key)
    // Its day is no part of it: a repeated import would date it anew.
    prepared.push({ ...values, created_at: context.now.toISOString(), digest: digestOf(values) })
  }
  return importStep(context.db, context.now, async (db) => {
    const saved = await upsertChanged(db, NOTIFICATIONS, prepared, context.now)
    return saved.length + (replace && keys.length === rows.length ? await removeOthers(db, keys) : 0)
  })
}

async function namedBy(db: Db, { product, track }: NotificationRow): Promise<Named | undefined> {
  if (!product && !track) return { product_id: null, track_id: null }
  const [named] = await db.query<Named>(
    `select p.id as product_id, t.id as track_id from products p left join tracks t on t.product_id = p.id and t.key = $2
     where p.status = 'published' and (p.key = $1 or $1 is null) and ($2::text is null or t.key = $2) limit 1`,
    [product ?? null, track ?? null],
  )
  return named
}

/** Those that the shop made itself begin with a colon, and listeners' own have no key. */
async function removeOthers(db: Db, keys: string[]): Promise<number> {
  return deleteRows(db, `notifications where key <> all($1) and key not like ':%'`, [keys])
}
