import {
  array,
  boolean,
  coerce,
  defaulted,
  enums,
  integer,
  literal,
  nullable,
  number,
  object,
  optional,
  size,
  string,
  type,
  union,
  unknown,
  type Infer,
} from 'superstruct'
import { endpoint } from './http/endpoint.ts'
import { Amount, type Minor } from './money/money.ts'
import { Item, Summary } from './orders/orders.ts'
import { percentOf, taxLines, type TaxLine } from './money/tax.ts'
import { Id, Nothing, status, textUpTo } from './fields/wire-fields.ts'

/** `state` is empty outside India. */
export type TaxPlace = { country: string; state: string }
/** What a cart costs, in the smallest unit of its currency. */
export type Sum = { subtotal: Minor; discount: Minor; taxes: TaxLine[]; total: Minor }
export type Priced = { price: Minor; discount: Minor; taxes: Record<TaxLine['component'], Minor> }

/** Service accounting code (SAC) of online audio content. */
export const SAC = '998432'

/** Total = subtotal − discount + taxes. The `percent` of a coupon is rounded half up and limited to the subtotal. */
export function sumOf(
  prices: readonly Minor[],
  percent: number,
  place: TaxPlace,
  sellerState: string,
  /** What of each price the coupon is for. */
  discountable: readonly Minor[] = prices,
): Sum {
  const added = (amounts: readonly Minor[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const subtotal = added(prices)
  const discount = Math.min(subtotal, percentOf(added(discountable), percent))
  const taxes = taxLines(subtotal - discount, place, sellerState)
  return { subtotal, discount, taxes, total: taxes.reduce((sum, { amount }) => sum + amount, subtotal - discount) }
}

/** Distributes an amount by weight (largest remainder method): the parts are integers and add up. Of equal remainders the first is rounded up. */
export function spread(amount: Minor, weights: readonly number[]): Minor[] {
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0)
  if (weightSum === 0) return weights.map(() => 0)
  const parts = weights.map((weight) => Math.floor((amount * weight) / weightSum))
  const remainder = amount - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = weights
    .map((weight, index) => ({ index, rest: (amount * weight) % weightSum }))
    .toSorted((a, b) => b.rest - a.rest || a.index - b.index)
  const roundedUp = new Set(byRemainder.slice(0, remainder).map(({ index }) => index))
  return parts.map((part, index) => part + (roundedUp.has(index) ? 1 : 0))
}

/** Discount and tax of each line; the lines add up to the order. */
export function priceLines(
  prices: readonly Minor[],
  { discount, taxes }: Sum,
  discountable: readonly Minor[] = prices,
): Priced[] {
  const discounts = spread(discount, discountable)
  const taxable = prices.map((price, index) => price - (discounts[index] ?? 0))
  const byComponent = new Map(taxes.map(({ component, amount }) => [component, spread(amount, taxable)]))
  const tax = (component: TaxLine['component'], index: number) => byComponent.get(component)?.[index] ?? 0
  return prices.map((price, index) => ({
    price,
    discount: discounts[index] ?? 0,
    taxes: { CGST: tax('CGST', index), SGST: tax('SGST', index), IGST: tax('IGST', index) },
  }))
}

/** Endpoints of the cart and of the gift cart. */

/** Amounts from the client are ignored: the server computes all of them [CK-5]. */
const advisoryAmount = optional(nullable(union([textUpTo(30), number(), Amount])))
const cartLines = (quantity: 0 | 1) =>
  size(array(object({ variant: Id, quantity: literal(quantity), data: optional(unknown()) })), 1, 10)
const advisoryCartFields = {
  email: textUpTo(254),
  discount_amount: advisoryAmount,
  discount_amount_inr: advisoryAmount,
  gift_cart: defaulted(boolean(), false),
}
const CartReply = type({ status, data: type({ quantity: integer(), token: string() }) })
const CartItem = type({ ...Item, price: Amount, inr_price: Amount })
/** `paid` = `base` + `tax`, after the discount; the lines add up to the total of the cart. */
const CartLine = type({
  variant: integer(),
  quantity: literal(1),
  data: nullable(unknown()),
  product: CartItem,
  base: Amount,
  tax: Amount,
  paid: Amount,
  /** ISO time at which a plan starts, because another one of the listener ends then. Null: at once. */
  starts_at: nullable(string()),
  /** A title that the plan in the same cart covers. */
  in_plan: boolean(),
  /** A payment for it is under way. */
  is_under_way: boolean(),
})
export const Cart = type({
  token: string(),
  quantity: integer(),
  gift_cart: boolean(),
  lines: array(CartLine),
  voucher_code: nullable(string()),
  discount_amount: Amount,
  discount_amount_inr: Amount,
  /** Percentages for this buyer; the others are 0. */
  tax_rate: type({ standard_rate: type({ CGST: number(), SGST: number(), IGST: number() }) }),
  summary: Summary,
  /** The country in which the buyer is charged, when network and last payment speak against the profile. */
  charged_in: nullable(string()),
  /** Gateways that the shop has. */
  gateways: optional(array(enums(['payu', 'ccavenue', 'paypal']))),
  /** The cart contains a plan that this listener may renew automatically. */
  can_renew: boolean(),
})
export type Cart = Infer<typeof Cart>

export const addToCart = endpoint({
  auth: 'buyer',
  method: 'POST',
  path: '/api/cart/',
  input: object({
    ...advisoryCartFields,
    cart_lines: cartLines(1),
    token: optional(textUpTo(200)),
    /** A plan takes the place of the one in the cart. */
    replace_plan: optional(boolean()),
  }),
  reply: CartReply,
  faults: ['alreadyInCart', 'anotherPlan', 'alreadyOwned', 'notFound', 'notForSale', 'profileIncomplete'],
  summary: 'Add lines to the cart, or to the cart of gifts. One plan at a time',
})
export const removeFromCart = endpoint({
  auth: 'buyer',
  method: 'PUT',
  path: '/api/cart/',
  input: object({ ...advisoryCartFields, cart_lines: cartLines(0), token: textUpTo(200) }),
  reply: CartReply,
  faults: ['notFound'],
  summary: 'Take lines out of the cart',
})
export const cartDetails = endpoint({
  auth: 'buyer',
  method: 'GET',
  path: '/api/v1/cart-details/',
  input: object({ gift_cart: optional(coerce(boolean(), enums(['true', 'false']), (text) => text === 'true')) }),
  /** Empty list when there is no cart. */
  reply: type({ status, data: array(Cart) }),
  summary: 'The cart with all its amounts',
})
export const COUPON_CODE_MAX = 30
export const applyCoupon = endpoint({
  auth: 'buyer',
  method: 'POST',
  path: '/api/apply-coupon/',
  input: object({ token: textUpTo(200), voucher_code: textUpTo(COUPON_CODE_MAX) }),
  /** `status: false` with the same code for every reason a coupon is refused. */
  reply: type({
    status,
    message: string(),
    data: union([
      type({ discount_amount: Amount, discount_amount_inr: Amount, cart: Cart }),
      size(array(type({ voucher_code: size(array(enums(['coupon'])), 1) })), 1),
    ]),
  }),
  faults: ['notFound'],
  idempotent: true,
  summary: 'Apply a coupon in place of any other, or remove it when empty',
})

/** Called by the header of every page of a signed-in listener. */

export const cartCount = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/cart/',
  input: Nothing,
  reply: type({ status, data: integer() }),
  summary: 'How many lines the cart has',
})
