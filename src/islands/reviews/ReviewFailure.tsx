import type { Locale } from '#contract/text.ts'
import { signInPath } from '#i18n/paths.ts'
import type { ReviewWords } from '#i18n/reviews.ts'

type Props = { failure: string | undefined; words: ReviewWords; locale: Locale }

const CODES: Record<string, keyof ReviewWords> = {
  alreadyReviewed: 'alreadyReviewed',
  noAccess: 'noAccess',
  notFound: 'noAccess',
  signedOut: 'signedOut',
  offline: 'offline',
}

/** Why a review was not taken. */
export function ReviewFailure({ failure, words, locale }: Props) {
  if (!failure) return null
  return (
    <p role="alert" className="failure">
      {words[CODES[failure] ?? 'failed']}{' '}
      {failure === 'signedOut' && <a href={signInPath(locale, location.pathname)}>{words['sign-in']}</a>}
    </p>
  )
}
