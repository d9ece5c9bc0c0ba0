import { useEffect } from 'react'
import type { DaySales, Waiting } from '#contract/desk/home.ts'
import type { Locale } from '#contract/text/locale.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { count, exactMoney } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pluralMessage } from '#i18n/plural-message.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { deskToday, retryMails, type DeskToday } from '#stores/desk/home.ts'
import { showToast } from '#stores/desk/toasts.ts'

type TodayMessages = Messages['desk']['home']
type Props = { messages: TodayMessages }

/** Where each is done. Mails are sent again from here. */
const PLACES: Record<Exclude<Waiting, 'failedMails'>, (locale: Locale) => string> = {
  failedPublication: (locale) => deskPath('publish', locale),
  heldPayments: (locale) => deskPath('orders', locale, { filter: 'held' }),
  letters: (locale) => deskPath('letters', locale),
  reviews: (locale) => deskPath('reviews', locale),
  auditions: (locale) => deskPath('auditions', locale),
  failedRecordings: (locale) => deskPath('sound', locale, { only: 'failed' }),
  scheduledTitles: (locale) => deskPath('titles', locale, { state: 'scheduled' }),
  incompleteTitles: (locale) => deskPath('doctor', locale),
}

/** What waits for the person who is here, and what was sold today and yesterday. */
export function Today({ messages }: Props) {
  useEffect(() => void deskToday.load(), [])
  return (
    <Loaded $loadable={deskToday.$loadable} retry={deskToday.load}>
      {({ waiting, sales }) => (
        <>
          <section className="desk-panel" aria-labelledby="desk-waiting">
            <h2 id="desk-waiting">{messages.waitingTitle}</h2>
            {waiting.length === 0 ? <p>{messages.nothingWaits}</p> : <WaitingList {...{ messages, waiting }} />}
          </section>
          {sales && <Sales {...{ messages, sales }} />}
        </>
      )}
    </Loaded>
  )
}

function WaitingList({ messages, waiting }: Props & Pick<DeskToday, 'waiting'>) {
  const { locale } = useDesk()
  return (
    <ul role="list" className="desk-waits">
      {waiting.map(({ kind, count: number }) => (
        <li key={kind}>
          {kind === 'failedMails' ? (
            <>
              <span>{pluralMessage(messages.waits, kind, number, locale)}</span>
              <RetryMails messages={messages} />
            </>
          ) : (
            <a href={PLACES[kind](locale)}>{pluralMessage(messages.waits, kind, number, locale)}</a>
          )}
        </li>
      ))}
    </ul>
  )
}

function RetryMails({ messages }: Props) {
  const { messages: shared } = useDesk()
  const retry = async () => {
    const fault = await retryMails()
    showToast(fault ? deskFault(shared, fault) : messages.mailsRetried, { kind: fault ? 'failed' : 'done' })
  }
  return (
    <button type="button" className="button quiet" onClick={() => void retry()}>
      {messages.retryMails}
    </button>
  )
}

function Sales({ messages, sales }: Props & { sales: NonNullable<DeskToday['sales']> }) {
  const { locale } = useDesk()
  return (
    <section className="desk-panel" aria-labelledby="desk-sales">
      <h2 id="desk-sales">{messages.salesTitle}</h2>
      <dl className="desk-days">
        {(['today', 'yesterday'] as const).map((day) => (
          <div key={day}>
            <dt>{messages[day]}</dt>
            <dd>
              {sales[day].length === 0 ? messages.noSales : sales[day].map((sold) => soldText(messages, sold, locale))}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={deskPath('figures', locale)}>{messages.toFigures}</a>
      </p>
    </section>
  )
}

function soldText(messages: TodayMessages, { currency, amount, orders }: DaySales, locale: Locale) {
  const sum = exactMoney(amount, currency === 'USD' ? 'USD' : 'INR', locale)
  return (
    <p key={currency}>
      <strong>{sum}</strong>{' '}
      <span className="soft">{interpolate(messages.orderCount, { count: count(orders, locale) })}</span>
    </p>
  )
}
