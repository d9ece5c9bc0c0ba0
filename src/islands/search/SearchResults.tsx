import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { cardViews } from '#contract/views.ts'
import { SEARCH_GROUPS } from '#contract/search.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { $results, loadResults, type Results } from '#stores/search/search.ts'
import { Card, type CardWords } from '#islands/catalog/Card.tsx'

type WordName =
  | 'search-title'
  | 'search-heading'
  | 'search-top'
  | 'search-none'
  | 'search-none-text'
  | 'search-loading'
  | 'search-failed'
  | 'search-ask'
  | 'try-again'
type Props = {
  locale: Locale
  base: string
  words: Record<WordName, string>
  groups: Record<string, string>
  cardWords: CardWords
}

const EMPTY: Results = { state: 'empty' }

/** The text of the path, `/search/{text}/`, or of a form sent without a script. */
function textOfPath(base: string): string {
  const rest = location.pathname.slice(base.length).replace(/\/$/, '')
  try {
    return decodeURIComponent(rest) || new URLSearchParams(location.search).get('q')?.trim() || ''
  } catch {
    // Someone typed a broken percent sign: search for it as it stands.
    return rest
  }
}

/** Grouped results with counts (SE-2). */
export function SearchResults({ locale, base, words, groups, cardWords }: Props) {
  const results = useStore($results, { ssr: () => EMPTY })

  useEffect(() => {
    void loadResults(textOfPath(base))
  }, [base])

  useEffect(() => {
    if ('text' in results) document.title = fill(words['search-heading'], { text: results.text })
  }, [results, words])

  const groupsFound = groupsIn(results, locale)
  const heading = 'text' in results ? fill(words['search-heading'], { text: results.text }) : words['search-title']
  return (
    <div className="wrap section results">
      <h1>{heading}</h1>
      <div role="status" className="state">
        {results.state === 'loading' && words['search-loading']}
        {results.state === 'empty' && words['search-ask']}
        {results.state === 'ready' && groupsFound.length === 0 && (
          <>
            <strong>{words['search-none']}</strong>
            <p>{words['search-none-text']}</p>
          </>
        )}
      </div>
      {results.state === 'failed' && (
        <p role="alert">
          {words['search-failed']}{' '}
          <button type="button" className="chip" onClick={() => void loadResults(results.text)}>
            {words['try-again']}
          </button>
        </p>
      )}
      {groupsFound.length > 0 && results.state === 'ready' && (
        <>
          <Group
            title={words['search-top']}
            cards={cardViews(results.found.top_products, locale)}
            {...{ locale, cardWords }}
          />
          {groupsFound.map(({ group, cards }) => (
            <Group
              key={group}
              title={groups[group] ?? group}
              count={digits(cards.length, locale)}
              cards={cards}
              {...{ locale, cardWords }}
            />
          ))}
        </>
      )}
    </div>
  )
}

/** Counts are of what this language can show: a title without a name in it is skipped (SH-5). */
function groupsIn(results: Results, locale: Locale) {
  if (results.state !== 'ready') return []
  const groups = SEARCH_GROUPS.map((group) => ({ group, cards: cardViews(results.found[group] ?? [], locale) }))
  return groups.filter(({ cards }) => cards.length > 0)
}

type GroupProps = {
  title: string
  count?: string
  cards: ReturnType<typeof cardViews>
  locale: Locale
  cardWords: CardWords
}
function Group({ title, count, cards, locale, cardWords }: GroupProps) {
  if (cards.length === 0) return null
  return (
    <section className="section">
      <h2 className="group">
        {title} {count && <small className="soft">({count})</small>}
      </h2>
      <ul role="list" className="grid">
        {cards.map((card) => (
          <li key={card.id}>
            <Card card={card} locale={locale} words={cardWords} />
          </li>
        ))}
      </ul>
    </section>
  )
}
