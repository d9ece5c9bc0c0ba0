import { useStore } from '@nanostores/react'
import type { Profile } from '#contract/profile.ts'
import type { PasswordPolicy } from '#contract/accounts.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure } from '#islands/accounts/Failure.tsx'
import { PasswordPair } from '#islands/accounts/PasswordPair.tsx'
import { submitting } from '#islands/forms/submitting.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $passwordLink, askForLink, forgetPasswords, passwordForm } from '#stores/accounts/change-password.ts'
import { showProfile } from '#stores/accounts/profile.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import type { ProfileWords } from './words.ts'

type Props = { locale: Locale; words: ProfileWords; profile: Profile; rules: PasswordPolicy | undefined }

function leave() {
  forgetPasswords()
  showProfile('view')
}

export function PasswordForm({ locale, words, profile, rules }: Props) {
  const { values, faults, isBusy, failure, wait } = useForm(passwordForm)
  if (!profile.has_password) return <NoPassword {...{ words, profile }} />

  const old = faults['old_password']
  return (
    <form className="form" noValidate aria-busy={isBusy} onSubmit={submitting(passwordForm.submit)}>
      <p className="soft">{words['password-lead']}</p>
      <input type="text" name="username" autoComplete="username" value={profile.email} readOnly hidden />
      <PasswordField
        label={words.old_password}
        name="old_password"
        autoComplete="current-password"
        words={words}
        value={values.old_password}
        fault={old && words[old === 'required' ? 'required' : 'old-wrong']}
        onChange={(text) => passwordForm.change('old_password', text)}
      />
      <PasswordPair
        {...{ locale, words, values, faults, rules }}
        label={words.new_password}
        onChange={passwordForm.change}
      />
      <Failure {...{ failure, wait, words, locale }} />
      <div className="ways">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {words['change-password']}
        </button>
        <button type="button" className="button quiet" onClick={leave}>
          {words.cancel}
        </button>
      </div>
      <Busy isBusy={isBusy} text={words.saving} />
    </form>
  )
}

const IDLE = () => 'idle' as const

/** Who signs in another way gets a password by the link of a mail, where an address is proved. */
function NoPassword({ words, profile }: Pick<Props, 'words' | 'profile'>) {
  const link = useStore($passwordLink, { ssr: IDLE })
  const canAsk = !profile.can_change_email
  return (
    <>
      <p>{canAsk ? words['no-password'] : words['no-password-mobile']}</p>
      <p role="status" className={link === 'failed' ? 'fault' : undefined}>
        {link === 'sent' && fill(words['link-sent'], { email: profile.email })}
        {link === 'failed' && words.failed}
      </p>
      <div className="ways">
        {canAsk && link !== 'sent' && (
          <button
            type="button"
            className="button"
            aria-disabled={link === 'loading'}
            onClick={() => void askForLink(profile.email)}
          >
            {words['send-link']}
          </button>
        )}
        <button type="button" className="button quiet" onClick={leave}>
          {words.back}
        </button>
      </div>
    </>
  )
}
