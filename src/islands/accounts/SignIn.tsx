import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { Locale } from '#contract/text.ts'
import { pathTo } from '#i18n/paths.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { faultText, type FaultMessages } from '#islands/forms/fault-text.ts'
import { useHydrated, usePreHydrationInput } from '#islands/forms/pre-hydration-input.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $welcome, goOn } from '#stores/accounts/return-destination.ts'
import { openForgot } from '#stores/accounts/forgot-password.ts'
import { openMobile } from '#stores/accounts/mobile-sign-in.ts'
import { $notice, signInForm, type Notice } from '#stores/accounts/sign-in.ts'
import { $answering } from '#stores/accounts/social-sign-in.ts'
import { Check } from '#ui/Check.tsx'
import { Field } from '#ui/Field.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Busy } from './Busy.tsx'
import { Failure } from './Failure.tsx'
import { ForgotDialog, ForgotSent, type ForgotMessages } from './ForgotDialog.tsx'
import { MobileDialog, type MobileMessages } from './MobileDialog.tsx'
import { SocialButtons, type SocialMessages } from './SocialButtons.tsx'
import { useLeaveWhenSignedIn, withNext } from './leave-sign-in.ts'
import { WelcomeDialog, type WelcomeMessages } from './WelcomeDialog.tsx'

type SignInMessages = ForgotMessages &
  MobileMessages &
  SocialMessages &
  WelcomeMessages &
  Messages['accounts']['shared'] &
  Messages['accounts']['signIn'] &
  Messages['form']['password']
type Props = { locale: Locale; messages: SignInMessages; faultMessages: FaultMessages }

const NAMES = ['email', 'password', 'remember'] as const
/** Values of `?notice=` that the pages before may set. */
const NOTICES = ['new-account', 'new-password'] as const

/** The sign-in page (SI-1 to SI-7). It accepts input before hydration. */
export function SignIn({ locale, messages, faultMessages }: Props) {
  const notice = useStore($notice, { ssr: () => undefined })
  const welcome = useStore($welcome, { ssr: () => undefined })
  useLeaveWhenSignedIn(locale)
  const isHydrated = useHydrated()
  const done =
    isHydrated && !notice
      ? NOTICES.find((name) => new URLSearchParams(location.search).get('notice') === name)
      : undefined
  return (
    <>
      {done && (
        <p role="status" className="notice good">
          {messages.done[done]}
        </p>
      )}
      {notice && <NoticeText notice={notice} messages={messages} locale={locale} />}
      <SignInForm {...{ locale, messages, faultMessages }} />
      <p className="or">
        <span>{messages.or}</span>
      </p>
      <button type="button" className="button quiet whole" onClick={openMobile}>
        {messages.withMobile}
      </button>
      <SocialButtons messages={messages} />
      <p className="switch">
        {messages.noAccount}{' '}
        <a href={isHydrated ? withNext(pathTo('registration', locale)) : pathTo('registration', locale)}>
          {messages.toRegistration}
        </a>
      </p>
      <MobileDialog locale={locale} messages={messages} />
      <ForgotDialog {...{ locale, messages, faultMessages }} />
      <WelcomeDialog
        locale={locale}
        messages={messages}
        name={welcome?.name ?? ''}
        isOpen={welcome !== undefined}
        onClose={() => void goOn()}
      />
    </>
  )
}

function SignInForm({ locale, messages, faultMessages }: Props) {
  const { values, faults, isBusy, isDone, failure, wait } = useForm(signInForm)
  const isAnswering = useStore($answering, { ssr: () => false })
  const form = useRef<HTMLFormElement>(null)
  usePreHydrationInput(form, NAMES, signInForm.change)

  const password = faults['password']
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
      <Field
        label={messages.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        value={values.email}
        fault={faultText(faultMessages, faults['email'], 'email')}
        onChange={(text) => signInForm.change('email', text)}
      />
      <PasswordField
        label={messages.password}
        name="password"
        autoComplete="current-password"
        value={values.password}
        fault={password && (password === 'required' ? faultMessages.required : messages.credentials)}
        messages={messages}
        onChange={(text) => signInForm.change('password', text)}
      />
      <div className="beside">
        <Check
          name="remember"
          isChecked={values.remember === 'yes'}
          onChange={(isChecked) => signInForm.change('remember', isChecked ? 'yes' : '')}
        >
          {messages.remember}
        </Check>
        <button type="button" className="link" onClick={openForgot}>
          {messages.forgot}
        </button>
      </div>
      <ForgotSent text={messages.forgotSent} />
      <Failure {...{ failure, wait, messages, locale }} />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {messages.signIn}
      </button>
      <Busy isBusy={isBusy || isDone || isAnswering} text={messages.signingIn} />
    </form>
  )
}

/** The result of social sign-in: some codes are information, others are failures. */
function NoticeText({
  notice: { code, seconds },
  messages,
  locale,
}: {
  notice: Notice
  messages: SignInMessages
  locale: Locale
}) {
  if (code === 'linkFirst' || code === 'cancelled')
    return (
      <p role="status" className="notice good">
        {messages[code]}
      </p>
    )
  if (code === 'socialRefused')
    return (
      <p role="alert" className="failure">
        {messages[code]}
      </p>
    )
  return <Failure failure={code} wait={seconds} messages={messages} locale={locale} />
}
