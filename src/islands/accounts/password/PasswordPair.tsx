import type { PasswordPolicy } from '#contract/accounts/accounts.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { digits } from '#i18n/format.ts'
import type { FaultMessages } from '#islands/forms/fault-text.ts'
import { PasswordField } from '#ui/PasswordField.tsx'

export type PasswordMessages = Messages['accounts']['newPassword'] & Messages['form']['password']
type Name = 'password' | 'confirm_password'
type Props = {
  locale: Locale
  label: string
  messages: PasswordMessages
  faultMessages: FaultMessages
  values: Record<Name, string>
  faults: Record<string, string>
  rules: PasswordPolicy | undefined
  onChange: (name: Name, text: string) => void
}

/** A new password and its repetition, with the password rules as a hint. */
export function PasswordPair({ locale, label, messages, faultMessages, values, faults, rules, onChange }: Props) {
  const limits = { min: digits(rules?.min ?? '', locale), max: digits(rules?.max ?? '', locale) }
  function tell(name: Name): string | undefined {
    const code = faults[name]
    if (!code) return undefined
    return code === 'tooShort' || code === 'tooLong' || code === 'mismatch' || code === 'common'
      ? interpolate(messages[code], limits)
      : faultMessages.required
  }

  return (
    <>
      <PasswordField
        {...{ label, messages }}
        name="password"
        autoComplete="new-password"
        value={values.password}
        fault={tell('password')}
        hint={rules && interpolate(messages.passwordHint, limits)}
        onChange={(text) => onChange('password', text)}
      />
      <PasswordField
        label={messages.confirm_password}
        messages={messages}
        name="confirm_password"
        autoComplete="new-password"
        value={values.confirm_password}
        fault={tell('confirm_password')}
        onChange={(text) => onChange('confirm_password', text)}
      />
    </>
  )
}
