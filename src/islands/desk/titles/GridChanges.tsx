import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { TableColumn } from '#contract/desk/titles/title-table.ts'
import { devanagariDigits } from '#contract/text/digits.ts'
import type { Locale } from '#contract/text/locale.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { pluralMessage } from '#i18n/plural-message.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import type { ListedTitle } from '#stores/desk/titles/list.ts'
import {
  $changedCells,
  $preview,
  $table,
  applyTable,
  dropCells,
  previewTable,
  undoTable,
  type TablePreview,
} from '#stores/desk/titles/table.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { nameOf } from './TitleList.tsx'
import type { TitlesMessages } from './TitlesPage.tsx'

type Props = { locale: Locale; messages: TitlesMessages; titles: readonly ListedTitle[] }

/** What was changed in the grid: its preview, and the buttons that apply or drop it. */
export function GridChanges({ locale, messages, titles }: Props) {
  const { messages: shared } = useDesk()
  const changed = useStore($changedCells)
  const preview = useStore($preview)
  const table = useStore($table)
  const announced = useRef<unknown>(undefined)
  useEffect(() => {
    if (table.state !== 'done' || announced.current === table) return
    announced.current = table
    showToast(interpolate(messages.applied, { count: count(table.count, locale) }), {
      undo: () => undoTable(table.change),
    })
  }, [table, messages, locale])
  const faultText = (fault: string) =>
    (messages.cellFaults as Record<string, string>)[fault] ?? deskFault(shared, fault)
  return (
    <>
      <div className="desk-bulk" hidden={changed === 0}>
        <p>{interpolate(messages.changedCells, { count: count(changed, locale) })}</p>
        <button
          type="button"
          className="button"
          aria-disabled={table.state === 'busy'}
          onClick={() => void previewTable()}
        >
          {messages.preview}
        </button>
        <button type="button" className="link" onClick={dropCells}>
          {messages.dropChanges}
        </button>
      </div>
      {table.state === 'failed' && (
        <p role="alert" className="failure">
          {faultText(table.fault)}
        </p>
      )}
      {preview && <Preview {...{ locale, messages, titles, preview, faultText }} />}
    </>
  )
}

type PreviewProps = Props & { preview: TablePreview; faultText: (fault: string) => string }

function Preview({ locale, messages, titles, preview, faultText }: PreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Typing takes the preview away: each is drawn anew.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="desk-panel">
      <h2 ref={heading} tabIndex={-1}>
        {messages.previewTitle}
      </h2>
      {preview.faults.length > 0 && <Faults {...{ locale, messages, titles, preview, faultText }} />}
      {preview.changes.length === 0 && preview.faults.length === 0 && <p>{messages.previewNothing}</p>}
      {preview.changes.length > 0 && <Differences {...{ locale, messages, titles, preview }} />}
      {preview.changes.length > 0 && preview.faults.length === 0 && (
        <div className="desk-buttons">
          <button type="button" className="button" onClick={() => void applyTable()}>
            {pluralMessage(messages, 'apply', preview.changes.length, locale)}
          </button>
        </div>
      )}
    </section>
  )
}

const columnOf = (messages: TitlesMessages, column: string): string => messages.columns[column as TableColumn] ?? column

/** As the list names it. */
const titleIn = (titles: readonly ListedTitle[], id: number, locale: Locale): string =>
  nameOf(titles.find((title) => title.id === id)?.names ?? {}, locale)

function Faults({ locale, messages, titles, preview, faultText }: PreviewProps) {
  return (
    <div role="alert">
      <p className="failure">{messages.previewFaults}</p>
      <ul>
        {preview.faults.map(({ id, column, fault }) => (
          <li key={`${id} ${column}`}>
            {interpolate(messages.faultyCell, {
              name: titleIn(titles, id, locale),
              column: columnOf(messages, column),
              fault: faultText(fault),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Differences({ locale, messages, titles, preview }: Omit<PreviewProps, 'faultText'>) {
  const shown = (text: string) => (locale === 'mr' ? devanagariDigits(text) : text)
  return (
    // oxlint-disable-next-line no-noninteractive-tabindex -- it is scrolled by keys
    <div className="desk-scroll" role="region" aria-label={messages.previewTitle} tabIndex={0}>
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col">{messages.columnTitle}</th>
            <th scope="col">{messages.previewColumn}</th>
            <th scope="col">{messages.previewBefore}</th>
            <th scope="col">{messages.previewAfter}</th>
          </tr>
        </thead>
        <tbody>
          {preview.changes.map(({ id, name, column, before, after }) => (
            <tr key={`${id} ${column}`}>
              <td data-label={messages.columnTitle}>{titleIn(titles, id, locale) || name}</td>
              <td data-label={messages.previewColumn}>{columnOf(messages, column)}</td>
              <td data-label={messages.previewBefore}>{column.startsWith('name') ? before : shown(before)}</td>
              <td data-label={messages.previewAfter}>{column.startsWith('name') ? after : shown(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
