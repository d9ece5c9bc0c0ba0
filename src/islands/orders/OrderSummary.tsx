import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { Cart } from '#contract/cart.ts'
import type { Locale } from '#contract/text.ts'
import { Failure, type FailureWords } from '#islands/accounts/Failure.tsx'
import type { CartStore, CartState } from '#stores/cart/cart-lines.ts'
import { TryAgain } from '#ui/TryAgain.tsx'
import { CouponEntry, type CouponWords } from '../cart/CouponEntry.tsx'
import { Sums, type SumWords } from '../cart/Sums.tsx'
import { SummaryLines, type LineWords } from '../cart/SummaryLines.tsx'

export type SummaryWords = FailureWords &
  CouponWords &
  LineWords &
  SumWords &
  Record<'summary' | 'basket-loading' | 'basket-failed' | 'try-again', string>
type Props = { basket: CartStore; locale: Locale; words: SummaryWords; isFixed?: boolean }

const UNKNOWN: CartState = { state: 'unknown' }
export const useBasket = ({ $cart }: CartStore): CartState => useStore($cart, { ssr: () => UNKNOWN })
export const hasLines = (now: CartState): now is { state: 'ready'; cart: Cart } =>
  now.state === 'ready' && now.cart !== undefined && now.cart.lines.length > 0

/**
 * What is bought and what it costs (CK-1 to CK-3), for the basket and for gifts; whoever shows it brings the basket. It is no form
 * of its own, so it may stand in one. `isFixed`: nothing can be taken out.
 */
export function OrderSummary({ basket, locale, words, isFixed = false }: Props) {
  const id = useId()
  const now = useBasket(basket)
  if (now.state === 'failed') return <BasketFailed {...{ basket, locale, words }} fault={now.fault} />
  if (!hasLines(now)) return now.state !== 'ready' && <p role="status">{words['basket-loading']}</p>
  const { cart } = now
  return (
    <section className="summary" aria-labelledby={id}>
      <h2 id={id}>{words.summary}</h2>
      <SummaryLines {...{ basket, cart, locale, words, isFixed }} />
      <CouponEntry {...{ basket, cart, locale, words }} />
      <Sums {...{ summary: cart.summary, locale, words }} />
    </section>
  )
}

export function BasketFailed({ basket, locale, words, fault }: Props & { fault: string }) {
  return (
    <TryAgain text={words['basket-failed']} again={words['try-again']} act={basket.load}>
      {fault === 'tooMany' && <Failure failure={fault} {...{ words, locale }} />}
    </TryAgain>
  )
}
