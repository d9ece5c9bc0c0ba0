import type { TitleRow } from '#contract/import/import.ts'
import type { MediaStore } from '../../adapters/media/port.ts'
import { relateTitles } from '../../catalog/related-titles.ts'
import type { Db } from '../../db/connect.ts'
import { announceNewContent, createAnnounce } from '../../notifications/announce.ts'
import { DRAWN, drawMissingCover, drawnCoversOf } from '../art/drawn-covers.ts'
import type { Import } from '../import-context.ts'
import { createFiles } from '../media/files.ts'
import type { ImportFault } from '../report.ts'
import { storedTitles, type StoredTitle } from '../stored/titles.ts'
import { readRefs } from '../write-catalog.ts'
import { prepareTitle } from './prepare.ts'
import { writeTitles } from './write.ts'

/** A row with the state that the title has afterwards: a row alone would publish a title that an import removed. */
type TitleToSave = { row: TitleRow; shown: Pick<StoredTitle, 'status' | 'withheld'> }
type SavedTitles = { faults: ImportFault[]; after: Map<string, StoredTitle> }
type Dependencies = { db: Db; media: MediaStore; now: Date }

/** Rows of a save name stored objects only, never a file. */
const NO_FOLDER = '/nonexistent'

/** The context of an import that reads no folder and whose rows are complete. */
export function importWithoutFolder({ db, media, now }: Dependencies, faults: ImportFault[]): Import {
  return {
    db,
    now,
    report: (fault) => void faults.push(fault),
    reportChange: () => undefined,
    confirmRemoval: async () => false,
    files: createFiles({ db, media, folder: NO_FOLDER }),
    folder: NO_FOLDER,
    terms: new Set(),
    lineTerms: new Map(),
    missing: 'remove',
    announce: createAnnounce({ now: () => now }),
    takenBack: new Map(),
  }
}

export const storedTitlesOf = (db: Db, keys: string[]): Promise<Map<string, StoredTitle>> =>
  storedTitles(db, keys, DRAWN)

/** Writes whole titles as an import does. Call it in the transaction of an `changeCatalog`; it throws when a row cannot be written. */
export async function saveTitles(context: Dependencies, titles: TitleToSave[]): Promise<SavedTitles> {
  const { db, now } = context
  const faults: ImportFault[] = []
  const own = importWithoutFolder(context, faults)
  const keys = titles.map(({ row }) => row.key)
  const stored = await storedTitlesOf(db, keys)
  const refs = await readRefs(db)
  const prepared = []
  for (const { row, shown } of titles) {
    const one = await prepareTitle(own, refs, row, 0, stored.get(row.key))
    if (!one) throw new Error(`the title ${row.key} cannot be written: ${JSON.stringify(faults)}`)
    // Of its own: the digest of the row is that of another state.
    prepared.push({ ...one, title: { ...one.title, ...shown, digest: `desk-${one.title.digest}` } })
  }
  const drawn = await drawnCoversOf(db, keys)
  await writeTitles(own, prepared, stored)
  // Of what the title shows by now; titles that never had a drawn cover are left to the caller.
  for (const { id } of drawn) await drawMissingCover(context, id)
  const after = await storedTitlesOf(db, keys)
  if (titles.some(({ row }) => areRelationsChanged(stored.get(row.key), after.get(row.key)))) await relateTitles(db)
  await announceNewContent(db, now)
  return { faults, after }
}

/** Related titles follow from people, categories, shelves, and from what is shown at all. */
function areRelationsChanged(before: StoredTitle | undefined, after: StoredTitle | undefined): boolean {
  const facts = (title: StoredTitle | undefined) =>
    title?.status === 'published' ? JSON.stringify([title.people, title.categories, title.shelves]) : ''
  return facts(before) !== facts(after)
}
