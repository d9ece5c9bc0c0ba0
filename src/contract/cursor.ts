/** Where a list that is newest first goes on: after this title. */
export type Cursor = { published: string; id: number }

/** Titles of a kids shelf at a time: the page in the HTML and the pages of the API are the same (KI-2). */
export const KIDS_PAGE = 10

export const cursorOf = ({ published, id }: Cursor): string => `${published}.${id}`

/** Undefined when it is none. */
export function readCursor(text: string): Cursor | undefined {
  const [, published, id] = /^(\d{4}-\d\d-\d\d)\.(\d{1,15})$/.exec(text) ?? []
  if (published === undefined || Number.isNaN(Date.parse(published))) return undefined
  return { published, id: Number(id) }
}
