import { AUDITION_MOBILE_MAX } from '#contract/auditions.ts'
import { EMAIL_MAX, NAME_MAX } from '#contract/fields.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { auditionForm } from '#stores/auditions/audition.ts'
import { Choice } from '#ui/Choice.tsx'
import { Field, type Option } from '#ui/Field.tsx'
import { KINDS, RecordingField, type RecordingWords } from './RecordingField.tsx'

type Name = 'first_name' | 'last_name' | 'mobile' | 'email' | 'city' | 'country' | 'birth_date' | 'project_name'
type ChoiceName = 'is_recording_setup' | 'is_professional' | 'gender'
export const NAMES = [
  ...['first_name', 'last_name', 'mobile', 'email', 'city', 'country', 'birth_date', 'project_name'],
  ...['is_recording_setup', 'is_professional', 'gender', 'terms'],
] as readonly (keyof typeof auditionForm.empty)[]

type Hint = 'mobile-hint' | 'birth_date-hint' | 'project_name-hint'
type Answer = 'yes' | 'no' | 'male' | 'female' | 'other-gender'
/** Codes of the contract; one without words of its own reads `other`. */
export type FaultWords = Record<'other' | 'required', string> & Record<string, string>
export type FieldWords = RecordingWords & Record<Name | ChoiceName | Hint | Answer, string>
type Props = { locale: Locale; words: FieldWords; faultWords: FaultWords; countries: Option[] }

const LIMITS: Record<string, number> = { mobile: AUDITION_MOBILE_MAX, email: EMAIL_MAX }

/** Every field of D2, in its order. */
export function AuditionFields({ locale, words, faultWords, countries }: Props) {
  const { values, faults, isBusy } = useForm(auditionForm)

  function told(name: Name | ChoiceName | 'recorded_file') {
    const code = faults[name]
    const limit = digits(LIMITS[name] ?? NAME_MAX, locale)
    return code && fill(faultWords[code] ?? faultWords.other, { label: words[name], limit, kinds: KINDS })
  }
  function field(name: Name) {
    const onChange = (text: string) => auditionForm.change(name, text)
    return { name, label: words[name], value: values[name], isLocked: isBusy, fault: told(name), onChange }
  }
  function choice(name: ChoiceName) {
    return {
      name,
      label: words[name],
      value: values[name] ?? '',
      fault: told(name),
      onChange: (value: string) => auditionForm.change(name, value),
    }
  }
  const yesOrNo = (['yes', 'no'] as const).map((value) => ({ value, label: words[value] }))
  const genders = (['male', 'female', 'other-gender'] as const).map((word, index) => ({
    value: String(index + 1),
    label: words[word],
  }))
  return (
    <>
      <Field {...field('first_name')} autoComplete="given-name" />
      <Field {...field('last_name')} autoComplete="family-name" />
      <Field {...field('mobile')} type="tel" inputMode="tel" autoComplete="tel" hint={words['mobile-hint']} />
      <Field {...field('email')} type="email" inputMode="email" autoComplete="email" />
      <Field {...field('city')} autoComplete="address-level2" />
      <Field {...field('country')} options={countries} autoComplete="country" />
      <Field
        {...field('birth_date')}
        inputMode="numeric"
        autoComplete="bday"
        hint={words['birth_date-hint']}
        isOptional
      />
      <Field {...field('project_name')} hint={words['project_name-hint']} />
      <Choice {...choice('is_recording_setup')} options={yesOrNo} />
      <Choice {...choice('is_professional')} options={yesOrNo} />
      <RecordingField {...{ locale, words, isBusy }} fault={told('recorded_file')} />
      <Choice {...choice('gender')} options={genders} isOptional />
    </>
  )
}
