import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { Failure } from '#islands/accounts/Failure.tsx'
import { useDesk } from '#islands/desk/desk-context.tsx'
import { newPasswordText } from '#islands/desk/password-fault.ts'
import type { FaultMessages } from '#islands/forms/fault-text.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { passwordChangeForm } from '#stores/desk/account.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import type { AccountMessages } from './AccountPage.tsx'

type Props = { messages: AccountMessages; faultMessages: FaultMessages; rules: { min: number; max: number } }

export function ChangePassword({ messages, faultMessages, rules }: Props) {
  const { locale } = useDesk()
  const { values, faults, isBusy, failure, wait } = useForm(passwordChangeForm)
  const old = faults['old_password']
  return (
    <form
      className="form desk-panel desk-narrow"
      noValidate
      aria-busy={isBusy}
      onSubmit={handleSubmit(passwordChangeForm.submit, () => showToast(messages.passwordChanged))}
    >
      <h2>{messages.changePassword}</h2>
      <PasswordField
        label={messages.oldPassword}
        name="old_password"
        autoComplete="current-password"
        value={values.old_password}
        fault={old && (old === 'required' ? faultMessages.required : messages.wrongPassword)}
        messages={messages}
        onChange={(text) => passwordChangeForm.change('old_password', text)}
      />
      <PasswordField
        label={messages.newPassword}
        name="password"
        autoComplete="new-password"
        value={values.password}
        hint={interpolate(messages.passwordHint, { min: digits(rules.min, locale) })}
        fault={newPasswordText(messages, faults['password'], rules, locale)}
        messages={messages}
        onChange={(text) => passwordChangeForm.change('password', text)}
      />
      <Failure {...{ failure, wait, messages, locale }} />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {messages.changePassword}
      </button>
    </form>
  )
}
