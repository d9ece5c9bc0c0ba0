import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Order } from '#contract/orders.ts'
import type { Locale } from '#contract/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { digits } from '#i18n/format.ts'
import { pathTo } from '#i18n/paths.ts'
import { Failure } from '#islands/accounts/Failure.tsx'
import { toSignIn } from '#islands/accounts/to-sign-in.ts'
import { $result, isOpen, stopWatching, watchOrder, type Result } from '#stores/orders/order-result.ts'
import { $session, type SessionState } from '#stores/accounts/session.ts'
import { TryAgain } from '#ui/TryAgain.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderItems } from './OrderItems.tsx'
import type { OrderMessages } from './order-messages.ts'

type ResultMessages = OrderMessages &
  Messages['orders']['result'] &
  Messages['accounts']['guest'] &
  Messages['ui']['actions']
type Props = { locale: Locale; messages: ResultMessages }

const ASKING: Result = { state: 'loading' }
const UNKNOWN: SessionState = { state: 'unknown' }

/** `/payment-…/{token}/`. */
function tokenInPath(): string {
  const [, token = ''] = /\/payment-(?:success|cancel|failure)\/([^/]+)/.exec(location.pathname) ?? []
  try {
    return decodeURIComponent(token)
  } catch {
    return 'unknown'
  }
}

/** Shows the state of an order (OR-1). The path only says where the gateway redirected to, so the state always comes from the server. */
export function OrderResult({ locale, messages }: Props) {
  const now = useStore($result, { ssr: () => ASKING })
  const look = () => watchOrder(tokenInPath())
  useEffect(() => {
    void watchOrder(tokenInPath())
    return stopWatching
  }, [])
  useEffect(() => {
    if (now.state === 'out') toSignIn(locale)
    if (now.state === 'ready') document.title = messages.titles[now.order.payment]
  }, [now, locale, messages])

  if (now.state === 'failed') return <Failed {...{ locale, messages, look }} failed={now} />
  if (now.state === 'unknown')
    return (
      <>
        <h1>{messages.unknown}</h1>
        <p>{messages.unknownText}</p>
        <Ways {...{ locale, messages }} />
      </>
    )
  if (now.state === 'ready') return <Ready {...{ locale, messages, look }} {...now} />
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

function Ready({ locale, messages, look, order, isWatched }: LookProps & { order: Order; isWatched: boolean }) {
  const { gift_details: gift, payment } = order
  const isPaidGift = gift && payment === 'paid'
  return (
    <>
      <div role="status" data-payment={payment}>
        <h1>{messages.titles[payment]}</h1>
        <p>{isPaidGift ? interpolate(messages.texts.gift, { name: gift.first_name }) : messages.texts[payment]}</p>
      </div>
      {isOpen(order) && <Watching {...{ messages, look, isWatched }} />}
      {order.is_renewal && <p className="soft">{messages.isRenewal}</p>}
      <dl className="facts">
        <div>
          <dt>{messages.orderId}</dt>
          <dd>{digits(order.id, locale)}</dd>
        </div>
        <OrderFacts {...{ order, locale, messages }} />
      </dl>
      <OrderItems items={order.product_details} locale={locale} />
      <OrderActions {...{ order, locale, messages }} />
      <Ways {...{ locale, messages }} isSecond={order.can_repay} />
    </>
  )
}

/** The store polls open orders for a while; after that a button asks again. */
function Watching({ messages, look, isWatched }: Omit<LookProps, 'locale'> & { isWatched: boolean }) {
  return (
    <p className="soft">
      {isWatched ? (
        messages.watched
      ) : (
        <button type="button" className="link" onClick={() => void look()}>
          {messages.lookAgain}
        </button>
      )}
    </p>
  )
}

/** Guests who give have no library. `isSecond`: another button is the main action of the page. */
function Ways({ locale, messages, isSecond = false }: Props & { isSecond?: boolean }) {
  const session = useStore($session, { ssr: () => UNKNOWN })
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
