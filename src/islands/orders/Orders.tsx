import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { digits } from '#i18n/format.ts'
import { OrderActions } from '#islands/orders/OrderActions.tsx'
import { OrderFacts } from '#islands/orders/OrderFacts.tsx'
import { OrderItems } from '#islands/orders/OrderItems.tsx'
import type { OrderMessages } from '#islands/orders/order-messages.ts'
import { resultPath } from '#islands/payments/result-path.ts'
import { $orders, loadMoreOrders, loadOrders, type Orders as State } from '#stores/orders/orders.ts'
import { TryAgain } from '#ui/TryAgain.tsx'
import type { MoreMessages } from '../library/library-messages.ts'
import { LoadMore } from '../library/LoadMore.tsx'

export type OrdersMessages = OrderMessages & MoreMessages & Messages['orders']['list'] & Messages['ui']['actions']
type Props = { locale: Locale; messages: OrdersMessages }

const ASKING: State = { state: 'loading' }

/** Every order of the listener, the newest first [OR-2]. */
export function Orders({ locale, messages }: Props) {
  const now = useStore($orders, { ssr: () => ASKING })
  useEffect(() => void loadOrders(), [])

  if (now.state === 'loading') return <p role="status">{messages.ordersLoading}</p>
  if (now.state === 'failed')
    return <TryAgain text={messages.ordersFailed} label={messages.tryAgain} retry={loadOrders} />
  const { orders, count, more } = now
  if (orders.length === 0)
    return (
      <div className="empty">
        <p>{messages.noOrders}</p>
        <p className="soft">{messages.noOrdersText}</p>
      </div>
    )
  return (
    <>
      <ul role="list" className="orders">
        {orders.map((order) => (
          <li key={order.id}>
            <OneOrder {...{ order, locale, messages }} />
          </li>
        ))}
      </ul>
      <LoadMore load={loadMoreOrders} shown={orders.length} {...{ more, count, locale, messages }} />
    </>
  )
}

function OneOrder({ order, locale, messages }: Props & { order: Order }) {
  const { status, payment } = order
  // The status label shows it already.
  const isPlain = payment === 'paid' || payment === status
  return (
    <article className="order">
      <header>
        <h3>
          <a href={resultPath(locale, order.order_token, payment)}>
            {interpolate(messages.orderOf, { id: digits(order.id, locale) })}
          </a>
        </h3>
        <p className="status" data-status={status}>
          {messages.statuses[status]}
        </p>
      </header>
      <OrderItems items={order.product_details} locale={locale} />
      <div>
        {order.is_renewal && <p className="soft">{messages.isRenewal}</p>}
        <dl className="facts">
          <OrderFacts {...{ order, locale, messages }} giftNote={giftNote(order, messages)} />
          {!isPlain && (
            <div>
              <dt>{messages.orderStatus}</dt>
              <dd>{messages.payments[payment]}</dd>
            </div>
          )}
        </dl>
      </div>
      <OrderActions {...{ order, locale, messages }} />
    </article>
  )
}

function giftNote({ gift_details: gift, payment }: Order, messages: OrdersMessages): string | undefined {
  if (!gift || payment !== 'paid') return undefined
  if (gift.redeemed) return interpolate(messages.giftRedeemed, { name: `${gift.first_name} ${gift.last_name}` })
  return gift.opened_at ? messages.giftOpenedOnly : messages.giftWaiting
}
