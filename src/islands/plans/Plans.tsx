import { useStore } from '@nanostores/react'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { ordinalDate } from '#i18n/ordinal-date.ts'
import { pathTo } from '#i18n/paths.ts'
import { $profile } from '#stores/accounts/profile.ts'
import type { Plan } from '#stores/library/library.ts'
import { RenewalStatus, type RenewalMessages } from '../renewals/RenewalStatus.tsx'
import type { LibraryMessages } from '../library/library-messages.ts'

type Props = {
  plans: Plan[]
  isPending: boolean
  locale: Locale
  messages: LibraryMessages
  renewalMessages: RenewalMessages
}

/** Running and upcoming plans, and whether they renew themselves. */
export function Plans({ plans, isPending, locale, messages, renewalMessages }: Props) {
  const profile = useStore($profile)
  const ended = profile.state === 'ready' ? profile.planEnded : undefined
  return (
    <>
      {isPending && <p className="notice">{messages.pending}</p>}
      {plans.length === 0 && !isPending && (
        <p>
          {ended ? interpolate(messages.ended, { date: ordinalDate(ended, locale) }) : messages.noPlan}.{' '}
          <a href={pathTo('subscribe', locale)}>{messages.subscribeNow}</a>
        </p>
      )}
      <ul role="list" className="my-plans">
        {plans.map((plan) => (
          <li key={`${plan.start_date} ${plan.name ?? ''}`}>
            <p className="acting">{messages[plan.is_current ? 'current' : 'upcoming']}</p>
            <h3>{plan.custom_translation?.[locale]?.name ?? plan.name ?? plan.subscription_type ?? ''}</h3>
            <p>
              {interpolate(messages[plan.is_current ? 'fromTo' : 'upcomingSpan'], {
                from: ordinalDate(plan.start_date, locale),
                to: ordinalDate(plan.end_date, locale),
              })}
            </p>
          </li>
        ))}
      </ul>
      <RenewalStatus locale={locale} messages={renewalMessages} />
    </>
  )
}
