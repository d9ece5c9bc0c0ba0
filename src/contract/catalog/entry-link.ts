/** Routes whose pages are made of the catalog, and the feed of a podcast. */
export const ENTRY_ROUTES = [
  'author',
  'series',
  'product',
  'course',
  'transcript',
  'kidsCategory',
  'languageLabCategory',
  'familyCategory',
  'feed',
] as const
export type EntryRoute = (typeof ENTRY_ROUTES)[number]

/** Page of an entry of the catalog. A list of the family page has no id, and is known by its slug; everything else by its id. */
export type EntryLink = { route: EntryRoute; id: number; slug: string; page: number }
