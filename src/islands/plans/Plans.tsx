import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { ordinalDate } from '#i18n/ordinal-date.ts'
import { pathTo } from '#i18n/paths.ts'
import type { Plan } from '#stores/library/library.ts'
import { Renewal, type RenewalWords } from '../renewals/Renewal.tsx'
import type { LibraryWords } from '../library/words.ts'

type Props = { plans: Plan[]; locale: Locale; words: LibraryWords; renewalWords: RenewalWords }

/** Running and upcoming plans, and whether they renew themselves. */
export function Plans({ plans, locale, words, renewalWords }: Props) {
  return (
    <>
      {plans.length === 0 && (
        <p>
          {words['no-plan']}. <a href={pathTo('subscribe', locale)}>{words['subscribe-now']}</a>
        </p>
      )}
      <ul role="list" className="my-plans">
        {plans.map((plan) => (
          <li key={`${plan.start_date} ${plan.name ?? ''}`}>
            <p className="acting">{words[plan.is_current ? 'current' : 'upcoming']}</p>
            <h3>{plan.custom_translation?.[locale]?.name ?? plan.name ?? plan.subscription_type ?? ''}</h3>
            <p>
              {fill(words['from-to'], {
                from: ordinalDate(plan.start_date, locale),
                to: ordinalDate(plan.end_date, locale),
              })}
            </p>
          </li>
        ))}
      </ul>
      <Renewal locale={locale} words={renewalWords} />
    </>
  )
}
