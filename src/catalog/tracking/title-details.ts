import type { Title } from '../source.ts'

/** What lists do not show of a title, but of a free one: it is stored in files of its own, which are read when a page asks for it. */
const DETAILS = ['producttracks', 'last_product_track', 'reviews'] as const
type Detail = (typeof DETAILS)[number]

/** `descriptions`: by language. */
export type TitleDetails = Pick<Title, 'id' | Detail> & { descriptions: Record<string, string | null> }
/** A title as it is stored in lists: without its details, unless it is free. */
export type ListedTitle = Omit<Title, Detail> & Partial<Pick<Title, Detail>>

/** A free title keeps its details: one page shows those of all free titles, and would read every file for a few of them. */
export function withoutDetails(title: Title): ListedTitle {
  if (title.is_free) return title
  const translations = structuredClone(title.custom_translation)
  for (const words of Object.values(translations)) delete words.description
  const listed: Partial<Title> = { ...title, custom_translation: translations }
  for (const detail of DETAILS) delete listed[detail]
  return listed as ListedTitle
}

export function detailsOf({ id, producttracks, last_product_track, reviews, custom_translation }: Title): TitleDetails {
  const descriptions: TitleDetails['descriptions'] = {}
  for (const [locale, { description }] of Object.entries(custom_translation))
    if (description !== undefined) descriptions[locale] = description
  return { id, producttracks, last_product_track, reviews, descriptions }
}

/** A file of details: the ids of its titles, then a line for each, so that one title is read without parsing the others. */
export const detailsFile = (all: readonly TitleDetails[]): string =>
  [all.map(({ id }) => id), ...all].map((line) => JSON.stringify(line)).join('\n')

const LINE_END = '\n'.charCodeAt(0)
/** Lines of a file of details by the id of their title: where each begins and ends. */
function linesOf(text: Buffer): Map<number, [number, number]> {
  const ends: number[] = []
  for (let end = text.indexOf(LINE_END); end >= 0; end = text.indexOf(LINE_END, end + 1)) ends.push(end)
  const ids = JSON.parse(text.toString('utf8', 0, ends[0] ?? text.length)) as number[]
  return new Map(ids.map((id, index) => [id, [(ends[index] ?? 0) + 1, ends[index + 1] ?? text.length]]))
}

/** All of a file, as `detailsFile` wrote it. */
export const detailsIn = (text: Buffer): TitleDetails[] =>
  text
    .toString()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as TitleDetails)

/** Of files that are in memory at once. */
const MOST_BYTES = 64 * 1024 * 1024
/** A page asks for several details of a title. */
const MOST_TITLES = 64

/** Finds the details of a title in its file. Throws when they are missing. `mostBytes`: of files that are in memory at once. */
export function detailsReader(read: (file: string) => Buffer, mostBytes = MOST_BYTES) {
  const files = new Map<string, { text: Buffer; lines: Map<number, [number, number]> }>()
  const titles = new Map<number, TitleDetails>()
  let bytes = 0
  const open = (file: string) => {
    const text = read(file)
    bytes += text.length
    return { text, lines: linesOf(text) }
  }
  /** One file stays, however large it is. */
  const dropOld = () => {
    for (const [name, { text }] of files) {
      if (bytes <= mostBytes || files.size === 1) return
      bytes -= text.length
      files.delete(name)
    }
  }
  return (file: string, id: number): TitleDetails => {
    const known = titles.get(id)
    if (known) return known
    const content = files.get(file) ?? open(file)
    // The file that was asked for last is dropped last.
    files.delete(file)
    files.set(file, content)
    dropOld()
    const line = content.lines.get(id)
    if (!line) throw new Error(`the stored catalog is damaged: title ${id} has no details`)
    const details = JSON.parse(content.text.toString('utf8', ...line)) as TitleDetails
    titles.set(id, details)
    const [first] = titles.keys()
    if (first !== undefined && titles.size > MOST_TITLES) titles.delete(first)
    return details
  }
}

/** Completes a title in place, unless it has its details: each of them calls `read`. */
export function addDetails(listed: ListedTitle, read: () => TitleDetails): Title {
  if ('producttracks' in listed) return listed as Title
  for (const detail of DETAILS)
    Object.defineProperty(listed, detail, { enumerable: true, configurable: true, get: () => read()[detail] })
  for (const [locale, words] of Object.entries(listed.custom_translation))
    Object.defineProperty(words, 'description', {
      ...{ enumerable: true, configurable: true },
      get: () => read().descriptions[locale],
    })
  return listed as Title
}
