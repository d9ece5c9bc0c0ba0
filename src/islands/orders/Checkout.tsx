import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import type { TermsMessages } from '#islands/accounts/Terms.tsx'
import { toSignIn } from '#islands/accounts/to-sign-in.ts'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { cart } from '#stores/cart/cart.ts'
import { $placed, billingForm, openCheckout } from '#stores/orders/checkout.ts'
import { $session, currentSession, type SessionState } from '#stores/accounts/session.ts'
import { focusFirstFault } from '#ui/Field.tsx'
import { Billing } from './Billing.tsx'
import { EmptyCart } from '../cart/EmptyCart.tsx'
import { TakenOut } from '../cart/TakenOut.tsx'
import { hasLines, OrderSummary, useCart, type SummaryMessages } from './OrderSummary.tsx'
import { PayBy } from '../payments/PayBy.tsx'
import { PlaceOrder } from '../payments/PlaceOrder.tsx'
import { followOrder } from '../payments/result-path.ts'

type CheckoutMessages = SummaryMessages &
  TermsMessages &
  Messages['orders']['checkout'] &
  Messages['orders']['profile'] &
  Messages['payments']['method'] &
  Messages['payments']['gateway'] &
  Messages['renewals']['consent'] &
  Messages['accounts']['guest'] &
  Messages['form']['names'] &
  Messages['form']['email']
type Props = { locale: Locale; messages: CheckoutMessages; faultMessages: TextFaultMessages }

const UNKNOWN: SessionState = { state: 'unknown' }

async function enter(): Promise<void> {
  if (await currentSession()) await openCheckout()
}

/** The checkout [CK-1]. Guests sign in first and return here. */
export function Checkout({ locale, messages, faultMessages }: Props) {
  const session = useStore($session, { ssr: () => UNKNOWN })
  const cartStore = useCart(cart)
  const { isBusy } = useForm(billingForm)
  const form = useRef<HTMLFormElement>(null)
  const [hadLines, setHadLines] = useState(false)
  if (!hadLines && hasLines(cartStore)) setHadLines(true)
  const isOut = session.state === 'out'
  useEffect(() => void enter(), [])
  useEffect(() => {
    if (isOut) toSignIn(locale)
  }, [isOut, locale])
  useEffect(() => $placed.listen((placed) => placed && followOrder(placed, locale)), [locale])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!hasLines(cart.$cart.get()) || (await billingForm.submit()) || !form.current) return
    focusFirstFault(form.current, '.coupon')
  }

  if (session.state !== 'in') return <p role="status">{messages[isOut ? 'toSignIn' : 'cartLoading']}</p>
  return (
    <form ref={form} className="form checkout" noValidate aria-busy={isBusy} onSubmit={(event) => void submit(event)}>
      <div className="who">
        <Billing {...{ locale, messages, faultMessages }} />
        {hasLines(cartStore) && <PayBy cart={cartStore.cart} {...{ locale, messages }} />}
      </div>
      <div className="what">
        <OrderSummary cartStore={cart} {...{ locale, messages }} />
        <TakenOut cartStore={cart} now={cartStore} {...{ locale, messages }} />
        {cartStore.state === 'ready' && !hasLines(cartStore) && (
          <EmptyCart takesFocus={hadLines} {...{ locale, messages }} />
        )}
        <PlaceOrder {...{ cartStore, locale, messages }} />
      </div>
    </form>
  )
}
