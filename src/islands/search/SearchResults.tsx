import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import { cardViews, type CardView } from '#contract/catalog/views.ts'
import { SEARCH_GROUPS, type SearchGroup } from '#contract/search/search.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { pluralMessage } from '#i18n/plural-message.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { $foundLines, isLineSearch, loadFoundLines, type FoundLines as Found } from '#stores/search/found-lines.ts'
import { $results, hasMore, loadForChoice, loadResults, type Results } from '#stores/search/results.ts'
import { keepFocusOf } from '#ui/keep-focus.ts'
import { FoundLines } from './FoundLines.tsx'
import { ResultGroup, ResultTitles } from './ResultGroup.tsx'
import { setPageTitle } from '../shell/page-title.ts'

type Props = {
  locale: Locale
  base: string
  messages: Messages['search']['results'] & Messages['ui']['actions'] & Messages['format']['languages']
  ages: Messages['format']['ages']
  groups: Record<string, string>
  /** Shown when nothing is found. */
  children?: ReactNode
}

const EMPTY: Results = { state: 'empty' }
const NO_LINES: Found = { text: '', lines: [] }

/** The text of the path, `/search/{text}/`, or of a form sent without a script. */
function textOfPath(base: string): string {
  const rest = location.pathname.slice(base.length).replace(/\/$/, '')
  try {
    return decodeURIComponent(rest) || new URLSearchParams(location.search).get('q')?.trim() || ''
  } catch {
    // A malformed percent sequence is searched for as it is.
    return rest
  }
}

/** Grouped results with counts [SE-2], and lines of recordings. */
export function SearchResults({ locale, base, messages, ages, groups, children }: Props) {
  const results = useStore($results, { ssr: () => EMPTY })
  const found = useStore($foundLines, { ssr: () => NO_LINES })

  useEffect(() => {
    const text = textOfPath(base)
    void loadResults(text)
    void loadFoundLines(text, locale)
  }, [base, locale])

  useEffect(() => {
    if ('text' in results) setPageTitle(interpolate(messages.heading, { text: results.text }))
  }, [results, messages])

  const groupsFound = groupsIn(results, locale)
  const hasNoTitles = results.state === 'ready' && groupsFound.length === 0
  const isNothing = hasNoTitles && found.lines?.length === 0
  return (
    <div className="wrap section results">
      <h1>{'text' in results ? interpolate(messages.heading, { text: results.text }) : messages.title}</h1>
      <Status
        {...{ results, messages, isNothing, locale }}
        isWaiting={hasNoTitles && !found.lines}
        count={groupsFound.reduce((sum, { total }) => sum + total, 0)}
      />
      <FilteredResults {...{ locale, messages, ages, groups, groupsFound, results, found }} />
      {isNothing && children}
    </div>
  )
}

type FilteredProps = Pick<Props, 'locale' | 'messages' | 'ages' | 'groups'> & {
  results: Results
  groupsFound: Group[]
}
/** Titles and lines; the chips of the languages and ages filter both. */
function FilteredResults({ ages, results, found, ...rest }: FilteredProps & { found: Found }) {
  const { locale, messages, groupsFound } = rest
  const lines = <FoundLines lines={found.lines ?? []} {...{ locale, messages }} />
  const isLineFirst = isLineSearch(found)
  const hasTitles = results.state === 'ready' && groupsFound.length > 0
  return (
    <card-filter
      // Another search begins without a choice.
      key={'text' in results ? results.text : ''}
      en-text={messages.en}
      mr-text={messages.mr}
      ages-text={ages.range}
      from-age-text={ages.from}
      matching-text={messages.matching}
      onfilter={loadForChoice}
    >
      {hasTitles && (
        <>
          <Dropped words={results.found.dropped_words ?? []} messages={messages} />
          <div className="filter" role="group" aria-label={messages.filter} />
          <span role="status" className="matching soft" />
        </>
      )}
      {isLineFirst && lines}
      {hasTitles && <Titles {...rest} ready={results} />}
      {!isLineFirst && results.state !== 'loading' && lines}
    </card-filter>
  )
}

type Ready = Extract<Results, { state: 'ready' }>
type TitlesProps = Omit<FilteredProps, 'ages' | 'results'> & { ready: Ready }
function Titles({ locale, messages, groups, ready: { text, found, more }, groupsFound }: TitlesProps) {
  const top = closestOf(found, groupsFound, locale)
  return (
    <>
      {top.length > 0 && (
        <section className="section">
          <ResultTitles title={messages.top} cards={top} />
        </section>
      )}
      {groupsFound.map(({ group, cards, total }) => (
        <ResultGroup
          key={`${text} ${group}`}
          title={groups[group] ?? group}
          goesOn={hasMore(found, group)}
          more={more[group]}
          {...{ group, locale, messages, cards, total }}
        />
      ))}
    </>
  )
}

type DroppedProps = Pick<Props, 'messages'> & { words: readonly string[] }
function Dropped({ words, messages }: DroppedProps) {
  return words.length > 0 ? <p role="status">{interpolate(messages.dropped, { words: words.join(' ') })}</p> : null
}

/** `isWaiting`: no title was found, and the lines are still looked for. */
type StatusProps = Pick<Props, 'messages' | 'locale'> & {
  results: Results
  isNothing: boolean
  isWaiting: boolean
  /** Of all titles that were found. */
  count: number
}
function Status({ results, messages, locale, isNothing, isWaiting, count }: StatusProps) {
  return (
    <>
      <div role="status" className="state">
        {(results.state === 'loading' || isWaiting) && messages.loading}
        {count > 0 && <span className="unseen">{pluralMessage(messages, 'found', count, locale)}</span>}
        {results.state === 'empty' && messages.ask}
        {isNothing && (
          <>
            <strong>{messages.none}</strong>
            <p>{messages.noneText}</p>
          </>
        )}
      </div>
      {results.state === 'failed' && (
        <p role="alert">
          {messages.failed}{' '}
          <button ref={keepFocusOf} type="button" className="chip" onClick={() => void loadResults(results.text)}>
            {messages.tryAgain}
          </button>
        </p>
      )}
    </>
  )
}

type Group = { group: SearchGroup; cards: CardView[]; total: number }
/** The type of the closest title first. Titles without a name in this language are skipped and not counted [SH-5]. */
function groupsIn(results: Results, locale: Locale): Group[] {
  if (results.state !== 'ready') return []
  const { found } = results
  const groups = SEARCH_GROUPS.map((group) => {
    const cards = cardViews(found[group], locale)
    return { group, cards, total: found.total_product_count[group] - (found[group].length - cards.length) }
  })
  const placeOfBest = ({ cards }: Group) => {
    const place = found.top_products.findIndex(({ id }) => cards.some((card) => card.id === id))
    return place < 0 ? found.top_products.length : place
  }
  return groups.filter(({ cards }) => cards.length > 0).toSorted((one, other) => placeOfBest(one) - placeOfBest(other))
}

/** The closest titles of several types; none where the groups below would only repeat them. */
function closestOf({ top_products: top }: Ready['found'], groups: readonly Group[], locale: Locale): CardView[] {
  const isMore = groups.length > 1 && groups.flatMap(({ cards }) => cards).length > top.length
  return isMore ? cardViews(top, locale) : []
}
