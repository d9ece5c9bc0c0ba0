import type { Cart } from '#contract/cart.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { billingForm, gatewaysFor } from '#stores/orders/checkout.ts'
import { Choice } from '#ui/Choice.tsx'
import { GATEWAY_NAMES } from './gateway-names.ts'
import { Renew, type RenewWords } from '../renewals/Renew.tsx'

export type PayByWords = RenewWords &
  Record<
    'method' | 'method-payu' | 'method-ccavenue' | 'method-paypal' | 'method-missing' | 'method-note' | 'method-free',
    string
  >
type Props = { cart: Cart; locale: Locale; words: PayByWords }

/** PayU or CCAvenue in India, PayPal elsewhere; what costs nothing is not paid. What renews itself leaves fewer ways. */
export function PayBy({ cart, locale, words }: Props) {
  const { values, faults } = useForm(billingForm)
  const possible = gatewaysFor(cart)
  const [only] = possible
  const options = possible.map((value) => ({
    value,
    label: fill(words[`method-${value}`], { gateway: GATEWAY_NAMES[value] }),
  }))
  return (
    <section className="billing-part" aria-labelledby="method-title">
      <h2 id="method-title">{words.method}</h2>
      <Renew {...{ cart, locale, words }} />
      {!only && <p>{words['method-free']}</p>}
      {only && possible.length === 1 && <p>{options[0]?.label}</p>}
      {possible.length > 1 && (
        <Choice
          label={words.method}
          name="method"
          value={values.method}
          options={options}
          fault={'method' in faults ? words['method-missing'] : undefined}
          onChange={(value) => billingForm.change('method', value)}
        />
      )}
      {only && <p className="soft small">{words['method-note']}</p>}
    </section>
  )
}
