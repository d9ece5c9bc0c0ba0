import type { Order } from '#contract/orders/orders.ts'
import { navigate } from '#client/navigate.ts'
import type { Locale } from '#contract/text/locale.ts'
import { pathTo, type RouteName } from '#i18n/paths.ts'
import type { Placed } from '#stores/payments/payment.ts'

const PAGES: Partial<Record<Order['payment'], RouteName>> = { canceled: 'paymentCancel', failed: 'paymentFailure' }

/** Path of the page that shows the state of an order. */
export function resultPath(locale: Locale, token: string, payment: Order['payment'] = 'none'): string {
  return pathTo(PAGES[payment] ?? 'paymentSuccess', locale, { token })
}

export function followOrder(placed: Placed, locale: Locale): void {
  void navigate(placed.to === 'payment' ? pathTo('proceedPayment', locale) : resultPath(locale, placed.order))
}
