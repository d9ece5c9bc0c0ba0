import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { Locale } from '#contract/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure, failureText, type FailureMessages } from '#islands/accounts/Failure.tsx'
import type { FaultMessages } from '#islands/forms/fault-text.ts'
import { usePreHydrationInput } from '#islands/forms/pre-hydration-input.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $opened, forgetOpened, redeemForm, takeCode } from '#stores/gifts/redeem.ts'
import { $session, type SessionState } from '#stores/accounts/session.ts'
import { Field } from '#ui/Field.tsx'
import { OpenedGift } from './OpenedGift.tsx'

type RedeemMessages = FailureMessages & Messages['gifts']['redeem'] & Messages['accounts']['shared']
type Props = { locale: Locale; messages: RedeemMessages; faultMessages: FaultMessages }

const NAMES = ['code'] as const
const UNKNOWN: SessionState = { state: 'unknown' }

/** Removes the code from the address, so that nobody reads it there later. The link of a second mail may change the hash of an open page. */
function readAddress(): void {
  takeCode(location.hash)
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
}

/** Redeems a gift by its code, for signed-in listeners (GI-2). */
export function Redeem({ locale, messages, faultMessages }: Props) {
  const session = useStore($session, { ssr: () => UNKNOWN })
  const opened = useStore($opened, { ssr: () => undefined })
  useEffect(() => {
    readAddress()
    addEventListener('hashchange', readAddress)
    return () => {
      removeEventListener('hashchange', readAddress)
      forgetOpened()
    }
  }, [])

  if (opened) return <OpenedGift {...{ opened, locale, messages }} />
  return (
    <>
      {session.state !== 'in' && <Guest {...{ locale, messages }} />}
      {session.state !== 'out' && <CodeForm {...{ locale, messages, faultMessages }} />}
    </>
  )
}

/** Until the session is known, CSS of the page hides this from listeners. */
function Guest({ locale, messages }: Omit<Props, 'faultMessages'>) {
  const next = `?${new URLSearchParams({ next: pathTo('redeemGift', locale) })}`
  return (
    <div className="signed-out">
      <p>{messages.guest}</p>
      <p className="ways">
        <a className="button" href={pathTo('signIn', locale) + next}>
          {messages.signIn}
        </a>
        <a className="button quiet" href={pathTo('registration', locale) + next}>
          {messages.toRegistration}
        </a>
      </p>
    </div>
  )
}

function CodeForm({ locale, messages, faultMessages }: Props) {
  const { values, faults, isBusy, failure, wait } = useForm(redeemForm)
  const form = useRef<HTMLFormElement>(null)
  usePreHydrationInput(form, NAMES, redeemForm.change)

  const { code } = faults
  const texts: Record<string, string> = {
    ...faultMessages,
    ...messages.faults,
    tooMany: failureText('tooMany', wait, messages, locale),
  }
  return (
    <form
      ref={form}
      className="form signed-in"
      method="dialog"
      data-early
      noValidate
      aria-busy={isBusy}
      onSubmit={handleSubmit(redeemForm.submit)}
    >
      <Field
        label={messages.field}
        name="code"
        autoComplete="off"
        hint={messages.hint}
        value={values.code}
        isLocked={isBusy}
        fault={code && (texts[code] ?? messages.faults.size)}
        onChange={(text) => redeemForm.change('code', text)}
      />
      {!code && <Failure {...{ failure, wait, messages, locale }} />}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {messages.send}
      </button>
      <Busy isBusy={isBusy} text={messages.opening} />
    </form>
  )
}
