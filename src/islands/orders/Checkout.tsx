import { useStore } from '@nanostores/react'
import { useEffect, useRef, type FormEvent } from 'react'
import type { Locale } from '#contract/text.ts'
import { toSignIn } from '#islands/accounts/to-sign-in.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { cart } from '#stores/cart/cart.ts'
import { $placed, billingForm, openCheckout } from '#stores/orders/checkout.ts'
import { $session, currentSession, type SessionState } from '#stores/accounts/session.ts'
import { focusFirstFault } from '#ui/Field.tsx'
import { Billing, type BillingWords } from './Billing.tsx'
import { EmptyBasket, type EmptyWords } from '../cart/EmptyCart.tsx'
import { hasLines, OrderSummary, useBasket, type SummaryWords } from './OrderSummary.tsx'
import { PayBy, type PayByWords } from '../payments/PayBy.tsx'
import { Placing, type PlacingWords } from '../payments/Placing.tsx'
import { goOn } from '../payments/result-path.ts'

export type CheckoutWords = SummaryWords &
  BillingWords &
  PayByWords &
  PlacingWords &
  EmptyWords &
  Record<'to-sign-in', string>
type Props = { locale: Locale; words: CheckoutWords }

const UNKNOWN: SessionState = { state: 'unknown' }

async function enter(): Promise<void> {
  if (await currentSession()) await openCheckout()
}

/** Who buys, what, for how much and how it is paid (CK-1). Guests are sent to sign in and come back. */
export function Checkout({ locale, words }: Props) {
  const session = useStore($session, { ssr: () => UNKNOWN })
  const basket = useBasket(cart)
  const { isBusy } = useForm(billingForm)
  const form = useRef<HTMLFormElement>(null)
  const isOut = session.state === 'out'
  useEffect(() => void enter(), [])
  useEffect(() => {
    if (isOut) toSignIn(locale)
  }, [isOut, locale])
  useEffect(() => $placed.listen((placed) => placed && goOn(placed, locale)), [locale])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!hasLines(cart.$cart.get()) || (await billingForm.submit()) || !form.current) return
    focusFirstFault(form.current, '.coupon')
  }

  if (session.state !== 'in') return <p role="status">{words[isOut ? 'to-sign-in' : 'basket-loading']}</p>
  return (
    <form ref={form} className="form checkout" noValidate aria-busy={isBusy} onSubmit={(event) => void submit(event)}>
      <div className="who">
        <Billing {...{ locale, words }} />
        {hasLines(basket) && <PayBy cart={basket.cart} {...{ locale, words }} />}
      </div>
      <div className="what">
        <OrderSummary basket={cart} {...{ locale, words }} />
        {basket.state === 'ready' && !hasLines(basket) && <EmptyBasket {...{ locale, words }} />}
        <Placing {...{ basket, locale, words }} />
      </div>
    </form>
  )
}
