import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'

export type FailureWords = Record<'wait' | 'minute' | 'minutes' | 'offline' | 'failed' | 'not-served', string>
type Props = { failure: string | undefined; wait?: number | undefined; words: FailureWords; locale: Locale }

/** Faults that stand at their field, or in a place of their own. */
const ELSEWHERE = new Set([
  'badInput',
  'credentials',
  'mobile',
  'otp',
  'password',
  'linkExpired',
  'linkFirst',
  'socialRefused',
  'cancelled',
  'email',
  'oldPassword',
])

/** Why the last attempt failed, when no field can say it. */
export function Failure({ failure, wait, words, locale }: Props) {
  if (!failure || ELSEWHERE.has(failure)) return null
  return (
    <p role="alert" className="failure">
      {failureText(failure, wait, words, locale)}
    </p>
  )
}

export function failureText(failure: string, wait = 60, words: FailureWords, locale: Locale): string {
  if (failure === 'tooMany') {
    const minutes = Math.max(1, Math.ceil(wait / 60))
    return fill(words.wait, {
      minutes: words[minutes === 1 ? 'minute' : 'minutes'].replace('#', digits(minutes, locale)),
    })
  }
  if (failure === 'offline') return words.offline
  return failure === 'notServed' ? words['not-served'] : words.failed
}
