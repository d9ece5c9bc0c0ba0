import type { Locale } from '#contract/text/locale.ts'
import { signInPath } from '#i18n/paths.ts'
import type { Messages } from '#i18n/namespaces.ts'

type Props = { failure: string | undefined; messages: Messages['reviews']; locale: Locale }

const CODES: Record<string, keyof Messages['reviews']> = {
  alreadyReviewed: 'alreadyReviewed',
  noAccess: 'noAccess',
  notFound: 'noAccess',
  signedOut: 'signedOut',
  offline: 'offline',
}

/** Why a review was refused. */
export function ReviewFailure({ failure, messages, locale }: Props) {
  if (!failure) return null
  return (
    <p role="alert" className="failure">
      {messages[CODES[failure] ?? 'failed']}{' '}
      {failure === 'signedOut' && <a href={signInPath(locale, location.pathname)}>{messages.signIn}</a>}
    </p>
  )
}
