/** Cart, orders, payment and gifts (C7). Served from issue E on. */
import { any, array, boolean, enums, integer, nullable, number, object, optional, size, string, type, union } from 'superstruct'
import { CustomTranslation } from '../translation.ts'
import { Amount } from '../money.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Nothing, OffsetPage } from './parts.ts'

const status = boolean()
const text = (limit: number) => size(string(), 0, limit)
const money = union([string(), number()])
const CartLine = object({ variant: Id, quantity: enums([0, 1]), data: optional(any()) })
/** What the client says about discounts is advisory: the server computes every amount itself (CK-5). */
const CartInput = {
  email: text(254),
  discount_amount: optional(money),
  discount_amount_inr: optional(money),
  gift_cart: boolean(),
  cart_lines: array(CartLine),
}
const CartReply = type({ status, data: optional(type({ quantity: integer(), token: optional(string()) })) })

export const cartCount = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/cart/',
  input: Nothing,
  reply: type({ status, data: integer() }),
  summary: 'How many lines the cart has',
})
export const addToCart = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/cart/',
  input: object(CartInput),
  reply: CartReply,
  faults: ['alreadyInCart', 'notFound', 'notForSale'],
  summary: 'Add a line to the cart',
})
export const removeFromCart = endpoint({
  auth: 'user',
  method: 'PUT',
  path: '/api/cart/',
  input: object({ ...CartInput, token: text(200) }),
  reply: CartReply,
  faults: ['notFound'],
  summary: 'Take a line out of the cart',
})
export const cartDetails = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v1/cart-details/',
  input: Nothing,
  reply: type({
    status,
    data: array(
      type({
        token: string(),
        quantity: integer(),
        lines: array(any()),
        voucher_code: nullable(string()),
        discount_amount: Amount,
        discount_amount_inr: Amount,
        tax_rate: any(),
      }),
    ),
  }),
  summary: 'The cart',
})
export const applyCoupon = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/apply-coupon/',
  input: object({ token: text(200), voucher_code: text(30) }),
  reply: type({ status, message: optional(string()), data: any() }),
  faults: ['coupon'],
  summary: 'Apply a coupon, or remove it when empty',
})
export const addGiftingUser = endpoint({
  auth: 'guest-subscription',
  method: 'POST',
  path: '/api/add-gifting-user/',
  input: object({ email: text(254), first_name: text(50), last_name: text(50), mobile: text(16), country: text(2) }),
  reply: type({ status, token: string() }),
  summary: 'A guest who gives: answers a token for one gift cart only',
})
export const cancelGiftOrder = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/cancel-gift-order/',
  input: object({ token: text(200) }),
  reply: type({ status }),
  summary: 'Cancel a gift',
})
export const createOrder = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/orders/',
  input: object({
    order_currency: enums(['1', '2']),
    gift_order: boolean(),
    email: text(254),
    cart_token: text(200),
    first_name: text(50),
    last_name: text(50),
    message: optional(text(500)),
    country: text(2),
    mobile: text(16),
  }),
  reply: type({ data: type({ order_token: string() }) }),
  faults: ['emptyCart', 'profileIncomplete', 'stateMissing'],
  summary: 'Make an order of the cart',
})
const Pay = object({ token: text(200) })
export const payuCheckout = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/payu-checkout/',
  input: Pay,
  reply: any(),
  faults: ['notFound', 'alreadyPaid'],
  summary: 'Pay in India: markup, or the marker cc_avenue',
})
export const autoRenewalCheckout = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/auto_renewal_checkout/',
  input: Pay,
  reply: any(),
  faults: ['notFound', 'alreadyPaid'],
  summary: 'Pay in India with auto-renewal',
})
export const paypalCheckout = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/paypal-checkout/',
  input: Pay,
  reply: any(),
  faults: ['notFound', 'alreadyPaid'],
  summary: 'Pay elsewhere',
})
export const paypalRecurring = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/paypal_recurring',
  input: Pay,
  reply: any(),
  faults: ['notFound', 'alreadyPaid'],
  summary: 'Pay elsewhere with auto-renewal',
})
const Order = type({
  id: integer(),
  order_token: string(),
  status: string(),
  created: string(),
  total_gross: Amount,
  total_gross_inr: Amount,
  order_currency: enums(['1', '2']),
  product_details: array(type({ images: any(), product_type: string(), custom_translation: CustomTranslation })),
  gift_order: boolean(),
  is_subscribed: boolean(),
  gift_details: any(),
})
export const orderDetails = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/order-details/:token/',
  input: object({ token: text(200) }),
  reply: type({ status, data: array(Order) }),
  faults: ['notFound'],
  summary: 'One order',
})
export const myOrders = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/my-orders/',
  input: OffsetPage,
  reply: type({ status, data: array(Order), count: integer() }),
  summary: 'Orders, ten at a time',
})
export const regenerateOrder = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/order-new/regenerate-order/',
  input: object({ order_number: Id }),
  reply: type({ status, new_order_token: string() }),
  faults: ['notFound', 'notRepayable'],
  summary: 'A new order for a cancelled or failed one',
})
export const multipleSubscription = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v1/order-new/multiple-subscription/',
  input: Nothing,
  reply: type({
    status,
    data: array(
      type({
        name: optional(string()),
        subscription_type: optional(string()),
        start_date: string(),
        end_date: string(),
        is_current: boolean(),
        subscription_status: optional(string()),
      }),
    ),
  }),
  summary: 'Plans of a listener, running and upcoming',
})
export const addToLibrary = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/add-to-library/',
  input: object({ product: Id }),
  reply: type({ status }),
  faults: ['notFound', 'noAccess'],
  summary: 'Put a title into the library',
})
