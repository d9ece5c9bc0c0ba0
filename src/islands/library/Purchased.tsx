import { useStore } from '@nanostores/react'
import { hoursOf } from '#contract/duration.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { pathTo } from '#i18n/paths.ts'
import { $titles, loadMoreTitles, type LibrarySummary, type Titles } from '#stores/library/library.ts'
import { LibraryTitle } from './LibraryTitle.tsx'
import { More } from './More.tsx'
import type { LibraryWords } from './words.ts'

const NONE: Titles = { titles: [], count: 0, more: 'none' }

/** What was heard last, and all titles. */
export function Purchased({ shelf, locale, words }: { shelf: LibrarySummary; locale: Locale; words: LibraryWords }) {
  const { titles, count, more } = useStore($titles, { ssr: () => NONE })
  const hours = fill(words.runtime, { hours: digits(hoursOf(shelf.boughtSeconds), locale) })
  return (
    <>
      {shelf.renewIn !== null && <p className="notice">{fill(words.renew, { days: digits(shelf.renewIn, locale) })}</p>}
      <h2>{words['last-played']}</h2>
      {shelf.lastPlayed.length === 0 && <p className="soft">{words['not-played']}</p>}
      <ul role="list" className="last">
        {shelf.lastPlayed.slice(0, 4).map((title) => (
          <LibraryTitle key={title.id} {...{ title, locale, words }} />
        ))}
      </ul>
      <h2>{words.all}</h2>
      <p className="soft">
        {words[count === 1 ? 'count' : 'counts'].replace('#', digits(count, locale))} · {hours}
      </p>
      {count === 0 && (
        <div className="empty">
          <p>{words['not-purchased']}</p>
          <p className="soft">{words['not-purchased-text']}</p>
          <a className="button" href={pathTo('tryFree', locale)}>
            {words['to-free']}
          </a>
        </div>
      )}
      <ul role="list" className="all">
        {titles.map((title) => (
          <LibraryTitle key={title.id} {...{ title, locale, words }} hasTracks />
        ))}
      </ul>
      <More load={loadMoreTitles} shown={titles.length} {...{ more, count, locale, words }} />
    </>
  )
}
