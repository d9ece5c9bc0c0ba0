import type { Title } from '../source.ts'

/** What lists never show of a title: it is stored in files of its own, which are read when a page asks for it. */
const DETAILS = ['producttracks', 'last_product_track', 'reviews'] as const
type Detail = (typeof DETAILS)[number]

/** `descriptions`: by language. */
export type TitleDetails = Pick<Title, 'id' | Detail> & { descriptions: Record<string, string | null> }
/** A title without its details. */
export type ListedTitle = Omit<Title, Detail>

export function withoutDetails(title: Title): ListedTitle {
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

/** Files with details that are in memory at once. Pages of titles are rendered in the order of their ids. */
const MOST_FILES = 8

/** Finds the details of a title in its file. Throws when they are missing. */
export function detailsReader(read: (file: string) => TitleDetails[]): (file: string, id: number) => TitleDetails {
  const files = new Map<string, Map<number, TitleDetails>>()
  return (file, id) => {
    const known = files.get(file) ?? new Map(read(file).map((details) => [details.id, details]))
    // The file that was asked for last is dropped last.
    files.delete(file)
    files.set(file, known)
    const [oldest] = files.keys()
    if (oldest !== undefined && files.size > MOST_FILES) files.delete(oldest)
    const found = known.get(id)
    if (found) return found
    throw new Error(`the stored catalog is damaged: title ${id} has no details`)
  }
}

/** Completes a title in place: each detail calls `read`. */
export function addDetails(listed: ListedTitle, read: () => TitleDetails): Title {
  for (const detail of DETAILS)
    Object.defineProperty(listed, detail, { enumerable: true, configurable: true, get: () => read()[detail] })
  for (const [locale, words] of Object.entries(listed.custom_translation))
    Object.defineProperty(words, 'description', {
      ...{ enumerable: true, configurable: true },
      get: () => read().descriptions[locale],
    })
  return listed as Title
}
