import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { navigate } from '#client/navigate.ts'
import type { Locale } from '#contract/text/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure } from '#islands/accounts/Failure.tsx'
import { redirectIfSignedIn, withNext } from '#islands/accounts/leave-sign-in.ts'
import { ExpiredLink } from '#islands/accounts/mail-link/ExpiredLink.tsx'
import { LinkPending } from '#islands/accounts/mail-link/LinkPending.tsx'
import { tokenOf } from '#islands/accounts/mail-link/token.ts'
import { PasswordPair } from '#islands/accounts/password/PasswordPair.tsx'
import { Terms } from '#islands/accounts/Terms.tsx'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $signUpLink, checkSignUpLink, signUpForm, type LinkState } from '#stores/accounts/sign-up.ts'
import { Check } from '#ui/Check.tsx'
import { SignUpFields } from './SignUpFields.tsx'
import type { SignUpProps, SignUpState } from './sign-up-props.ts'

const CHECKING: LinkState = { state: 'checking' }
const ask = () => void checkSignUpLink(tokenOf('sign-up'))
const leave = (locale: Locale) =>
  void navigate(withNext(pathTo('signIn', locale), { notice: 'new-account' }), { history: 'replace' })

/** The sign-up form behind the link of a mail (SU-2 to SU-4). */
export function SignUp({ locale, messages, faultMessages, countries, states }: SignUpProps) {
  const link = useStore($signUpLink, { ssr: () => CHECKING })
  const { values, faults, isBusy, failure, wait } = useForm(signUpForm)
  useEffect(ask, [])
  useEffect(() => void redirectIfSignedIn(locale), [locale])

  if (link.state === 'expired') return <ExpiredLink {...{ locale, messages }} again="registration" />
  if (link.state !== 'good') return <LinkPending state={link.state} messages={messages} again={ask} />
  return (
    <form
      className="form pairs"
      noValidate
      aria-busy={isBusy}
      onSubmit={handleSubmit(signUpForm.submit, () => leave(locale))}
    >
      <SignUpFields {...{ locale, messages, faultMessages, countries, states, values, faults }} />
      <PasswordPair
        {...{ locale, messages, faultMessages, values, faults }}
        label={messages.password}
        rules={link.rules}
        onChange={signUpForm.change}
      />
      <Consents {...{ locale, messages, values, faults }} />
      <Failure {...{ failure, wait, messages, locale }} />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {messages.makeAccount}
      </button>
      <Busy isBusy={isBusy} text={messages.making} />
    </form>
  )
}

type ConsentsProps = Pick<SignUpProps, 'locale' | 'messages'> & SignUpState

function Consents({ locale, messages, values, faults }: ConsentsProps) {
  return (
    <>
      <Check
        name="newsletter"
        isChecked={values.newsletter === 'yes'}
        onChange={(isChecked) => signUpForm.change('newsletter', isChecked ? 'yes' : '')}
      >
        {messages.newsletter}
      </Check>
      <Terms
        {...{ locale, messages }}
        isChecked={values.terms === 'yes'}
        isFaulty={'terms' in faults}
        onChange={(isChecked) => signUpForm.change('terms', isChecked ? 'yes' : '')}
      />
    </>
  )
}
