import { EMAIL_MAX, MOBILE_MAX, NAME_MAX } from '#contract/fields/fields.ts'
import { digits } from '#i18n/format.ts'
import { faultText } from '#islands/forms/fault-text.ts'
import { changeCountry, signUpForm } from '#stores/accounts/sign-up.ts'
import { Field } from '#ui/Field.tsx'
import type { SignUpProps, SignUpState } from './sign-up-props.ts'

type Props = SignUpProps & SignUpState
type Name = 'email' | 'first_name' | 'last_name' | 'mobile' | 'country' | 'state'

const LIMITS: Record<string, number> = {
  first_name: NAME_MAX,
  last_name: NAME_MAX,
  mobile: MOBILE_MAX,
  email: EMAIL_MAX,
}

/** Who signs up; mail address first, which the link has proved. */
export function SignUpFields({ locale, messages, faultMessages, countries, states, values, faults }: Props) {
  function field(name: Name) {
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

  const dial = countries.find(({ value }) => value === values.country)?.dial ?? ''
  return (
    <>
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
    </>
  )
}
