import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { navigate } from '#client/navigate.ts'
import type { Locale } from '#contract/text.ts'
import { pathTo } from '#i18n/paths.ts'
import { submitting } from '#islands/forms/submitting.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $resetLink, checkResetLink, resetForm } from '#stores/accounts/reset-password.ts'
import type { LinkState } from '#stores/accounts/sign-up.ts'
import { Busy } from './Busy.tsx'
import { ExpiredLink, type ExpiredWords } from './ExpiredLink.tsx'
import { Failure, type FailureWords } from './Failure.tsx'
import { LinkPending, type PendingWords } from './LinkPending.tsx'
import { PasswordPair, type PasswordWords } from './PasswordPair.tsx'
import { tokenOf } from './token.ts'

type Words = FailureWords &
  ExpiredWords &
  PendingWords &
  PasswordWords &
  Record<'reset-save' | 'saving' | 'new_password', string>
type Props = { locale: Locale; words: Words }

const CHECKING: LinkState = { state: 'checking' }
const ask = () => void checkResetLink(tokenOf('reset-password'))

/** A new password by the link of a mail (RP-1). */
export function ResetForm({ locale, words }: Props) {
  const link = useStore($resetLink, { ssr: () => CHECKING })
  const { values, faults, isBusy, failure, wait } = useForm(resetForm)
  useEffect(ask, [])

  if (link.state === 'expired') return <ExpiredLink {...{ locale, words }} again="signIn" />
  if (link.state !== 'good') return <LinkPending state={link.state} words={words} again={ask} />
  return (
    <form
      className="form"
      noValidate
      aria-busy={isBusy}
      onSubmit={submitting(
        resetForm.submit,
        () => void navigate(`${pathTo('signIn', locale)}?notice=new-password`, { history: 'replace' }),
      )}
    >
      <PasswordPair
        {...{ locale, words, values, faults }}
        label={words.new_password}
        rules={link.rules}
        onChange={resetForm.change}
      />
      <Failure {...{ failure, wait, words, locale }} />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {words['reset-save']}
      </button>
      <Busy isBusy={isBusy} text={words.saving} />
    </form>
  )
}
