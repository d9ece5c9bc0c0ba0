import { useStore } from '@nanostores/react'
import { useRef, type FormEvent, type Ref } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo } from '#i18n/paths.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure, type FailureMessages } from '#islands/accounts/Failure.tsx'
import { useLeaveWhenSignedIn, withNext } from '#islands/accounts/leave-sign-in.ts'
import { SocialButtons, type SocialMessages } from '#islands/accounts/SocialButtons.tsx'
import { Terms, type TermsMessages } from '#islands/accounts/Terms.tsx'
import { faultText, type FaultMessages } from '#islands/forms/fault-text.ts'
import { useHydrated, usePreHydrationInput } from '#islands/forms/pre-hydration-input.ts'
import { useForm, type FormState } from '#islands/forms/use-form.ts'
import { $mailSentTo, registrationForm, sendMailAgain } from '#stores/accounts/registration.ts'
import type { Provider } from '#stores/accounts/social-sign-in.ts'
import { $notice } from '#stores/accounts/sign-in.ts'
import { Field, focusFirstFault } from '#ui/Field.tsx'

type RegistrationMessages = FailureMessages &
  SocialMessages &
  TermsMessages &
  Messages['accounts']['shared'] &
  Messages['accounts']['registration'] &
  Messages['form']['status']
type Props = { locale: Locale; messages: RegistrationMessages; faultMessages: FaultMessages }
type PageProps = Props & { providers: readonly Provider[] }

const NAMES = ['email', 'terms'] as const

/** Starts a sign-up by mail or social sign-in [SU-1]. */
export function Registration({ locale, messages, faultMessages, providers }: PageProps) {
  const state = useForm(registrationForm)
  const writtenTo = useStore($mailSentTo, { ssr: () => '' })
  const notice = useStore($notice, { ssr: () => undefined })
  const form = useRef<HTMLFormElement>(null)
  const done = useRef<HTMLDivElement>(null)
  const isHydrated = useHydrated()
  useLeaveWhenSignedIn(locale)
  usePreHydrationInput(form, NAMES, registrationForm.change)

  const showSent = () => void setTimeout(() => done.current?.focus())
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    if (await registrationForm.submit()) return showSent()
    focusFirstFault(currentTarget)
  }
  // What was pressed leaves the page meanwhile.
  const again = async () => {
    if (await sendMailAgain()) return showSent()
    form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }

  return (
    <>
      {state.isDone && <MailSent ref={done} messages={messages} email={writtenTo} again={again} />}
      <SocialButtons messages={messages} providers={providers} />
      <Failure failure={notice?.code} wait={notice?.seconds} messages={messages} locale={locale} />
      {providers.length > 0 && (
        <p className="or">
          <span>{messages.or}</span>
        </p>
      )}
      <RegistrationForm ref={form} {...{ state, locale, messages, faultMessages }} onSubmit={submit} />
      <p className="switch">
        {messages.haveAccount}{' '}
        <a href={isHydrated ? withNext(pathTo('signIn', locale)) : pathTo('signIn', locale)}>{messages.signIn}</a>
      </p>
    </>
  )
}

type MailSentProps = {
  ref: Ref<HTMLDivElement>
  messages: RegistrationMessages
  email: string
  again: () => Promise<void>
}

/** Takes the focus after the mail was sent. */
function MailSent({ ref, messages, email, again }: MailSentProps) {
  return (
    <div ref={ref} tabIndex={-1} className="notice good">
      <h3>{messages.registerSent}</h3>
      <p>{interpolate(messages.registerSentText, { email })}</p>
      <button type="button" className="link" onClick={() => void again()}>
        {messages.registerAgain}
      </button>
    </div>
  )
}

type FormProps = Props & {
  ref: Ref<HTMLFormElement>
  state: FormState<typeof registrationForm.empty>
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>
}

function RegistrationForm({ ref, state, onSubmit, locale, messages, faultMessages }: FormProps) {
  const { values, faults, isBusy, failure, wait } = state
  return (
    <form
      ref={ref}
      className="form"
      method="dialog"
      data-early
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => void onSubmit(event)}
    >
      <Field
        label={messages.registerEmail}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint={messages.registerHint}
        value={values.email}
        fault={faultText(faultMessages, faults['email'], 'email')}
        onChange={(text) => registrationForm.change('email', text)}
      />
      <Terms
        {...{ locale, messages }}
        isChecked={values.terms === 'yes'}
        isFaulty={'terms' in faults}
        onChange={(isChecked) => registrationForm.change('terms', isChecked ? 'yes' : '')}
      />
      <Failure {...{ failure, wait, messages, locale }} />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {messages.registerSend}
      </button>
      <Busy isBusy={isBusy} text={messages.sending} />
    </form>
  )
}
