import { AUDITION_MOBILE_MAX } from '#contract/auditions.ts'
import { EMAIL_MAX, NAME_MAX } from '#contract/fields/fields.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { faultText, type TextFaultMessages } from '#islands/forms/fault-text.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { auditionForm } from '#stores/auditions/audition.ts'
import { Choice } from '#ui/Choice.tsx'
import { Field, type Option } from '#ui/Field.tsx'
import type { AuditionMessages } from './audition-messages.ts'
import { KINDS, RecordingField } from './RecordingField.tsx'

type Name = 'first_name' | 'last_name' | 'mobile' | 'email' | 'city' | 'country' | 'birth_date' | 'project_name'
type ChoiceName = 'is_recording_setup' | 'is_professional' | 'gender'
export const NAMES = [
  ...['first_name', 'last_name', 'mobile', 'email', 'city', 'country', 'birth_date', 'project_name'],
  ...['is_recording_setup', 'is_professional', 'gender', 'terms'],
] as readonly (keyof typeof auditionForm.empty)[]

type Props = { locale: Locale; messages: AuditionMessages; faultMessages: TextFaultMessages; countries: Option[] }

const LIMITS: Record<string, number> = { mobile: AUDITION_MOBILE_MAX, email: EMAIL_MAX }

/** All fields of the audition, in the order of the form. */
export function AuditionFields({ locale, messages, faultMessages, countries }: Props) {
  const { values, faults, isBusy } = useForm(auditionForm)

  const texts = { ...faultMessages, ...messages.faults }
  function faultOf(name: Name | ChoiceName | 'recorded_file') {
    const limit = digits(LIMITS[name] ?? NAME_MAX, locale)
    return faultText(texts, faults[name], 'other', { label: messages[name], limit, kinds: KINDS })
  }
  function field(name: Name) {
    const onChange = (text: string) => auditionForm.change(name, text)
    return { name, label: messages[name], value: values[name], isLocked: isBusy, fault: faultOf(name), onChange }
  }
  const optional = (name: 'birth_date' | 'gender') => interpolate(messages.optional, { label: messages[name] })
  function choice(name: ChoiceName) {
    return {
      name,
      label: messages[name],
      value: values[name] ?? '',
      fault: faultOf(name),
      onChange: (value: string) => auditionForm.change(name, value),
    }
  }
  const yesOrNo = (['yes', 'no'] as const).map((value) => ({ value, label: messages[value] }))
  const genders = (['1', '2', '3'] as const).map((value) => ({ value, label: messages.genders[value] }))
  return (
    <>
      <Field {...field('first_name')} autoComplete="given-name" />
      <Field {...field('last_name')} autoComplete="family-name" />
      <Field {...field('mobile')} type="tel" inputMode="tel" autoComplete="tel" hint={messages.mobileHint} />
      <Field {...field('email')} type="email" inputMode="email" autoComplete="email" />
      <Field {...field('city')} autoComplete="address-level2" />
      <Field {...field('country')} options={countries} autoComplete="country" />
      <Field
        {...field('birth_date')}
        label={optional('birth_date')}
        inputMode="numeric"
        autoComplete="bday"
        hint={messages.birthDateHint}
        isOptional
      />
      <Field {...field('project_name')} hint={messages.projectNameHint} />
      <Choice {...choice('is_recording_setup')} options={yesOrNo} />
      <Choice {...choice('is_professional')} options={yesOrNo} />
      <RecordingField {...{ locale, messages, isBusy }} fault={faultOf('recorded_file')} />
      <Choice {...choice('gender')} label={optional('gender')} options={genders} isOptional />
    </>
  )
}
