import { useStore } from '@nanostores/react'
import { useRef, type FormEvent } from 'react'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { pathTo } from '#i18n/paths.ts'
import { useAlive, useEarlyInput } from '#islands/forms/pre-hydration-input.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $mailSentTo, registrationForm } from '#stores/accounts/registration.ts'
import { $notice } from '#stores/accounts/sign-in.ts'
import { Field, focusFirstFault } from '#ui/Field.tsx'
import { useArrival, withNext } from './arrive.ts'
import { Busy } from './Busy.tsx'
import { Failure, type FailureWords } from './Failure.tsx'
import { SocialButtons, type SocialWords } from './SocialButtons.tsx'
import { Terms, type TermsWords } from './Terms.tsx'

type Word =
  | 'email'
  | 'register-email'
  | 'register-send'
  | 'register-hint'
  | 'register-sent'
  | 'register-sent-text'
  | 'have-account'
  | 'sign-in'
  | 'or'
  | 'required'
  | 'sending'
type Words = FailureWords & SocialWords & TermsWords & Record<Word | 'email-invalid', string>
type Props = { locale: Locale; words: Words }

const NAMES = ['email', 'terms'] as const

/** The panel that begins an account (SU-1). */
export function Registration({ locale, words }: Props) {
  const { values, faults, isBusy, isDone, failure, wait } = useForm(registrationForm)
  const writtenTo = useStore($mailSentTo, { ssr: () => '' })
  const notice = useStore($notice, { ssr: () => undefined })
  const form = useRef<HTMLFormElement>(null)
  const done = useRef<HTMLDivElement>(null)
  const isAlive = useAlive()
  useArrival(locale)
  useEarlyInput(form, NAMES, registrationForm.change)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    if (await registrationForm.submit()) return void setTimeout(() => done.current?.focus())
    focusFirstFault(currentTarget)
  }

  const code = faults['email']
  return (
    <>
      {isDone && (
        <div ref={done} tabIndex={-1} className="notice good">
          <h3>{words['register-sent']}</h3>
          <p>{fill(words['register-sent-text'], { email: writtenTo })}</p>
        </div>
      )}
      <SocialButtons words={words} />
      <Failure failure={notice?.code} wait={notice?.seconds} words={words} locale={locale} />
      <p className="or">
        <span>{words.or}</span>
      </p>
      <form
        ref={form}
        className="form"
        method="dialog"
        data-early
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => void submit(event)}
      >
        <Field
          label={words['register-email']}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={words['register-hint']}
          value={values.email}
          fault={code && (code === 'required' ? words.required : words['email-invalid'])}
          onChange={(text) => registrationForm.change('email', text)}
        />
        <Terms
          {...{ locale, words }}
          isChecked={values.terms === 'yes'}
          isFaulty={'terms' in faults}
          onChange={(isChecked) => registrationForm.change('terms', isChecked ? 'yes' : '')}
        />
        <Failure {...{ failure, wait, words, locale }} />
        <button type="submit" className="button" aria-disabled={isBusy}>
          {words['register-send']}
        </button>
        <Busy isBusy={isBusy} text={words.sending} />
      </form>
      <p className="switch">
        {words['have-account']}{' '}
        <a href={isAlive ? withNext(pathTo('signIn', locale)) : pathTo('signIn', locale)}>{words['sign-in']}</a>
      </p>
    </>
  )
}
