import { atom } from 'nanostores'
import { object, string, type Infer } from 'superstruct'
import { call } from '#client/browser-call.ts'
import type { Cart } from '#contract/cart.ts'
import { createOrder } from '#contract/orders/new-order.ts'
import { Email, Mobile, PersonName } from '#contract/fields/fields.ts'
import { orderCurrency, toMinor } from '#contract/money/money.ts'
import type { FaultOf } from '#contract/http/endpoint.ts'
import { cart } from '../cart/cart.ts'
import { createForm, type Sent } from '../form.ts'
import { continueToPayment, GATEWAYS, isAsShown, startPayment, type Gateway, type Placed } from '../payments/payment.ts'
import { $profile, loadProfile, type ProfileState } from '../accounts/profile.ts'
import { $session } from '../accounts/session.ts'

const PATIENCE_MS = 45_000

const Billing = object({
  first_name: PersonName,
  last_name: PersonName,
  email: Email,
  mobile: Mobile,
  method: string(),
  renew: string(),
  terms: string(),
})
const EMPTY = { first_name: '', last_name: '', email: '', mobile: '', method: '', renew: '', terms: '' }
export const billingForm = createForm(Billing, EMPTY, send, checkTogether)

/** Where to go once the order is placed. */
export const $placed = atom<Placed | undefined>(undefined)

/** What the profile filled in: a name that nobody typed over follows it. */
const NOTHING = { who: '', first_name: '', last_name: '' }
let filled = NOTHING

/** Loads cart and billing details together; typed values stay for the same listener. */
export async function openCheckout(): Promise<void> {
  $placed.set(undefined)
  await Promise.all([cart.load(), loadProfile().then(fillIn)])
}

export async function loadBilling(): Promise<void> {
  await loadProfile()
  fillIn()
}

function fillIn(): void {
  const known = $profile.get()
  if (known.state !== 'ready') return
  const { first_name, last_name, email, mobile } = known.profile
  const who = `${email} ${mobile}`
  const typed = filled.who === who ? billingForm.$values.get() : EMPTY
  const before = filled
  filled = { who, first_name, last_name }
  for (const name of ['first_name', 'last_name'] as const)
    billingForm.change(name, typed[name] === before[name] ? filled[name] : typed[name] || filled[name])
  // The order uses mail address and number of the profile; they can be typed only where the profile has none.
  billingForm.change('email', email || typed.email)
  billingForm.change('mobile', mobile || typed.mobile)
}

$session.listen(({ state }) => {
  if (state !== 'out') return
  filled = NOTHING
  billingForm.forget()
})

/** The shown cart, unless it is empty. */
function shownCart(): Cart | undefined {
  const now = cart.$cart.get()
  return now.state === 'ready' && now.cart && now.cart.lines.length > 0 ? now.cart : undefined
}

/** Those that the shop has for the currency that the server chose. A free order has no payment. */
export function gatewaysFor(shown: Cart): readonly Gateway[] {
  const { currency, total } = shown.summary
  if (toMinor(total) === 0) return []
  const open = (gateway: Gateway) => shown.gateways?.includes(gateway) ?? true
  if (currency !== 'INR') return (['paypal'] as const).filter(open)
  // CCAvenue has no auto-renewal.
  return (isRenewing(shown) ? (['payu'] as const) : (['payu', 'ccavenue'] as const)).filter(open)
}

/** The shop has no gateway for this cart. */
export const isUnpayable = (shown: Cart): boolean => toMinor(shown.summary.total) > 0 && gatewaysFor(shown).length === 0

/** A free order asks for no consent to later debits. */
export const mayRenew = ({ can_renew, summary }: Cart): boolean => can_renew && toMinor(summary.total) > 0
const isRenewing = (shown: Cart): boolean => mayRenew(shown) && billingForm.$values.get().renew === 'yes'

/** In India the state is the place of supply, which decides the tax. */
export const isIncomplete = (known: ProfileState): boolean =>
  known.state === 'ready' && known.profile.country === 'IN' && known.profile.state === ''

/** A missing state is reported before terms and payment method. */
function checkTogether(): Record<string, string> {
  if (isIncomplete($profile.get())) return { profile: 'incomplete' }
  const { terms } = billingForm.$values.get()
  const shown = shownCart()
  return {
    ...(terms !== 'yes' && { terms: 'required' }),
    ...(shown && gatewaysFor(shown).length > 0 && !chosenOf(shown) && { method: 'required' }),
  }
}

/** A single payment method needs no choice. */
function chosenOf(shown: Cart): Gateway | undefined {
  const possible = gatewaysFor(shown)
  if (possible.length === 1) return possible[0]
  const { method } = billingForm.$values.get()
  return GATEWAYS.find((gateway) => gateway === method && possible.includes(gateway))
}

async function send(form: Infer<typeof Billing>): Promise<Sent> {
  const shown = shownCart()
  const known = $profile.get()
  if (!shown || known.state !== 'ready') return { ok: false, fault: 'emptyCart' }
  const { country } = known.profile
  const { first_name, last_name, email, mobile } = form
  const result = await call(
    createOrder,
    {
      order_currency: orderCurrency(shown.summary.currency),
      gift_order: false,
      ...{ email, first_name, last_name, country, mobile },
      cart_token: shown.token,
    },
    AbortSignal.timeout(PATIENCE_MS),
  )
  if (!result.ok) return refused(result.fault, result)
  const { order_token: order, is_paid } = result.value.data
  if (is_paid) return placed({ to: 'result', order })
  if (!(await isAsShown(order, shown.summary))) return refused('changed')
  return pay(order, shown)
}

function placed(where: Placed): Sent {
  $placed.set(where)
  return { ok: true }
}

async function pay(order: string, shown: Cart): Promise<Sent> {
  const gateway = chosenOf(shown)
  if (!gateway) return { ok: false, fault: 'badInput', fields: { method: 'required' } }
  const paying = await continueToPayment(
    order,
    await startPayment({ order, gateway, renews: isRenewing(shown) }),
    placed,
  )
  // Another order or a gift brought it meanwhile, and the cart does not hold it any more.
  if (!paying.ok && paying.fault === 'alreadyOwned') await cart.load()
  return paying
}

type Refused = FaultOf<typeof createOrder> | 'offline' | 'badReply' | 'changed'
type Detail = { fields?: Record<string, string>; seconds?: number }
/** After these faults the cart differs from the one that is shown. */
const CART_FAULTS: readonly Refused[] = ['coupon', 'emptyCart', 'notFound', 'alreadyOwned', 'changed']

async function refused(fault: Refused, { fields, seconds }: Detail = {}): Promise<Sent> {
  if (CART_FAULTS.includes(fault)) await cart.load()
  const isProfile = fault === 'profileIncomplete' || fault === 'stateMissing' || (fields && 'country' in fields)
  if (isProfile) return { ok: false, fault: 'badInput', fields: { profile: 'incomplete' } }
  return { ok: false, fault, ...(fields && { fields }), ...(seconds && { seconds }) }
}
