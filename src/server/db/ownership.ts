import type { Row } from './row.ts'
import type { libraryEntries } from './schema/listening/library.ts'

type How = Row<typeof libraryEntries>['how']

/** How an entry of the library came there when its title belongs to the listener for good. */
export const OWNED: readonly How[] = ['purchase', 'gift']

/** SQL: the entry of this name is of a title that its listener owns. */
export const isOwned = (entry: string): string => `${entry}.how in (${OWNED.map((how) => `'${how}'`).join(', ')})`
