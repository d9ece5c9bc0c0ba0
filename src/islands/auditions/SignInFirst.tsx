import { useStore } from '@nanostores/react'
import type { Locale } from '#contract/text.ts'
import { pathTo } from '#i18n/paths.ts'
import { $askSignIn, rememberAudition, signInLater } from '#stores/auditions/audition.ts'
import { $session, type SessionState } from '#stores/accounts/session.ts'
import { Dialog } from '#ui/Dialog.tsx'

export type SignInWords = Record<
  'sign-in-title' | 'sign-in-text' | 'sign-in' | 'sign-in-later' | 'sign-in-note' | 'close',
  string
>
type Props = { locale: Locale; words: SignInWords }

const UNKNOWN: SessionState = { state: 'unknown' }

/** Asks a guest to sign in (AD-2), and goes on saying so where the dialog was closed. */
export function SignInFirst({ locale, words }: Props) {
  const isAsked = useStore($askSignIn, { ssr: () => false })
  const session = useStore($session, { ssr: () => UNKNOWN })
  const link = (className: string) => (
    <a className={className} href={pathTo('signIn', locale)} onClick={rememberAudition}>
      {words['sign-in']}
    </a>
  )
  return (
    <>
      {session.state === 'out' && (
        <p className="note">
          {words['sign-in-note']} {link('')}
        </p>
      )}
      <Dialog title={words['sign-in-title']} close={words.close} isOpen={isAsked} onClose={signInLater}>
        <p>{words['sign-in-text']}</p>
        <div className="ways">
          {link('button')}
          <button type="button" className="button quiet" data-close>
            {words['sign-in-later']}
          </button>
        </div>
      </Dialog>
    </>
  )
}
