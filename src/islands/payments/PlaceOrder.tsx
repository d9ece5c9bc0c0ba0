import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure, type FailureMessages } from '#islands/accounts/Failure.tsx'
import { Terms, type TermsMessages } from '#islands/accounts/Terms.tsx'
import { useForm } from '#islands/forms/use-form.ts'
import type { CartState } from '#stores/cart/cart-lines.ts'
import { billingForm, isUnpayable } from '#stores/orders/checkout.ts'
import { hasLines } from '../orders/OrderSummary.tsx'
import { amountIn } from '../cart/Sums.tsx'

const OWN = ['coupon', 'changed', 'alreadyOwned', 'notPayable', 'noPlan'] as const
type PlacingMessages = FailureMessages &
  TermsMessages &
  Messages['orders']['checkout'] &
  Messages['payments']['gateway']
type Props = { cartStore: CartState; locale: Locale; messages: PlacingMessages }

/** Faults that also mean that the cart has changed. */
const AS_CHANGED = new Set(['emptyCart', 'notFound'])

/** Terms and the button that places the order; it is disabled while the cart is empty [CK-1]. */
export function PlaceOrder({ cartStore, locale, messages }: Props) {
  const { values, faults, isBusy, isDone, failure, wait } = useForm(billingForm)
  const own = failure && ownText(failure, messages)
  const isPayable = hasLines(cartStore) && !isUnpayable(cartStore.cart)
  const total = hasLines(cartStore) && amountIn(cartStore.cart.summary, cartStore.cart.summary.total, locale)
  return (
    <>
      <Terms
        {...{ locale, messages }}
        isChecked={values.terms === 'yes'}
        isFaulty={'terms' in faults}
        onChange={(isChecked) => billingForm.change('terms', isChecked ? 'yes' : '')}
      />
      {own ? (
        <p role="alert" className="failure">
          {own}
        </p>
      ) : (
        <Failure {...{ failure, wait, messages, locale }} />
      )}
      <button type="submit" className="button whole" disabled={!isPayable} aria-disabled={isBusy}>
        {total ? interpolate(messages.placeOrderOf, { total }) : messages.placeOrder}
      </button>
      <Busy isBusy={isBusy || isDone} text={messages.placing} />
    </>
  )
}

function ownText(failure: string, messages: PlacingMessages): string | undefined {
  if (failure === 'gateway') return messages.gatewayFailed
  if (failure === 'underWay') return messages.underWay
  const own = AS_CHANGED.has(failure) ? 'changed' : OWN.find((fault) => fault === failure)
  return own && messages.failures[own]
}
