export type RawRow = Record<string, unknown>

/**
 * A row of a table. `cleared` names the columns whose cell is empty: fields, `description.en`, or `description` for a column
 * without a language. `defaults` hold only for a row that the shop does not have.
 */
export type ReadRow = { row: RawRow; cleared: ReadonlySet<string>; defaults?: RawRow }
