import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { CHOICES, PURPOSES, type Choice, type PrivacyChoices as Choices, type Purpose } from '#contract/privacy.ts'
import type { Locale } from '#contract/text/locale.ts'
import { digits } from '#i18n/format.ts'
import { ordinalDate } from '#i18n/ordinal-date.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo, signInPath } from '#i18n/paths.ts'
import {
  $lastChange,
  $privacyChoices,
  changeChoice,
  confirm,
  loadChoices,
  type ChoicesState,
} from '#stores/privacy/choices.ts'
import { TryAgain } from '#ui/TryAgain.tsx'
import { keepFocusOf } from '#ui/keep-focus.ts'

type ChoiceMessages = Messages['privacy']['choices'] & Messages['ui']['actions']
type Props = { locale: Locale; messages: ChoiceMessages; purposes: Record<Purpose, string> }

const LOADING = (): ChoicesState => ({ state: 'loading' })
const ASKING = LOADING()
const NONE = () => undefined

/** Consents of the listener with a switch for each, and the receipts of all purposes [RT-1]. */
export function PrivacyChoices({ locale, messages, purposes }: Props) {
  const now = useStore($privacyChoices, { ssr: () => ASKING })
  const change = useStore($lastChange, { ssr: NONE })
  useEffect(() => void loadChoices(), [])
  return (
    <div className="privacy-choices" aria-busy={now.state === 'loading'}>
      <p role={change === 'notSaved' ? 'alert' : 'status'} className={noteClass(change)}>
        {change && messages[change]}
      </p>
      {now.state === 'loading' && <p className="soft">{messages.loading}</p>}
      {now.state === 'failed' && (
        <TryAgain text={messages.failed} label={messages.tryAgain} retry={loadChoices} className="button quiet" />
      )}
      {now.state === 'signedOut' && (
        <>
          <p>{messages.signIn}</p>
          <a className="button" href={signInPath(locale, pathTo('privacyChoices', locale))}>
            {messages.toSignIn}
          </a>
        </>
      )}
      {now.state === 'ready' && <Ready choices={now.choices} {...{ locale, messages, purposes }} />}
    </div>
  )
}

const noteClass = (change: string | undefined): string =>
  change === undefined ? 'unseen' : change === 'notSaved' ? 'fault' : 'notice good'

function Ready({ choices: { is_new: isNew, choices, receipts }, ...props }: Props & { choices: Choices }) {
  const { messages } = props
  return (
    <>
      {isNew && (
        <p className="notice">
          {messages.newNotice}{' '}
          <button ref={keepFocusOf} type="button" className="link" onClick={() => void confirm()}>
            {messages.confirm}
          </button>
        </p>
      )}
      {CHOICES.map((choice) => (
        <Switch key={choice} choice={choice} isGiven={choices[choice]} messages={messages} />
      ))}
      <details open={receipts.length > 0 && receipts.length <= FEW}>
        <summary>{messages.receipts}</summary>
        {receipts.length === 0 && <p className="soft">{messages.noReceipts}</p>}
        {receipts.length > 0 && <p className="soft">{messages.receiptDays}</p>}
        <Receipts receipts={receipts} {...props} />
      </details>
    </>
  )
}

const FEW = 10

/** Details of the profile are given by filling in the profile: the switch only takes them back. */
function Switch({ choice, isGiven, messages }: { choice: Choice; isGiven: boolean; messages: ChoiceMessages }) {
  const isOff = choice === 'profileDetails' && !isGiven
  const hint = isOff ? messages.profileDetailsNone : messages.hints[choice]
  return (
    <div className="check">
      <label>
        <input
          type="checkbox"
          role="switch"
          className="switch"
          aria-checked={isGiven}
          aria-describedby={`${choice}-hint`}
          checked={isGiven}
          aria-disabled={isOff}
          onChange={({ target }) => !isOff && void changeChoice(choice, target.checked)}
        />
        <span>{messages[choice]}</span>
      </label>
      <p id={`${choice}-hint`} className="soft">
        {hint}
      </p>
    </div>
  )
}

type Receipt = Choices['receipts'][number]
/** Only a choice is a consent: of the other purposes the listener was told. */
const answerOf = ({ purpose, is_given: isGiven }: Receipt) =>
  PURPOSES[purpose] !== 'choice' ? 'told' : isGiven ? 'given' : 'refused'

function Receipts({ receipts, locale, messages, purposes }: Props & { receipts: Choices['receipts'] }) {
  return (
    <ul role="list" className="receipts">
      {receipts.map((receipt) => (
        <li key={receipt.id}>
          <strong>{purposes[receipt.purpose]}</strong>: {messages[answerOf(receipt)]},{' '}
          <time dateTime={receipt.date_created}>{ordinalDate(receipt.date_created, locale)}</time>
          <span className="soft">
            {interpolate(messages.receipt, { number: digits(receipt.id, locale) })} ·{' '}
            {interpolate(messages.noticeOf, {
              date: ordinalDate(receipt.notice, locale),
              language: receipt.language === 'mr' ? messages.languages.mr : messages.languages.en,
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}
