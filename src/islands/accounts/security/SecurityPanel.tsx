import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { failureText } from '#islands/accounts/Failure.tsx'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import type { ProfileMessages } from '#islands/accounts/profile/profile-messages.ts'
import {
  $security,
  $securityNotice,
  forgetSecurity,
  loadSecurity,
  type Security,
  type SecurityNotice,
} from '#stores/accounts/security/own-security.ts'
import { showProfile } from '#stores/accounts/profile.ts'
import { keepFocusOf } from '#ui/keep-focus.ts'
import { Passkeys } from './Passkeys.tsx'
import { Sessions } from './Sessions.tsx'

type Props = { locale: Locale; messages: ProfileMessages; faultMessages: TextFaultMessages; hasPassword: boolean }

const LOADING: Security = { state: 'loading' }

/** Passkeys and sessions of the listener, a part of the profile dialog. */
export function SecurityPanel({ locale, messages, faultMessages, hasPassword }: Props) {
  const security = useStore($security, { ssr: () => LOADING })
  const notice = useStore($securityNotice, { ssr: () => undefined })
  useEffect(() => {
    void loadSecurity()
    return forgetSecurity
  }, [])
  return (
    <div className="security">
      {security.state === 'loading' && <p role="status">{messages.securityLoading}</p>}
      {security.state === 'failed' && (
        <p role="alert" className="failure">
          {messages.securityFailed}{' '}
          <button ref={keepFocusOf} type="button" className="link" onClick={() => void loadSecurity()}>
            {messages.tryAgain}
          </button>
        </p>
      )}
      <Notice {...{ locale, messages, notice }} />
      {security.state === 'ready' && (
        <>
          <Passkeys {...{ locale, messages, faultMessages, hasPassword, security }} />
          <Sessions {...{ locale, messages, sessions: security.sessions }} />
        </>
      )}
      <div className="ways">
        <button type="button" className="button quiet" onClick={() => showProfile('view')}>
          {messages.back}
        </button>
      </div>
    </div>
  )
}

type NoticeProps = Pick<Props, 'locale' | 'messages'> & { notice: SecurityNotice | undefined }

/** Stands before there is something to say, so that screen readers announce it. */
function Notice({ locale, messages, notice }: NoticeProps) {
  const done = notice && 'done' in notice ? messages.securityDone[notice.done] : ''
  const texts: Record<string, string> = messages.securityFaults
  return (
    <>
      <p role="status" className={done ? 'notice good' : 'unseen'}>
        {done}
      </p>
      {notice && 'fault' in notice && (
        <p role="alert" className="failure">
          {texts[notice.fault] ?? failureText(notice.fault, notice.seconds, messages, locale)}
        </p>
      )}
    </>
  )
}
