import { boolean, object, optional, string, type } from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { CountryCode, MobileOrNone, PersonName } from '../fields/fields.ts'
import { OrderCurrency } from '../money/money.ts'
import { EmailOrNone, GiftWrapping } from '../gifts/gift-wrapping.ts'
import { status, textUpTo } from '../fields/wire-fields.ts'

/** Apart from `orders.ts`, which most pages of a buyer load. */

export const createOrder = endpoint({
  auth: 'buyer',
  method: 'POST',
  path: '/api/v1/orders/',
  /** For a gift, name, address and number are those of the recipient (`GiftRecipient`). The buyer's country decides the currency; `order_currency` is ignored. */
  input: object({
    order_currency: OrderCurrency,
    gift_order: boolean(),
    /** Address and number are empty for a gift whose link the giver sends. */
    email: EmailOrNone,
    cart_token: textUpTo(200),
    first_name: PersonName,
    last_name: PersonName,
    message: optional(textUpTo(600)),
    country: CountryCode,
    mobile: MobileOrNone,
    /** A gift without a day is sent at once. */
    ...GiftWrapping,
  }),
  /** `is_paid`: the total is 0 and the order is complete. */
  reply: type({ status, data: type({ order_token: string(), is_paid: boolean() }) }),
  faults: ['notFound', 'emptyCart', 'profileIncomplete', 'stateMissing', 'alreadyOwned', 'coupon'],
  idempotent: true,
  summary: 'Create an order from the cart; the same cart gives the same order',
})
