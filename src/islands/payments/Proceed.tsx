import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { navigate } from '#client/navigate.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { pathTo } from '#i18n/paths.ts'
import { Failure, type FailureWords } from '#islands/accounts/Failure.tsx'
import { toSignIn } from '#islands/accounts/to-sign-in.ts'
import {
  $proceeding,
  openGatewayPage,
  openPayment,
  proceedAgain,
  RENEWAL_DELAY_MS,
  type Proceeding,
} from '#stores/payments/proceed-payment.ts'
import { GATEWAY_NAMES } from './gateway-names.ts'
import { resultPath } from './result-path.ts'

type Word =
  | 'opening'
  | 'leaving'
  | 'leaving-renewal'
  | 'continue'
  | 'came-back'
  | 'came-back-text'
  | 'order-status'
  | 'to-checkout'
  | 'failed-gateway'
export type ProceedWords = FailureWords & Record<Word, string>
type Props = { locale: Locale; words: ProceedWords }

const OPENING: Proceeding = { state: 'opening' }

/** The way to the gateway (PY-1): it leads on by itself, once, and by a button. */
export function Proceed({ locale, words }: Props) {
  const now = useStore($proceeding, { ssr: () => OPENING })
  useEffect(() => {
    void openPayment()
    // Come back to by the browser's own memory of the page: it must not stand there as if it were just leaving.
    const showAgain = ({ persisted }: PageTransitionEvent) => persisted && void openPayment()
    addEventListener('pageshow', showAgain)
    return () => removeEventListener('pageshow', showAgain)
  }, [])
  useEffect(() => {
    if (now.state === 'nothing') return void navigate(pathTo('home', locale), { history: 'replace' })
    if (now.state === 'out') return toSignIn(locale)
    if (now.state === 'decided')
      return void navigate(resultPath(locale, now.order, now.payment), { history: 'replace' })
    if (now.state !== 'leaving') return
    const timer = setTimeout(() => openGatewayPage(now.page), now.renews ? RENEWAL_DELAY_MS : 0)
    return () => clearTimeout(timer)
  }, [now, locale])

  if (now.state === 'leaving') {
    return (
      <>
        <p role="status">
          {fill(words[now.renews ? 'leaving-renewal' : 'leaving'], { gateway: GATEWAY_NAMES[now.gateway] })}
        </p>
        <button type="button" className="button" onClick={() => openGatewayPage(now.page)}>
          {words.continue}
        </button>
      </>
    )
  }
  if (now.state !== 'back') return <p role="status">{words.opening}</p>
  return (
    <>
      <h2>{words['came-back']}</h2>
      <p>{words['came-back-text']}</p>
      {now.fault === 'gateway' ? (
        <p role="alert" className="failure">
          {words['failed-gateway']}
        </p>
      ) : (
        <Failure failure={now.fault} {...{ words, locale }} />
      )}
      <p className="ways">
        <button type="button" className="button" onClick={() => void proceedAgain()}>
          {words.continue}
        </button>
        <a className="button quiet" href={resultPath(locale, now.payment.order)}>
          {words['order-status']}
        </a>
        <a className="button quiet" href={pathTo('checkout', locale)}>
          {words['to-checkout']}
        </a>
      </p>
    </>
  )
}
