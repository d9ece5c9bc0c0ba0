import { CONTACT_MOBILE_MAX } from '#contract/contact.ts'
import { EMAIL_MAX, MESSAGE_MAX, NAME_MAX } from '#contract/fields/fields.ts'
import { lengthOf } from '#contract/text/plain-text.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { digits } from '#i18n/format.ts'
import { faultText, type TextFaultMessages } from '#islands/forms/fault-text.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { contactForm } from '#stores/contact/contact.ts'
import { Field } from '#ui/Field.tsx'

const FIELDS = [
  { name: 'first_name', limit: NAME_MAX, autoComplete: 'given-name' },
  { name: 'last_name', limit: NAME_MAX, autoComplete: 'family-name' },
  { name: 'mobile', limit: CONTACT_MOBILE_MAX, autoComplete: 'tel-national', inputMode: 'tel' },
  { name: 'email', limit: EMAIL_MAX, autoComplete: 'email', type: 'email', inputMode: 'email' },
  { name: 'comments', limit: MESSAGE_MAX, lines: 7 },
] as const
type Name = (typeof FIELDS)[number]['name']
export const NAMES: readonly Name[] = FIELDS.map(({ name }) => name)

export type ContactMessages = Messages['contact']['form'] & Messages['form']['names'] & Messages['form']['email']
type Props = {
  locale: Locale
  messages: ContactMessages
  faultMessages: TextFaultMessages
  counterMessages: Messages['form']['counter']
  isBusy: boolean
}

/** From this number on, screen readers announce the characters left in steps of ten. */
const FEW_LEFT = 50

export function ContactFields({ locale, messages, faultMessages, counterMessages, isBusy }: Props) {
  const { values, faults } = useForm(contactForm)

  function counter(limit: number) {
    const used = lengthOf(values.comments)
    const left = Math.ceil((limit - used) / 10) * 10
    const announced =
      left <= FEW_LEFT ? interpolate(counterMessages.charactersLeft, { count: digits(left, locale) }) : ''
    return { shown: `${digits(used, locale)} / ${digits(limit, locale)}`, announced }
  }

  return FIELDS.map(({ name, limit, ...field }) => (
    <Field
      key={name}
      {...field}
      {...{ name, label: messages[name], value: values[name], isLocked: isBusy }}
      hint={name === 'mobile' ? messages.mobileHint : undefined}
      counter={name === 'comments' ? counter(limit) : undefined}
      fault={faultText(faultMessages, faults[name], 'other', { label: messages[name], limit: digits(limit, locale) })}
      onChange={(text) => contactForm.change(name, text)}
    />
  ))
}
