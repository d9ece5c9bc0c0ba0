import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { navigate } from '#client/navigate.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo } from '#i18n/paths.ts'
import { Failure, type FailureMessages } from '#islands/accounts/Failure.tsx'
import { toSignIn } from '#islands/accounts/to-sign-in.ts'
import {
  $paymentRedirect,
  openGatewayPage,
  openPayment,
  startNewAttempt,
  RENEWAL_DELAY_MS,
  type PaymentRedirectState,
} from '#stores/payments/payment-redirect.ts'
import { GATEWAY_NAMES } from './gateway-names.ts'
import { resultPath } from './result-path.ts'

type RedirectMessages = FailureMessages & Messages['payments']['redirect'] & Messages['payments']['gateway']
type Props = { locale: Locale; messages: RedirectMessages }

const OPENING: PaymentRedirectState = { state: 'opening' }

/** Asks for the payment, also when the page is shown again. */
function useOpenPayment(): void {
  useEffect(() => {
    void openPayment()
    // A page restored from the back/forward cache must not still say that it is leaving.
    const showAgain = ({ persisted }: PageTransitionEvent) => persisted && void openPayment()
    addEventListener('pageshow', showAgain)
    return () => removeEventListener('pageshow', showAgain)
  }, [])
}

/** Leaves the page when there is nothing to pay here, and for the gateway. */
function useRedirect(now: PaymentRedirectState, locale: Locale): void {
  useEffect(() => {
    if (now.state === 'nothing') return void navigate(pathTo('home', locale), { history: 'replace' })
    if (now.state === 'out') return toSignIn(locale)
    if (now.state === 'decided')
      return void navigate(resultPath(locale, now.order, now.payment), { history: 'replace' })
    if (now.state !== 'leaving') return
    const timer = setTimeout(() => openGatewayPage(now.page), now.renews ? RENEWAL_DELAY_MS : 0)
    return () => clearTimeout(timer)
  }, [now, locale])
}

/** Redirects to the gateway once by itself [PY-1], and by a button. */
export function PaymentRedirect({ locale, messages }: Props) {
  const now = useStore($paymentRedirect, { ssr: () => OPENING })
  useOpenPayment()
  useRedirect(now, locale)

  if (now.state === 'leaving') return <Leaving {...{ now, messages }} />
  if (now.state === 'back') return <CameBack {...{ now, locale, messages }} />
  return <p role="status">{messages.opening}</p>
}

type LeavingProps = { now: PaymentRedirectState & { state: 'leaving' }; messages: RedirectMessages }
function Leaving({ now, messages }: LeavingProps) {
  return (
    <>
      <p role="status">
        {interpolate(messages[now.renews ? 'leavingRenewal' : 'leaving'], { gateway: GATEWAY_NAMES[now.gateway] })}
      </p>
      <button type="button" className="button" onClick={() => openGatewayPage(now.page)}>
        {messages.continue}
      </button>
    </>
  )
}

/** The buyer came back from the gateway without a decision. */
function CameBack({ now, locale, messages }: Props & { now: PaymentRedirectState & { state: 'back' } }) {
  return (
    <>
      <h2>{messages.cameBack}</h2>
      <p>{messages.cameBackText}</p>
      {now.fault === 'gateway' || now.fault === 'underWay' ? (
        <p role="alert" className="failure">
          {now.fault === 'gateway' ? messages.gatewayFailed : messages.underWay}
        </p>
      ) : (
        <Failure failure={now.fault} {...{ messages, locale }} />
      )}
      <p className="ways">
        <button type="button" className="button" onClick={() => void startNewAttempt()}>
          {messages.continue}
        </button>
        <a className="button quiet" href={resultPath(locale, now.payment.order)}>
          {messages.orderStatus}
        </a>
        <a className="button quiet" href={pathTo(now.isGift ? 'gift' : 'checkout', locale)}>
          {now.isGift ? messages.toGift : messages.toCheckout}
        </a>
      </p>
    </>
  )
}
