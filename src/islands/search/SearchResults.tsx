import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { cardViews, SEARCH_GROUPS, type Locale } from '#contract/index.ts'
import { fill } from '#i18n/fill.ts'
import { digits } from '#i18n/format.ts'
import { $results, loadResults, type Results } from '#stores/search.ts'
import { Card, type CardWords } from '#islands/titles/Card.tsx'

type WordName =
  'search-title' | 'search-heading' | 'search-top' | 'search-none' | 'search-none-text' | 'search-loading' | 'search-failed' | 'search-ask' | 'try-again'
type Props = { locale: Locale; base: string; words: Record<WordName, string>; groups: Record<string, string>; cardWords: CardWords }

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

  const heading = 'text' in results ? fill(words['search-heading'], { text: results.text }) : words['search-title']
  return (
    <div className="wrap section results">
      <h1>{heading}</h1>
      <div role="status" className="state">
        {results.state === 'asking' && words['search-loading']}
        {results.state === 'empty' && words['search-ask']}
        {results.state === 'ready' && isNothing(results) && (
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
      {results.state === 'ready' && !isNothing(results) && (
        <>
          <Group title={words['search-top']} cards={cardViews(results.found.top_products, locale)} {...{ locale, cardWords }} />
          {SEARCH_GROUPS.map((group) => (
            <Group
              key={group}
              title={groups[group] ?? group}
              count={digits(results.found.total_product_count[group] ?? 0, locale)}
              cards={cardViews(results.found[group] ?? [], locale)}
              {...{ locale, cardWords }}
            />
          ))}
        </>
      )}
    </div>
  )
}

function isNothing(results: Results): boolean {
  return results.state === 'ready' && SEARCH_GROUPS.every((group) => (results.found.total_product_count[group] ?? 0) === 0)
}

type GroupProps = { title: string; count?: string; cards: ReturnType<typeof cardViews>; locale: Locale; cardWords: CardWords }
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
