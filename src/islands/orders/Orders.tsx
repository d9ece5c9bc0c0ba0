import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Order } from '#contract/orders.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { OrderActs } from '#islands/orders/OrderActions.tsx'
import { OrderFacts } from '#islands/orders/OrderFacts.tsx'
import { OrderItems } from '#islands/orders/OrderItems.tsx'
import type { OrderWords } from '#islands/orders/order-words.ts'
import { resultPath } from '#islands/payments/result-path.ts'
import { $orders, loadMoreOrders, loadOrders, type Orders as State } from '#stores/orders/orders.ts'
import { TryAgain } from '#ui/TryAgain.tsx'
import { More, type MoreWords } from '../library/More.tsx'

type Word =
  | 'orders'
  | 'orders-loading'
  | 'orders-failed'
  | 'no-orders'
  | 'no-orders-text'
  | 'order-of'
  | 'gift-redeemed'
  | 'gift-waiting'
  | 'try-again'
export type OrdersWords = OrderWords & MoreWords & Record<Word | 'gift-for', string>
type Props = { locale: Locale; words: OrdersWords }

const ASKING: State = { state: 'loading' }

/** Every order of the listener, the newest first (OR-2). */
export function Orders({ locale, words }: Props) {
  const now = useStore($orders, { ssr: () => ASKING })
  useEffect(() => void loadOrders(), [])

  if (now.state === 'loading') return <p role="status">{words['orders-loading']}</p>
  if (now.state === 'failed')
    return <TryAgain text={words['orders-failed']} again={words['try-again']} act={loadOrders} />
  const { orders, count, more } = now
  if (orders.length === 0)
    return (
      <div className="empty">
        <p>{words['no-orders']}</p>
        <p className="soft">{words['no-orders-text']}</p>
      </div>
    )
  return (
    <>
      <ul role="list" className="orders">
        {orders.map((order) => (
          <li key={order.id}>
            <OneOrder {...{ order, locale, words }} />
          </li>
        ))}
      </ul>
      <More load={loadMoreOrders} shown={orders.length} {...{ more, count, locale, words }} />
    </>
  )
}

function OneOrder({ order, locale, words }: Props & { order: Order }) {
  const { status, payment } = order
  // The label says it already.
  const isPlain = payment === 'paid' || payment === status
  return (
    <article className="order">
      <header>
        <h3>
          <a href={resultPath(locale, order.order_token, payment)}>
            {fill(words['order-of'], { id: digits(order.id, locale) })}
          </a>
        </h3>
        <p className="status" data-status={status}>
          {words[`status-${status}`]}
        </p>
      </header>
      <OrderItems items={order.product_details} locale={locale} />
      <div>
        {order.is_renewal && <p className="soft">{words['is-renewal']}</p>}
        <dl className="facts">
          <OrderFacts {...{ order, locale, words }} giftNote={giftNote(order, words)} />
          {!isPlain && (
            <div>
              <dt>{words['order-status']}</dt>
              <dd>{words[`payment-${payment}`]}</dd>
            </div>
          )}
        </dl>
      </div>
      <OrderActs {...{ order, locale, words }} />
    </article>
  )
}

function giftNote({ gift_details: gift, payment }: Order, words: OrdersWords): string | undefined {
  if (!gift || payment !== 'paid') return undefined
  return gift.redeemed
    ? fill(words['gift-redeemed'], { name: `${gift.first_name} ${gift.last_name}` })
    : words['gift-waiting']
}
