import { useStore } from '@nanostores/react'
import { navigate } from '#client/navigate.ts'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { slugOf, type Locale } from '#contract/index.ts'
import { digits } from '#i18n/format.ts'
import { pathTo } from '#i18n/paths.ts'
import { $suggestions, clearSuggestions, SEARCH_MAX, typeSearch, type Suggested, type Suggestions } from '#stores/search.ts'

type WordName =
  'search-label' | 'search-placeholder' | 'search-go' | 'suggested-titles' | 'suggested-authors' | 'no-product' | 'no-author' | 'suggestions-failed'
type Props = { locale: Locale; action: string; words: Record<WordName, string>; counted: { one: string; other: string } }
type Option = { key: string; name: string; href: string }

const NONE: Suggestions = { state: 'none' }

function optionsOf(suggestions: Suggestions, locale: Locale): { products: Option[]; authors: Option[] } {
  if (suggestions.state !== 'ready') return { products: [], authors: [] }
  const product = (found: Suggested) => ({
    key: `p${found.id}`,
    name: found.name,
    href: pathTo(found.isCourse ? 'course' : 'product', locale, { id: found.id, slug: found.slug }),
  })
  const author = (found: Suggested) => ({ key: `a${found.id}`, name: found.name, href: pathTo('author', locale, { id: found.id, slug: slugOf(found.slug) }) })
  return { products: suggestions.products.map(product), authors: suggestions.authors.map(author) }
}

/** Search form with suggestions as a WAI-ARIA combobox (SE-1, SE-4). Without React it is a plain form. */
export function SearchBox({ locale, action, words, counted }: Props) {
  const suggestions = useStore($suggestions, { ssr: () => NONE })
  const [active, setActive] = useState(-1)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const { products, authors } = optionsOf(suggestions, locale)
  const options = [...products, ...authors]
  const isOpen = suggestions.state === 'ready'

  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !form.current?.contains(event.target)) clearSuggestions()
    }
    // Tab out of the form closes the list; focus that moves inside it does not.
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !form.current?.contains(relatedTarget)) clearSuggestions()
    }
    const box = form.current
    box?.addEventListener('focusout', leave)
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('astro:before-swap', clearSuggestions)
    return () => {
      box?.removeEventListener('focusout', leave)
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('astro:before-swap', clearSuggestions)
    }
  }, [])

  function close() {
    setActive(-1)
    clearSuggestions()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const chosen = options[active]
    const text = input.current?.value.trim() ?? ''
    close()
    if (chosen) return void navigate(chosen.href)
    if (text) void navigate(pathTo('search', locale, { text }))
  }

  function move(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      return close()
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || options.length === 0) return
    event.preventDefault()
    // Past either end stands the text itself (-1), as the pattern wants it.
    const next = active + step
    setActive(next >= options.length ? -1 : next < -1 ? options.length - 1 : next)
  }

  function group(kind: 'titles' | 'authors', title: string, empty: string, found: Option[], offset: number) {
    const heading = `${id}${kind}`
    return (
      <div role="group" aria-labelledby={heading}>
        <div role="presentation" id={heading} className="group">
          {title}
        </div>
        {found.length === 0 && (
          <div role="presentation" className="none">
            {empty}
          </div>
        )}
        {found.map((option, index) => (
          // The keys of an option are those of the input that owns it: a combobox keeps its focus (SE-4).
          // oxlint-disable-next-line click-events-have-key-events
          <div
            key={option.key}
            id={`${id}o${offset + index}`}
            role="option"
            tabIndex={-1}
            aria-selected={active === offset + index}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              close()
              void navigate(option.href)
            }}
          >
            {option.name}
          </div>
        ))}
      </div>
    )
  }

  const said = suggestions.state === 'ready' ? (options.length === 1 ? counted.one : counted.other) : ''
  return (
    <form ref={form} className="search-box" role="search" action={action} onSubmit={submit}>
      <input
        ref={input}
        name="q"
        type="search"
        maxLength={SEARCH_MAX}
        autoComplete="off"
        aria-label={words['search-label']}
        placeholder={words['search-placeholder']}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}o${active}` : undefined}
        onInput={(event) => {
          setActive(-1)
          typeSearch(event.currentTarget.value, locale)
        }}
        onKeyDown={move}
      />
      <button type="submit" aria-label={words['search-go']}>
        <svg width="20" height="20" aria-hidden="true">
          <use href="/icons.svg#search" />
        </svg>
      </button>
      <div id={`${id}list`} role="listbox" aria-label={words['search-label']} className="suggestions" hidden={suggestions.state !== 'ready'}>
        {group('titles', words['suggested-titles'], words['no-product'], products, 0)}
        {group('authors', words['suggested-authors'], words['no-author'], authors, products.length)}
      </div>
      {suggestions.state === 'failed' && (
        <p role="status" className="suggestions failed">
          {words['suggestions-failed']}
        </p>
      )}
      <span role="status" className="unseen">
        {said.replace('#', digits(options.length, locale))}
      </span>
    </form>
  )
}
