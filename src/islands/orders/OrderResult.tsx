import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { digits } from '#i18n/format.ts'
import { pathTo } from '#i18n/paths.ts'
import { Failure } from '#islands/accounts/Failure.tsx'
import { toSignIn } from '#islands/accounts/to-sign-in.ts'
import { $result, isOpen, stopWatching, watchOrder, type Result } from '#stores/orders/order-result.ts'
import { $session, type SessionState } from '#stores/accounts/session.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { Late } from '#ui/Late.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import { keepFocusOf } from '#ui/keep-focus.ts'
import { openPaper, OrderActions } from './OrderActions.tsx'
import { OrderFacts, plannedFor } from './OrderFacts.tsx'
import { OrderItems } from './OrderItems.tsx'
import { PlayNow } from './PlayNow.tsx'
import type { OrderMessages } from './order-messages.ts'
import { setPageTitle } from '../shell/page-title.ts'

type ResultMessages = OrderMessages &
  Messages['orders']['result'] &
  Messages['accounts']['guest'] &
  Messages['ui']['actions']
type Props = { locale: Locale; messages: ResultMessages }

const ASKING: Result = { state: 'loading' }
const UNKNOWN: SessionState = { state: 'unknown' }
const loadGiven = () => import('#islands/gifts/giver/GivenGift.tsx').then(({ GivenGift }) => GivenGift)

/** `/payment-…/{token}/`. */
function tokenInPath(): string {
  const [, token = ''] = /\/payment-(?:success|cancel|failure)\/([^/]+)/.exec(location.pathname) ?? []
  try {
    return decodeURIComponent(token)
  } catch {
    return 'unknown'
  }
}

/** Shows the state of an order [OR-1]. The path only says where the gateway redirected to, so the state always comes from the server. */
export function OrderResult({ locale, messages }: Props) {
  const now = useStore($result, { ssr: () => ASKING })
  const session = useStore($session, { ssr: () => UNKNOWN })
  const look = () => watchOrder(tokenInPath())
  useEffect(() => {
    void watchOrder(tokenInPath())
    return stopWatching
  }, [])
  useEffect(() => {
    if (now.state === 'out') toSignIn(locale)
    if (now.state === 'ready') setPageTitle(titleOf(now.order, messages, session, locale))
  }, [now, locale, messages, session])

  if (now.state === 'failed') return <Failed {...{ locale, messages, look }} failed={now} />
  if (now.state === 'unknown')
    return (
      <>
        <h1>{messages.unknown}</h1>
        <p>{messages.unknownText}</p>
        <Ways {...{ locale, messages, session }} />
      </>
    )
  if (now.state === 'ready') return <Ready {...{ locale, messages, look, session }} {...now} />
  return (
    <>
      <h1>{messages.yourOrder}</h1>
      <p role="status">{messages[now.state === 'out' ? 'toSignIn' : 'resultLoading']}</p>
    </>
  )
}

type LookProps = Props & { look: () => Promise<void> }

function Failed({ locale, messages, look, failed }: LookProps & { failed: Result & { state: 'failed' } }) {
  const { fault, seconds } = failed
  return (
    <>
      <h1>{messages.yourOrder}</h1>
      <TryAgain text={messages.resultFailed} label={messages.tryAgain} retry={look}>
        {fault === 'tooMany' && <Failure failure={fault} wait={seconds} {...{ messages, locale }} />}
      </TryAgain>
    </>
  )
}

/** Thanks the buyer by name; a gift is not theirs. */
function titleOf(order: Order, { titles }: ResultMessages, session: SessionState, locale: Locale): string {
  if (order.payment !== 'paid') return titles[order.payment]
  const gift = order.gift_details
  if (gift?.opened_at) return titles.giftOpened
  if (gift?.send_by === 'link') return titles.giftLink
  if (gift)
    return gift.deliver_on && !gift.is_sent
      ? interpolate(titles.giftLater, { date: plannedFor(gift, locale) })
      : titles.gift
  const name = session.state === 'in' ? session.session.firstName : ''
  return name ? interpolate(titles.named, { name }) : titles.paid
}

type ReadyProps = LookProps & { order: Order; isWatched: boolean; session: SessionState }
function Ready({ locale, messages, look, order, isWatched, session }: ReadyProps) {
  const { gift_details: gift, payment } = order
  const isPaidGift = gift && payment === 'paid'
  return (
    <>
      <Outcome {...{ order, locale, messages, session }} />
      {payment === 'paid' && !gift && <PlayNow items={order.product_details} {...{ locale, messages }} />}
      {isOpen(order) && <Watching {...{ messages, look, isWatched }} />}
      {order.is_renewal && <p className="soft">{messages.isRenewal}</p>}
      <dl className="facts">
        <div>
          <dt>{messages.orderId}</dt>
          <dd>{digits(order.id, locale)}</dd>
        </div>
        <OrderFacts {...{ order, locale, messages }} isGiftTold={Boolean(isPaidGift)} />
      </dl>
      <OrderItems items={order.product_details} locale={locale} />
      {isPaidGift && (
        <Late load={loadGiven} failed={alertOffline}>
          {(GivenGift) => <GivenGift {...{ order, locale }} />}
        </Late>
      )}
      <OrderActions {...{ order, locale, messages }} />
      {gift && (payment === 'canceled' || payment === 'failed') && <BackToGift {...{ locale, messages }} />}
      <Ways {...{ locale, messages, session }} isSecond={order.can_repay || payment === 'paid'} />
    </>
  )
}

/** What became of the order; the invoice is one press away. */
function Outcome({ order, locale, messages, session }: Props & Pick<ReadyProps, 'order' | 'session'>) {
  const { gift_details: gift, payment } = order
  return (
    <div role="status" data-payment={payment}>
      <h1>{titleOf(order, messages, session, locale)}</h1>
      <p>
        {gift && payment === 'paid' ? giftText(gift, messages, locale) : messages.texts[payment]}{' '}
        {order.invoice_number !== null && payment === 'paid' && (
          <button
            type="button"
            className="link"
            onClick={() => void openPaper(order, 'invoice', messages.openingDocument)}
          >
            {messages.openInvoice}
          </button>
        )}
      </p>
    </div>
  )
}

function BackToGift({ locale, messages }: Props) {
  return (
    <p className="ways">
      <a className="button quiet" href={pathTo('gift', locale)}>
        {messages.toGift}
      </a>
    </p>
  )
}

function giftText(gift: NonNullable<Order['gift_details']>, { texts }: ResultMessages, locale: Locale): string {
  const { first_name: name, deliver_on: day, is_sent: isSent, opened_at: openedAt } = gift
  if (openedAt) return interpolate(texts.giftOpened, { name })
  if (gift.send_by === 'link') return interpolate(texts.giftLink, { name })
  return day && !isSent
    ? interpolate(texts.giftLater, { name, date: plannedFor(gift, locale) })
    : interpolate(texts.gift, { name })
}

/** The store polls open orders for a while; after that a button asks again. */
function Watching({ messages, look, isWatched }: Omit<LookProps, 'locale'> & { isWatched: boolean }) {
  return (
    <p className="soft">
      {isWatched ? (
        messages.watched
      ) : (
        <button ref={keepFocusOf} type="button" className="link" onClick={() => void look()}>
          {messages.lookAgain}
        </button>
      )}
    </p>
  )
}

/** Guests who give have no library. `isSecond`: another button is the main action of the page. */
function Ways({ locale, messages, session, isSecond = false }: Props & { session: SessionState; isSecond?: boolean }) {
  if (session.state !== 'in') return null
  return (
    <p className="ways">
      <a className={isSecond ? 'button quiet' : 'button'} href={pathTo('library', locale)}>
        {messages.toLibrary}
      </a>
      <a className="button quiet" href={`${pathTo('library', locale)}?tab=orders`}>
        {messages.toOrders}
      </a>
    </p>
  )
}
