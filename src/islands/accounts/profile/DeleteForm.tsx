import type { Profile } from '#contract/profile.ts'
import type { Locale } from '#contract/text.ts'
import { pathTo } from '#i18n/paths.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure } from '#islands/accounts/Failure.tsx'
import { submitting } from '#islands/forms/submitting.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { deleteForm, forgetDeletion } from '#stores/privacy/personal-data.ts'
import { showProfile } from '#stores/accounts/profile.ts'
import { Check } from '#ui/Check.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import type { ProfileWords } from './words.ts'

type Props = { locale: Locale; words: ProfileWords; profile: Profile }

/** Asks twice: by a box to tick, and by the password where there is one (PR-5). */
export function DeleteForm({ locale, words, profile }: Props) {
  const { values, faults, isBusy, failure, wait } = useForm(deleteForm)

  function leave() {
    forgetDeletion()
    showProfile('view')
  }

  const wrong = faults['password']
  return (
    <form className="form" noValidate aria-busy={isBusy} onSubmit={submitting(deleteForm.submit)}>
      <p>{words['delete-lead']}</p>
      <p className="soft">{words['delete-kept']}</p>
      {profile.has_password && (
        <PasswordField
          label={words['delete-password']}
          name="password"
          autoComplete="current-password"
          words={words}
          value={values.password}
          fault={wrong && words[wrong === 'required' ? 'required' : 'delete-wrong']}
          onChange={(text) => deleteForm.change('password', text)}
        />
      )}
      <Check
        name="sure"
        isChecked={values.sure === 'yes'}
        fault={faults['sure'] && words['delete-unsure']}
        isRequired
        onChange={(isChecked) => deleteForm.change('sure', isChecked ? 'yes' : '')}
      >
        {words['delete-sure']}
      </Check>
      {failure === 'signInAgain' ? (
        <p role="alert" className="failure">
          {words['delete-again']} <a href={pathTo('logout', locale)}>{words['to-log-out']}</a>
        </p>
      ) : (
        <Failure {...{ failure, wait, words, locale }} />
      )}
      <div className="ways">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {words.delete}
        </button>
        <button type="button" className="button quiet" onClick={leave}>
          {words.cancel}
        </button>
      </div>
      <Busy isBusy={isBusy} text={words.deleting} />
    </form>
  )
}
