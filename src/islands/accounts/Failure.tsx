import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pluralMessage } from '#i18n/plural-message.ts'

export type FailureMessages = Messages['form']['failure']
type Props = { failure: string | undefined; wait?: number | undefined; messages: FailureMessages; locale: Locale }

/** Faults that the form shows elsewhere. */
const ELSEWHERE = new Set([
  'badInput',
  'credentials',
  'mobile',
  'otp',
  'password',
  'linkExpired',
  'linkFirst',
  'socialRefused',
  'passkeyRefused',
  'passkeyCancelled',
  'cancelled',
  'email',
  'oldPassword',
  'humanCheck',
])

/** Failure of a request that no field can show. */
export function Failure({ failure, wait, messages, locale }: Props) {
  if (!failure || ELSEWHERE.has(failure)) return null
  return (
    <p role="alert" className="failure">
      {failureText(failure, wait, messages, locale)}
    </p>
  )
}

export function failureText(failure: string, wait = 60, messages: FailureMessages, locale: Locale): string {
  if (failure === 'tooMany') {
    const minutes = Math.max(1, Math.ceil(wait / 60))
    return pluralMessage(messages, 'wait', minutes, locale)
  }
  if (failure === 'offline') return messages.offline
  return failure === 'notServed' ? messages.notServed : messages.failed
}
