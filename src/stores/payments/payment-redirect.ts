import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { openExternalPage, submitExternalForm } from '#client/submit-external-form.ts'
import { orderDetails, type Order } from '#contract/orders/orders.ts'
import { forgetPayment, startPayment, takePayment, type Gateway, type Page, type Payment } from './payment.ts'

/** The notice on auto-renewal is shown this long before the redirect. */
export const RENEWAL_DELAY_MS = 4_000

export type PaymentRedirectState =
  | { state: 'opening' }
  /** There is no payment in this tab, or it is another listener's. */
  | { state: 'nothing' }
  | { state: 'out' }
  | { state: 'leaving'; gateway: Gateway; page: Page; renews: boolean }
  /** The payment page was opened before: the buyer came back or reloaded. */
  | { state: 'back'; payment: Payment; isGift: boolean; fault?: string | undefined }
  | { state: 'loading' }
  /** The payment has a result; the order page shows it. */
  | { state: 'decided'; order: string; payment?: Order['payment'] }
export const $paymentRedirect = atom<PaymentRedirectState>({ state: 'opening' })

/** A payment is never posted twice automatically: a buyer who comes back starts a new attempt by a button. */
export async function openPayment(): Promise<void> {
  $paymentRedirect.set({ state: 'opening' })
  const payment = takePayment()
  if (!payment) return $paymentRedirect.set({ state: 'nothing' })
  const { page, gateway, renews, order: token } = payment
  if (page) return $paymentRedirect.set({ state: 'leaving', gateway, page, renews })
  const result = await call(orderDetails, { token })
  const [order] = result.ok ? result.value.data : []
  if (order && order.payment !== 'none')
    return $paymentRedirect.set({ state: 'decided', order: token, payment: order.payment })
  if (!result.ok && result.fault === 'signedOut') return $paymentRedirect.set({ state: 'out' })
  if (result.ok || result.fault !== 'notFound')
    return $paymentRedirect.set({
      state: 'back',
      payment,
      isGift: order?.gift_order === true,
      fault: result.ok ? undefined : result.fault,
    })
  forgetPayment()
  $paymentRedirect.set({ state: 'nothing' })
}

export function openGatewayPage(page: Page): void {
  if ('address' in page) return openExternalPage(page.address)
  submitExternalForm(page.action, page.fields)
}

/** A new attempt by the buyer. */
export async function startNewAttempt(): Promise<void> {
  const now = $paymentRedirect.get()
  if (now.state !== 'back') return
  $paymentRedirect.set({ state: 'loading' })
  const { payment, isGift } = now
  const result = await startPayment(payment)
  if (result.ok) return openPayment()
  if (result.fault === 'alreadyPaid' || result.fault === 'notPayable' || result.fault === 'alreadyOwned')
    return $paymentRedirect.set({ state: 'decided', order: payment.order })
  $paymentRedirect.set({ state: 'back', payment, isGift, fault: result.fault })
}
