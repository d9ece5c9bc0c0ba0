import { useStore } from '@nanostores/react'
import { audioTypes, audioTypeWord } from '#contract/catalog/audio-type.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { list, longDate } from '#i18n/format.ts'
import { lengthText } from '#i18n/length.ts'
import { pathTo } from '#i18n/paths.ts'
import { pluralMessage } from '#i18n/plural-message.ts'
import { $profile } from '#stores/accounts/profile.ts'
import { $titles, loadMoreTitles, type LibrarySummary, type Titles } from '#stores/library/library.ts'
import { Followed } from './Followed.tsx'
import { LibraryTitle } from './LibraryTitle.tsx'
import { LoadMore } from './LoadMore.tsx'
import type { LibraryMessages } from './library-messages.ts'

const NONE: Titles = { titles: [], count: 0, more: 'none' }

/** Last played titles, all titles of the library, and what is followed. */
export function Purchased({
  shelf,
  locale,
  messages,
}: {
  shelf: LibrarySummary
  locale: Locale
  messages: LibraryMessages
}) {
  const { titles, count, more } = useStore($titles, { ssr: () => NONE })
  return (
    <>
      <PlanNotice {...{ shelf, locale, messages }} />
      <h2>{messages.lastPlayed}</h2>
      {shelf.lastPlayed.length === 0 && <p className="soft">{messages.notPlayed}</p>}
      <ul role="list" className="last">
        {shelf.lastPlayed.slice(0, 4).map((title) => (
          <LibraryTitle key={title.id} {...{ title, locale, messages }} />
        ))}
      </ul>
      <h2>{messages.all}</h2>
      <p className="soft">
        {pluralMessage(messages, 'titles', count, locale)}
        {count > 0 && ` · ${lengthText(messages, shelf.seconds, locale)}`}
      </p>
      {count === 0 && <NothingPurchased plans={shelf.plans} {...{ locale, messages }} />}
      <ul role="list" className="all">
        {titles.map((title) => (
          <LibraryTitle key={title.id} {...{ title, locale, messages }} hasTracks />
        ))}
      </ul>
      <LoadMore load={loadMoreTitles} shown={titles.length} {...{ more, count, locale, messages }} />
      <Followed {...{ locale, messages }} />
    </>
  )
}

type NoticeProps = { shelf: LibrarySummary; locale: Locale; messages: LibraryMessages }

/** Until when the last plan runs, or when it ended. */
function PlanNotice({ shelf, locale, messages }: NoticeProps) {
  const profile = useStore($profile)
  const ended = profile.state === 'ready' && !profile.planStarts ? profile.planEnded : undefined
  const isLast = shelf.renewIn !== null && shelf.plans.every((plan) => plan.is_current)
  const until = isLast
    ? shelf.plans
        .map((plan) => plan.end_date)
        .toSorted()
        .at(-1)
    : undefined
  const [text, day] = until ? [messages.renew, until] : [messages.ended, ended]
  return day ? <p className="notice">{interpolate(text, { date: longDate(day, locale) })}</p> : null
}

const COVERED = {
  audiobook: 'covered-audiobook',
  original: 'covered-original',
  podcast: 'covered-podcast',
  kids: 'covered-kids',
  languagelab: 'covered-languagelab',
} as const
type EmptyProps = { plans: LibrarySummary['plans']; locale: Locale; messages: LibraryMessages }

/** Who has a plan is invited to what it covers, and not to buy. */
function NothingPurchased({ plans, locale, messages }: EmptyProps) {
  const ids = plans.filter((plan) => plan.is_current).flatMap((plan) => plan.audio_types ?? [])
  const covered = audioTypes.filter((_, index) => ids.some(({ audio_type_id: id }) => id === index + 1))
  const types = list(
    covered.map((type) => messages[COVERED[audioTypeWord(type)]]),
    locale,
  )
  if (covered.length > 0)
    return (
      <div className="empty">
        <p>{interpolate(messages.planCovers, { types })}</p>
        <p className="soft">{messages.planCoversText}</p>
        <a className="button" href={pathTo('browse', locale)}>
          {messages.toBrowse}
        </a>
      </div>
    )
  return (
    <div className="empty">
      <p>{messages.notPurchased}</p>
      <p className="soft">{messages.notPurchasedText}</p>
      <a className="button" href={pathTo('tryFree', locale)}>
        {messages.toFree}
      </a>
    </div>
  )
}
