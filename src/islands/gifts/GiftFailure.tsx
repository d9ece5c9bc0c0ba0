import type { Locale } from '#contract/text.ts'
import { newProfilePath, signInPath } from '#i18n/paths.ts'
import { Failure } from '#islands/accounts/Failure.tsx'
import type { GiftFaultWords } from './words.ts'

type Props = { failure: string | undefined; wait: number | undefined; words: GiftFaultWords; locale: Locale }

const CODES: Record<string, keyof GiftFaultWords> = {
  profileIncomplete: 'profileIncomplete',
  stateMissing: 'profileIncomplete',
  signedOut: 'signedOut',
  notForSale: 'notForSale',
  coupon: 'changed',
  changed: 'changed',
  alreadyPaid: 'alreadyPaid',
  notPayable: 'notPayable',
  gateway: 'gateway',
  notFound: 'gone',
  emptyCart: 'gone',
}

/** Why a gift could not go on, and what helps. */
export function GiftFailure({ failure, wait, words, locale }: Props) {
  const word = failure && CODES[failure]
  if (!word) return <Failure {...{ failure, wait, words, locale }} />
  return (
    <p role="alert" className="failure">
      {words[word]} {word === 'profileIncomplete' && <a href={newProfilePath(locale)}>{words['to-profile']}</a>}
      {word === 'signedOut' && <a href={signInPath(locale, location.pathname + location.search)}>{words['sign-in']}</a>}
    </p>
  )
}
