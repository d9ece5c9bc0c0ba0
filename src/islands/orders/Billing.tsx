import { useStore } from '@nanostores/react'
import type { Profile } from '#contract/profile.ts'
import { countryName } from '#contract/countries.ts'
import { EMAIL_MAX, NAME_MAX } from '#contract/fields.ts'
import { states } from '#contract/states.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { newProfilePath, pathTo } from '#i18n/paths.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { billingForm, isIncomplete, loadBilling } from '#stores/orders/checkout.ts'
import { $profile, type ProfileState } from '#stores/accounts/profile.ts'
import { Field } from '#ui/Field.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'

const FIELDS = [
  { name: 'first_name', limit: NAME_MAX, autoComplete: 'given-name' },
  { name: 'last_name', limit: NAME_MAX, autoComplete: 'family-name' },
  { name: 'email', limit: EMAIL_MAX, autoComplete: 'email', type: 'email', inputMode: 'email' },
] as const
type Name = (typeof FIELDS)[number]['name']
type Fault = 'required' | 'letters' | 'tooLong' | 'email-invalid' | 'other'
type Word =
  | 'billing'
  | 'email-note'
  | 'mobile'
  | 'place'
  | 'not-given'
  | 'change-profile'
  | 'billing-loading'
  | 'billing-failed'
  | 'try-again'
export type BillingWords = Record<Name | Fault | Word | 'profile-incomplete' | 'complete-profile', string>
type Props = { locale: Locale; words: BillingWords }

const ASKING: ProfileState = { state: 'loading' }

/** Who the order is made out to: filled in from the profile. */
export function Billing({ locale, words }: Props) {
  const known = useStore($profile, { ssr: () => ASKING })
  const { values, faults, isBusy } = useForm(billingForm)

  function told(name: Name, limit: number) {
    const code = faults[name]
    if (!code) return undefined
    const fault =
      { required: words.required, letters: words.letters, tooLong: words.tooLong, email: words['email-invalid'] }[
        code
      ] ?? words.other
    return fill(fault, { label: words[name], limit: digits(limit, locale) })
  }

  return (
    <section className="billing-part" aria-labelledby="billing-title">
      <h2 id="billing-title">{words.billing}</h2>
      {known.state === 'loading' && <p role="status">{words['billing-loading']}</p>}
      {known.state === 'failed' && (
        <TryAgain text={words['billing-failed']} again={words['try-again']} act={loadBilling} />
      )}
      {known.state === 'ready' && (
        <>
          <div className="pairs">
            {FIELDS.map(({ name, limit, ...field }) => {
              const isKept = name === 'email' && known.profile.email !== ''
              return (
                <Field
                  key={name}
                  {...field}
                  {...{ name, label: words[name], value: values[name], isLocked: isBusy || isKept }}
                  hint={isKept ? words['email-note'] : undefined}
                  fault={told(name, limit)}
                  onChange={(text) => billingForm.change(name, text)}
                />
              )
            })}
          </div>
          <Facts {...{ profile: known.profile, locale, words }} />
          {(isIncomplete(known) || 'profile' in faults) && (
            <p role="alert" className="failure">
              {words['profile-incomplete']}{' '}
              <a data-mend href={newProfilePath(locale)}>
                {words['complete-profile']}
              </a>
            </p>
          )}
        </>
      )}
    </section>
  )
}

/** What the profile says and the tax depends on. */
function Facts({ profile: { mobile, country, state }, locale, words }: Props & { profile: Profile }) {
  const place = [
    Object.hasOwn(states, state) ? Object.entries(states).find(([code]) => code === state)?.[1][locale] : undefined,
  ]
  const names = [...place, country && countryName(country, locale)].filter(Boolean).join(', ')
  return (
    <dl className="facts">
      <div>
        <dt>{words.mobile}</dt>
        <dd>{mobile ? digits(mobile, locale) : words['not-given']}</dd>
      </div>
      <div>
        <dt>{words.place}</dt>
        <dd>{names || words['not-given']}</dd>
      </div>
      <div>
        <dt className="unseen">{words['change-profile']}</dt>
        <dd>
          <a href={pathTo('library', locale)}>{words['change-profile']}</a>
        </dd>
      </div>
    </dl>
  )
}
