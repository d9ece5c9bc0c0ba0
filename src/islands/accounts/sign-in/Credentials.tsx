import { faultText, type FaultMessages } from '#islands/forms/fault-text.ts'
import { Field } from '#ui/Field.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import type { ComponentProps } from 'react'

type Props = {
  messages: { email: string; password: string; credentials: string } & ComponentProps<typeof PasswordField>['messages']
  faultMessages: FaultMessages
  values: { email: string; password: string }
  faults: Record<string, string>
  onChange: (name: 'email' | 'password', text: string) => void
}

/** Mail address and password of somebody who signs in: a listener, or a person of the desk. */
export function Credentials({ messages, faultMessages, values, faults, onChange }: Props) {
  const password = faults['password']
  return (
    <>
      <Field
        label={messages.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username webauthn"
        value={values.email}
        fault={faultText(faultMessages, faults['email'], 'email')}
        onChange={(text) => onChange('email', text)}
      />
      <PasswordField
        label={messages.password}
        name="password"
        autoComplete="current-password"
        value={values.password}
        isAnnounced={password !== 'required'}
        fault={password && (password === 'required' ? faultMessages.required : messages.credentials)}
        messages={messages}
        onChange={(text) => onChange('password', text)}
      />
    </>
  )
}
