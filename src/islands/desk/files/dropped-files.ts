/** The files that were dropped, also those in folders. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  // Before the first wait: afterwards the browser has emptied the list.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (entries.length === 0) return [...files]
  const found = await Promise.all(entries.map(filesIn))
  return found.flat().filter(({ name }) => !name.startsWith('.'))
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry))
    return new Promise((resolve) =>
      entry.file(
        (file) => resolve([file]),
        () => resolve([]),
      ),
    )
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const all: FileSystemEntry[] = []
  // A reader gives a hundred entries at a time, and none at its end.
  for (let some = await readSome(reader); some.length > 0; some = await readSome(reader)) all.push(...some)
  return (await Promise.all(all.map(filesIn))).flat()
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const readSome = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve) => reader.readEntries(resolve, () => resolve([])))
