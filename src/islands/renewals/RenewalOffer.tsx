import type { Cart } from '#contract/cart.ts'
import type { Locale } from '#contract/text/locale.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { digits } from '#i18n/format.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { billingForm, mayRenew } from '#stores/orders/checkout.ts'
import { Check } from '#ui/Check.tsx'
import { GATEWAY_NAMES } from '../payments/gateway-names.ts'
import { amountIn } from '../cart/Sums.tsx'

type Props = { cart: Cart; locale: Locale; messages: Messages['renewals']['consent'] }

/** Offers auto-renewal for a plan that its gateway can renew [CK-1]. Renewals ignore coupons. */
export function RenewalOffer({ cart, locale, messages }: Props) {
  const { values } = useForm(billingForm)
  const plan = cart.lines.find(({ product }) => product.subscription_product)?.product
  if (!plan || !mayRenew(cart)) return null
  const isHere = cart.summary.currency === 'INR'
  const price = amountIn(cart.summary, isHere ? plan.inr_price : plan.price, locale)
  const gateway = GATEWAY_NAMES[isHere ? 'payu' : 'paypal']
  return (
    <Check
      name="renew"
      isChecked={values.renew === 'yes'}
      onChange={(isChecked) => billingForm.change('renew', isChecked ? 'yes' : '')}
    >
      {interpolate(messages.renew, { plan: nameOrEnglish(plan, locale), days: digits(plan.days ?? 0, locale) })}
      <span className="soft small">
        {interpolate(messages[isHere ? 'renewNote' : 'renewNoteAbroad'], { price, gateway })}
      </span>
    </Check>
  )
}
