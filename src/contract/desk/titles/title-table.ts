import { array, boolean, enums, integer, nullable, object, size, string, type, type Infer } from 'superstruct'
import { endpoint } from '../../http/endpoint.ts'
import { Id, status, textUpTo } from '../../fields/wire-fields.ts'

/** Columns that are changed for many titles at once. */
export const TABLE_COLUMNS = ['nameEn', 'nameMr', 'priceInr', 'priceUsd', 'published'] as const
export type TableColumn = (typeof TABLE_COLUMNS)[number]
const MAX_CELLS = 2_000

/** The text of a cell as somebody typed or pasted it: ₹1,299, १९९, 21/11/2026. */
export const TableCell = object({ id: Id, column: enums(TABLE_COLUMNS), text: textUpTo(300) })
export type TableCell = Infer<typeof TableCell>

/** Without `apply` nothing is written. `version` is of the preview: what somebody changed since is shown before it is overwritten. */
export const deskChangeTable = endpoint({
  auth: 'staff',
  roles: ['owner', 'editor'],
  method: 'POST',
  path: '/api/desk/title-table/',
  input: object({
    cells: size(array(TableCell), 1, MAX_CELLS),
    apply: boolean(),
    version: nullable(textUpTo(40)),
  }),
  reply: type({
    status,
    version: string(),
    /** Only what differs. */
    changes: array(type({ id: integer(), name: string(), column: string(), before: string(), after: string() })),
    faults: array(type({ id: integer(), column: string(), fault: string() })),
    /** Of `deskUndo`; null when nothing was written. */
    change: nullable(integer()),
  }),
  faults: ['changedMeanwhile', 'faultyCells'],
  maxBytes: 1024 * 1024,
  summary: 'Preview or apply changes of many titles',
})
