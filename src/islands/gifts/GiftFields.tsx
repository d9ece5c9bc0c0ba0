import { MESSAGE_MAX } from '#contract/fields.ts'
import { lengthOf } from '#contract/plain-text.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { changeSenderCountry, giftForm, type GiftField } from '#stores/gifts/gift-form.ts'
import { Field } from '#ui/Field.tsx'
import type { GiftFormWords, GiftLists } from './words.ts'

type Props = { locale: Locale; words: GiftFormWords } & Pick<GiftLists, 'countries' | 'states'>
type Label = 'first_name' | 'last_name' | 'email' | 'country' | 'state' | 'mobile' | 'message'
type Word = keyof GiftFormWords

const NAME_RULES = ['letters', 'tooShort', 'tooLong']
const RULES: Partial<Record<Label, Record<string, Word>>> = {
  email: { email: 'enter-email', tooLong: 'email-long' },
  mobile: { giftMobile: 'mobile-fault' },
  message: { tooLong: 'message-long' },
}
/** From here on a listener to the page hears what is left, ten by ten. */
const FEW_LEFT = 50

/** The code of a rule of C5 in words. */
function faultWord(label: Label, code: string): Word {
  if (code === 'required') return 'required'
  if ((label === 'first_name' || label === 'last_name') && NAME_RULES.includes(code)) return 'name-fault'
  return RULES[label]?.[code] ?? 'other'
}

function useFields(words: GiftFormWords) {
  const { values, faults, isBusy } = useForm(giftForm)
  return (name: GiftField, label: Label) => {
    const code = faults[name]
    const fault = code && fill(words[faultWord(label, code)], { label: words[label] })
    return {
      name,
      label: words[label],
      value: values[name],
      isLocked: isBusy,
      fault,
      onChange: (text: string) => giftForm.change(name, text),
    }
  }
}

/** What is dialled for a country stands before the number (C5). */
const dialOf = (countries: GiftLists['countries'], code: string, locale: Locale) =>
  digits(countries.find(({ value }) => value === code)?.dial ?? '', locale)

export function RecipientFields({ locale, words, countries }: Omit<Props, 'states'>) {
  const { values } = useForm(giftForm)
  const field = useFields(words)
  const used = lengthOf(values.message)
  const left = Math.ceil((MESSAGE_MAX - used) / 10) * 10
  const counter = {
    shown: `${digits(used, locale)} / ${digits(MESSAGE_MAX, locale)}`,
    said: left <= FEW_LEFT ? fill(words['characters-left'], { count: digits(Math.max(0, left), locale) }) : '',
  }
  return (
    <fieldset className="part">
      <legend>{words.recipient}</legend>
      <Field {...field('first_name', 'first_name')} autoComplete="off" />
      <Field {...field('last_name', 'last_name')} autoComplete="off" />
      <Field
        {...field('email', 'email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        hint={words['recipient-hint']}
      />
      <Field {...field('country', 'country')} options={countries} autoComplete="off" />
      <Field
        {...field('mobile', 'mobile')}
        inputMode="tel"
        autoComplete="off"
        prefix={dialOf(countries, values.country, locale)}
        hint={words['mobile-hint']}
      />
      <Field {...field('message', 'message')} lines={5} hint={words['message-hint']} counter={counter} />
    </fieldset>
  )
}

/** Of a guest, who is known to the shop by nothing else. */
export function SenderFields({ locale, words, countries, states }: Props) {
  const { values } = useForm(giftForm)
  const field = useFields(words)
  return (
    <>
      <Field {...field('sender_first_name', 'first_name')} autoComplete="given-name" />
      <Field {...field('sender_last_name', 'last_name')} autoComplete="family-name" />
      <Field
        {...field('sender_email', 'email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        hint={words['sender-hint']}
      />
      <Field
        {...field('sender_country', 'country')}
        options={countries}
        autoComplete="country"
        onChange={changeSenderCountry}
      />
      {values.sender_country === 'IN' && (
        <Field
          {...field('sender_state', 'state')}
          options={[{ value: '', label: words.choose }, ...states]}
          autoComplete="address-level1"
        />
      )}
      <Field
        {...field('sender_mobile', 'mobile')}
        inputMode="tel"
        autoComplete="tel-national"
        prefix={dialOf(countries, values.sender_country, locale)}
        hint={words['mobile-hint']}
      />
    </>
  )
}
