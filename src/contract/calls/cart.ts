/** The cart of a listener, and the cart of gifts (C7). */
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
import { endpoint } from '../endpoint.ts'
import { Amount } from '../money.ts'
import { Item, Summary } from './items.ts'
import { Id, status, textUpTo } from './parts.ts'

/** What the client says about amounts is advisory: the server computes every one itself (CK-5). */
const saidMoney = optional(nullable(union([textUpTo(30), number(), Amount])))
const cartLines = (quantity: 0 | 1) => size(array(object({ variant: Id, quantity: literal(quantity), data: optional(unknown()) })), 1, 10)
const saidByCart = { email: textUpTo(254), discount_amount: saidMoney, discount_amount_inr: saidMoney, gift_cart: defaulted(boolean(), false) }
const CartReply = type({ status, data: type({ quantity: integer(), token: string() }) })
export const CartItem = type({ ...Item, price: Amount, inr_price: Amount })
const CartLine = type({ variant: integer(), quantity: literal(1), data: nullable(unknown()), product: CartItem })
export const Cart = type({
  token: string(),
  quantity: integer(),
  gift_cart: boolean(),
  lines: array(CartLine),
  voucher_code: nullable(string()),
  discount_amount: Amount,
  discount_amount_inr: Amount,
  /** Percentages that this buyer pays; the others are 0. */
  tax_rate: type({ standard_rate: type({ CGST: number(), SGST: number(), IGST: number() }) }),
  summary: Summary,
  /** A plan is in it, and this listener may have it renewed. */
  can_renew: boolean(),
})
export type Cart = Infer<typeof Cart>

export const addToCart = endpoint({
  auth: 'buyer',
  method: 'POST',
  path: '/api/cart/',
  input: object({ ...saidByCart, cart_lines: cartLines(1), token: optional(textUpTo(200)) }),
  reply: CartReply,
  faults: ['alreadyInCart', 'alreadyOwned', 'notFound', 'notForSale', 'profileIncomplete'],
  summary: 'Add lines to the cart, or to the cart of gifts. One plan at a time',
})
export const removeFromCart = endpoint({
  auth: 'buyer',
  method: 'PUT',
  path: '/api/cart/',
  input: object({ ...saidByCart, cart_lines: cartLines(0), token: textUpTo(200) }),
  reply: CartReply,
  faults: ['notFound'],
  summary: 'Take lines out of the cart',
})
export const cartDetails = endpoint({
  auth: 'buyer',
  method: 'GET',
  path: '/api/v1/cart-details/',
  input: object({ gift_cart: optional(coerce(boolean(), enums(['true', 'false']), (said) => said === 'true')) }),
  /** No cart: an empty list. */
  reply: type({ status, data: array(Cart) }),
  summary: 'The cart with all its amounts',
})
export const applyCoupon = endpoint({
  auth: 'buyer',
  method: 'POST',
  path: '/api/apply-coupon/',
  input: object({ token: textUpTo(200), voucher_code: textUpTo(30) }),
  /** `status: false` with one code, the same whatever is wrong with the coupon. */
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
