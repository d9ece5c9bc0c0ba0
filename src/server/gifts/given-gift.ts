import { deliveryFaults, deliveryMoment } from '#contract/gifts/gifts.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { gifts } from '../db/schema/orders/gifts.ts'
import type { Buyer } from '../http/buyer.ts'
import { bucket, take } from '../http/rate-limits.ts'
import { IS_GIFT_SENT, lockOrder } from '../orders/order-rows.ts'
import type { Failure, RetryAfter } from '../runtime/failure.ts'
import { codeOf, OPENS_AT, resendGift, sendIfDue } from './send-gift.ts'
import { signVoice, VOICE, type FoundVoice } from './voices/gift-voices.ts'

type Dependencies = Pick<AppContext, 'db' | 'encryption' | 'signer' | 'now' | 'wake'>
type Reply = Omit<ReplyOf<typeof endpoints.givenGift>, 'status'>
type Found = Pick<Row<typeof gifts>, 'code_sealed' | 'sent_at' | 'opened_at' | 'redeemed_at' | 'time_zone'> &
  FoundVoice & { send_by: Reply['data']['send_by']; opens_at: Date | null }

/** What became of a gift, for who paid it. Its link opens it for whoever has it, so the giver may send it on. */
export async function givenGift(
  context: Pick<Dependencies, 'db' | 'encryption' | 'signer' | 'now'>,
  { owner }: Buyer,
  token: string,
): Promise<Reply | Failure<'notFound'>> {
  const [found] = await context.db.query<Found>(
    `select g.send_by, g.code_sealed, g.time_zone, ${OPENS_AT} as opens_at, g.sent_at, g.opened_at, g.redeemed_at, ${VOICE.columns}
     from gifts g join orders o on o.id = g.order_id ${VOICE.joins} where o.token = $1 and o.owner = $2 and o.status = 'paid'`,
    [token, owner],
  )
  if (!found) return { fault: 'notFound' }
  const iso = (moment: Date | null) => moment?.toISOString() ?? null
  return {
    data: {
      send_by: found.send_by,
      code: codeOf(context, found.code_sealed) ?? null,
      deliver_at: iso(found.opens_at),
      time_zone: found.time_zone,
      sent_at: iso(found.sent_at),
      opened_at: iso(found.opened_at),
      redeemed_at: iso(found.redeemed_at),
      voice: signVoice(context, found),
    },
  }
}

/** The order of a paid gift of this buyer, locked. */
async function lockGift(inner: Db, { owner }: Buyer, token: string) {
  const [row] = await inner.query<{ id: number }>('select id from orders where token = $1 and owner = $2 and is_gift', [
    token,
    owner,
  ])
  const order = row && (await lockOrder(inner, row.id))
  return order?.status === 'paid' ? order : undefined
}

/** Another day and hour, or none to send at once, until the gift is sent. */
export async function moveGift(
  context: Dependencies,
  buyer: Buyer,
  { token, ...delivery }: InputOf<typeof endpoints.moveGift>,
): Promise<Reply | Failure<'notFound' | 'alreadySent' | 'badInput'>> {
  const zone = delivery.time_zone
  const fields = delivery.deliver_on && !zone ? { time_zone: 'required' } : deliveryFaults(delivery, context.now())
  if (Object.keys(fields).length > 0) return { fault: 'badInput', fields }
  const fault = await context.db.transaction(async (inner) => {
    const order = await lockGift(inner, buyer, token)
    if (!order) return 'notFound'
    const moved = await inner.query(
      `update gifts g set deliver_on = $2, deliver_at = $3, time_zone = $4 where order_id = $1 and not ${IS_GIFT_SENT} returning 1`,
      [order.id, delivery.deliver_on || null, deliveryMoment(delivery) ?? null, (delivery.deliver_on && zone) || null],
    )
    if (moved.length === 0) return 'alreadySent'
    await sendIfDue(inner, context, order.id)
    return undefined
  })
  if (fault) return { fault }
  context.wake()
  return givenGift(context, buyer, token)
}

/** The same mail with the same link once more. */
export async function sendGiftAgain(
  context: Dependencies,
  buyer: Buyer,
  token: string,
): Promise<object | RetryAfter | Failure<'notFound' | 'notSendable'>> {
  const known = await givenGift(context, buyer, token)
  if ('fault' in known) return known
  const retryAfter = await take(context, [bucket(context.encryption, 'giftAgain', token)])
  if (retryAfter) return retryAfter
  const isSent = await context.db.transaction(async (inner) => {
    const order = await lockGift(inner, buyer, token)
    return order !== undefined && resendGift(inner, context, order, { isNew: false })
  })
  if (!isSent) return { fault: 'notSendable' }
  context.wake()
  return {}
}
