import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure, type FailureWords } from '#islands/accounts/Failure.tsx'
import { Terms, type TermsWords } from '#islands/accounts/Terms.tsx'
import { useForm } from '#islands/forms/use-form.ts'
import type { CartState } from '#stores/cart/cart-lines.ts'
import { billingForm } from '#stores/orders/checkout.ts'
import { hasLines } from '../orders/OrderSummary.tsx'
import { amountIn } from '../cart/Sums.tsx'

const OWN = ['coupon', 'changed', 'alreadyOwned', 'gateway', 'notPayable', 'noPlan'] as const
type Own = (typeof OWN)[number]
export type PlacingWords = FailureWords &
  TermsWords &
  Record<'place-order' | 'place-order-of' | 'placing' | `failed-${Own}`, string>
type Props = { basket: CartState; locale: Locale; words: PlacingWords }

/** The basket is another one in all of these. */
const AS_CHANGED = new Set(['emptyCart', 'notFound'])

/** Terms and the button that makes the order; it rests while there is nothing to order (CK-1). */
export function Placing({ basket, locale, words }: Props) {
  const { values, faults, isBusy, isDone, failure, wait } = useForm(billingForm)
  const own = OWN.find((fault) => fault === failure || (fault === 'changed' && failure && AS_CHANGED.has(failure)))
  const total = hasLines(basket) && amountIn(basket.cart.summary, basket.cart.summary.total, locale)
  return (
    <>
      <Terms
        {...{ locale, words }}
        isChecked={values.terms === 'yes'}
        isFaulty={'terms' in faults}
        onChange={(isChecked) => billingForm.change('terms', isChecked ? 'yes' : '')}
      />
      {own ? (
        <p role="alert" className="failure">
          {words[`failed-${own}`]}
        </p>
      ) : (
        <Failure {...{ failure, wait, words, locale }} />
      )}
      <button type="submit" className="button whole" disabled={!total} aria-disabled={isBusy}>
        {total ? fill(words['place-order-of'], { total }) : words['place-order']}
      </button>
      <Busy isBusy={isBusy || isDone} text={words.placing} />
    </>
  )
}
