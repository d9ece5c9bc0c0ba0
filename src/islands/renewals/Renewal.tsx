import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Renewal as Told } from '#contract/renewals.ts'
import { toMinor, type Amount } from '#contract/money.ts'
import type { Locale } from '#contract/text.ts'
import { localeOfName, nameOrEnglish } from '#contract/translation.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits, exactMoney } from '#i18n/format.ts'
import { ordinalDate } from '#i18n/ordinal-date.ts'
import { Failure, type FailureWords } from '#islands/accounts/Failure.tsx'
import { GATEWAY_NAMES } from '#islands/payments/gateway-names.ts'
import type { PendingAction } from '#stores/pending-action.ts'
import { $renewal, loadRenewal, renewalAction, switchRenewalOff, type RenewalState } from '#stores/renewals/renewal.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'

type Fact = 'amount' | 'amount-text' | 'next' | 'valid' | 'valid-text' | 'plan'
type Way = 'off' | 'off-title' | 'off-text' | 'off-sure' | 'off-keep' | 'ended'
export type RenewalWords = FailureWords &
  Record<
    | `renewal-${Fact | Way}`
    | `ended-${NonNullable<Told['reason']>}`
    | 'renewal'
    | 'renewal-loading'
    | 'renewal-failed'
    | 'try-again'
    | 'close',
    string
  >
type Props = { locale: Locale; words: RenewalWords }

const ASKING: RenewalState = { state: 'loading' }
const IDLE: PendingAction = { state: 'idle' }

/** The auto-renewal of a plan (SB-4): what is debited, when and until when, and the way out of it. */
export function Renewal({ locale, words }: Props) {
  const now = useStore($renewal, { ssr: () => ASKING })
  useEffect(() => void loadRenewal(), [])

  if (now.state === 'loading') return <p role="status">{words['renewal-loading']}</p>
  if (now.state === 'failed')
    return <TryAgain text={words['renewal-failed']} again={words['try-again']} act={loadRenewal} />
  if (!now.renewal) return null
  const { renewal } = now
  return (
    <section className="renewal" aria-labelledby="renewal">
      <h2 id="renewal" tabIndex={-1}>
        {words.renewal}
      </h2>
      {renewal.state === 'active' ? (
        <>
          <Facts {...{ renewal, locale, words }} />
          <SwitchOff {...{ locale, words }} />
        </>
      ) : (
        <p>
          {words['renewal-ended']} {renewal.reason && words[`ended-${renewal.reason}`]}
        </p>
      )}
    </section>
  )
}

function Facts({ renewal, locale, words }: Props & { renewal: Told }) {
  const { currency, amount, ceiling, days, gateway, valid_until, next_debit } = renewal
  const shown = (sum: Amount) => exactMoney(toMinor(sum), currency, locale)
  const facts = [
    [
      words['renewal-amount'],
      fill(words['renewal-amount-text'], {
        amount: shown(amount),
        days: digits(days, locale),
        gateway: GATEWAY_NAMES[gateway],
      }),
    ],
    ...(next_debit ? [[words['renewal-next'], ordinalDate(next_debit, locale)]] : []),
    [
      words['renewal-valid'],
      fill(words['renewal-valid-text'], { date: ordinalDate(valid_until, locale), ceiling: shown(ceiling) }),
    ],
  ]
  return (
    <dl className="facts">
      <div>
        <dt>{words['renewal-plan']}</dt>
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

/** Asked once more: it cannot be switched on again without another payment. */
function SwitchOff({ locale, words }: Props) {
  const [isAsked, ask] = useState(false)
  const act = useStore(renewalAction.$pendingAction, { ssr: () => IDLE })

  async function off() {
    if (!(await switchRenewalOff())) return
    ask(false)
    // The button that opened the dialog is gone. A turn later: what has taken its place is drawn by then.
    setTimeout(() => document.getElementById('renewal')?.focus())
  }
  return (
    <>
      <button type="button" className="button quiet" aria-haspopup="dialog" onClick={() => ask(true)}>
        {words['renewal-off']}
      </button>
      <Dialog title={words['renewal-off-title']} close={words.close} isOpen={isAsked} onClose={() => ask(false)}>
        <p>{words['renewal-off-text']}</p>
        {act.state === 'failed' && <Failure failure={act.fault} wait={act.seconds} {...{ words, locale }} />}
        <div className="ways">
          <button type="button" className="button" aria-disabled={act.state === 'busy'} onClick={() => void off()}>
            {words['renewal-off-sure']}
          </button>
          <button type="button" className="button quiet" onClick={() => ask(false)}>
            {words['renewal-off-keep']}
          </button>
        </div>
      </Dialog>
    </>
  )
}
