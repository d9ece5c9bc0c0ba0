import { asciiDigits } from '#contract/text/digits.ts'
import { EMAIL_MAX, MOBILE_MAX, NAME_MAX } from '#contract/fields/fields.ts'
import type { Profile } from '#contract/accounts/profile.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { faultText, type TextFaultMessages } from '#islands/forms/fault-text.ts'
import type { FormState } from '#islands/forms/use-form.ts'
import { changeProfileCountry, GENDERS, profileForm, type ProfileField } from '#stores/accounts/profile.ts'
import { Field, type Option } from '#ui/Field.tsx'
import type { ProfileMessages } from './profile-messages.ts'

export type ProfileFormProps = {
  locale: Locale
  messages: ProfileMessages
  faultMessages: TextFaultMessages
  countries: Option[]
  states: Option[]
  profile: Profile
}
/** `isShort`: only what an order needs. */
type Props = ProfileFormProps & { isShort: boolean } & Pick<FormState<typeof profileForm.empty>, 'values' | 'faults'>

const LIMITS: Partial<Record<ProfileField, number>> = {
  first_name: NAME_MAX,
  last_name: NAME_MAX,
  mobile: MOBILE_MAX,
  email: EMAIL_MAX,
}

/** The fields of the profile. The mail address can be changed only until a link has verified it. */
export function ProfileFields(props: Props) {
  const { locale, messages, faultMessages, countries, states, profile, values, faults, isShort } = props
  const texts = { ...faultMessages, ...messages.faults }

  function field(name: ProfileField) {
    const code = faults[name]
    const limit = digits(LIMITS[name] ?? '', locale)
    const fault = faultText(texts, code === 'fixed' ? 'email' : code, 'required', { label: messages[name], limit })
    return {
      name,
      label: messages[name],
      value: values[name],
      fault,
      onChange: (text: string) => profileForm.change(name, text),
    }
  }

  const unchosen = { value: '', label: messages.choose }
  const isOpenEmail = profile.can_change_email
  return (
    <>
      <Field {...field('first_name')} autoComplete="given-name" />
      <Field {...field('last_name')} autoComplete="family-name" />
      {(!isShort || profile.email === '') && (
        <Field
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          isLocked={!isOpenEmail}
          hint={isShort ? messages.emailAsked : isOpenEmail ? messages.emailTyped : messages.emailFixed}
        />
      )}
      {!isShort && <Field {...field('mobile')} type="tel" inputMode="tel" autoComplete="tel-national" />}
      <Field {...field('country')} options={countries} autoComplete="country" onChange={changeProfileCountry} />
      {values.country === 'IN' && (
        <Field {...field('state')} options={[unchosen, ...states]} autoComplete="address-level1" />
      )}
      {!isShort && <Person {...{ field, messages, locale, values }} />}
      {!isShort && profile.institute_name && <Institute name={profile.institute_name} messages={messages} />}
    </>
  )
}

type PersonProps = Pick<Props, 'messages' | 'locale' | 'values'> & {
  field: (name: ProfileField) => { name: string; label: string; value: string; onChange: (text: string) => void }
}

/** What nothing depends on. */
function Person({ field, messages, locale, values }: PersonProps) {
  const optional = (name: 'birth_date' | 'gender') => interpolate(messages.optional, { label: messages[name] })
  const genders = GENDERS.map((code) => ({ value: code, label: messages.genders[code] }))
  return (
    <>
      <Field
        {...field('gender')}
        label={optional('gender')}
        options={[{ value: '', label: messages.notGiven }, ...genders]}
        isOptional
      />
      <Field
        {...field('birth_date')}
        label={optional('birth_date')}
        value={digits(values.birth_date, locale)}
        onChange={(text) => profileForm.change('birth_date', asciiDigits(text))}
        inputMode="numeric"
        autoComplete="bday"
        hint={messages.birthHint}
        isOptional
      />
    </>
  )
}

function Institute({ name, messages }: Pick<Props, 'messages'> & { name: string }) {
  return (
    <Field
      name="institute"
      label={messages.institute}
      value={name}
      hint={messages.instituteFixed}
      isLocked
      onChange={() => undefined}
    />
  )
}
