import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { scriptOf } from '#contract/text.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { nameOf } from '#islands/desk/titles/TitleList.tsx'
import { $known, addChoice, findChoices, noteChoice, type Choice } from '#stores/desk/titles/editor.ts'
import { useEditor } from './editor-text.ts'

type Props = {
  label: string
  of: 'people' | 'categories'
  kind: 'genre' | 'kids' | 'languagelab'
  keys: readonly string[]
  onChange: (keys: string[]) => void
  fault?: string | undefined
}
const PAUSE_MS = 200

/** People or categories of the title: found by a part of the name in either script, or added with the typed one. */
export function ChoicePicker({ label, of, kind, keys, onChange, fault }: Props) {
  const { locale, messages } = useEditor()
  const known = useStore($known)
  const id = useId()
  const [text, setText] = useState('')
  const [found, setFound] = useState<Choice[]>()
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  /** Asks once the person pauses; an answer that a later question overtook is dropped. */
  const search = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    if (!typed.trim()) return setFound(undefined)
    const own = (timer.current = setTimeout(async () => {
      const choices = await findChoices(of, typed.trim())
      if (timer.current !== own) return
      setFound(choices)
      setActive(0)
    }, PAUSE_MS))
  }
  const options = (found ?? []).filter(({ key }) => !keys.includes(key))
  const total = found ? options.length + 1 : 0
  const close = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    setText('')
    setFound(undefined)
    input.current?.focus()
  }
  const take = async (at: number) => {
    const chosen = options[at] ?? (await addChoice({ of, kind, [scriptOf(text)]: text.trim() }))
    if (typeof chosen === 'string') return
    noteChoice(chosen)
    onChange([...keys, chosen.key])
    close()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return close()
    if (!found) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setActive((active + (event.key === 'ArrowDown' ? 1 : total - 1)) % total)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      void take(active)
    }
  }
  return (
    <div className="field title-picker">
      <span id={`${id}label`} className="title-label">
        {label}
      </span>
      <ul role="list" className="title-chosen">
        {keys.map((key) => {
          const name = nameOf(known[key]?.names ?? { en: key }, locale)
          return (
            <li key={key}>
              {name}
              <button
                type="button"
                className="link"
                aria-label={interpolate(messages.removeChoice, { name })}
                onClick={() => onChange(keys.filter((one) => one !== key))}
              >
                ×
              </button>
            </li>
          )
        })}
      </ul>
      <input
        ref={input}
        role="combobox"
        aria-label={interpolate(messages.findChoice, { what: label })}
        aria-expanded={found !== undefined}
        aria-controls={`${id}list`}
        aria-activedescendant={found && `${id}option${active}`}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault && `${id}fault`}
        autoComplete="off"
        value={text}
        onChange={({ target }) => search(target.value)}
        onKeyDown={press}
      />
      <p role="status" className="unseen">
        {found &&
          (options.length > 0
            ? interpolate(messages.choicesFound, { count: count(options.length, locale) })
            : messages.noChoice)}
      </p>
      <div id={`${id}list`} role="listbox" aria-labelledby={`${id}label`} hidden={!found} className="title-options">
        {found &&
          [
            ...options.map(({ names }) => nameOf(names, locale)),
            interpolate(messages.addNew, { name: text.trim() }),
          ].map((name, at) => (
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
      {fault && (
        <p id={`${id}fault`} className="fault">
          {fault}
        </p>
      )}
    </div>
  )
}
