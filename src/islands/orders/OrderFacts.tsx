import type { Order } from '#contract/orders.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { ordinalDate } from '#i18n/ordinal-date.ts'
import type { OrderWords } from './order-words.ts'
import { amountIn } from '../cart/Sums.tsx'

type Props = {
  order: Order
  locale: Locale
  words: OrderWords & Record<'gift-for', string>
  /** What became of a gift. */ giftNote?: string | undefined
}

/** Parts of a list of facts: when, how much, and for whom it is. */
export function OrderFacts({ order, locale, words, giftNote }: Props) {
  const { gift_details: gift, summary } = order
  return (
    <>
      <div>
        <dt>{words['order-date']}</dt>
        <dd>{ordinalDate(order.created, locale)}</dd>
      </div>
      <div>
        <dt>{words['order-total']}</dt>
        <dd>{amountIn(summary, summary.total, locale)}</dd>
      </div>
      {gift && (
        <div>
          <dt>{words['order-what']}</dt>
          <dd>{fill(words['gift-for'], { name: `${gift.first_name} ${gift.last_name}`, email: gift.email })}</dd>
          {giftNote && <dd className="soft">{giftNote}</dd>}
        </div>
      )}
    </>
  )
}
