import type { PasswordPolicy } from '#contract/accounts.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { PasswordField } from '#ui/PasswordField.tsx'

export type PasswordWords = Record<
  'confirm_password' | 'password-hint' | 'required' | 'tooShort' | 'tooLong' | 'mismatch' | 'common' | 'show' | 'hide',
  string
>
type Name = 'password' | 'confirm_password'
type Props = {
  locale: Locale
  label: string
  words: PasswordWords
  values: Record<Name, string>
  faults: Record<string, string>
  rules: PasswordPolicy | undefined
  onChange: (name: Name, text: string) => void
}

/** A new password and its repetition, with the rules of the shop before they are broken. */
export function PasswordPair({ locale, label, words, values, faults, rules, onChange }: Props) {
  const limits = { min: digits(rules?.min ?? '', locale), max: digits(rules?.max ?? '', locale) }
  function tell(name: Name): string | undefined {
    const code = faults[name]
    if (!code) return undefined
    return code === 'tooShort' || code === 'tooLong' || code === 'mismatch' || code === 'common'
      ? fill(words[code], limits)
      : words.required
  }

  return (
    <>
      <PasswordField
        {...{ label, words }}
        name="password"
        autoComplete="new-password"
        value={values.password}
        fault={tell('password')}
        hint={rules && fill(words['password-hint'], limits)}
        onChange={(text) => onChange('password', text)}
      />
      <PasswordField
        label={words.confirm_password}
        words={words}
        name="confirm_password"
        autoComplete="new-password"
        value={values.confirm_password}
        fault={tell('confirm_password')}
        onChange={(text) => onChange('confirm_password', text)}
      />
    </>
  )
}
