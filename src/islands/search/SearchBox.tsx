import { useStore } from '@nanostores/react'
import { navigate } from '#client/navigate.ts'
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo } from '#i18n/paths.ts'
import { pluralMessage } from '#i18n/plural-message.ts'
import { SEARCH_MAX } from '#contract/search/search.ts'
import { $suggestions, clearSuggestions, typeSearch, type Suggestions } from '#stores/search/suggestions.ts'
import { optionsOf, SuggestionList, type Option } from './SuggestionList.tsx'
import sheet from './suggestions.css?url'

type Props = { locale: Locale; action: string; messages: Messages['search']['box'] }

const NONE: Suggestions = { state: 'none' }

/** Clears the suggestions on a press or focus outside of the form, and on navigation. */
function useLeaving(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const box = form.current
    const leave = (event: Event) => {
      const to = event instanceof FocusEvent ? event.relatedTarget : event.target
      if (to instanceof Node && !box?.contains(to)) clearSuggestions()
    }
    box?.addEventListener('focusout', leave)
    document.addEventListener('pointerdown', leave)
    document.addEventListener('astro:before-swap', clearSuggestions)
    return () => {
      box?.removeEventListener('focusout', leave)
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('astro:before-swap', clearSuggestions)
    }
  }, [form])
}

/** The next option for an arrow key. -1 is the text field, which the ARIA pattern puts past either end. */
function stepped({ key }: KeyboardEvent, active: number, count: number): number | undefined {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step === 0 || count === 0) return undefined
  const next = active + step
  return next >= count ? -1 : next < -1 ? count - 1 : next
}

/** The style of the suggestions is loaded for who searches; until it is there they are not drawn. */
function useLateStyle(hasSuggestions: boolean) {
  const [isWanted, setWanted] = useState(false)
  const [isStyled, setStyled] = useState(false)
  const show = () => setStyled(true)
  const isNeeded = isWanted || hasSuggestions || isStyled
  const style = isNeeded && <link rel="stylesheet" href={sheet} onLoad={show} onError={show} />
  return { style, isStyled, want: () => setWanted(true) }
}

/**
 * Search form with suggestions as a WAI-ARIA combobox [SE-1, SE-4]. Before hydration it is a plain form. `active` is a key, because
 * the list is replaced under a highlighted option: by more names, and by the server's answer.
 */
export function SearchBox({ locale, action, messages }: Props) {
  const suggestions = useStore($suggestions, { ssr: () => NONE })
  const [active, setActive] = useState('')
  const { style, isStyled, want } = useLateStyle(suggestions.state !== 'none')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const found = optionsOf(suggestions, locale)
  const options = [...found.titles, ...found.authors]
  const place = options.findIndex(({ key }) => key === active)
  const isOpen = isStyled && suggestions.state === 'ready'
  useLeaving(form)

  function close() {
    setActive('')
    clearSuggestions()
  }

  function type(text: string) {
    setActive('')
    typeSearch(text, locale)
  }

  function choose({ href }: Pick<Option, 'href'>) {
    close()
    void navigate(href)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const text = input.current?.value.trim()
    const chosen = options[place] ?? (text && { href: pathTo('search', locale, { text }) })
    if (chosen) choose(chosen)
    else close()
  }

  function move(event: KeyboardEvent) {
    // The key chooses or drops what an input method suggests.
    if (event.nativeEvent.isComposing) return
    const next = stepped(event, place, options.length)
    const isEnd = event.key === 'Escape' && isOpen
    if (next === undefined && !isEnd) return
    event.preventDefault()
    if (isEnd) close()
    else setActive(options[next ?? -1]?.key ?? '')
  }

  const announced = isOpen ? pluralMessage(messages, 'count', options.length, locale) : ''
  return (
    <form ref={form} className="search-box" role="search" action={action} onSubmit={submit}>
      {style}
      <SearchInput {...{ input, id, active: options[place]?.key, isOpen, messages, type, move, want }} />
      <button type="submit" aria-label={messages.submit}>
        <svg width="20" height="20" aria-hidden="true">
          <use href="/icons.svg#search" />
        </svg>
      </button>
      <SuggestionList {...{ id, locale, messages, found, active, choose, isOpen }} />
      {isStyled && suggestions.state === 'failed' && (
        <p role="status" className="suggestions failed">
          {messages.failed}
        </p>
      )}
      <span role="status" className="unseen">
        {announced}
      </span>
    </form>
  )
}

type InputProps = {
  input: RefObject<HTMLInputElement | null>
  id: string
  active: string | undefined
  isOpen: boolean
  messages: Props['messages']
  type: (text: string) => void
  want: () => void
  move: (event: KeyboardEvent) => void
}

function SearchInput({ input, id, active, isOpen, messages, type, want, move }: InputProps) {
  return (
    <input
      ref={input}
      name="q"
      type="search"
      maxLength={SEARCH_MAX}
      autoComplete="off"
      aria-label={messages.label}
      placeholder={messages.placeholder}
      role="combobox"
      aria-expanded={isOpen}
      aria-controls={`${id}list`}
      aria-autocomplete="list"
      aria-activedescendant={active && `${id}${active}`}
      onFocus={want}
      onInput={(event) => type(event.currentTarget.value)}
      onKeyDown={move}
    />
  )
}
