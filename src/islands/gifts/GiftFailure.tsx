import type { Locale } from '#contract/text/locale.ts'
import { newProfilePath, pathTo, signInPath } from '#i18n/paths.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { Failure } from '#islands/accounts/Failure.tsx'
import type { GiftFailureMessages } from './gift-messages.ts'

type Props = { failure: string | undefined; wait: number | undefined; messages: GiftFailureMessages; locale: Locale }

const CODES: Record<string, keyof Messages['gifts']['failure']> = {
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

/** Why preparing or paying a gift failed, with a link that helps. */
export function GiftFailure({ failure, wait, messages, locale }: Props) {
  const word = failure && CODES[failure]
  if (!word) return <Failure {...{ failure, wait, messages, locale }} />
  return (
    <p role="alert" className="failure">
      {messages[word]}{' '}
      {word === 'profileIncomplete' && (
        <a href={newProfilePath(locale, pathTo('gift', locale))}>{messages.toProfile}</a>
      )}
      {word === 'signedOut' && <a href={signInPath(locale, location.pathname + location.search)}>{messages.signIn}</a>}
    </p>
  )
}
