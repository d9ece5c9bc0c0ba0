import { asciiDigits } from '#contract/digits.ts'
import { EMAIL_MAX, MOBILE_MAX, NAME_MAX } from '#contract/fields.ts'
import type { Profile } from '#contract/profile.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure } from '#islands/accounts/Failure.tsx'
import { submitting } from '#islands/forms/submitting.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { changeProfileCountry, GENDERS, profileForm, showProfile, type ProfileField } from '#stores/accounts/profile.ts'
import { Field, type Option } from '#ui/Field.tsx'
import { Picture } from './Picture.tsx'
import type { ProfileWords } from './words.ts'

type Props = { locale: Locale; words: ProfileWords; countries: Option[]; states: Option[]; profile: Profile }

const LIMITS: Partial<Record<ProfileField, number>> = {
  first_name: NAME_MAX,
  last_name: NAME_MAX,
  mobile: MOBILE_MAX,
  email: EMAIL_MAX,
}
const FAULTS: Record<string, keyof ProfileWords> = {
  letters: 'letters',
  tooLong: 'too-long',
  mobile: 'mobile-invalid',
  email: 'enter-email',
  fixed: 'enter-email',
  date: 'date',
  future: 'future',
}

/** Everything of D3 that a listener may change; the address only as long as no link has proved it (D4). */
export function ProfileForm({ locale, words, countries, states, profile }: Props) {
  const { values, faults, isBusy, failure, wait } = useForm(profileForm)

  function field(name: ProfileField) {
    const code = faults[name]
    const fault =
      code && fill(words[FAULTS[code] ?? 'required'], { label: words[name], limit: digits(LIMITS[name] ?? '', locale) })
    return {
      name,
      label: words[name],
      value: values[name],
      fault,
      onChange: (text: string) => profileForm.change(name, text),
    }
  }

  const unchosen = { value: '', label: words.choose }
  const genders = GENDERS.map((code) => ({ value: code, label: words[`gender-${code}`] }))
  const isOpenEmail = profile.can_change_email
  return (
    <>
      {profile.first_name === '' && <p>{words['new-lead']}</p>}
      <Picture {...{ locale, words, profile }} />
      <form className="form pairs" noValidate aria-busy={isBusy} onSubmit={submitting(profileForm.submit)}>
        <Field {...field('first_name')} autoComplete="given-name" />
        <Field {...field('last_name')} autoComplete="family-name" />
        <Field
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          isLocked={!isOpenEmail}
          hint={isOpenEmail ? words['email-typed'] : words['email-fixed']}
        />
        <Field {...field('mobile')} type="tel" inputMode="tel" autoComplete="tel-national" />
        <Field {...field('country')} options={countries} autoComplete="country" onChange={changeProfileCountry} />
        {values.country === 'IN' && (
          <Field {...field('state')} options={[unchosen, ...states]} autoComplete="address-level1" />
        )}
        <Field {...field('gender')} options={[{ value: '', label: words['not-given'] }, ...genders]} isOptional />
        <Field
          {...field('birth_date')}
          value={digits(values.birth_date, locale)}
          onChange={(text) => profileForm.change('birth_date', asciiDigits(text))}
          inputMode="numeric"
          autoComplete="bday"
          hint={words['birth-hint']}
          isOptional
        />
        {profile.institute_name && (
          <Field
            name="institute"
            label={words.institute}
            value={profile.institute_name}
            hint={words['institute-fixed']}
            isLocked
            onChange={() => undefined}
          />
        )}
        <Failure {...{ failure, wait, words, locale }} />
        <div className="ways">
          <button type="submit" className="button" aria-disabled={isBusy}>
            {words.save}
          </button>
          <button type="button" className="button quiet" onClick={() => showProfile('view')}>
            {words.cancel}
          </button>
        </div>
        <Busy isBusy={isBusy} text={words.saving} />
      </form>
    </>
  )
}
