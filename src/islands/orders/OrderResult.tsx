import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Order } from '#contract/orders.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { pathTo } from '#i18n/paths.ts'
import { Failure } from '#islands/accounts/Failure.tsx'
import { toSignIn } from '#islands/accounts/to-sign-in.ts'
import { $result, isOpen, stopWatching, watchOrder, type Result } from '#stores/orders/order-result.ts'
import { $session, type SessionState } from '#stores/accounts/session.ts'
import { TryAgain } from '#ui/TryAgain.tsx'
import { OrderActs } from './OrderActions.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderItems } from './OrderItems.tsx'
import type { OrderWords } from './order-words.ts'

type Word =
  | 'your-order'
  | 'result-loading'
  | 'result-failed'
  | 'try-again'
  | 'to-sign-in'
  | 'unknown'
  | 'unknown-text'
  | 'watched'
  | 'look-again'
  | 'to-orders'
  | 'to-library'
  | 'gift-for'
  | 'text-gift'
type Told = Order['payment']
export type ResultWords = OrderWords & Record<Word | `title-${Told}` | `text-${Told}`, string>
type Props = { locale: Locale; words: ResultWords }

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

/** What became of an order (OR-1). The address says what a gateway hoped for; what is shown here is what the server says. */
export function OrderResult({ locale, words }: Props) {
  const now = useStore($result, { ssr: () => ASKING })
  const look = () => watchOrder(tokenInPath())
  useEffect(() => {
    void watchOrder(tokenInPath())
    return stopWatching
  }, [])
  useEffect(() => {
    if (now.state === 'out') toSignIn(locale)
    if (now.state === 'ready') document.title = words[`title-${now.order.payment}`]
  }, [now, locale, words])

  if (now.state === 'loading' || now.state === 'out')
    return (
      <>
        <h1>{words['your-order']}</h1>
        <p role="status">{words[now.state === 'out' ? 'to-sign-in' : 'result-loading']}</p>
      </>
    )
  if (now.state === 'failed')
    return (
      <>
        <h1>{words['your-order']}</h1>
        <TryAgain text={words['result-failed']} again={words['try-again']} act={look}>
          {now.fault === 'tooMany' && <Failure failure={now.fault} wait={now.seconds} {...{ words, locale }} />}
        </TryAgain>
      </>
    )
  if (now.state === 'unknown')
    return (
      <>
        <h1>{words.unknown}</h1>
        <p>{words['unknown-text']}</p>
        <Ways {...{ locale, words }} />
      </>
    )
  const { order, isWatched } = now
  const { gift_details: gift } = order
  return (
    <>
      <div role="status" data-payment={order.payment}>
        <h1>{words[`title-${order.payment}`]}</h1>
        <p>
          {gift && order.payment === 'paid'
            ? fill(words['text-gift'], { name: gift.first_name })
            : words[`text-${order.payment}`]}
        </p>
      </div>
      {isOpen(order) && (
        <p className="soft">
          {isWatched ? (
            words.watched
          ) : (
            <button type="button" className="link" onClick={() => void look()}>
              {words['look-again']}
            </button>
          )}
        </p>
      )}
      {order.is_renewal && <p className="soft">{words['is-renewal']}</p>}
      <dl className="facts">
        <div>
          <dt>{words['order-id']}</dt>
          <dd>{digits(order.id, locale)}</dd>
        </div>
        <OrderFacts {...{ order, locale, words }} />
      </dl>
      <OrderItems items={order.product_details} locale={locale} />
      <OrderActs {...{ order, locale, words }} />
      <Ways {...{ locale, words }} isSecond={order.can_repay} />
    </>
  )
}

/** A guest who gives has no library. `isSecond`: paying anew is what the page is for. */
function Ways({ locale, words, isSecond = false }: Props & { isSecond?: boolean }) {
  const session = useStore($session, { ssr: () => UNKNOWN })
  if (session.state !== 'in') return null
  return (
    <p className="ways">
      <a className={isSecond ? 'button quiet' : 'button'} href={pathTo('library', locale)}>
        {words['to-library']}
      </a>
      <a className="button quiet" href={`${pathTo('library', locale)}?tab=orders`}>
        {words['to-orders']}
      </a>
    </p>
  )
}
