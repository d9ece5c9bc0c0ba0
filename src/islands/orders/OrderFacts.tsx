import type { Order } from '#contract/orders.ts'
import type { Locale } from '#contract/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { ordinalDate } from '#i18n/ordinal-date.ts'
import type { OrderMessages } from './order-messages.ts'
import { amountIn } from '../cart/Sums.tsx'

type Props = {
  order: Order
  locale: Locale
  messages: OrderMessages
  /** What became of a gift. */ giftNote?: string | undefined
}

/** Entries of a `<dl>`: date, total and recipient of an order. */
export function OrderFacts({ order, locale, messages, giftNote }: Props) {
  const { gift_details: gift, summary } = order
  return (
    <>
      <div>
        <dt>{messages.orderDate}</dt>
        <dd>{ordinalDate(order.created, locale)}</dd>
      </div>
      <div>
        <dt>{messages.orderTotal}</dt>
        <dd>{amountIn(summary, summary.total, locale)}</dd>
      </div>
      {gift && (
        <div>
          <dt>{messages.orderWhat}</dt>
          <dd>{interpolate(messages.giftFor, { name: `${gift.first_name} ${gift.last_name}`, email: gift.email })}</dd>
          {giftNote && <dd className="soft">{giftNote}</dd>}
        </div>
      )}
    </>
  )
}
