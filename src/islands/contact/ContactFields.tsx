import { EMAIL_MAX, MESSAGE_MAX, MOBILE_MAX, NAME_MAX } from '#contract/fields.ts'
import { lengthOf } from '#contract/plain-text.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { contactForm } from '#stores/contact/contact.ts'
import { Field } from '#ui/Field.tsx'

const FIELDS = [
  { name: 'first_name', limit: NAME_MAX, autoComplete: 'given-name' },
  { name: 'last_name', limit: NAME_MAX, autoComplete: 'family-name' },
  { name: 'mobile', limit: MOBILE_MAX, autoComplete: 'tel-national', inputMode: 'tel' },
  { name: 'email', limit: EMAIL_MAX, autoComplete: 'email', type: 'email', inputMode: 'email' },
  { name: 'comments', limit: MESSAGE_MAX, lines: 7 },
] as const
type Name = (typeof FIELDS)[number]['name']
export const NAMES: readonly Name[] = FIELDS.map(({ name }) => name)

export type FieldWords = Record<Name | 'mobile-hint', string>
/** Codes of the contract; one without words of its own reads `other`. */
export type FaultWords = Record<'characters-left' | 'humanCheck' | 'other', string> & Record<string, string>
type Props = { locale: Locale; words: FieldWords; formWords: FaultWords; isBusy: boolean }

/** From here on a listener to the page hears what is left, ten by ten. */
const FEW_LEFT = 50

export function LetterFields({ locale, words, formWords, isBusy }: Props) {
  const { values, faults } = useForm(contactForm)

  function told(name: Name, limit: number) {
    const code = faults[name]
    return code && fill(formWords[code] ?? formWords.other, { label: words[name], limit: digits(limit, locale) })
  }
  function counter(limit: number) {
    const used = lengthOf(values.comments)
    const left = Math.ceil((limit - used) / 10) * 10
    const said = left <= FEW_LEFT ? fill(formWords['characters-left'], { count: digits(left, locale) }) : ''
    return { shown: `${digits(used, locale)} / ${digits(limit, locale)}`, said }
  }

  return FIELDS.map(({ name, limit, ...field }) => (
    <Field
      key={name}
      {...field}
      {...{ name, label: words[name], value: values[name], isLocked: isBusy }}
      hint={name === 'mobile' ? words['mobile-hint'] : undefined}
      counter={name === 'comments' ? counter(limit) : undefined}
      fault={told(name, limit)}
      onChange={(text) => contactForm.change(name, text)}
    />
  ))
}
