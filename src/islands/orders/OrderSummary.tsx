import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { Cart } from '#contract/cart.ts'
import { countryName } from '#contract/fields/countries.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { Failure, type FailureMessages } from '#islands/accounts/Failure.tsx'
import type { CartState, CartStore } from '#stores/cart/cart-lines.ts'
import { TryAgain } from '#ui/TryAgain.tsx'
import { CouponEntry } from '../cart/CouponEntry.tsx'
import type { LineMessages } from '../cart/LineFacts.tsx'
import { Sums } from '../cart/Sums.tsx'
import { SummaryLines } from '../cart/SummaryLines.tsx'

export type SummaryMessages = FailureMessages & LineMessages & Messages['orders']['summary'] & Messages['ui']['actions']
type Props = { cartStore: CartStore; locale: Locale; messages: SummaryMessages; isFixed?: boolean }

const UNKNOWN: CartState = { state: 'unknown' }
export const useCart = ({ $cart }: CartStore): CartState => useStore($cart, { ssr: () => UNKNOWN })
export const hasLines = (now: CartState): now is { state: 'ready'; cart: Cart } =>
  now.state === 'ready' && now.cart !== undefined && now.cart.lines.length > 0

/**
 * Lines, coupon and sums (CK-1 to CK-3), for the cart and for gifts. It holds no form element, so it may stand inside a form.
 * `isFixed`: lines cannot be removed.
 */
export function OrderSummary({ cartStore, locale, messages, isFixed = false }: Props) {
  const id = useId()
  const now = useCart(cartStore)
  if (now.state === 'failed') return <SummaryFailed {...{ cartStore, locale, messages }} fault={now.fault} />
  if (!hasLines(now)) return now.state !== 'ready' && <p role="status">{messages.cartLoading}</p>
  const { cart } = now
  return (
    <section className="summary" aria-labelledby={id}>
      <h2 id={id}>{messages.summary}</h2>
      <SummaryLines {...{ cartStore, cart, locale, messages, isFixed }} />
      <CouponEntry {...{ cartStore, cart, locale, messages }} />
      {cart.charged_in !== null && (
        <p className="soft">{interpolate(messages.chargedIn, { country: countryName(cart.charged_in, locale) })}</p>
      )}
      <Sums {...{ summary: cart.summary, locale, messages }} />
    </section>
  )
}

function SummaryFailed({ cartStore, locale, messages, fault }: Props & { fault: string }) {
  return (
    <TryAgain text={messages.cartFailed} label={messages.tryAgain} retry={cartStore.load}>
      {fault === 'tooMany' && <Failure failure={fault} {...{ messages, locale }} />}
    </TryAgain>
  )
}
