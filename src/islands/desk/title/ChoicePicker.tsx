import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { isNamed, meantChoice } from '#contract/desk/catalog/choice-match.ts'
import type { ChoiceList } from '#contract/desk/titles/titles.ts'
import type { Locale } from '#contract/text/locale.ts'
import { scriptOf } from '#contract/text/text.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { otherLocale } from '#i18n/locales.ts'
import { OtherNames } from '#islands/desk/names/OtherNames.tsx'
import { nameOf } from '#islands/desk/titles/TitleList.tsx'
import { $known, addChoice, findChoices, knownAs, noteChoice, type Choice } from '#stores/desk/titles/editor.ts'
import { Combobox, type Rows } from './Combobox.tsx'
import { useEditor, type EditorMessages } from './editor-text.ts'

type Props = {
  /** The name by which other parts find it. */
  at: string
  label: string
  of: ChoiceList
  kind: 'genre' | 'kids' | 'languagelab'
  keys: readonly string[]
  onChange: (keys: string[]) => void
  fault?: string | undefined
}
const PAUSE_MS = 200

/** People, categories or the series of the title: found by a part of the name in either script, or added with the typed one. */
export function ChoicePicker({ at, label, of, kind, keys, onChange, fault }: Props) {
  const { locale, messages } = useEditor()
  const id = useId()
  const { text, found, search, open, fold, clear } = useChoices(of)
  const input = useRef<HTMLInputElement>(null)
  /** For who waited for a reply: others may have been chosen meanwhile, also a moment ago, before the next rendering. */
  const chosenNow = useRef(keys)
  useEffect(() => void (chosenNow.current = keys), [keys])
  const options = (found?.choices ?? []).filter(({ key }) => !keys.includes(key))
  const rows = found && rowsOf(options, text, locale, messages)
  const close = () => {
    clear()
    input.current?.focus()
  }
  const take = async (row: number) => {
    const from = document.activeElement
    const chosen = options[row] ?? (await named({ of, kind }, text.trim(), found?.of === text.trim()))
    if (typeof chosen === 'string') return
    noteChoice(of, chosen)
    if (!chosenNow.current.includes(chosen.key)) onChange((chosenNow.current = [...chosenNow.current, chosen.key]))
    if (input.current?.value === text) clear()
    focusAgain(input, from)
  }
  return (
    <div className="title-named" data-at={at}>
      <div className="field title-picker">
        <span id={`${id}label`} className="title-label">
          {label}
        </span>
        <Chosen {...{ of, keys, onChange }} />
        <Combobox {...{ id, label, text, search, rows, take, close, open, fault, input }} leave={fold} />
        {fault && <Fault id={`${id}fault`} text={fault} />}
      </div>
      <OtherNames {...{ of, keys }} onDone={() => focusAgain(input, focusedIn('.title-other'))} />
    </div>
  )
}

const Fault = ({ id, text }: { id: string; text: string }) => (
  <p id={id} className="fault">
    {text}
  </p>
)

const focusedIn = (parts: string): Element | null =>
  document.activeElement?.closest(parts) ? document.activeElement : null

/** Gives the field the focus again after a reply. Whoever went on meanwhile keeps the focus where they are. */
function focusAgain(input: RefObject<HTMLInputElement | null>, from: Element | null): void {
  if ([from, document.body].includes(document.activeElement)) input.current?.focus()
}

/** Enter may come before the answer: who is called so already is not added a second time. */
async function named({ of, kind }: Pick<Props, 'of' | 'kind'>, name: string, isAnswered: boolean) {
  const known = isAnswered ? undefined : (await findChoices(of, name)).find((choice) => isNamed(choice, name))
  return known ?? addChoice({ of, kind, [scriptOf(name)]: name })
}

function rowsOf(options: readonly Choice[], text: string, locale: Locale, messages: EditorMessages): Rows {
  const found = options.map(({ names }) => nameOf(names, locale))
  if (!text.trim()) return { found, meant: -1 }
  const meant = meantChoice(options, text)
  return {
    found,
    added: interpolate(messages.addNew, { name: text.trim() }),
    meant: meant < 0 ? found.length : meant,
  }
}

/** Asks once the person pauses; an answer that a later question overtook is dropped. */
function useChoices(of: Props['of']) {
  const [text, setText] = useState('')
  /** `of`: the text that was asked for. */
  const [found, setFound] = useState<{ of: string; choices: Choice[] }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const fold = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    setFound(undefined)
  }
  const clear = () => {
    setText('')
    fold()
  }
  const ask = (typed: string, pause: number) => {
    clearTimeout(timer.current)
    // Categories are few: all of them are shown. Of people nobody could read the list.
    if (!typed && of !== 'categories') return fold()
    const own = (timer.current = setTimeout(async () => {
      const choices = await findChoices(of, typed)
      if (timer.current === own) setFound({ of: typed, choices })
    }, pause))
  }
  const search = (typed: string) => {
    setText(typed)
    ask(typed.trim(), PAUSE_MS)
  }
  return { text, found, search, open: () => ask(text.trim(), 0), fold, clear }
}

/** Each with its names in both languages. */
function Chosen({ of, keys, onChange }: Pick<Props, 'of' | 'keys' | 'onChange'>) {
  const { locale, messages } = useEditor()
  const known = useStore($known)
  const second = otherLocale(locale)
  return (
    <ul role="list" className="title-chosen">
      {keys.map((key) => {
        const names = known[knownAs(of, key)]?.names ?? { en: key }
        const name = nameOf(names, locale)
        const other = names[second]
        return (
          <li key={key}>
            {name}
            {other && other !== name && (
              <span className="soft" lang={second}>
                {other}
              </span>
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
