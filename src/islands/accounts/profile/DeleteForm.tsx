import { useEffect } from 'react'
import type { Profile } from '#contract/accounts/profile.ts'
import type { Locale } from '#contract/text/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure } from '#islands/accounts/Failure.tsx'
import type { FaultMessages } from '#islands/forms/fault-text.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { deleteForm, forgetDeletion } from '#stores/privacy/personal-data.ts'
import { showProfile } from '#stores/accounts/profile.ts'
import { Check } from '#ui/Check.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import type { ProfileMessages } from './profile-messages.ts'

type Props = { locale: Locale; messages: ProfileMessages; faultMessages: FaultMessages; profile: Profile }

const leave = () => showProfile('view')

/** What was typed goes with the panel. */
function useDeletion() {
  useEffect(() => forgetDeletion, [])
  return useForm(deleteForm)
}

/** Erasing an account needs a ticked checkbox, and the password if the account has one [PR-5]. */
export function DeleteForm({ locale, messages, faultMessages, profile }: Props) {
  const { values, faults, isBusy, failure, wait } = useDeletion()
  const wrong = faults['password']
  return (
    <form className="form" noValidate aria-busy={isBusy} onSubmit={handleSubmit(deleteForm.submit)}>
      <p>{messages.deleteLead}</p>
      <p className="soft">{messages.deleteRetained}</p>
      {profile.has_password && (
        <PasswordField
          label={messages.deletePassword}
          name="password"
          autoComplete="current-password"
          messages={messages}
          value={values.password}
          fault={wrong && (wrong === 'required' ? faultMessages.required : messages.deleteWrong)}
          onChange={(text) => deleteForm.change('password', text)}
        />
      )}
      <Check
        name="sure"
        isChecked={values.sure === 'yes'}
        fault={faults['sure'] && messages.deleteUnsure}
        isRequired
        onChange={(isChecked) => deleteForm.change('sure', isChecked ? 'yes' : '')}
      >
        {messages.deleteSure}
      </Check>
      <DeleteFailure {...{ failure, wait, messages, locale }} />
      <div className="ways">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {messages.delete}
        </button>
        <button type="button" className="button quiet" onClick={leave}>
          {messages.cancel}
        </button>
      </div>
      <Busy isBusy={isBusy} text={messages.deleting} />
    </form>
  )
}

type FailureProps = Pick<Props, 'locale' | 'messages'> & { failure: string | undefined; wait: number | undefined }

function DeleteFailure({ failure, wait, messages, locale }: FailureProps) {
  if (failure !== 'signInAgain') return <Failure {...{ failure, wait, messages, locale }} />
  return (
    <p role="alert" className="failure">
      {messages.deleteAgain} <a href={pathTo('logout', locale)}>{messages.toLogOut}</a>
    </p>
  )
}
