import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import { LOCALES } from '#contract/locale.ts'
import { scriptOf } from '#contract/text.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { nameOf } from '#islands/desk/titles/TitleList.tsx'
import { $known, addChoice, findChoices, noteChoice, type Choice } from '#stores/desk/titles/editor.ts'
import { Combobox } from './Combobox.tsx'
import { useEditor } from './editor-text.ts'

type Props = {
  /** The name by which other parts find it. */
  at: string
  label: string
  of: 'people' | 'categories'
  kind: 'genre' | 'kids' | 'languagelab'
  keys: readonly string[]
  onChange: (keys: string[]) => void
  fault?: string | undefined
}
const PAUSE_MS = 200

/** People or categories of the title: found by a part of the name in either script, or added with the typed one. */
export function ChoicePicker({ at, label, of, kind, keys, onChange, fault }: Props) {
  const { locale, messages } = useEditor()
  const id = useId()
  const { text, found, search, clear } = useChoices(of)
  const input = useRef<HTMLInputElement>(null)
  const options = (found ?? []).filter(({ key }) => !keys.includes(key))
  const names = found && [
    ...options.map((option) => nameOf(option.names, locale)),
    interpolate(messages.addNew, { name: text.trim() }),
  ]
  const close = () => {
    clear()
    input.current?.focus()
  }
  const take = async (row: number) => {
    const chosen = options[row] ?? (await addChoice({ of, kind, [scriptOf(text)]: text.trim() }))
    if (typeof chosen === 'string') return
    noteChoice(chosen)
    onChange([...keys, chosen.key])
    close()
  }
  return (
    <div className="field title-picker" data-at={at}>
      <span id={`${id}label`} className="title-label">
        {label}
      </span>
      <Chosen {...{ of, keys, onChange }} />
      <Combobox {...{ id, label, text, search, names, take, close, fault, input }} />
      {fault && (
        <p id={`${id}fault`} className="fault">
          {fault}
        </p>
      )}
    </div>
  )
}

/** Asks once the person pauses; an answer that a later question overtook is dropped. */
function useChoices(of: Props['of']) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<Choice[]>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const clear = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    setText('')
    setFound(undefined)
  }
  const search = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    if (!typed.trim()) return setFound(undefined)
    const own = (timer.current = setTimeout(async () => {
      const choices = await findChoices(of, typed.trim())
      if (timer.current === own) setFound(choices)
    }, PAUSE_MS))
  }
  return { text, found, search, clear }
}

function Chosen({ of, keys, onChange }: Pick<Props, 'of' | 'keys' | 'onChange'>) {
  const { locale, messages } = useEditor()
  const known = useStore($known)
  return (
    <ul role="list" className="title-chosen">
      {keys.map((key) => {
        const names = known[key]?.names ?? { en: key }
        const name = nameOf(names, locale)
        const lacking = LOCALES.find((one) => !names[one])
        return (
          <li key={key}>
            {name}
            {/* Pages leave out whoever has no name in their language. */}
            {lacking && (
              <a
                href={deskPath('names', locale, { part: of === 'people' ? 'person' : 'category', key })}
                target="_blank"
                rel="noreferrer"
                aria-label={`${messages.lacksName[lacking]}: ${name}`}
              >
                {messages.lacksName[lacking]}
              </a>
            )}
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
  )
}
