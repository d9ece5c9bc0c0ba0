import type { Cart } from '#contract/cart.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { billingForm, gatewaysFor, isUnpayable } from '#stores/orders/checkout.ts'
import { Choice } from '#ui/Choice.tsx'
import { GATEWAY_NAMES } from './gateway-names.ts'
import { RenewalOffer } from '../renewals/RenewalOffer.tsx'

type Props = { cart: Cart; locale: Locale; messages: Messages['payments']['method'] & Messages['renewals']['consent'] }

/** PayU or CCAvenue in India, PayPal elsewhere, and none for a total of zero. Auto-renewal leaves fewer gateways. */
export function PayBy({ cart, locale, messages }: Props) {
  const { values, faults } = useForm(billingForm)
  const possible = gatewaysFor(cart)
  const [only] = possible
  const options = possible.map((value) => ({
    value,
    label: interpolate(messages.methods[value], { gateway: GATEWAY_NAMES[value] }),
  }))
  return (
    <section className="billing-part" aria-labelledby="method-title">
      <h2 id="method-title">{messages.method}</h2>
      <RenewalOffer {...{ cart, locale, messages }} />
      {!only && <p>{isUnpayable(cart) ? messages.methodNone : messages.methodFree}</p>}
      {only && possible.length === 1 && <p>{options[0]?.label}</p>}
      {possible.length > 1 && (
        <Choice
          label={messages.method}
          name="method"
          value={values.method}
          options={options}
          fault={'method' in faults ? messages.methodMissing : undefined}
          onChange={(value) => billingForm.change('method', value)}
        />
      )}
      {only && <p className="soft small">{messages.methodNote}</p>}
    </section>
  )
}
