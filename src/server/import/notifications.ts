import { NotificationRow } from '#contract/import/import.ts'
import type { Db } from '../db/connect.ts'
import { cleanPlain, cleanTranslations } from './clean.ts'
import { deleteRows } from '../db/dry-run.ts'
import { digestOf, changeCatalog, upsertChanged, type Row, type Target } from '../db/upsert.ts'
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
type Subject = { product_id: number | null; track_id: number | null }

/** Imports the publisher's notifications. Run it after the titles, which they refer to. */
export async function importNotifications(
  context: Pick<Import, 'db' | 'now' | 'report'> & Partial<Pick<Import, 'takenBack'>>,
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
    const subject = (await subjectOf(context.db, row)) ?? takenBackBy(context, row)
    const missing =
      !translations.en && !translations.mr ? 'translations' : subject ? undefined : row.track ? 'track' : 'product'
    if (missing)
      context.report({
        kind: 'notification',
        line,
        key: row.key,
        field: missing,
        reason: missing === 'translations' ? 'required' : 'unknown',
      })
    if (missing || !subject) continue
    const values = { key: row.key, kind: row.kind, translations, ...subject }
    keys.push(row.key)
    // The digest leaves out the date: a repeated import would change it.
    prepared.push({ ...values, created_at: context.now.toISOString(), digest: digestOf(values) })
  }
  return changeCatalog(context.db, context.now, async (db) => {
    const saved = await upsertChanged(db, NOTIFICATIONS, prepared, context.now)
    return saved.length + (replace && keys.length === rows.length ? await removeOthers(db, keys) : 0)
  })
}

async function subjectOf(db: Db, { product, track }: NotificationRow): Promise<Subject | undefined> {
  if (!product && !track) return { product_id: null, track_id: null }
  const [subject] = await db.query<Subject>(
    `select p.id as product_id, t.id as track_id from products p left join current_tracks t on t.product_id = p.id and t.key = $2
     where p.status = 'published' and (p.key = $1 or $1 is null) and ($2::text is null or t.key = $2) limit 1`,
    [product ?? null, track ?? null],
  )
  return subject
}

/** What the title of a row will be about once its import is no dry run. */
function takenBackBy(
  { takenBack }: Partial<Pick<Import, 'takenBack'>>,
  { product, track }: NotificationRow,
): Subject | undefined {
  const keys = takenBack ? (product ? [product] : [...takenBack.keys()]) : []
  const title = keys.map((key) => takenBack?.get(key)).find((one) => one && (!track || one.tracks.includes(track)))
  return title && { product_id: title.id, track_id: null }
}

/** Keeps announcements of the shop, whose keys begin with a colon, and notifications of one listener, which have no key. */
async function removeOthers(db: Db, keys: string[]): Promise<number> {
  return deleteRows(db, `notifications where key <> all($1) and key not like ':%'`, [keys])
}
