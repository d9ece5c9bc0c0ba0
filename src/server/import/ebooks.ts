import { EbookRow } from '#contract/import/import.ts'
import { cleanPlain, cleanTranslations } from './clean.ts'
import type { Refs } from './titles/prepare.ts'
import { deleteRows, takeBackInDryRun } from '../db/dry-run.ts'
import { digestOf, changeCatalog, insertAll, upsertChanged, type Row, type Target } from '../db/upsert.ts'
import { validRows } from './validate.ts'
import type { Import } from './import-context.ts'

const EBOOKS: Target = {
  table: 'ebooks',
  key: 'key',
  columns: { key: 'text', written: 'text', translations: 'jsonb', file_id: 'bigint', position: 'int' },
}
const WRITERS = { ebook_id: 'bigint', person_id: 'bigint', position: 'int' }
type Found = { key: string; writers: number[] }

/** Imports ebooks. An ebook without its file is skipped. */
export async function importEbooks(
  context: Import,
  rows: readonly unknown[],
  people: Refs['people'],
  replace: boolean,
): Promise<number> {
  const writersByKey = new Map<string, Found>()
  const prepared: Row[] = []
  for await (const { row, line } of validRows<EbookRow>(rows, {
    kind: 'ebook',
    struct: EbookRow,
    report: context.report,
  })) {
    const values = await ebookRow(context, row, line)
    if (!values) continue
    const writers = writersOf(context, row, people, line)
    writersByKey.set(row.key, { key: row.key, writers })
    prepared.push({ ...values, digest: digestOf([values, writers]) })
  }
  return changeCatalog(context.db, context.now, (inner) =>
    takeBackInDryRun(inner, async (db) => {
      const saved = await upsertChanged(db, EBOOKS, prepared, context.now)
      await db.query('delete from ebook_people where ebook_id = any($1)', [saved.map(({ id }) => id)])
      const links = saved.flatMap(({ id, key }) =>
        (writersByKey.get(key)?.writers ?? []).map((person, position) => ({
          ebook_id: id,
          person_id: person,
          position,
        })),
      )
      await insertAll(db, 'ebook_people', WRITERS, links)
      const removed =
        replace && writersByKey.size === rows.length
          ? await deleteRows(db, 'ebooks where key <> all($1)', [[...writersByKey.keys()]])
          : 0
      return saved.length + removed
    }),
  )
}

async function ebookRow({ files, report }: Import, row: EbookRow, line: number) {
  const translations = cleanTranslations(row.translations, cleanPlain)
  if (!translations.en && !translations.mr)
    return report({ kind: 'ebook', line, key: row.key, field: 'translations', reason: 'required' })
  const file = await files.ebook(row.file)
  if (typeof file === 'string') return report({ kind: 'ebook', line, key: row.key, field: 'file', reason: file })
  return { key: row.key, written: row.written, translations, file_id: file.id, position: row.position }
}

function writersOf({ report }: Import, { key, authors }: EbookRow, people: Refs['people'], line: number): number[] {
  return [...new Set(authors)].flatMap((author) => {
    const ref = people.get(author)
    if (!ref) report({ kind: 'ebook', line, key, field: 'authors', reason: 'unknown' })
    return ref ? [ref.id] : []
  })
}
