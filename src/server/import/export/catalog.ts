import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MediaStore } from '../../adapters/media/port.ts'
import type { Db } from '../../db/connect.ts'
import { codeOf } from '../../runtime/startup-error.ts'
import { DRAWN } from '../art/drawn-covers.ts'
import { storedPath } from '../media/exported.ts'
import type { RawRow } from '../source/read-row.ts'
import { LIST_KINDS, storedList } from '../stored/lists.ts'
import { rowOfTitle, storedTitles } from '../stored/titles.ts'
import { csvOf } from './tables.ts'
import { exportTexts, NO_TEXTS } from './texts.ts'

type ExportResult = { titles: number; files: number; missing: string[] }
type Options = { folder: string; progress?: (done: number, of: number) => void }
const BATCH = 200

/**
 * Writes the whole catalog as a folder that the import reads. The tables are written last, so that a cut export is not taken
 * for a whole one. A string result is the reason why nothing was written.
 */
export async function exportCatalog(
  { db, media }: { db: Db; media: MediaStore },
  { folder, progress = () => undefined }: Options,
): Promise<ExportResult | string> {
  const inside = await readdir(folder).catch((error: unknown) =>
    codeOf(error) === 'ENOENT' ? [] : Promise.reject(error),
  )
  if (inside.length > 0) return 'notEmpty'
  const tables = await readTables(db, folder)
  const paths = [...new Set([...tables.values()].flatMap((rows) => rows.flatMap(mediaIn)))].toSorted()
  const missing: string[] = []
  let files = 0
  for (const [index, path] of paths.entries()) {
    const copied = await copyMedia({ db, media }, path, folder)
    if (copied === 0) missing.push(path)
    files += copied
    progress(index + 1, paths.length)
  }
  await mkdir(folder, { recursive: true })
  for (const [name, rows] of tables) {
    const text = csvOf(rows)
    if (text) await writeFile(join(folder, `${name}.csv`), text)
  }
  return { titles: tables.get('titles')?.length ?? 0, files, missing }
}

/** One table as CSV; undefined without rows. */
export async function exportTable(db: Db, name: string): Promise<string | undefined> {
  return csvOf((await readTables(db)).get(name) ?? [])
}

/** One state of the catalog: an import meanwhile does not mix with it. Texts are written into the folder; a table alone names none. */
async function readTables(db: Db, folder?: string): Promise<Map<string, RawRow[]>> {
  return db.transaction(async (inner) => {
    await inner.query('set transaction isolation level repeatable read, read only')
    const tables = await titleTables(inner, folder)
    for (const kind of LIST_KINDS) tables.set(kind, await storedList(inner, kind))
    return tables
  })
}

/** Titles in the order of their first import, with tables of their tracks and reviews. Removed titles are left out. */
async function titleTables(db: Db, folder: string | undefined): Promise<Map<string, RawRow[]>> {
  const keys = (
    await db.query<{ key: string }>(
      `select key from products where status = 'published' or withheld in ('scheduled', 'draft', 'hidden') order by id`,
    )
  ).map(({ key }) => key)
  const [titles, trackRows, reviewRows]: RawRow[][] = [[], [], []]
  for (let at = 0; at < keys.length; at += BATCH) {
    const batch = keys.slice(at, at + BATCH)
    const stored = await storedTitles(db, batch, DRAWN)
    for (const key of batch) {
      const title = stored.get(key)
      if (!title) continue
      const { tracks, reviews, ...row } = rowOfTitle(title)
      const { ofTrack, sampleTexts } = folder === undefined ? NO_TEXTS : await exportTexts(db, title, folder)
      titles?.push({ ...row, ...(sampleTexts && { sampleTexts }) })
      trackRows?.push(...tracks.map((track, index) => trackRow(key, track, index, ofTrack(track.key))))
      reviewRows?.push(
        ...reviews.map(({ key: own, title: heading, ...review }) => ({
          title: key,
          wholeKey: own,
          heading,
          ...review,
        })),
      )
    }
  }
  return new Map([
    ['titles', titles ?? []],
    ['tracks', trackRows ?? []],
    ['reviews', reviewRows ?? []],
  ])
}

const trackRow = (
  title: string,
  { key, episode, ...track }: ReturnType<typeof rowOfTitle>['tracks'][number],
  index: number,
  texts: RawRow,
): RawRow => ({
  title,
  wholeKey: key,
  position: index + 1,
  ...track,
  ...(episode && { feedEpisode: episode }),
  ...texts,
})

const mediaIn = (row: RawRow): string[] =>
  [
    row['cover'],
    row['photo'],
    row['image'],
    row['audio'],
    row['file'],
    ...(Array.isArray(row['samples']) ? row['samples'] : []),
  ].flatMap((path) => (typeof path === 'string' ? (storedPath(path) ?? []) : []))

/** Returns the number of files; a picture has several. */
async function copyMedia({ db, media }: { db: Db; media: MediaStore }, path: string, folder: string): Promise<number> {
  const [picture] = await db.query<{ widths: number[] | null }>('select widths from media_files where path = $1', [
    path,
  ])
  const names = picture?.widths
    ? [...picture.widths.flatMap((width) => [`${path}-${width}.webp`, `${path}-${width}.avif`]), `${path}-og.jpg`]
    : [path]
  let count = 0
  for (const name of names) {
    if (!(await media.stat(name))) continue
    const file = join(folder, 'media', name)
    await mkdir(dirname(file), { recursive: true })
    await pipeline(await media.stream(name), createWriteStream(file))
    count += 1
  }
  return count
}
