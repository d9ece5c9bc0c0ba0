import { createHash } from 'node:crypto'
import { validate } from 'superstruct'
import { faultsOf, MESSAGE_MAX } from '#contract/fields/fields.ts'
import { currencyOf } from '#contract/money/money.ts'
import { deliveryFaults, deliveryMoment, GiftRecipient } from '#contract/gifts/gifts.ts'
import { isPhone, phoneOf } from '#contract/fields/phone.ts'
import { lengthOf, plainText } from '#contract/text/plain-text.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { orders } from '../db/schema/orders/orders.ts'
import type { Failure, RetryAfter } from '../runtime/failure.ts'
import { bucket, take } from '../http/rate-limits.ts'
import type { Buyer } from '../http/buyer.ts'
import type { ClientInfo } from '../http/register-endpoint.ts'
import type { AppContext } from '../context.ts'
import { canOrder, partyOf, rememberNetworkCountry, type Party } from '../cart/buyers.ts'
import type { CartContent } from '../cart/cart-reply.ts'
import { contentOf, lockCart, ownsAny } from '../cart/carts.ts'
import { fulfil } from './fulfilment.ts'
import { insertOrder, type OrderDraft, type Recipient } from './insert-order.ts'
import { lockListener } from './locks.ts'
import { closeUnpaidOrder, lockCouponsOf, lockOrder, reserveCoupon, type OrderRow } from './order-rows.ts'
import { closeOverlapping, ownedLines } from './owned-lines.ts'

export type OrderDependencies = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'fulfillers'>
type Input = InputOf<typeof endpoints.createOrder>
type Created = { data: { order_token: string; is_paid: boolean } }
type Fault = 'notFound' | 'emptyCart' | 'profileIncomplete' | 'stateMissing' | 'alreadyOwned' | 'coupon'

/** Cart, buyer and amounts come from the database. The request gives only names, recipient and message [CK-5]. */
export async function createOrder(
  context: OrderDependencies,
  buyer: Buyer,
  input: Input,
  client: ClientInfo,
): Promise<Created | RetryAfter | Failure<Fault | 'badInput'>> {
  const message = plainText(input.message ?? '')
  const [error] = input.gift_order ? validate({ ...input, message }, GiftRecipient) : []
  if (error) return { fault: 'badInput', fields: faultsOf(error) }
  const giftFault = input.gift_order ? faultOfGift(input, context.now()) : undefined
  if (giftFault) return { fault: 'badInput', fields: giftFault }
  if (!input.gift_order && input.email === '') return { fault: 'badInput', fields: { email: 'required' } }
  if (!input.gift_order && !isPhone(input.mobile, input.country))
    return { fault: 'badInput', fields: { mobile: 'mobile' } }
  if (lengthOf(message) > MESSAGE_MAX) return { fault: 'badInput', fields: { message: 'tooLong' } }
  const retryAfter = await take(context, [bucket(context.encryption, 'orderOwner', buyer.owner)])
  if (retryAfter) return retryAfter
  await rememberNetworkCountry(context.db, buyer, client.country)
  const created = await context.db.transaction((inner) =>
    orderCart(inner, context, buyer, { ...input, message }, client),
  )
  if ('data' in created && created.data.is_paid) context.wake()
  return created
}

function faultOfGift(input: Input, now: Date): Record<string, string> | undefined {
  const { mobile, country, email, send_by: way } = input
  const faults = {
    ...((mobile !== '' || way !== 'link') &&
      !isPhone(mobile, country) && { mobile: mobile ? 'giftMobile' : 'required' }),
    ...(email === '' && way !== 'link' && { email: 'required' }),
    ...deliveryFaults(input, now),
  }
  return Object.keys(faults).length > 0 ? faults : undefined
}

async function orderCart(
  inner: Db,
  context: OrderDependencies,
  buyer: Buyer,
  input: Input & { message: string },
  client: ClientInfo,
): Promise<Created | Failure<Fault | 'badInput'>> {
  const now = context.now()
  const row = await lockCart(inner, buyer, input.cart_token)
  if (!row || row.isGift !== input.gift_order)
    return (await paidOrderOf(inner, buyer, input.cart_token)) ?? { fault: 'notFound' }
  await lockOpenOrderOf(inner, row.id)
  await lockListener(inner, buyer.userId)
  const profile = await partyOf(inner, buyer)
  const content = await contentOf(inner, now, row, currencyOf(profile.country))
  const fault = await checkContent(inner, buyer, content, profile)
  if (fault) return { fault }
  if (!(await hasVoice(inner, buyer, input))) return { fault: 'badInput', fields: { voice: 'voiceGone' } }
  const { first_name: firstName, last_name: lastName, mobile } = input
  const party = input.gift_order ? profile : { ...profile, firstName, lastName, mobile: profile.mobile || mobile }
  const variants = content.items.map(({ variant }) => variant)
  await lockCouponsOf(inner, buyer.owner, content.coupon?.id)
  if (!input.gift_order) await closeOverlapping(inner, buyer.owner, variants, { cartId: row.id })
  const order = await placeOrder(inner, context, buyer, {
    content,
    party,
    ...(input.gift_order && { recipient: recipientIn(input) }),
    locale: client.locale,
    cartId: row.id,
    networkCountry: client.country,
  })
  if (order !== 'coupon') return { data: { order_token: order.token, is_paid: order.status === 'paid' } }
  await dropCoupon(inner, row.id)
  return { fault: 'coupon' }
}

/** A voice that the buyer uploaded, or none. */
async function hasVoice(inner: Db, { owner }: Buyer, { gift_order: isGift, voice }: Input): Promise<boolean> {
  if (!isGift || !voice) return true
  const found = await inner.query('select 1 from gift_voices where id = $1 and owner = $2 for share', [voice, owner])
  return found.length > 0
}

function recipientIn(input: Input & { message: string }): Recipient {
  const { email, first_name: firstName, last_name: lastName, mobile, country, message, deliver_on: day } = input
  return {
    ...{ email, firstName, lastName, country, message },
    mobile: phoneOf(mobile, country) ?? mobile,
    deliverOn: day || null,
    deliverAt: deliveryMoment(input) ?? null,
    timeZone: (day && input.time_zone) || null,
    sendBy: input.send_by ?? 'mail',
    occasion: input.occasion ?? 'thought',
    voiceId: input.voice || null,
    spoken: input.voice ? (input.spoken ?? '') : '',
  }
}

/** Before the lock on the listener: `placeOrder` changes this order, and a settlement may hold it. */
async function lockOpenOrderOf(inner: Db, cartId: number): Promise<void> {
  await inner.query(`select id from orders where cart_id = $1 and status = 'open' for update`, [cartId])
}

/** Why no order can be made. A coupon that ended meanwhile is taken from the cart. */
async function checkContent(
  inner: Db,
  buyer: Buyer,
  { row, items, coupon }: CartContent,
  party: Party,
): Promise<Fault | undefined> {
  if (items.length === 0) return 'emptyCart'
  if (party.country === 'IN' && !canOrder({ ...party, isComplete: true })) return 'stateMissing'
  if (!canOrder(party)) return 'profileIncomplete'
  if (!row.isGift && (await ownsAny(inner, buyer, items))) return 'alreadyOwned'
  if (row.couponId === null || coupon) return undefined
  await dropCoupon(inner, row.id)
  return 'coupon'
}

/** The buyer gets the fault once: the next order of this cart has no coupon. */
async function dropCoupon(inner: Db, cartId: number): Promise<void> {
  await inner.query('update carts set coupon_id = null where id = $1', [cartId])
}

/** Answers a repeated request after the payment. */
async function paidOrderOf(inner: Db, { owner }: Buyer, cartToken: string): Promise<Created | undefined> {
  const [order] = await inner.query<Pick<Row<typeof orders>, 'token'>>(
    `select o.token from carts c join orders o on o.cart_id = c.id where c.token = $1 and c.owner = $2 and o.status = 'paid' order by o.id desc limit 1`,
    [cartToken, owner],
  )
  return order && { data: { order_token: order.token, is_paid: true } }
}

/** Makes the order, and fulfils a free one. An open order of the same cart stays if its content is the same, and is cancelled otherwise. */
export async function placeOrder(
  inner: Db,
  context: OrderDependencies,
  buyer: Buyer,
  draft: OrderDraft,
): Promise<OrderRow | 'coupon'> {
  const fingerprint = fingerprintOf(draft)
  const [open] = await inner.query<Pick<Row<typeof orders>, 'id' | 'fingerprint' | 'expires_at'>>(
    `select id, fingerprint, expires_at from orders where status = 'open' and (cart_id = $1 or replaces_id = $2) for update`,
    [draft.cartId, draft.replacesId ?? null],
  )
  if (open && open.fingerprint.equals(fingerprint) && open.expires_at > context.now()) {
    const order = await lockOrder(inner, open.id)
    if ((await ownedLines(inner, order)).size === 0) return order
  }
  if (open) await closeUnpaidOrder(inner, open.id, 'cancelled')
  const { coupon } = draft.content
  const reservation = coupon ? await reserveCoupon(inner, coupon.id, buyer.owner) : 'unlimited'
  if (reservation === 'usedUp') return 'coupon'
  const id = await insertOrder(inner, context.now(), buyer, draft, fingerprint, reservation === 'reserved')
  const order = await lockOrder(inner, id)
  if (order.total > 0) return order
  await inner.query(
    `insert into payment_attempts (order_id, gateway, key, amount, currency, state, created_at) values ($1, 'free', $2, 0, $3, 'paid', $4)`,
    [id, order.token, order.currency, context.now()],
  )
  await fulfil(inner, context, order)
  return lockOrder(inner, id)
}

function fingerprintOf({ content, party, recipient, locale }: OrderDraft): Buffer {
  const lines = content.items.map(({ variant, priceInr, priceUsd }) => [variant, priceInr, priceUsd])
  return createHash('sha256')
    .update(JSON.stringify([lines, content.coupon ?? null, party, recipient ?? null, locale]))
    .digest()
}
