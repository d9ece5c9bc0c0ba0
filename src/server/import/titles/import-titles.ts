import { isDeepStrictEqual } from 'node:util'
import { TitleRow } from '#contract/import/import.ts'
import { DRAWN } from '../art/drawn-covers.ts'
import type { Import, ImportContext } from '../import-context.ts'
import type { Files } from '../media/files.ts'
import { keyOf, type ImportReport } from '../report.ts'
import { PartialTitle } from '../stored/titles-of-shop.ts'
import { storedTitles, type StoredTitle } from '../stored/titles.ts'
import { inBatches, mapBounded, rowReader } from '../validate.ts'
import { prepareTitle, type Prepared, type Refs } from './prepare.ts'
import { unpublishOthers } from './replace.ts'
import { writeTitles } from './write.ts'

const BATCH = 200
const FILES_AT_ONCE = 3

/** What an import has of a title. */
type SourceTitle = { value: unknown; line: number; key: string | undefined }
type Imported = {
  /** Of the titles that the shop now has as the import says. */
  keys: string[]
  changed: number
  /** The line that named a title first. */
  lines: Map<string, number>
}

export async function importTitles(
  context: Import,
  refs: Refs,
  rows: Iterable<unknown> | AsyncIterable<unknown>,
  replaces: () => boolean,
  progress: ImportContext['progress'],
): Promise<{ titles: number; changed: number; isRemovalRefused: boolean }> {
  let rowCount = 0
  async function* numbered(): AsyncGenerator<SourceTitle> {
    for await (const value of rows) yield { value, line: (rowCount += 1), key: keyOf(value) }
  }
  const imported: Imported = { keys: [], changed: 0, lines: new Map() }
  for await (const batch of inBatches(numbered(), BATCH)) await importBatch(context, refs, batch, imported, progress)
  const { keys, changed } = imported
  const removed = keys.length === rowCount && replaces() ? await unpublishOthers(context, keys) : 0
  return { titles: keys.length, changed: changed + (removed ?? 0), isRemovalRefused: removed === undefined }
}

/**
 * Encoding the sound of a batch takes hours, in which the desk saves, hides and deletes titles. A title that somebody changed
 * since it was read is completed and prepared again instead of being written.
 */
async function importBatch(
  context: Import,
  refs: Refs,
  batch: SourceTitle[],
  imported: Imported,
  progress: ImportContext['progress'],
): Promise<void> {
  const own = { ...context, files: remembering(context.files), report: reportingOnce(context.report) }
  for (let pending = batch; pending.length > 0;) {
    const keys = pending.flatMap(({ key }) => key ?? [])
    const stored = await storedTitles(context.db, keys, DRAWN)
    const valid = validTitles(own, pending, stored, imported.lines)
    let startedCount = imported.keys.length
    const prepared = await mapBounded(valid, FILES_AT_ONCE, ({ row, line }) => {
      progress?.({ titles: (startedCount += 1) })
      return prepareTitle(own, refs, row, line, stored.get(row.key))
    })
    const complete = prepared.filter((title) => title !== undefined)
    const stale = new Set<string>()
    imported.changed += await writeCurrent(own, complete, stored, stale)
    imported.keys.push(...complete.map(({ title }) => title.key).filter((key) => !stale.has(key)))
    progress?.({ titles: imported.keys.length })
    pending = valid.filter(({ row }) => stale.has(row.key)).map(({ given }) => given)
  }
}

/** Titles of a batch with what the shop has of them. An invalid or repeated one is reported and skipped. */
function validTitles(
  { report }: Import,
  batch: SourceTitle[],
  stored: ReadonlyMap<string, StoredTitle>,
  lines: Map<string, number>,
) {
  const read = rowReader<TitleRow>({ kind: 'title', struct: TitleRow, report })
  return batch.flatMap((given) => {
    const { value, line } = given
    const row = read(value instanceof PartialTitle ? value.complete(stored.get(value.key)) : value, line)
    if (!row) return []
    const { key } = row
    const isFirst = (lines.get(key) ?? line) === line
    if (isFirst) lines.set(key, line)
    else report({ kind: 'title', line, key, field: 'key', reason: 'repeated' })
    return isFirst ? [{ row, line, given }] : []
  })
}

/** Writes the titles that the shop still has as they were read, and adds the keys of the others to `stale`. */
function writeCurrent(
  context: Import,
  batch: Prepared[],
  stored: ReadonlyMap<string, StoredTitle>,
  stale: Set<string>,
): Promise<number> {
  return writeTitles(context, batch, stored, async (inner, keys) => {
    const current = await storedTitles(inner, keys, DRAWN)
    for (const key of keys) if (!isDeepStrictEqual(current.get(key), stored.get(key))) stale.add(key)
    return stale
  })
}

/** A title that is prepared again meets its files again; encoding one takes minutes. */
function remembering(files: Files): Files {
  const once = <Arguments extends unknown[], Result>(read: (...args: Arguments) => Promise<Result>) => {
    const results = new Map<string, Promise<Result>>()
    return (...args: Arguments): Promise<Result> => {
      const name = JSON.stringify(args)
      const result = results.get(name) ?? read(...args)
      results.set(name, result)
      return result
    }
  }
  return {
    ...files,
    audio: once(files.audio),
    sample: once(files.sample),
    picture: once(files.picture),
  }
}

function reportingOnce(report: ImportReport): ImportReport {
  const reported = new Set<string>()
  return (fault) => {
    const text = JSON.stringify(fault)
    if (!reported.has(text)) report(fault)
    reported.add(text)
  }
}
