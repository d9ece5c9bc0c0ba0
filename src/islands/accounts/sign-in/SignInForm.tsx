import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure } from '#islands/accounts/Failure.tsx'
import { ForgotSent } from '#islands/accounts/password/ForgotDialog.tsx'
import type { FaultMessages } from '#islands/forms/fault-text.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { usePreHydrationInput } from '#islands/forms/pre-hydration-input.ts'
import { useForm, type FormState } from '#islands/forms/use-form.ts'
import { openForgot } from '#stores/accounts/forgot-password.ts'
import { $isCaptchaAsked, signInForm } from '#stores/accounts/sign-in.ts'
import { $isProving } from '#stores/accounts/security/passkey-sign-in.ts'
import { $answering } from '#stores/accounts/social-sign-in.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { Check } from '#ui/Check.tsx'
import { Late } from '#ui/Late.tsx'
import { Credentials } from './Credentials.tsx'
import type { SignInMessages } from './sign-in-messages.ts'

type Props = { locale: Locale; messages: SignInMessages; faultMessages: FaultMessages }

/** Few listeners ever see it. */
const loadCaptcha = () => import('#islands/forms/Captcha.tsx').then(({ Captcha }) => Captcha)

const NAMES = ['email', 'password', 'remember'] as const

/** Signs in with mail address and password. */
export function SignInForm({ locale, messages, faultMessages }: Props) {
  const { values, faults, isBusy, isDone, failure, wait } = useForm(signInForm)
  const isAnswering = useStore($answering, { ssr: () => false })
  const isProving = useStore($isProving, { ssr: () => false })
  const form = useRef<HTMLFormElement>(null)
  usePreHydrationInput(form, NAMES, signInForm.change)

  return (
    <form
      ref={form}
      className="form"
      method="dialog"
      data-early
      noValidate
      aria-busy={isBusy}
      onSubmit={handleSubmit(signInForm.submit)}
    >
      <Credentials {...{ messages, faultMessages, values, faults }} onChange={signInForm.change} />
      <Remember messages={messages} isChecked={values.remember === 'yes'} />
      <HumanCheck {...{ messages, faults }} />
      <ForgotSent text={messages.forgotSent} />
      <Failure {...{ failure, wait, messages, locale }} />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {messages.signIn}
      </button>
      <Busy isBusy={isBusy || isDone || isAnswering || isProving} text={messages.signingIn} />
    </form>
  )
}

type HumanProps = Pick<Props, 'messages'> & Pick<FormState<typeof signInForm.empty>, 'faults'>

function HumanCheck({ messages, faults }: HumanProps) {
  const isAsked = useStore($isCaptchaAsked, { ssr: () => false })
  if (!isAsked) return null
  return (
    <Late load={loadCaptcha} failed={alertOffline}>
      {(Captcha) => (
        <Captcha
          messages={messages}
          fault={faults['altcha'] && messages.captchaRequired}
          onChange={() => signInForm.forgive('altcha')}
        />
      )}
    </Late>
  )
}

function Remember({ messages, isChecked }: Pick<Props, 'messages'> & { isChecked: boolean }) {
  return (
    <div className="beside">
      <Check
        name="remember"
        isChecked={isChecked}
        onChange={(isWanted) => signInForm.change('remember', isWanted ? 'yes' : '')}
      >
        {messages.remember}
      </Check>
      <button type="button" className="link" onClick={openForgot}>
        {messages.forgot}
      </button>
    </div>
  )
}
