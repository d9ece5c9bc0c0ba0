import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { navigate } from '#client/navigate.ts'
import { EMAIL_MAX, MOBILE_MAX, NAME_MAX } from '#contract/fields.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { pathTo } from '#i18n/paths.ts'
import { submitting } from '#islands/forms/submitting.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $signUpLink, changeCountry, checkSignUpLink, signUpForm, type LinkState } from '#stores/accounts/sign-up.ts'
import { Check } from '#ui/Check.tsx'
import { Field, type Option } from '#ui/Field.tsx'
import { leaveIfIn, withNext } from './arrive.ts'
import { Busy } from './Busy.tsx'
import { ExpiredLink, type ExpiredWords } from './ExpiredLink.tsx'
import { Failure, type FailureWords } from './Failure.tsx'
import { LinkPending, type PendingWords } from './LinkPending.tsx'
import { PasswordPair, type PasswordWords } from './PasswordPair.tsx'
import { Terms, type TermsWords } from './Terms.tsx'
import { tokenOf } from './token.ts'

type Word =
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'mobile'
  | 'country'
  | 'state'
  | 'choose'
  | 'password'
  | 'newsletter'
  | 'make-account'
  | 'making'
type FaultWord = 'required' | 'letters' | 'too-long' | 'mobile-invalid' | 'email-invalid'
type Words = FailureWords & ExpiredWords & PendingWords & PasswordWords & TermsWords & Record<Word | FaultWord, string>
/** `countries`: with what is dialled before their numbers. */
type Props = { locale: Locale; words: Words; countries: (Option & { dial: string })[]; states: Option[] }

const CHECKING: LinkState = { state: 'checking' }
const LIMITS: Record<string, number> = {
  first_name: NAME_MAX,
  last_name: NAME_MAX,
  mobile: MOBILE_MAX,
  email: EMAIL_MAX,
}
const FAULT_WORDS: Record<string, FaultWord> = {
  letters: 'letters',
  tooLong: 'too-long',
  mobile: 'mobile-invalid',
  email: 'email-invalid',
}
const ask = () => void checkSignUpLink(tokenOf('sign-up'))

/** The form that makes an account, behind the link of a mail (SU-2 to SU-4). */
export function SignUp({ locale, words, countries, states }: Props) {
  const link = useStore($signUpLink, { ssr: () => CHECKING })
  const { values, faults, isBusy, failure, wait } = useForm(signUpForm)
  useEffect(ask, [])
  useEffect(() => void leaveIfIn(locale), [locale])

  type Name = 'email' | 'first_name' | 'last_name' | 'mobile'
  function field(name: Name | 'country' | 'state') {
    const code = faults[name]
    const limit = digits(LIMITS[name] ?? '', locale)
    const fault = code && fill(words[FAULT_WORDS[code] ?? 'required'], { label: words[name], limit })
    return {
      name,
      label: words[name],
      value: values[name],
      fault,
      onChange: (text: string) => signUpForm.change(name, text),
    }
  }

  if (link.state === 'expired') return <ExpiredLink {...{ locale, words }} again="registration" />
  if (link.state !== 'good') return <LinkPending state={link.state} words={words} again={ask} />
  const dial = countries.find(({ value }) => value === values.country)?.dial ?? ''
  return (
    <form
      className="form pairs"
      noValidate
      aria-busy={isBusy}
      onSubmit={submitting(
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
          options={[{ value: '', label: words.choose }, ...states]}
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
        {...{ locale, words, values, faults }}
        label={words.password}
        rules={link.rules}
        onChange={signUpForm.change}
      />
      <Check
        name="newsletter"
        isChecked={values.newsletter === 'yes'}
        onChange={(isChecked) => signUpForm.change('newsletter', isChecked ? 'yes' : '')}
      >
        {words.newsletter}
      </Check>
      <Terms
        {...{ locale, words }}
        isChecked={values.terms === 'yes'}
        isFaulty={'terms' in faults}
        onChange={(isChecked) => signUpForm.change('terms', isChecked ? 'yes' : '')}
      />
      <Failure {...{ failure, wait, words, locale }} />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {words['make-account']}
      </button>
      <Busy isBusy={isBusy} text={words.making} />
    </form>
  )
}
