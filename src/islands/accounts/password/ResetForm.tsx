import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { navigate } from '#client/navigate.ts'
import type { Locale } from '#contract/text/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure, type FailureMessages } from '#islands/accounts/Failure.tsx'
import { withNext } from '#islands/accounts/leave-sign-in.ts'
import { ExpiredLink, type LinkMessages } from '#islands/accounts/mail-link/ExpiredLink.tsx'
import { LinkPending } from '#islands/accounts/mail-link/LinkPending.tsx'
import { tokenOf } from '#islands/accounts/mail-link/token.ts'
import type { FaultMessages } from '#islands/forms/fault-text.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $resetLink, checkResetLink, resetForm } from '#stores/accounts/reset-password.ts'
import type { LinkState } from '#stores/accounts/sign-up.ts'
import { PasswordPair, type PasswordMessages } from './PasswordPair.tsx'

type ResetMessages = FailureMessages & LinkMessages & PasswordMessages & Messages['accounts']['reset']
type Props = { locale: Locale; messages: ResetMessages; faultMessages: FaultMessages }

const CHECKING: LinkState = { state: 'checking' }
const ask = () => void checkResetLink(tokenOf('reset-password'))

/** Sets a new password behind the link of a mail [RP-1]. */
export function ResetForm({ locale, messages, faultMessages }: Props) {
  const link = useStore($resetLink, { ssr: () => CHECKING })
  const { values, faults, isBusy, failure, wait } = useForm(resetForm)
  useEffect(ask, [])

  if (link.state === 'expired') return <ExpiredLink {...{ locale, messages }} again="signIn" />
  if (link.state !== 'good') return <LinkPending state={link.state} messages={messages} again={ask} />
  return (
    <form
      className="form"
      noValidate
      aria-busy={isBusy}
      onSubmit={handleSubmit(
        resetForm.submit,
        () => void navigate(withNext(pathTo('signIn', locale), { notice: 'new-password' }), { history: 'replace' }),
      )}
    >
      <PasswordPair
        {...{ locale, messages, faultMessages, values, faults }}
        label={messages.new_password}
        rules={link.rules}
        onChange={resetForm.change}
      />
      <Failure {...{ failure, wait, messages, locale }} />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {messages.resetSave}
      </button>
      <Busy isBusy={isBusy} text={messages.saving} />
    </form>
  )
}
