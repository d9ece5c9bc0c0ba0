import { brand } from '#brand/brand.ts'
import { priceLines, SAC } from '#contract/cart.ts'
import { currencyOf, priceIn, type Currency } from '#contract/money/money.ts'
import type { Locale } from '#contract/text/locale.ts'
import { GST } from '#contract/money/tax.ts'
import { newToken } from '../accounts/sessions.ts'
import type { Party } from '../cart/buyers.ts'
import { discountable, sumOfCart, type CartContent } from '../cart/cart-reply.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { orders } from '../db/schema/orders/orders.ts'
import type { Buyer } from '../http/buyer.ts'

export type Recipient = {
  email: string
  firstName: string
  lastName: string
  mobile: string
  country: string
  message: string
  /** YYYY-MM-DD; null: as soon as it is paid. */
  deliverOn: string | null
  /** The moment of the day and hour on the clocks of `timeZone`. */
  deliverAt: Date | null
  timeZone: string | null
  sendBy: string
  occasion: string
  voiceId: string | null
  spoken: string
}
/** Everything that a new order stores. */
export type OrderDraft = {
  content: CartContent
  party: Party
  recipient?: Recipient
  locale: Locale
  replacesId?: number
  cartId: number | null
  /** Of the network that places the order, when the proxy names it. */
  networkCountry?: string | undefined
}

const LIFE_MS = 3_600_000
/** An order that nobody pays holds the last use of a coupon for minutes only. */
const COUPON_LIFE_MS = 10 * 60_000

/** Stores an order with its lines, and the recipient of a gift. Returns its id. */
export async function insertOrder(
  inner: Db,
  now: Date,
  buyer: Buyer,
  draft: OrderDraft,
  fingerprint: Buffer,
  holdsCoupon: boolean,
): Promise<number> {
  const { content, party, locale, cartId, replacesId, recipient, networkCountry } = draft
  const row = {
    token: newToken(),
    user_id: buyer.userId,
    gifter_id: buyer.giverId,
    cart_id: cartId,
    fingerprint,
    replaces_id: replacesId ?? null,
    is_gift: recipient !== undefined,
    locale,
    ...buyerColumns(party),
    ...moneyColumns(content, party),
    coupon_id: content.coupon?.id ?? null,
    coupon_code: content.coupon?.code ?? null,
    holds_coupon: holdsCoupon,
    created_at: now,
    expires_at: new Date(now.getTime() + (holdsCoupon ? COUPON_LIFE_MS : LIFE_MS)),
    last_subscription_id: await lastSubscriptionOf(inner, buyer),
    network_country: networkCountry ?? null,
  }
  const id = await insertRow(inner, 'orders', row)
  await insertLines(inner, id, draft, currencyOf(party.country))
  if (recipient) await insertGift(inner, id, recipient)
  return id
}

async function lastSubscriptionOf(inner: Db, { userId }: Buyer): Promise<number> {
  const [last] = await inner.query<{ id: number }>(
    'select coalesce(max(id), 0) as id from subscriptions where user_id = $1',
    [userId],
  )
  return last?.id ?? 0
}

function buyerColumns({ email, firstName, lastName, mobile, country, state }: Party) {
  const taxPlace = { country, state: country === 'IN' ? state : '', seller_state: brand.gstState, gst_rate: GST.IGST }
  return { email, first_name: firstName, last_name: lastName, mobile, ...taxPlace }
}

function moneyColumns(content: CartContent, party: Party) {
  const { subtotal, discount, taxes, total } = sumOfCart(content, party)
  const tax = (component: string) => taxes.find((line) => line.component === component)?.amount ?? 0
  return {
    currency: currencyOf(party.country),
    subtotal,
    discount,
    cgst: tax('CGST'),
    sgst: tax('SGST'),
    igst: tax('IGST'),
    total,
  }
}

/** Column names go into the SQL text: they must never come from a request. */
async function insertRow(inner: Db, table: 'orders' | 'order_lines', row: Record<string, unknown>): Promise<number> {
  const names = Object.keys(row)
  const parameters = names.map((_, at) => `$${at + 1}`)
  const [inserted] = await inner.query<Pick<Row<typeof orders>, 'id'>>(
    `insert into ${table} (${names.join(', ')}) values (${parameters.join(', ')}) returning id`,
    Object.values(row),
  )
  if (!inserted) throw new Error(`no row was inserted into ${table}`)
  return inserted.id
}

async function insertLines(
  inner: Db,
  orderId: number,
  { content, party }: OrderDraft,
  currency: Currency,
): Promise<void> {
  const prices = content.items.map((item) => priceIn(currency, item))
  const lines = priceLines(prices, sumOfCart(content, party), discountable(content, currency))
  for (const [position, item] of content.items.entries()) {
    const line = lines[position]
    if (!line) continue
    await insertRow(inner, 'order_lines', {
      order_id: orderId,
      position,
      variant: item.variant,
      product_id: item.isPlan ? null : item.id,
      plan_id: item.isPlan ? item.id : null,
      translations: item.translations,
      days: item.days,
      sac: SAC,
      price: line.price,
      discount: line.discount,
      cgst: line.taxes.CGST,
      sgst: line.taxes.SGST,
      igst: line.taxes.IGST,
    })
  }
}

async function insertGift(inner: Db, orderId: number, to: Recipient): Promise<void> {
  await inner.query(
    `insert into gifts (order_id, email, first_name, last_name, mobile, country, message, deliver_on, deliver_at, time_zone, send_by, occasion, voice_id, spoken)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[orderId, to.email, to.firstName, to.lastName, to.mobile, to.country, to.message, to.deliverOn],
      ...[to.deliverAt, to.timeZone, to.sendBy, to.occasion, to.voiceId, to.spoken],
    ],
  )
}
