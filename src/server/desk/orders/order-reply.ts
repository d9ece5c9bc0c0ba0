import type { DeskOrder, DeskOrderLine } from '#contract/desk/orders.ts'
import type { OrderStory, StoryLine } from '../../payments/decisions/order-story.ts'
import { paidFor } from '../../payments/line-refunds.ts'
import { planNames } from '../../plans/plan-names.ts'

type Translated = Pick<StoryLine, 'translations' | 'isPlan'>

export function namesOf({ translations, isPlan }: Translated): { en?: string; mr?: string } {
  const { en, mr } = isPlan ? planNames(translations) : translations
  return { ...(en && { en: en.name }), ...(mr && { mr: mr.name }) }
}

function lineReply(line: StoryLine, isClosed: boolean): DeskOrderLine {
  return {
    id: line.id,
    names: namesOf(line),
    is_plan: line.isPlan,
    product_id: line.productId,
    taxable: line.price - line.discount,
    tax: line.cgst + line.sgst + line.igst,
    paid: paidFor(line),
    is_returned: isClosed || line.refundId !== null,
  }
}

/** What a refund of the rest returns: nothing while one is under way. */
function refundableOf({ order, attempts, returned }: OrderStory): number {
  const paid = attempts.find(({ state, underWay }) => state === 'paid' && !underWay)
  return order.status === 'paid' && paid ? Math.max(0, paid.amount - returned) : 0
}

function mailsOf({ order, gift, returned }: OrderStory): DeskOrder['mails'] {
  if (order.email === '') return []
  const isPaid = order.status === 'paid'
  return [
    ...(isPaid ? (['receipt'] as const) : []),
    ...(isPaid && gift?.isSent && gift.email !== '' && !gift.isRedeemed ? (['gift'] as const) : []),
    ...(order.status === 'refunded' || returned > 0 ? (['refund'] as const) : []),
  ]
}

/** For a payment that paid another order there is nothing to decide. */
const awaitsDecision = ({ state, underWay, heldFor }: OrderStory['attempts'][number]): boolean =>
  state === 'held' && !underWay && heldFor !== 'usedElsewhere'

/** An order as the desk shows it. */
export function orderReply(story: OrderStory): DeskOrder {
  const { order, gift } = story
  const { id, token, status, currency, total, subtotal, discount, cgst, sgst, igst, email, country, state, locale } =
    order
  return {
    ...{ id, token, status, currency, total, subtotal, discount, cgst, sgst, igst, email, country, state, locale },
    created: order.createdAt.toISOString(),
    is_held: story.attempts.some(awaitsDecision),
    is_gift: order.isGift,
    name: `${order.firstName} ${order.lastName}`.trim(),
    listener: order.userId,
    coupon: order.couponCode,
    lines: story.lines.map((line) => lineReply(line, status === 'refunded')),
    attempts: story.attempts.map(({ underWay, heldFor, ...attempt }) => ({
      ...attempt,
      held_for: heldFor,
      is_under_way: underWay,
    })),
    returned: story.returned,
    refundable: refundableOf(story),
    gift: gift && {
      email: gift.email,
      name: gift.name,
      deliver_on: gift.deliverOn,
      is_sent: gift.isSent,
      is_redeemed: gift.isRedeemed,
    },
    story: story.events.map((event) => ({ ...event, at: event.at.toISOString() })),
    mails: mailsOf(story),
  }
}
