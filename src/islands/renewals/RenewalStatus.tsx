import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Renewal } from '#contract/plans/renewals.ts'
import { toMinor, type Amount } from '#contract/money/money.ts'
import type { Locale } from '#contract/text/locale.ts'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { digits, exactMoney } from '#i18n/format.ts'
import { ordinalDate } from '#i18n/ordinal-date.ts'
import { Failure, type FailureMessages } from '#islands/accounts/Failure.tsx'
import { GATEWAY_NAMES } from '#islands/payments/gateway-names.ts'
import type { PendingAction } from '#stores/pending-action.ts'
import { $renewal, loadRenewal, renewalAction, switchRenewalOff, type RenewalState } from '#stores/renewals/renewal.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'

export type RenewalMessages = FailureMessages & Messages['renewals']['mandate'] & Messages['ui']['actions']
type Props = { locale: Locale; messages: RenewalMessages }

const ASKING: RenewalState = { state: 'loading' }
const IDLE: PendingAction = { state: 'idle' }

/** Shows the auto-renewal of a plan [SB-4]: amount, next debit, end, and the button that ends it. */
export function RenewalStatus({ locale, messages }: Props) {
  const now = useStore($renewal, { ssr: () => ASKING })
  useEffect(() => void loadRenewal(), [])

  if (now.state === 'loading') return <p role="status">{messages.loading}</p>
  if (now.state === 'failed')
    return <TryAgain text={messages.loadFailed} label={messages.tryAgain} retry={loadRenewal} />
  if (!now.renewal) return null
  const { renewal } = now
  return (
    <section className="renewal" aria-labelledby="renewal">
      <h2 id="renewal" tabIndex={-1}>
        {messages.heading}
      </h2>
      {renewal.state === 'active' ? (
        <>
          <Facts {...{ renewal, locale, messages }} />
          <SwitchOff {...{ locale, messages }} />
        </>
      ) : (
        <p>
          {messages.ended} {renewal.reason && messages.reasons[renewal.is_overdue ? 'overdue' : renewal.reason]}
        </p>
      )}
    </section>
  )
}

function Facts({ renewal, locale, messages }: Props & { renewal: Renewal }) {
  const { currency, amount, ceiling, days, gateway, valid_until, next_debit } = renewal
  const shown = (sum: Amount) => exactMoney(toMinor(sum), currency, locale)
  const facts = [
    [
      messages.amount,
      interpolate(currency === 'INR' ? messages.amountText : messages.amountTextAbroad, {
        amount: shown(amount),
        days: digits(days, locale),
        gateway: GATEWAY_NAMES[gateway],
      }),
    ],
    ...(next_debit ? [[messages.nextDebit, ordinalDate(next_debit, locale)]] : []),
    [
      messages.valid,
      interpolate(messages.validText, { date: ordinalDate(valid_until, locale), ceiling: shown(ceiling) }),
    ],
  ]
  return (
    <dl className="facts">
      <div>
        <dt>{messages.plan}</dt>
        <dd lang={localeOfName(renewal, locale)}>{nameOrEnglish(renewal, locale)}</dd>
      </div>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Asks for confirmation, because only another payment can switch it on again. */
function SwitchOff({ locale, messages }: Props) {
  const [isAsked, ask] = useState(false)
  const act = useStore(renewalAction.$pendingAction, { ssr: () => IDLE })

  async function off() {
    if (!(await switchRenewalOff())) return
    ask(false)
    // The button that opened the dialog is removed. The timeout waits until React has drawn what replaces it.
    setTimeout(() => document.getElementById('renewal')?.focus())
  }
  return (
    <>
      <button type="button" className="button quiet" aria-haspopup="dialog" onClick={() => ask(true)}>
        {messages.switchOff}
      </button>
      <Dialog title={messages.switchOffTitle} close={messages.close} isOpen={isAsked} onClose={() => ask(false)}>
        <p>{messages.switchOffText}</p>
        {act.state === 'failed' && <Failure failure={act.fault} wait={act.seconds} {...{ messages, locale }} />}
        <div className="ways">
          <button type="button" className="button" aria-disabled={act.state === 'busy'} onClick={() => void off()}>
            {messages.switchOffConfirm}
          </button>
          <button type="button" className="button quiet" onClick={() => ask(false)}>
            {messages.keep}
          </button>
        </div>
      </Dialog>
    </>
  )
}
