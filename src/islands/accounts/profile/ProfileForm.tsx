import { asciiDigits } from '#contract/digits.ts'
import { EMAIL_MAX, MOBILE_MAX, NAME_MAX } from '#contract/fields.ts'
import type { Profile } from '#contract/profile.ts'
import type { Locale } from '#contract/text.ts'
import { digits } from '#i18n/format.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure } from '#islands/accounts/Failure.tsx'
import { faultText, type TextFaultMessages } from '#islands/forms/fault-text.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { changeProfileCountry, GENDERS, profileForm, showProfile, type ProfileField } from '#stores/accounts/profile.ts'
import { Field, type Option } from '#ui/Field.tsx'
import { Picture } from './Picture.tsx'
import type { ProfileMessages } from './profile-messages.ts'

type Props = {
  locale: Locale
  messages: ProfileMessages
  faultMessages: TextFaultMessages
  countries: Option[]
  states: Option[]
  profile: Profile
}

const LIMITS: Partial<Record<ProfileField, number>> = {
  first_name: NAME_MAX,
  last_name: NAME_MAX,
  mobile: MOBILE_MAX,
  email: EMAIL_MAX,
}
/** The editable profile. The mail address can be changed only until a link has verified it. */
export function ProfileForm({ locale, messages, faultMessages, countries, states, profile }: Props) {
  const { values, faults, isBusy, failure, wait } = useForm(profileForm)

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
  const genders = GENDERS.map((code) => ({ value: code, label: messages.genders[code] }))
  const isOpenEmail = profile.can_change_email
  return (
    <>
      {profile.first_name === '' && <p>{messages.newLead}</p>}
      <Picture {...{ locale, messages, profile }} />
      <form className="form pairs" noValidate aria-busy={isBusy} onSubmit={handleSubmit(profileForm.submit)}>
        <Field {...field('first_name')} autoComplete="given-name" />
        <Field {...field('last_name')} autoComplete="family-name" />
        <Field
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          isLocked={!isOpenEmail}
          hint={isOpenEmail ? messages.emailTyped : messages.emailFixed}
        />
        <Field {...field('mobile')} type="tel" inputMode="tel" autoComplete="tel-national" />
        <Field {...field('country')} options={countries} autoComplete="country" onChange={changeProfileCountry} />
        {values.country === 'IN' && (
          <Field {...field('state')} options={[unchosen, ...states]} autoComplete="address-level1" />
        )}
        <Field {...field('gender')} options={[{ value: '', label: messages.notGiven }, ...genders]} isOptional />
        <Field
          {...field('birth_date')}
          value={digits(values.birth_date, locale)}
          onChange={(text) => profileForm.change('birth_date', asciiDigits(text))}
          inputMode="numeric"
          autoComplete="bday"
          hint={messages.birthHint}
          isOptional
        />
        {profile.institute_name && (
          <Field
            name="institute"
            label={messages.institute}
            value={profile.institute_name}
            hint={messages.instituteFixed}
            isLocked
            onChange={() => undefined}
          />
        )}
        <Failure {...{ failure, wait, messages, locale }} />
        <div className="ways">
          <button type="submit" className="button" aria-disabled={isBusy}>
            {messages.save}
          </button>
          <button type="button" className="button quiet" onClick={() => showProfile('view')}>
            {messages.cancel}
          </button>
        </div>
        <Busy isBusy={isBusy} text={messages.saving} />
      </form>
    </>
  )
}
