import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { Failure } from '#islands/accounts/Failure.tsx'
import { Credentials } from '#islands/accounts/sign-in/Credentials.tsx'
import { deskFault, type DeskMessages } from '#islands/desk/desk-context.tsx'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { $step, beginStepUp, codeForm, passwordForm, restartSignIn, type Challenge } from '#stores/desk/sign-in.ts'
import { Field } from '#ui/Field.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import type { SignInMessages } from './sign-in-messages.ts'

export type SignInProps = {
  locale: Locale
  messages: SignInMessages
  shared: DeskMessages
  faultMessages: TextFaultMessages
  /** Only the second factor is asked for. */
  isStepUp?: boolean
  onDone: () => void
}

/** The password, then the second factor. */
export function SignInSteps(props: SignInProps) {
  const now = useStore($step)
  const { shared } = props
  if (now.step === 'password') return <PasswordStep {...props} />
  if (now.step === 'factor') return <FactorStep {...props} challenge={now.challenge} />
  if (now.step === 'waiting') return <p role="status">{shared.loading}</p>
  return <TryAgain text={deskFault(shared, now.fault)} label={shared.tryAgain} retry={beginStepUp} />
}

function PasswordStep({ locale, messages, faultMessages }: SignInProps) {
  const { values, faults, isBusy, failure, wait } = useForm(passwordForm)
  return (
    <form className="form" noValidate aria-busy={isBusy} onSubmit={handleSubmit(passwordForm.submit)}>
      <Credentials {...{ messages, faultMessages, values, faults }} onChange={passwordForm.change} />
      <Failure {...{ failure, wait, messages, locale }} />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {messages.goOn}
      </button>
    </form>
  )
}

type FactorProps = SignInProps & { challenge: Challenge }

function FactorStep({ locale, messages, faultMessages, isStepUp, onDone, challenge }: FactorProps) {
  const { values, faults, isBusy, failure, wait } = useForm(codeForm)
  const code = faults['code']
  const form = useRef<HTMLFormElement>(null)
  // The dialog opened before the step was known, and could focus nothing.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form ref={form} className="form" noValidate aria-busy={isBusy} onSubmit={handleSubmit(codeForm.submit, onDone)}>
      <Field
        label={messages.code}
        name="code"
        hint={messages.codeHint}
        autoComplete="one-time-code"
        value={values.code}
        isAnnounced={code !== 'required'}
        fault={code && (code === 'required' ? faultMessages.required : messages.wrongCode)}
        onChange={(text) => codeForm.change('code', text)}
      />
      {failure !== 'factor' && <Failure {...{ failure, wait, messages, locale }} />}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {isStepUp ? messages.confirm : messages.signIn}
      </button>
      {challenge.passkey && <PasskeyButton {...{ messages, onDone }} options={challenge.passkey} />}
      {!isStepUp && (
        <button type="button" className="link" onClick={restartSignIn}>
          {messages.back}
        </button>
      )}
    </form>
  )
}
