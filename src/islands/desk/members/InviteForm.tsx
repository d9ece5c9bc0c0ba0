import { ROLES } from '#contract/desk/staff/roles.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { localeNames } from '#i18n/locales.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { faultText, type FaultMessages } from '#islands/forms/fault-text.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { inviteForm } from '#stores/desk/members.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { Field } from '#ui/Field.tsx'
import type { MemberMessages } from './Members.tsx'

type Props = { locale: Locale; messages: MemberMessages; faultMessages: FaultMessages }

/** Invites a person by mail. */
export function InviteForm({ messages, faultMessages }: Props) {
  const { values, faults, isBusy, failure } = useForm(inviteForm)
  const { messages: shared } = useDesk()
  const email = faults['email']
  return (
    <form
      className="form desk-panel"
      noValidate
      aria-busy={isBusy}
      onSubmit={handleSubmit(inviteForm.submit, () => showToast(messages.invited))}
    >
      <h2>{messages.invite}</h2>
      <div className="desk-toolbar">
        <Field
          label={messages.email}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          value={values.email}
          fault={email === 'exists' ? messages.exists : faultText(faultMessages, email, 'email')}
          onChange={(text) => inviteForm.change('email', text)}
        />
        <Choices messages={messages} />
        <button type="submit" className="button" aria-disabled={isBusy}>
          {messages.send}
        </button>
      </div>
      <Roles messages={messages} />
      {failure && failure !== 'exists' && failure !== 'badInput' && (
        <p role="alert" className="failure">
          {deskFault(shared, failure)}
        </p>
      )}
    </form>
  )
}

function Choices({ messages }: Pick<Props, 'messages'>) {
  const { values } = useForm(inviteForm)
  return (
    <>
      <Field
        label={messages.role}
        name="role"
        value={values.role}
        options={ROLES.map((role) => ({ value: role, label: messages.roles[role] }))}
        onChange={(text) => inviteForm.change('role', text)}
      />
      <Field
        label={messages.language}
        name="locale"
        value={values.locale}
        options={LOCALES.map((locale) => ({ value: locale, label: localeNames[locale] }))}
        onChange={(text) => inviteForm.change('locale', text)}
      />
    </>
  )
}

/** What each role may do. */
function Roles({ messages }: Pick<Props, 'messages'>) {
  return (
    <dl className="desk-roles">
      {ROLES.map((role) => (
        <div key={role}>
          <dt>{messages.roles[role]}</dt>
          <dd className="soft">{messages.roleLeads[role]}</dd>
        </div>
      ))}
    </dl>
  )
}
