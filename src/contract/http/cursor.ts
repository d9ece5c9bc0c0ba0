/** Position in a list sorted newest first: the list continues after this title. */
export type Cursor = { published: string; id: number }

/** Page size of a kids shelf, the same in the HTML and in the API [KI-2]. */
export const KIDS_PAGE = 10

export const cursorOf = ({ published, id }: Cursor): string => `${published}.${id}`

/** Undefined when the text is not a cursor. */
export function readCursor(text: string): Cursor | undefined {
  const [, published, id] = /^(\d{4}-\d\d-\d\d)\.(\d{1,15})$/.exec(text) ?? []
  if (published === undefined || Number.isNaN(Date.parse(published))) return undefined
  return { published, id: Number(id) }
}
