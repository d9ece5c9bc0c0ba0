import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Profile } from '#contract/accounts/profile.ts'
import type { PasswordPolicy } from '#contract/accounts/accounts.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure } from '#islands/accounts/Failure.tsx'
import { PasswordPair } from '#islands/accounts/password/PasswordPair.tsx'
import type { FaultMessages } from '#islands/forms/fault-text.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $passwordLink, askForLink, forgetPasswords, passwordForm } from '#stores/accounts/change-password.ts'
import { showProfile } from '#stores/accounts/profile.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import type { ProfileMessages } from './profile-messages.ts'

type Props = {
  locale: Locale
  messages: ProfileMessages
  faultMessages: FaultMessages
  profile: Profile
  rules: PasswordPolicy | undefined
}

const leave = () => showProfile('view')

export function PasswordForm({ locale, messages, faultMessages, profile, rules }: Props) {
  const { values, faults, isBusy, failure, wait } = useForm(passwordForm)
  useEffect(() => forgetPasswords, [])
  if (!profile.has_password) return <NoPassword {...{ messages, profile }} />

  const old = faults['old_password']
  return (
    <form className="form" noValidate aria-busy={isBusy} onSubmit={handleSubmit(passwordForm.submit)}>
      <p className="soft">{messages.passwordLead}</p>
      <input type="text" name="username" autoComplete="username" value={profile.email} readOnly hidden />
      <PasswordField
        label={messages.old_password}
        name="old_password"
        autoComplete="current-password"
        messages={messages}
        value={values.old_password}
        fault={old && (old === 'required' ? faultMessages.required : messages.oldWrong)}
        onChange={(text) => passwordForm.change('old_password', text)}
      />
      <PasswordPair
        {...{ locale, messages, faultMessages, values, faults, rules }}
        label={messages.new_password}
        onChange={passwordForm.change}
      />
      <Failure {...{ failure, wait, messages, locale }} />
      <div className="ways">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {messages.changePassword}
        </button>
        <button type="button" className="button quiet" onClick={leave}>
          {messages.cancel}
        </button>
      </div>
      <Busy isBusy={isBusy} text={messages.saving} />
    </form>
  )
}

const IDLE = () => 'idle' as const

/** Accounts without a password can request a link by mail, if their address is verified. */
function NoPassword({ messages, profile }: Pick<Props, 'messages' | 'profile'>) {
  const link = useStore($passwordLink, { ssr: IDLE })
  const canAsk = !profile.can_change_email
  const status = useFocusAfterRemoval<HTMLParagraphElement>(link === 'sent' ? 0 : 1)
  return (
    <>
      <p>{canAsk ? messages.noPassword : messages.noPasswordMobile}</p>
      <p ref={status} tabIndex={-1} role="status" className={link === 'failed' ? 'fault' : undefined}>
        {link === 'sent' && interpolate(messages.linkSent, { email: profile.email })}
        {link === 'failed' && messages.failed}
      </p>
      <div className="ways">
        {canAsk && link !== 'sent' && (
          <button
            type="button"
            className="button"
            aria-disabled={link === 'loading'}
            onClick={() => void askForLink(profile.email)}
          >
            {messages.sendLink}
          </button>
        )}
        <button type="button" className="button quiet" onClick={leave}>
          {messages.back}
        </button>
      </div>
    </>
  )
}
