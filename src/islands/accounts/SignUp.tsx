import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { navigate } from '#client/navigate.ts'
import { EMAIL_MAX, MOBILE_MAX, NAME_MAX } from '#contract/fields.ts'
import type { Locale } from '#contract/text.ts'
import { digits } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo } from '#i18n/paths.ts'
import { faultText, type TextFaultMessages } from '#islands/forms/fault-text.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $signUpLink, changeCountry, checkSignUpLink, signUpForm, type LinkState } from '#stores/accounts/sign-up.ts'
import { Check } from '#ui/Check.tsx'
import { Field, type Option } from '#ui/Field.tsx'
import { redirectIfSignedIn, withNext } from './leave-sign-in.ts'
import { Busy } from './Busy.tsx'
import { ExpiredLink, type LinkMessages } from './ExpiredLink.tsx'
import { Failure, type FailureMessages } from './Failure.tsx'
import { LinkPending } from './LinkPending.tsx'
import { PasswordPair, type PasswordMessages } from './PasswordPair.tsx'
import { Terms, type TermsMessages } from './Terms.tsx'
import { tokenOf } from './token.ts'

type SignUpMessages = FailureMessages &
  LinkMessages &
  PasswordMessages &
  TermsMessages &
  Messages['accounts']['signUp'] &
  Messages['form']['email'] &
  Messages['form']['names'] &
  Messages['form']['mobile'] &
  Messages['form']['address']
/** `countries`: with what is dialled before their numbers. */
type Props = {
  locale: Locale
  messages: SignUpMessages
  faultMessages: TextFaultMessages
  countries: (Option & { dial: string })[]
  states: Option[]
}

const CHECKING: LinkState = { state: 'checking' }
const LIMITS: Record<string, number> = {
  first_name: NAME_MAX,
  last_name: NAME_MAX,
  mobile: MOBILE_MAX,
  email: EMAIL_MAX,
}
const ask = () => void checkSignUpLink(tokenOf('sign-up'))

/** The sign-up form behind the link of a mail (SU-2 to SU-4). */
export function SignUp({ locale, messages, faultMessages, countries, states }: Props) {
  const link = useStore($signUpLink, { ssr: () => CHECKING })
  const { values, faults, isBusy, failure, wait } = useForm(signUpForm)
  useEffect(ask, [])
  useEffect(() => void redirectIfSignedIn(locale), [locale])

  type Name = 'email' | 'first_name' | 'last_name' | 'mobile'
  function field(name: Name | 'country' | 'state') {
    const code = faults[name]
    const limit = digits(LIMITS[name] ?? '', locale)
    const fault = faultText(faultMessages, code, 'required', { label: messages[name], limit })
    return {
      name,
      label: messages[name],
      value: values[name],
      fault,
      onChange: (text: string) => signUpForm.change(name, text),
    }
  }

  if (link.state === 'expired') return <ExpiredLink {...{ locale, messages }} again="registration" />
  if (link.state !== 'good') return <LinkPending state={link.state} messages={messages} again={ask} />
  const dial = countries.find(({ value }) => value === values.country)?.dial ?? ''
  return (
    <form
      className="form pairs"
      noValidate
      aria-busy={isBusy}
      onSubmit={handleSubmit(
        signUpForm.submit,
        () => void navigate(withNext(pathTo('signIn', locale), { notice: 'new-account' }), { history: 'replace' }),
      )}
    >
      <Field {...field('email')} type="email" autoComplete="email" isLocked />
      <Field {...field('first_name')} autoComplete="given-name" />
      <Field {...field('last_name')} autoComplete="family-name" />
      <Field {...field('country')} options={countries} autoComplete="country" onChange={changeCountry} />
      {values.country === 'IN' && (
        <Field
          {...field('state')}
          options={[{ value: '', label: messages.choose }, ...states]}
          autoComplete="address-level1"
        />
      )}
      <Field
        {...field('mobile')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        prefix={digits(dial, locale)}
      />
      <PasswordPair
        {...{ locale, messages, faultMessages, values, faults }}
        label={messages.password}
        rules={link.rules}
        onChange={signUpForm.change}
      />
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
      <Failure {...{ failure, wait, messages, locale }} />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {messages.makeAccount}
      </button>
      <Busy isBusy={isBusy} text={messages.making} />
    </form>
  )
}
