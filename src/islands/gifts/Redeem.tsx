import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { Locale } from '#contract/text.ts'
import { pathTo } from '#i18n/paths.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure, failureText, type FailureWords } from '#islands/accounts/Failure.tsx'
import { useEarlyInput } from '#islands/forms/pre-hydration-input.ts'
import { submitting } from '#islands/forms/submitting.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $opened, forgetOpened, redeemForm, takeCode } from '#stores/gifts/redeem.ts'
import { $session, type SessionState } from '#stores/accounts/session.ts'
import { Field } from '#ui/Field.tsx'
import { OpenedGift, type OpenedWords } from './OpenedGift.tsx'

type Word =
  | 'guest'
  | 'sign-in'
  | 'to-registration'
  | 'field'
  | 'hint'
  | 'send'
  | 'opening'
  | 'required'
  | 'size'
  | 'gift'
  | 'alreadyOwned'
export type RedeemWords = FailureWords & OpenedWords & Record<Word, string>
type Props = { locale: Locale; words: RedeemWords }

const NAMES = ['code'] as const
const UNKNOWN: SessionState = { state: 'unknown' }

/** Away from the address: whoever looks at it later must not see the code. A second mail may be opened over the first. */
function readAddress(): void {
  takeCode(location.hash)
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
}

/** Opens a gift by its code, for listeners (GI-2). */
export function Redeem({ locale, words }: Props) {
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

  if (opened) return <OpenedGift {...{ opened, locale, words }} />
  return (
    <>
      {session.state !== 'in' && <Guest {...{ locale, words }} />}
      {session.state !== 'out' && <CodeForm {...{ locale, words }} />}
    </>
  )
}

/** Until it is known who is there, the page itself hides what is not for him. */
function Guest({ locale, words }: Props) {
  const next = `?${new URLSearchParams({ next: pathTo('redeemGift', locale) })}`
  return (
    <div className="signed-out">
      <p>{words.guest}</p>
      <p className="ways">
        <a className="button" href={pathTo('signIn', locale) + next}>
          {words['sign-in']}
        </a>
        <a className="button quiet" href={pathTo('registration', locale) + next}>
          {words['to-registration']}
        </a>
      </p>
    </div>
  )
}

function CodeForm({ locale, words }: Props) {
  const { values, faults, isBusy, failure, wait } = useForm(redeemForm)
  const form = useRef<HTMLFormElement>(null)
  useEarlyInput(form, NAMES, redeemForm.change)

  const { code } = faults
  const told: Record<string, string> = { ...words, tooMany: failureText('tooMany', wait, words, locale) }
  return (
    <form
      ref={form}
      className="form signed-in"
      method="dialog"
      data-early
      noValidate
      aria-busy={isBusy}
      onSubmit={submitting(redeemForm.submit)}
    >
      <Field
        label={words.field}
        name="code"
        autoComplete="off"
        hint={words.hint}
        value={values.code}
        isLocked={isBusy}
        fault={code && (told[code] ?? words.size)}
        onChange={(text) => redeemForm.change('code', text)}
      />
      {!code && <Failure {...{ failure, wait, words, locale }} />}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {words.send}
      </button>
      <Busy isBusy={isBusy} text={words.opening} />
    </form>
  )
}
