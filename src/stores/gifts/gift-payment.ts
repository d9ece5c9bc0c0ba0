import { atom } from 'nanostores'
import { object } from 'superstruct'
import { call } from '#client/browser-call.ts'
import type { Cart } from '#contract/cart.ts'
import { orderCurrency } from '#contract/money/money.ts'
import { createOrder } from '#contract/orders/new-order.ts'
import { createForm, type Sent } from '../form.ts'
import { rememberOrder } from './gift-draft.ts'
import { $giftStep, changeGift, giftForm, isGiftField, type Gift } from './gift-form.ts'
import { gifts } from './giver-session.ts'
import { continueToPayment, isAsShown, retryPayment, type Placed } from '../payments/payment.ts'
import { Accepted } from '../accounts/registration.ts'

const PATIENCE_MS = 45_000

/** Where to go once the order is placed. */
export const $giftPlaced = atom<Placed | undefined>(undefined)
/** Called when the summary opens. */
export const openGiftPayment = (): void => $giftPlaced.set(undefined)
/** Terms and payment. The gift itself comes from the summary. */
export const giftPayForm = createForm(object({ terms: Accepted }), { terms: '' }, pay)

async function pay(): Promise<Sent> {
  const [now, cartState] = [$giftStep.get(), gifts.$cart.get()]
  const cart = cartState.state === 'ready' ? cartState.cart : undefined
  if (now.step !== 'summary' || !cart) return { ok: false, fault: 'emptyCart' }
  const result = await call(createOrder, orderFor(now.gift, cart), AbortSignal.timeout(PATIENCE_MS))
  if (!result.ok) return refused(result)
  const { order_token: order, is_paid: isPaid } = result.value.data
  rememberOrder(order)
  if (isPaid) return placed({ to: 'result', order })
  return (await isAsShown(order, cart.summary)) ? lead(order, cart) : refused({ ok: false, fault: 'changed' })
}

function orderFor({ first_name, last_name, email, country, mobile, message, ...gift }: Gift, cart: Cart) {
  const { deliver_on, deliver_time, time_zone, send_by, occasion, voice, spoken } = gift
  return {
    first_name,
    last_name,
    email,
    country,
    mobile,
    message,
    ...(deliver_on && { deliver_on, deliver_time, time_zone }),
    ...(voice && { voice, spoken }),
    send_by,
    occasion,
    order_currency: orderCurrency(cart.summary.currency),
    gift_order: true,
    cart_token: cart.token,
  }
}

function placed(where: Placed): Sent {
  $giftPlaced.set(where)
  return { ok: true }
}

const lead = async (order: string, cart: Cart): Promise<Sent> =>
  continueToPayment(
    order,
    await retryPayment({ order_token: order, order_currency: orderCurrency(cart.summary.currency) }),
    placed,
  )

/** Faults of the recipient are shown in the form. After an ended coupon or a new price the cart is loaded for its new total. */
async function refused({ fault, fields = {}, seconds }: Sent & { ok: false }): Promise<Sent> {
  if (fault === 'coupon' || fault === 'changed') await gifts.load()
  const names = Object.keys(fields).filter(isGiftField)
  if (names.length > 0) changeGift()
  for (const name of names) giftForm.blame(name, fields[name] ?? '')
  return { ok: false, fault, ...(seconds && { seconds }) }
}
