import { useStore } from '@nanostores/react'
import type { Locale } from '#contract/text/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import { $askSignIn, rememberAudition, signInLater } from '#stores/auditions/audition.ts'
import { $session, type SessionState } from '#stores/accounts/session.ts'
import { Dialog } from '#ui/Dialog.tsx'
import type { AuditionMessages } from './audition-messages.ts'

type Props = { locale: Locale; messages: AuditionMessages }

const UNKNOWN: SessionState = { state: 'unknown' }

/** Asks guests to sign in [AD-2]; a note stays after the dialog is closed. */
export function SignInFirst({ locale, messages }: Props) {
  const isAsked = useStore($askSignIn, { ssr: () => false })
  const session = useStore($session, { ssr: () => UNKNOWN })
  const link = (className: string) => (
    <a className={className} href={pathTo('signIn', locale)} onClick={rememberAudition}>
      {messages.signIn}
    </a>
  )
  return (
    <>
      {session.state === 'out' && (
        <p className="note">
          {messages.signInNote} {link('')}
        </p>
      )}
      <Dialog title={messages.signInTitle} close={messages.close} isOpen={isAsked} onClose={signInLater}>
        <p>{messages.signInText}</p>
        <div className="ways">
          {link('button')}
          <button type="button" className="button quiet" data-close>
            {messages.signInLater}
          </button>
        </div>
      </Dialog>
    </>
  )
}
