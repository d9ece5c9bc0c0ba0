import { useState, type KeyboardEvent, type RefObject } from 'react'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { useEditor } from './editor-text.ts'

/** What the list shows; `added` is the last row, which adds the typed name. */
export type Rows = {
  found: string[]
  added?: string | undefined
  /** The row that Enter takes; -1: none. */ meant: number
}
type Props = {
  id: string
  label: string
  text: string
  search: (text: string) => void
  /** Absent: closed. */
  rows: Rows | undefined
  take: (at: number) => Promise<void>
  close: () => void
  /** The focus comes in, or an arrow asks for the list. */
  open: () => void
  leave: () => void
  fault: string | undefined
  input: RefObject<HTMLInputElement | null>
}
type Listed = { id: string; rows: Rows | undefined; names: string[]; active: number; take: Props['take'] }

/** A field with a list: arrows choose, Enter takes, Escape closes. */
export function Combobox({ id, label, text, search, rows, take, close, open, leave, fault, input }: Props) {
  const { messages } = useEditor()
  const names = rows ? [...rows.found, ...(rows.added === undefined ? [] : [rows.added])] : []
  const { active, press } = useRows({ text, rows, names, take, close, open })
  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-label={interpolate(messages.findChoice, { what: label })}
        aria-expanded={names.length > 0}
        aria-controls={`${id}list`}
        aria-activedescendant={active < 0 ? undefined : `${id}option${active}`}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault && `${id}fault`}
        autoComplete="off"
        value={text}
        onChange={({ target }) => search(target.value)}
        onFocus={open}
        onClick={open}
        onBlur={leave}
        onKeyDown={press}
      />
      <Options {...{ id, rows, names, active, take }} />
    </>
  )
}

type Pressed = Pick<Props, 'text' | 'rows' | 'take' | 'close' | 'open'> & { names: string[] }

/** The row that is chosen: by the arrows, until something else is typed; before that the one that is meant. */
function useRows({ text, rows, names, take, close, open }: Pressed) {
  const [moved, setMoved] = useState({ text, at: -1, name: '' })
  // What answers the typed text comes after the list of before, with other rows: the chosen one is found by its name.
  const at = names[moved.at] === moved.name ? moved.at : names.indexOf(moved.name)
  const isMoved = moved.text === text && at >= 0
  const active = isMoved ? at : (rows?.meant ?? -1)
  const isFound = active >= 0 && active < (rows?.found.length ?? 0)
  const move = (to: number) => {
    const place = (to + names.length) % names.length
    setMoved({ text, at: place, name: names[place] ?? '' })
  }
  const press = (event: KeyboardEvent) => {
    // The key chooses or drops what an input method suggests.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      setMoved({ text, at: -1, name: '' })
      return close()
    }
    if (event.key === 'ArrowDown' && names.length === 0) open()
    // The row that is meant is marked already: who looks for the first row by the arrow finds it, and not the one that adds.
    else if (event.key === 'ArrowDown') move(!isMoved && isFound ? active : active + 1)
    else if (event.key === 'ArrowUp' && names.length > 0) move(Math.max(active, 0) - 1)
    else if (event.key === 'Enter' && (text.trim() || active >= 0)) void take(active)
    else return
    event.preventDefault()
  }
  return { active, press }
}

function Options({ id, rows, names, active, take }: Listed) {
  const { locale, messages } = useEditor()
  const found = rows?.found.length ?? 0
  return (
    <>
      <p role="status" className="unseen">
        {rows && (found > 0 ? interpolate(messages.choicesFound, { count: count(found, locale) }) : messages.noChoice)}
      </p>
      <div
        id={`${id}list`}
        role="listbox"
        aria-labelledby={`${id}label`}
        hidden={names.length === 0}
        className="title-options"
      >
        {names.map((name, at) => (
          // oxlint-disable-next-line click-events-have-key-events, interactive-supports-focus -- the field has focus and keys
          <div
            // oxlint-disable-next-line no-array-index-key -- two people may have one name
            key={`${at} ${name}`}
            id={`${id}option${at}`}
            role="option"
            aria-selected={at === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void take(at)}
          >
            {name}
          </div>
        ))}
      </div>
    </>
  )
}
