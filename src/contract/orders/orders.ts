import {
  array,
  boolean,
  enums,
  integer,
  nullable,
  number,
  object,
  optional,
  string,
  type,
  type Infer,
} from 'superstruct'
import { audioTypes } from '../catalog/audio-type.ts'
import { Picture } from '../catalog/catalog.ts'
import { endpoint } from '../http/endpoint.ts'
import { Amount, CURRENCIES, OrderCurrency } from '../money/money.ts'
import { CustomTranslation, Named } from '../text/translation.ts'
import { Id, OffsetPage, status, textUpTo } from '../fields/wire-fields.ts'

/** Items and totals, shared by carts, orders and gifts. */

const TaxLine = type({ component: enums(['CGST', 'SGST', 'IGST']), percent: number(), amount: Amount })
/** An item of a cart or an order. A plan has `days` and no picture. */
export const Item = {
  id: integer(),
  name: string(),
  custom_translation: CustomTranslation,
  images: type({ image1: nullable(string()), image2: nullable(string()), image3: nullable(string()) }),
  cover: nullable(Picture),
  subscription_product: boolean(),
  product_type: enums(['subscription_product', ...audioTypes]),
  /** Empty for a plan. */
  product_slug: string(),
  days: nullable(integer()),
}
/** Totals in the buyer's currency. */
export const Summary = type({
  currency: enums(CURRENCIES),
  subtotal: Amount,
  discount: Amount,
  taxes: array(TaxLine),
  total: Amount,
})

/** Endpoints of orders and invoices. */

const ORDER_STATUSES = ['unfulfilled', 'fulfilled', 'canceled', 'failed', 'refunded'] as const
/** `pending`: the gateway has not decided. `held`: an operator must decide. */
const PAYMENT_STATES = ['none', 'pending', 'paid', 'failed', 'canceled', 'held', 'refunded'] as const
const Order = type({
  id: integer(),
  order_token: string(),
  status: enums(ORDER_STATUSES),
  payment: enums(PAYMENT_STATES),
  /** `regenerateOrder` accepts this order. */
  can_repay: boolean(),
  /** ISO time. */
  created: string(),
  /** The amount in the other currency is 0.00. */
  total_gross: Amount,
  total_gross_inr: Amount,
  order_currency: OrderCurrency,
  summary: Summary,
  voucher_code: nullable(string()),
  product_details: array(type(Item)),
  gift_order: boolean(),
  /** The order contains a plan. */
  is_subscribed: boolean(),
  gift_details: nullable(
    type({
      first_name: string(),
      last_name: string(),
      email: string(),
      message: string(),
      redeemed: boolean(),
      deliver_on: optional(nullable(string())),
      is_sent: optional(boolean()),
      send_by: optional(enums(['mail', 'link'])),
      deliver_at: optional(nullable(string())),
      time_zone: optional(nullable(string())),
      sent_at: optional(nullable(string())),
      opened_at: optional(nullable(string())),
      redeemed_at: optional(nullable(string())),
    }),
  ),
  /** Debited by an auto-renewal. */
  is_renewal: boolean(),
  /** Null until it is paid. */
  invoice_number: nullable(string()),
  /** The part of a paid order that went back, with the numbers of its credit notes. */
  returned: nullable(type({ amount: Amount, items: array(Named), numbers: optional(array(string())) })),
})
export type Order = Infer<typeof Order>
export const orderDetails = endpoint({
  auth: 'buyer',
  method: 'GET',
  path: '/api/order-details/:token/',
  input: object({ token: textUpTo(200) }),
  reply: type({ status, data: array(Order) }),
  faults: ['notFound'],
  summary: 'One order with its current state',
})
export const myOrders = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/my-orders/',
  input: OffsetPage,
  reply: type({ status, data: array(Order), count: integer() }),
  summary: 'Orders, ten at a time, the newest first',
})
/** What the buyer has to agree to before an order is placed again. */
const RepayQuestion = type({
  /** Sent back as `agreed`: agrees to exactly this question. */
  key: string(),
  /** A plan that runs or will run, though the order holds one. */
  plan: nullable(type({ ...Named.schema, bought_at: string(), is_same: boolean(), is_gift: boolean() })),
  /** Titles that the new order leaves out. */
  owned: array(Named),
})
export type RepayQuestion = Infer<typeof RepayQuestion>
export const regenerateOrder = endpoint({
  auth: 'buyer',
  method: 'POST',
  path: '/api/v1/order-new/regenerate-order/',
  input: object({ order_number: Id, agreed: optional(textUpTo(64)) }),
  /** Either a token or a question. */
  reply: type({
    status,
    new_order_token: nullable(string()),
    /** Of the new order: the buyer may have moved since the old one. */
    order_currency: nullable(OrderCurrency),
    question: nullable(RepayQuestion),
  }),
  faults: ['notFound', 'notRepayable', 'profileIncomplete', 'alreadyOwned'],
  idempotent: true,
  summary: 'A new order, at the prices of today and without what the buyer has, for a cancelled or failed one',
})
export const invoice = endpoint({
  auth: 'buyer',
  method: 'GET',
  path: '/api/v1/invoice/:token/',
  /** `number`: one of several credit notes for parts; the first without it. */
  input: object({
    token: textUpTo(200),
    kind: optional(enums(['invoice', 'credit', 'part'])),
    number: optional(textUpTo(16)),
  }),
  /** The address is valid for some minutes. */
  reply: type({ status, number: string(), download_path: string() }),
  faults: ['notFound'],
  summary: 'The invoice of a paid order as PDF, or the credit note of a refunded one or of its returned part',
})
