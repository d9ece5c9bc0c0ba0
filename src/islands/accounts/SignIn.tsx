import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { Locale } from '#contract/text.ts'
import { pathTo } from '#i18n/paths.ts'
import { useAlive, useEarlyInput } from '#islands/forms/pre-hydration-input.ts'
import { submitting } from '#islands/forms/submitting.ts'
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
import { ForgotDialog, ForgotSent, type ForgotWords } from './ForgotDialog.tsx'
import { MobileDialog, type MobileWords } from './MobileDialog.tsx'
import { SocialButtons, type SocialWords } from './SocialButtons.tsx'
import { useArrival, withNext } from './arrive.ts'
import { WelcomeDialog, type WelcomeWords } from './WelcomeDialog.tsx'

type Word =
  | 'password'
  | 'show'
  | 'hide'
  | 'remember'
  | 'forgot'
  | 'or'
  | 'with-mobile'
  | 'no-account'
  | 'to-registration'
  | 'signing-in'
  | 'sign-in'
  | 'credentials'
type NoticeWord =
  'linkFirst' | 'socialRefused' | 'cancelled' | 'required' | 'email-invalid' | 'new-account' | 'new-password'
type Words = ForgotWords & MobileWords & SocialWords & WelcomeWords & Record<Word | NoticeWord, string>
type Props = { locale: Locale; words: Words }

const NAMES = ['email', 'password', 'remember'] as const
/** What the page before left to say: an account or a password that is new. */
const TOLD = ['new-account', 'new-password'] as const

const tellEmail = (code: string | undefined, words: Words) =>
  code && (code === 'required' ? words.required : words['email-invalid'])
const tellPassword = (code: string | undefined, words: Words) =>
  code && (code === 'required' ? words.required : words.credentials)

/** The sign-in page (SI-1 to SI-7). Typing is possible before React arrives. */
export function SignIn({ locale, words }: Props) {
  const notice = useStore($notice, { ssr: () => undefined })
  const welcome = useStore($welcome, { ssr: () => undefined })
  useArrival(locale)
  const isAlive = useAlive()
  const told =
    isAlive && !notice ? TOLD.find((word) => new URLSearchParams(location.search).get('notice') === word) : undefined
  return (
    <>
      {told && (
        <p role="status" className="notice good">
          {words[told]}
        </p>
      )}
      {notice && <NoticeText notice={notice} words={words} locale={locale} />}
      <SignInForm {...{ locale, words }} />
      <p className="or">
        <span>{words.or}</span>
      </p>
      <button type="button" className="button quiet whole" onClick={openMobile}>
        {words['with-mobile']}
      </button>
      <SocialButtons words={words} />
      <p className="switch">
        {words['no-account']}{' '}
        <a href={isAlive ? withNext(pathTo('registration', locale)) : pathTo('registration', locale)}>
          {words['to-registration']}
        </a>
      </p>
      <MobileDialog locale={locale} words={words} />
      <ForgotDialog locale={locale} words={words} tell={(code) => tellEmail(code, words)} />
      <WelcomeDialog
        locale={locale}
        words={words}
        name={welcome?.name ?? ''}
        isOpen={welcome !== undefined}
        onClose={() => void goOn()}
      />
    </>
  )
}

function SignInForm({ locale, words }: Props) {
  const { values, faults, isBusy, isDone, failure, wait } = useForm(signInForm)
  const isAnswering = useStore($answering, { ssr: () => false })
  const form = useRef<HTMLFormElement>(null)
  useEarlyInput(form, NAMES, signInForm.change)

  return (
    <form
      ref={form}
      className="form"
      method="dialog"
      data-early
      noValidate
      aria-busy={isBusy}
      onSubmit={submitting(signInForm.submit)}
    >
      <Field
        label={words.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        value={values.email}
        fault={tellEmail(faults['email'], words)}
        onChange={(text) => signInForm.change('email', text)}
      />
      <PasswordField
        label={words.password}
        name="password"
        autoComplete="current-password"
        value={values.password}
        fault={tellPassword(faults['password'], words)}
        words={words}
        onChange={(text) => signInForm.change('password', text)}
      />
      <div className="beside">
        <Check
          name="remember"
          isChecked={values.remember === 'yes'}
          onChange={(isChecked) => signInForm.change('remember', isChecked ? 'yes' : '')}
        >
          {words.remember}
        </Check>
        <button type="button" className="link" onClick={openForgot}>
          {words.forgot}
        </button>
      </div>
      <ForgotSent text={words['forgot-sent']} />
      <Failure {...{ failure, wait, words, locale }} />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {words['sign-in']}
      </button>
      <Busy isBusy={isBusy || isDone || isAnswering} text={words['signing-in']} />
    </form>
  )
}

/** D4: what a service answered is told in words; '5' is information, in green. */
function NoticeText({ notice: { code, seconds }, words, locale }: { notice: Notice; words: Words; locale: Locale }) {
  if (code === 'linkFirst' || code === 'cancelled')
    return (
      <p role="status" className="notice good">
        {words[code]}
      </p>
    )
  if (code === 'socialRefused')
    return (
      <p role="alert" className="failure">
        {words[code]}
      </p>
    )
  return <Failure failure={code} wait={seconds} words={words} locale={locale} />
}
