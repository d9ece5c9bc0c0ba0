import { useStore } from '@nanostores/react'
import type { Profile } from '#contract/accounts/profile.ts'
import { countryName } from '#contract/fields/countries.ts'
import { EMAIL_MAX, MOBILE_MAX, NAME_MAX } from '#contract/fields/fields.ts'
import { states } from '#contract/fields/states.ts'
import type { Locale } from '#contract/text/locale.ts'
import { digits } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { newProfilePath, pathTo } from '#i18n/paths.ts'
import { faultText, type TextFaultMessages } from '#islands/forms/fault-text.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { billingForm, isIncomplete, loadBilling } from '#stores/orders/checkout.ts'
import { $profile, type ProfileState } from '#stores/accounts/profile.ts'
import { Field } from '#ui/Field.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'

const FIELDS = [
  { name: 'first_name', limit: NAME_MAX, autoComplete: 'given-name' },
  { name: 'last_name', limit: NAME_MAX, autoComplete: 'family-name' },
  { name: 'email', limit: EMAIL_MAX, autoComplete: 'email', type: 'email', inputMode: 'email' },
  { name: 'mobile', limit: MOBILE_MAX, autoComplete: 'tel-national', type: 'tel', inputMode: 'tel' },
] as const
type BillingMessages = Messages['orders']['checkout'] &
  Messages['orders']['profile'] &
  Messages['form']['names'] &
  Messages['form']['email'] &
  Messages['ui']['actions']
type Props = { locale: Locale; messages: BillingMessages; faultMessages: TextFaultMessages }

const ASKING: ProfileState = { state: 'loading' }

const useBillingForm = () => useForm(billingForm)

/** Billing details, filled in from the profile. */
export function Billing({ locale, messages, faultMessages }: Props) {
  const known = useStore($profile, { ssr: () => ASKING })
  const form = useBillingForm()

  return (
    <section className="billing-part" aria-labelledby="billing-title">
      <h2 id="billing-title">{messages.billing}</h2>
      {known.state === 'loading' && <p role="status">{messages.billingLoading}</p>}
      {known.state === 'failed' && (
        <TryAgain text={messages.billingFailed} label={messages.tryAgain} retry={loadBilling} />
      )}
      {known.state === 'ready' && (
        <>
          <BillingFields {...{ profile: known.profile, form, locale, messages, faultMessages }} />
          <Facts {...{ profile: known.profile, locale, messages }} />
          {(isIncomplete(known) || 'profile' in form.faults) && (
            <p role="alert" className="failure">
              {messages.profileIncomplete}{' '}
              <a data-mend href={newProfilePath(locale, pathTo('checkout', locale))}>
                {messages.completeProfile}
              </a>
            </p>
          )}
        </>
      )}
    </section>
  )
}

type FieldsProps = Props & { profile: Profile; form: ReturnType<typeof useBillingForm> }

/** An email address of the profile is locked; a number is asked for where the profile has none. */
function BillingFields({ profile, form, locale, messages, faultMessages }: FieldsProps) {
  const { values, faults, isBusy } = form
  return (
    <div className="pairs">
      {FIELDS.filter(({ name }) => name !== 'mobile' || profile.mobile === '').map(({ name, limit, ...field }) => {
        const isKept = name === 'email' && profile.email !== ''
        return (
          <Field
            key={name}
            {...field}
            {...{ name, label: messages[name], value: values[name], isLocked: isBusy || isKept }}
            hint={isKept ? messages.emailNote : undefined}
            fault={faultText(faultMessages, faults[name], 'other', {
              label: messages[name],
              limit: digits(limit, locale),
            })}
            onChange={(text) => billingForm.change(name, text)}
          />
        )
      })}
    </div>
  )
}

type FactsProps = Omit<Props, 'faultMessages'> & { profile: Profile }

/** Facts of the profile that decide about taxes. */
function Facts({ profile: { mobile, country, state }, locale, messages }: FactsProps) {
  const place = [
    Object.hasOwn(states, state) ? Object.entries(states).find(([code]) => code === state)?.[1][locale] : undefined,
  ]
  const names = [...place, country && countryName(country, locale)].filter(Boolean).join(', ')
  return (
    <dl className="facts">
      {mobile && (
        <div>
          <dt>{messages.mobile}</dt>
          <dd>{digits(mobile, locale)}</dd>
        </div>
      )}
      <div>
        {/* A word of Indian tax: it decides nothing elsewhere. */}
        <dt>{country && country !== 'IN' ? messages.country : messages.placeOfSupply}</dt>
        <dd>{names || messages.notGiven}</dd>
      </div>
      <div>
        <dt className="unseen">{messages.changeProfile}</dt>
        <dd>
          <a href={newProfilePath(locale, pathTo('checkout', locale))}>{messages.changeProfile}</a>
        </dd>
      </div>
    </dl>
  )
}
