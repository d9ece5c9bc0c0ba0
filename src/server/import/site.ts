import type { Collections } from '#contract/import/import.ts'
import type { Db } from '../db/connect.ts'
import { changeCatalog, digestOf, upsertChanged, type Row, type Target } from '../db/upsert.ts'
import { deleteRows, takeBackInDryRun } from '../db/dry-run.ts'
import type { Import } from './import-context.ts'
import { keyOf } from './report.ts'
import { LISTS, type ListImport, type RowHelpers, type SiteList } from './site-lists.ts'
import { validRows } from './validate.ts'

async function importKind<Item>(
  context: Import,
  { kind, struct, target, problem, row, children }: ListImport<Item>,
  rows: readonly unknown[],
  replace: boolean,
): Promise<number> {
  const items = new Map<string, Item>()
  const prepared: Row[] = []
  for await (const { row: item, line } of validRows<Item>(rows, { kind, struct, report: context.report })) {
    const key = keyOf(item) ?? ''
    const found = problem?.(item)
    if (found) {
      context.report({ kind, line, key, ...found })
      continue
    }
    const values = await row(item, { line, key, file: fileOf(context, { kind, target }, line, key) })
    items.set(key, item)
    prepared.push({ ...values, digest: digestOf(values) })
  }
  return changeCatalog(context.db, context.now, (inner) =>
    takeBackInDryRun(inner, async (db) => {
      const saved = await upsertChanged(db, target, prepared, context.now)
      if (saved.length > 0) await children?.(db, saved, items, context.now)
      return (
        saved.length +
        (replace && prepared.length === rows.length ? await removeOthers(db, target, [...items.keys()]) : 0)
      )
    }),
  )
}

function fileOf(
  { db, files, report }: Import,
  { kind, target }: { kind: string; target: Target },
  line: number,
  key: string,
): RowHelpers['file'] {
  return async (path, pictureKind, field) => {
    if (path === undefined) return null
    const stored = await files.picture(path, pictureKind)
    if (typeof stored === 'object') return stored.id
    report({ kind, line, key, field, reason: stored })
    const [row] = await db.query<{ picture_id: number | null }>(
      `select picture_id from ${target.table} where key = $1`,
      [key],
    )
    return row?.picture_id ?? null
  }
}

/** Plans and coupons are never removed: orders and subscriptions reference them. */
async function removeOthers(db: Db, { table, key }: Target, keys: string[]): Promise<number> {
  if (table === 'plans' || table === 'coupons') return 0
  return deleteRows(db, `${table} where ${key} <> all($1)`, [keys])
}

/** Saves one whole list: rows that it does not name are removed, unless a row was refused. Plans and coupons stay. */
export function importList(
  context: Import,
  name: SiteList,
  rows: readonly unknown[],
  replace: boolean,
): Promise<number> {
  // Each list goes with its own rows; their union has no common row.
  return importKind(context, LISTS[name] as ListImport<unknown>, rows, replace)
}

type Lists = { [Name in keyof Collections]: readonly unknown[] }

export async function importSite(
  context: Import,
  lists: Lists,
  replaces: (part: keyof Collections) => boolean,
): Promise<number> {
  let changed = 0
  for (const name of Object.keys(LISTS) as SiteList[])
    changed += await importList(context, name, lists[name], replaces(name))
  return changed
}
