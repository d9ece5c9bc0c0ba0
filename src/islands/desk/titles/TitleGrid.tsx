import { useStore } from '@nanostores/react'
import { useState, type KeyboardEvent } from 'react'
import { TABLE_COLUMNS, type TableColumn } from '#contract/desk/titles/title-table.ts'
import type { Locale } from '#contract/text/locale.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { ListedTitle } from '#stores/desk/titles/list.ts'
import { $cells, $preview, pasteCells, storedText, textIn, typeCell } from '#stores/desk/titles/table.ts'
import { GridChanges } from './GridChanges.tsx'
import { nameOf } from './TitleList.tsx'
import type { TitlesMessages } from './TitlesPage.tsx'

type Props = { locale: Locale; messages: TitlesMessages; titles: readonly ListedTitle[] }

/** Titles as a spreadsheet: cells are typed or pasted, marked when they differ, and nothing is written before the preview. */
export function TitleGrid({ locale, messages, titles }: Props) {
  const [pasted, setPasted] = useState(0)
  return (
    <>
      <p className="soft">{messages.gridHelp}</p>
      <GridChanges {...{ locale, messages, titles }} />
      <p role="status" className="unseen">
        {pasted > 0 && interpolate(messages.pasted, { count: count(pasted, locale) })}
      </p>
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- it is scrolled by keys */}
      <div className="desk-scroll" role="region" aria-label={messages.gridCaption} tabIndex={0}>
        <table className="desk-grid">
          <caption className="unseen">{messages.gridCaption}</caption>
          <GridHead messages={messages} />
          {/* oxlint-disable-next-line no-noninteractive-element-interactions -- keys of the fields inside */}
          <tbody onKeyDown={moveInGrid}>
            {titles.map((title, row) => (
              <tr key={title.id}>
                <th scope="row">{nameOf(title.names, locale)}</th>
                {TABLE_COLUMNS.map((column) => (
                  <Cell
                    key={column}
                    {...{ locale, messages, title, column }}
                    paste={(text) => setPasted(pasteCells(titles, row, column, text))}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function GridHead({ messages }: Pick<Props, 'messages'>) {
  return (
    <thead>
      <tr>
        <th scope="col">{messages.columnTitle}</th>
        {TABLE_COLUMNS.map((column) => (
          <th key={column} scope="col">
            {messages.columns[column]}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type CellProps = Omit<Props, 'titles'> & { title: ListedTitle; column: TableColumn; paste: (text: string) => void }

function Cell({ locale, messages, title, column, paste }: CellProps) {
  const cells = useStore($cells)
  const preview = useStore($preview)
  const text = textIn(cells, title, column)
  const isFaulty = preview?.faults.some((fault) => fault.id === title.id && fault.column === column)
  const isNumber = column === 'priceInr' || column === 'priceUsd'
  return (
    <td data-changed={text !== storedText(title, column) || undefined}>
      <input
        aria-label={interpolate(messages.cellLabel, {
          column: messages.columns[column],
          name: nameOf(title.names, locale),
        })}
        aria-invalid={isFaulty || undefined}
        className={isNumber ? 'number' : undefined}
        lang={column === 'nameMr' ? 'mr' : 'en'}
        value={text}
        autoComplete="off"
        onChange={({ target }) => typeCell(title, column, target.value)}
        onPaste={(event) => {
          const content = event.clipboardData.getData('text')
          // One value goes into the text, where the cursor is.
          if (!/[\t\n\r]/.test(content.trim())) return
          event.preventDefault()
          paste(content)
        }}
      />
    </td>
  )
}

const STEPS: Record<string, [down: number, right: number]> = {
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** Arrows go from cell to cell; within a text, left and right move the cursor until its end. */
function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event
  const step = STEPS[key]
  // While an input method suggests words, the keys choose among them.
  if (!step || !(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
  const at = target.selectionStart ?? 0
  const isSelected = target.selectionEnd !== at
  if (key === 'ArrowLeft' && (at > 0 || isSelected)) return
  if (key === 'ArrowRight' && (at < target.value.length || isSelected)) return
  const row = target.closest('tr')
  const cells = [...(row?.querySelectorAll('input') ?? [])]
  const goalRow = step[0] === 0 ? row : step[0] > 0 ? row?.nextElementSibling : row?.previousElementSibling
  const goal = goalRow?.querySelectorAll('input')[cells.indexOf(target) + step[1]]
  event.preventDefault()
  if (!goal) return
  goal.focus()
  goal.select()
}
