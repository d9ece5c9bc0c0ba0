import {
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ReactTable,
  type Row,
} from '@tanstack/react-table'
import { useEffect, useMemo, type KeyboardEvent, type ReactNode } from 'react'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { useDesk } from '../desk-context.tsx'

export type DeskColumn<Item> = {
  id: string
  header: string
  cell: (item: Item) => ReactNode
  /** What the column is sorted by; absent: it cannot be. */
  sortBy?: (item: Item) => string | number
  /** Right-aligned, with digits of equal width. */
  isNumber?: boolean
  /** In a compact card it needs no label: what it says, it says alone. */
  isPlain?: boolean
}

type Props<Item extends object> = {
  caption: string
  items: readonly Item[]
  columns: readonly DeskColumn<Item>[]
  idOf: (item: Item) => string
  /** The name of a row, for its checkbox and as the heading of its card. */
  nameOf: (item: Item) => string
  /** Shown above while rows are selected; its absence leaves out the checkboxes. */
  bulk?: (ids: readonly string[], clear: () => void) => ReactNode
  /** On a phone a row is its first column and one line of the others, not a line for each. */
  isCompact?: boolean
}

const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
})
type Features = typeof features

/** A list of the desk: sorted by its headings, many selected at once, cards on a phone. Arrow keys go from row to row. */
export function DeskTable<Item extends object>({
  caption,
  items,
  columns,
  idOf,
  nameOf,
  bulk,
  isCompact,
}: Props<Item>) {
  const { locale } = useDesk()
  const defs = useMemo(() => columns.map((column) => definitionOf(column, locale)), [columns, locale])
  const data = useMemo(() => [...items], [items])
  const table = useTable<Features, Item>({ features, columns: defs, data, getRowId: idOf })
  const selected = Object.keys(table.state.rowSelection)
  useKnownSelection(table, selected, new Set(items.map(idOf)))
  const clear = () => table.resetRowSelection(true)
  return (
    <>
      {bulk && selected.length > 0 && (
        <Selection selected={selected} clear={clear}>
          {bulk(selected, clear)}
        </Selection>
      )}
      <table className={isCompact ? 'desk-table compact' : 'desk-table'}>
        <caption className="unseen">{caption}</caption>
        <Head table={table} isSelectable={bulk !== undefined} columns={columns} />
        {/* The keys of the controls in it, heard in one place. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above */}
        <tbody onKeyDown={goToRow}>
          {table.getRowModel().rows.map((row) => (
            <Line key={row.id} {...{ row, columns }} name={nameOf(row.original)} isSelectable={bulk !== undefined} />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** A row that has left the list is not acted upon. */
function useKnownSelection<Item extends object>(
  table: ReactTable<Features, Item>,
  selected: readonly string[],
  known: ReadonlySet<string>,
): void {
  const gone = selected.filter((id) => !known.has(id)).length
  useEffect(() => {
    if (gone > 0)
      table.setRowSelection((all) => Object.fromEntries(Object.entries(all).filter(([id]) => known.has(id))))
  })
}

type SelectionProps = { selected: readonly string[]; clear: () => void; children: ReactNode }

function Selection({ selected, clear, children }: SelectionProps) {
  const { locale, messages } = useDesk()
  return (
    <div className="desk-bulk" role="region" aria-label={messages.selection}>
      <p role="status">{interpolate(messages.selected, { count: count(selected.length, locale) })}</p>
      {children}
      <button type="button" className="link" onClick={clear}>
        {messages.clearSelection}
      </button>
    </div>
  )
}

function definitionOf<Item extends object>(
  { id, sortBy }: DeskColumn<Item>,
  locale: string,
): ColumnDef<Features, Item> {
  if (!sortBy) return { id, enableSorting: false }
  const collator = new Intl.Collator(locale, { numeric: true })
  return {
    id,
    accessorFn: sortBy,
    sortFn: (a, b) => {
      const [left, right] = [sortBy(a.original), sortBy(b.original)]
      return typeof left === 'number' && typeof right === 'number'
        ? left - right
        : collator.compare(String(left), String(right))
    },
    sortDescFirst: false,
  }
}

type HeadProps<Item extends object> = {
  table: ReactTable<Features, Item>
  isSelectable: boolean
  columns: readonly DeskColumn<Item>[]
}

function Head<Item extends object>({ table, isSelectable, columns }: HeadProps<Item>) {
  const { messages } = useDesk()
  return (
    <thead>
      <tr>
        {isSelectable && (
          <th scope="col" className="desk-pick">
            <label>
              <input
                type="checkbox"
                aria-label={messages.selectAll}
                checked={table.getIsAllRowsSelected()}
                ref={(box) => {
                  if (box) box.indeterminate = table.getIsSomeRowsSelected()
                }}
                onChange={({ target }) => table.toggleAllRowsSelected(target.checked)}
              />
            </label>
          </th>
        )}
        {columns.map((column) => (
          <Heading key={column.id} {...{ table, column }} />
        ))}
      </tr>
    </thead>
  )
}

const SORTS = { asc: 'ascending', desc: 'descending' } as const

function Heading<Item extends object>({
  table,
  column,
}: {
  table: ReactTable<Features, Item>
  column: DeskColumn<Item>
}) {
  const own = table.getColumn(column.id)
  const sorted = own?.getIsSorted() ?? false
  return (
    <th
      scope="col"
      className={[column.isNumber && 'number', !column.sortBy && 'fixed'].filter(Boolean).join(' ') || undefined}
      aria-sort={sorted ? SORTS[sorted] : undefined}
    >
      {column.sortBy ? (
        <button type="button" onClick={() => own?.toggleSorting()}>
          {column.header}
          <span aria-hidden="true">{sorted === 'asc' ? ' ↑' : sorted === 'desc' ? ' ↓' : ''}</span>
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

type LineProps<Item extends object> = {
  row: Row<Features, Item>
  columns: readonly DeskColumn<Item>[]
  name: string
  isSelectable: boolean
}

function Line<Item extends object>({ row, columns, name, isSelectable }: LineProps<Item>) {
  const { messages } = useDesk()
  const isSelected = row.getIsSelected()
  return (
    <tr data-selected={isSelected || undefined}>
      {isSelectable && (
        <td className="desk-pick">
          <label>
            <input
              type="checkbox"
              aria-label={interpolate(messages.select, { name })}
              checked={isSelected}
              onChange={({ target }) => row.toggleSelected(target.checked)}
            />
          </label>
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={classOf(column)} data-label={column.header}>
          {column.cell(row.original)}
        </td>
      ))}
    </tr>
  )
}

const classOf = ({ isNumber, isPlain }: { isNumber?: boolean; isPlain?: boolean }): string | undefined =>
  [isNumber && 'number', isPlain && 'plain'].filter(Boolean).join(' ') || undefined

/** Up and down go to the same control of the next row; fields and menus keep their own arrows. */
function goToRow(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const { target } = event
  if (by === 0 || !(target instanceof HTMLElement) || target.matches('select, textarea, input:not([type=checkbox])'))
    return
  const row = target.closest('tr')
  const next = by === 1 ? row?.nextElementSibling : row?.previousElementSibling
  const controls = (of: Element) => [...of.querySelectorAll<HTMLElement>('a[href], button, input')]
  const place = row ? controls(row).indexOf(target) : -1
  const goal = next && controls(next).at(Math.max(0, Math.min(place, controls(next).length - 1)))
  if (!goal) return
  event.preventDefault()
  goal.focus()
}
