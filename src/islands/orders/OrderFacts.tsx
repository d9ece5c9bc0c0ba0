import type { Order } from '#contract/orders.ts'
import type { Locale } from '#contract/locale.ts'
import { nameOrEnglish } from '#contract/translation.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { list } from '#i18n/format.ts'
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
  const { gift_details: gift, summary, returned } = order
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
      {returned && (
        <div>
          <dt>{messages.returned}</dt>
          <dd>
            {interpolate(messages.returnedItems, {
              amount: amountIn(summary, returned.amount, locale),
              items: list(
                returned.items.map((item) => nameOrEnglish(item, locale)),
                locale,
              ),
            })}
          </dd>
        </div>
      )}
      {gift && <GiftFacts {...{ gift, locale, messages, giftNote }} />}
    </>
  )
}

type GiftProps = Omit<Props, 'order'> & { gift: NonNullable<Order['gift_details']> }

function GiftFacts({ gift, locale, messages, giftNote }: GiftProps) {
  const { is_sent: isSent, opened_at: openedAt } = gift
  // A link is sent by its giver; what became of it stands on the page of the order.
  const day = gift.send_by === 'link' ? undefined : (isSent && gift.sent_at) || gift.deliver_on
  return (
    <div>
      <dt>{messages.orderWhat}</dt>
      <dd>
        {interpolate(gift.send_by === 'link' ? messages.giftForLink : messages.giftFor, {
          name: `${gift.first_name} ${gift.last_name}`,
          email: gift.email,
        })}
      </dd>
      {day && (
        <dd className="soft">
          {interpolate(messages[isSent ? 'giftSent' : 'giftLater'], { date: ordinalDate(day, locale) })}
        </dd>
      )}
      {openedAt && (
        <dd className="soft">{interpolate(messages.giftOpened, { date: ordinalDate(openedAt, locale) })}</dd>
      )}
      {giftNote && <dd className="soft">{giftNote}</dd>}
    </div>
  )
}
