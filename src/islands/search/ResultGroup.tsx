import { useState } from 'react'
import { RESULTS, type SearchGroup } from '#contract/search/search.ts'
import type { CardView } from '#contract/catalog/views.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { loadMore, type More } from '#stores/search/results.ts'

type Words = Messages['search']['results'] & Messages['ui']['actions']

/** `focused`: the place of the title that takes the focus when it comes. */
type TitlesProps = { title: string; cards: readonly CardView[]; total?: string; focused?: number | undefined }
/** Titles under a heading, with their number where it is known. */
export function ResultTitles({ title, cards, total, focused }: TitlesProps) {
  return (
    <>
      <h2 className="group">
        {title} {total && <small className="soft">({total})</small>}
      </h2>
      <ul role="list" className="grid">
        {cards.map((card, place) => (
          <li key={card.id}>
            <title-card card={JSON.stringify(card)} takes-focus={place === focused ? '' : undefined} />
          </li>
        ))}
      </ul>
    </>
  )
}

type Props = {
  group: SearchGroup
  title: string
  locale: Locale
  messages: Words
  cards: readonly CardView[]
  /** Of all results of the group. */
  total: number
  /** Whether more of them can be loaded. */
  goesOn: boolean
  more: More[SearchGroup] | undefined
}
/** The results of one kind [SE-2]: the best first, the next ones at a press, which leads to the first of them. */
export function ResultGroup({ group, title, locale, messages, cards, total, goesOn, more }: Props) {
  const [pressedAt, setPressedAt] = useState<number>()
  const press = () => {
    setPressedAt(cards.length)
    void loadMore(group)
  }
  const shown = { shown: count(cards.length, locale), total: count(total, locale) }
  return (
    <section className="section">
      <ResultTitles title={title} cards={cards} total={count(total, locale)} focused={pressedAt} />
      {(goesOn || total > RESULTS.usual) && (
        <div className="more">
          <p role="status" className="soft">
            {more === 'loading' ? messages.loading : interpolate(messages.shown, shown)}
          </p>
          {more === 'failed' && <p role="alert">{messages.moreFailed}</p>}
          {goesOn && (
            <button type="button" className="button quiet" aria-disabled={more === 'loading'} onClick={press}>
              {more === 'failed' ? messages.tryAgain : messages.more}
              <span className="unseen">: {title}</span>
            </button>
          )}
        </div>
      )}
    </section>
  )
}
