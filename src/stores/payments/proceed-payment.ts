import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { goTo, postTo } from '#client/submit-external-form.ts'
import { orderDetails, type Order } from '#contract/orders.ts'
import { forgetPayment, startPayment, takePayment, type Gateway, type Page, type Payment } from './payment.ts'

/** C9: an auto-renewal is announced this long before the browser leaves. */
export const RENEWAL_DELAY_MS = 4_000

export type Proceeding =
  | { state: 'opening' }
  /** Opened without anything on its way (C2), or with another listener's. */
  | { state: 'nothing' }
  | { state: 'out' }
  | { state: 'leaving'; gateway: Gateway; page: Page; renews: boolean }
  /** It was sent before: the buyer came back, or loaded the page again. */
  | { state: 'back'; payment: Payment; fault?: string | undefined }
  | { state: 'asking' }
  /** The server knows more: the order's own page tells it. */
  | { state: 'decided'; order: string; payment?: Order['payment'] }
export const $proceeding = atom<Proceeding>({ state: 'opening' })

/** Nothing leaves twice by itself: who comes back is asked, and pays by a new try. */
export async function openPayment(): Promise<void> {
  $proceeding.set({ state: 'opening' })
  const payment = takePayment()
  if (!payment) return $proceeding.set({ state: 'nothing' })
  const { page, gateway, renews, order: token } = payment
  if (page) return $proceeding.set({ state: 'leaving', gateway, page, renews })
  const made = await call(orderDetails, { token })
  const [order] = made.ok ? made.value.data : []
  if (order && order.payment !== 'none')
    return $proceeding.set({ state: 'decided', order: token, payment: order.payment })
  if (!made.ok && made.fault === 'signedOut') return $proceeding.set({ state: 'out' })
  if (made.ok || made.fault !== 'notFound')
    return $proceeding.set({ state: 'back', payment, fault: made.ok ? undefined : made.fault })
  forgetPayment()
  $proceeding.set({ state: 'nothing' })
}

export function leaveFor(page: Page): void {
  if ('address' in page) return goTo(page.address)
  postTo(page.action, page.fields)
}

/** One more try, asked for by the buyer. */
export async function proceedAgain(): Promise<void> {
  const now = $proceeding.get()
  if (now.state !== 'back') return
  $proceeding.set({ state: 'asking' })
  const { payment } = now
  const made = await startPayment(payment)
  if (made.ok) return openPayment()
  if (made.fault === 'alreadyPaid' || made.fault === 'notPayable')
    return $proceeding.set({ state: 'decided', order: payment.order })
  $proceeding.set({ state: 'back', payment, fault: made.fault })
}
