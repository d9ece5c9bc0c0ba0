import { useState, type KeyboardEvent, type RefObject } from 'react'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { useEditor } from './editor-text.ts'

type Props = {
  id: string
  label: string
  text: string
  search: (text: string) => void
  /** What was found, and last the row that adds the typed name; absent: closed. */
  names: string[] | undefined
  take: (at: number) => Promise<void>
  close: () => void
  fault: string | undefined
  input: RefObject<HTMLInputElement | null>
}

/** A field with a list: arrows choose, Enter takes, Escape closes. */
export function Combobox({ id, label, text, search, names, take, close, fault, input }: Props) {
  const { messages } = useEditor()
  const [chosen, setActive] = useState(0)
  // A shorter list than the last has no such row.
  const active = chosen < (names?.length ?? 0) ? chosen : 0
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return close()
    if (!names) return
    const step = { ArrowDown: 1, ArrowUp: names.length - 1 }[event.key]
    if (step !== undefined) setActive((active + step) % names.length)
    else if (event.key === 'Enter') void take(active)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-label={interpolate(messages.findChoice, { what: label })}
        aria-expanded={names !== undefined}
        aria-controls={`${id}list`}
        aria-activedescendant={names && `${id}option${active}`}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault && `${id}fault`}
        autoComplete="off"
        value={text}
        onChange={({ target }) => search(target.value)}
        onKeyDown={press}
      />
      <Options {...{ id, names, active, take }} />
    </>
  )
}

function Options({ id, names, active, take }: Pick<Props, 'id' | 'names' | 'take'> & { active: number }) {
  const { locale, messages } = useEditor()
  const found = (names?.length ?? 0) - 1
  return (
    <>
      <p role="status" className="unseen">
        {names && (found > 0 ? interpolate(messages.choicesFound, { count: count(found, locale) }) : messages.noChoice)}
      </p>
      <div id={`${id}list`} role="listbox" aria-labelledby={`${id}label`} hidden={!names} className="title-options">
        {names?.map((name, at) => (
          // oxlint-disable-next-line click-events-have-key-events, interactive-supports-focus -- the field has focus and keys
          <div
            key={name}
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
