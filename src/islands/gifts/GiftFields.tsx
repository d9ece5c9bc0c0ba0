import { MESSAGE_MAX } from '#contract/fields/fields.ts'
import { lengthOf } from '#contract/text/plain-text.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { digits } from '#i18n/format.ts'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { changeGiverCountry, changeRecipientCountry, giftForm, type GiftField } from '#stores/gifts/gift-form.ts'
import { Field } from '#ui/Field.tsx'
import type { GiftFormMessages, GiftLists } from './gift-messages.ts'

type Texts = { messages: GiftFormMessages; faultMessages: TextFaultMessages }
type Props = { locale: Locale } & Texts & Pick<GiftLists, 'countries' | 'states'>
type Label = 'first_name' | 'last_name' | 'email' | 'country' | 'state' | 'mobile' | 'message'

const NAME_RULES = ['letters', 'tooShort', 'tooLong']
const RULES: Partial<Record<Label, Record<string, keyof Messages['gifts']['form']>>> = {
  email: { tooLong: 'emailLong' },
  mobile: { giftMobile: 'mobileFault' },
  message: { tooLong: 'messageLong' },
}
/** From this number on, screen readers announce the characters left in steps of ten. */
const FEW_LEFT = 50

function faultTextOf(label: Label, code: string, { messages, faultMessages }: Texts): string {
  if (code === 'required') return faultMessages.required
  if ((label === 'first_name' || label === 'last_name') && NAME_RULES.includes(code))
    return interpolate(messages.nameFault, { label: messages[label] })
  if (label === 'email' && code === 'email') return faultMessages.email
  const own = RULES[label]?.[code]
  return own ? messages[own] : faultMessages.other
}

function useFields(texts: Texts) {
  const { messages } = texts
  const { values, faults, isBusy } = useForm(giftForm)
  return (name: GiftField, label: Label) => {
    const code = faults[name]
    const fault = code && faultTextOf(label, code, texts)
    return {
      name,
      label: messages[label],
      value: values[name],
      isLocked: isBusy,
      fault,
      // Browsers restore what was typed before the scripts ran only with it; the form says off.
      autoComplete: 'on' as const,
      onChange: (text: string) => giftForm.change(name, text),
    }
  }
}

/** The dialling code of a country, shown before the number. */
const dialOf = (countries: GiftLists['countries'], code: string, locale: Locale) =>
  digits(countries.find(({ value }) => value === code)?.dial ?? '', locale)

export function RecipientFields({ locale, messages, faultMessages, countries }: Omit<Props, 'states'>) {
  const { values } = useForm(giftForm)
  const field = useFields({ messages, faultMessages })
  const isMailed = values.send_by !== 'link'
  const used = lengthOf(values.message)
  const left = Math.ceil((MESSAGE_MAX - used) / 10) * 10
  const counter = {
    shown: `${digits(used, locale)} / ${digits(MESSAGE_MAX, locale)}`,
    announced:
      left <= FEW_LEFT ? interpolate(messages.charactersLeft, { count: digits(Math.max(0, left), locale) }) : '',
  }
  return (
    <fieldset className="part">
      <legend>{messages.recipient}</legend>
      <Field {...field('first_name', 'first_name')} />
      <Field {...field('last_name', 'last_name')} />
      {isMailed && <Field {...field('email', 'email')} type="email" inputMode="email" hint={messages.recipientHint} />}
      <Field {...field('country', 'country')} options={countries} onChange={changeRecipientCountry} />
      {isMailed && (
        <Field
          {...field('mobile', 'mobile')}
          inputMode="tel"
          prefix={dialOf(countries, values.country, locale)}
          hint={messages.mobileHint}
        />
      )}
      <Field {...field('message', 'message')} lines={5} hint={messages.messageHint} counter={counter} />
    </fieldset>
  )
}

/** Fields of the giver, for guests. */
export function GiverFields({ locale, messages, faultMessages, countries, states }: Props) {
  const { values } = useForm(giftForm)
  const field = useFields({ messages, faultMessages })
  return (
    <>
      <Field {...field('sender_first_name', 'first_name')} autoComplete="given-name" />
      <Field {...field('sender_last_name', 'last_name')} autoComplete="family-name" />
      <Field
        {...field('sender_email', 'email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        hint={messages.giverHint}
      />
      <Field
        {...field('sender_country', 'country')}
        options={countries}
        autoComplete="country"
        onChange={changeGiverCountry}
      />
      {values.sender_country === 'IN' && (
        <Field
          {...field('sender_state', 'state')}
          options={[{ value: '', label: messages.choose }, ...states]}
          autoComplete="address-level1"
        />
      )}
      <Field
        {...field('sender_mobile', 'mobile')}
        inputMode="tel"
        autoComplete="tel-national"
        prefix={dialOf(countries, values.sender_country, locale)}
        hint={messages.mobileHint}
      />
    </>
  )
}
