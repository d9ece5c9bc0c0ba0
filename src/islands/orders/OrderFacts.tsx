import type { Order } from '#contract/orders/orders.ts'
import type { Locale } from '#contract/text/locale.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { list } from '#i18n/format.ts'
import { momentIn } from '#i18n/dates/moment-in.ts'
import { ordinalDate } from '#i18n/ordinal-date.ts'
import type { OrderMessages } from './order-messages.ts'
import { amountIn } from '../cart/Sums.tsx'

type Props = {
  order: Order
  locale: Locale
  messages: OrderMessages
  /** What became of a gift. */ giftNote?: string | undefined
  /** The whole story of the gift stands below. */ isGiftTold?: boolean
}

/** Entries of a `<dl>`: date, total and recipient of an order. */
export function OrderFacts({ order, locale, messages, giftNote, isGiftTold = false }: Props) {
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
      {gift && <GiftFacts {...{ gift, locale, messages, giftNote, isGiftTold }} />}
    </>
  )
}

type GiftProps = Omit<Props, 'order'> & { gift: NonNullable<Order['gift_details']> }

type Gift = GiftProps['gift']

/** When a gift goes out: with its hour and zone, when it has them. */
export const plannedFor = ({ deliver_at: moment, time_zone: zone, deliver_on: day }: Gift, locale: Locale): string =>
  moment && zone ? momentIn(moment, locale, zone) : day ? ordinalDate(day, locale) : ''

/** Without an address when the gift was redeemed by an account that is erased. */
function recipientOf(
  { first_name: first, last_name: last, email, send_by: way }: Gift,
  messages: GiftProps['messages'],
): string {
  const name = `${first} ${last}`.trim()
  if (way === 'link') return interpolate(messages.giftForLink, { name })
  return email ? interpolate(messages.giftFor, { name, email }) : name
}

function GiftFacts({ gift, locale, messages, giftNote, isGiftTold }: GiftProps) {
  const { is_sent: isSent, sent_at: sentAt, opened_at: openedAt, time_zone: zone } = gift
  const on = (moment: string) => momentIn(moment, locale, zone ?? undefined)
  // A link is sent by its giver; what became of it stands on the page of the order.
  const day = gift.send_by === 'link' ? '' : isSent && sentAt ? on(sentAt) : plannedFor(gift, locale)
  return (
    <div>
      <dt>{messages.orderWhat}</dt>
      <dd>{recipientOf(gift, messages)}</dd>
      {day && !isGiftTold && (
        <dd className="soft">{interpolate(messages[isSent ? 'giftSent' : 'giftLater'], { date: day })}</dd>
      )}
      {openedAt && !isGiftTold && <dd className="soft">{interpolate(messages.giftOpened, { date: on(openedAt) })}</dd>}
      {giftNote && <dd className="soft">{giftNote}</dd>}
    </div>
  )
}
