import { useStore } from '@nanostores/react'
import { currencyOf, priceIn, toMinor, type Currency } from '#contract/money/money.ts'
import { withTax } from '#contract/money/tax.ts'
import type { Locale } from '#contract/text/locale.ts'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { money } from '#i18n/format.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $giftTitle, type GiftTitle } from '#stores/gifts/gift-title.ts'
import { retryTitle } from '#stores/gifts/gift-draft.ts'
import { giftForm } from '#stores/gifts/gift-form.ts'
import { Choice } from '#ui/Choice.tsx'
import { keepFocusOf } from '#ui/keep-focus.ts'
import { useSession } from './Giver.tsx'
import type { GiftFormMessages, GiftPlan } from './gift-messages.ts'

type Props = { locale: Locale; messages: GiftFormMessages; plans: GiftPlan[] }
type Offer = { name: string; lang?: Locale; note: string; points?: string[]; inr: number; usd: number }

const NO_TITLE: GiftTitle = { state: 'none' }

/** The title that the page was opened for, then the plans. */
function offersOf(asked: GiftTitle, { locale, messages, plans }: Props): (Offer & { variant: number })[] {
  const title = asked.state === 'ready' ? asked.title : undefined
  const single = title && {
    variant: title.variant,
    name: nameOrEnglish(title, locale),
    lang: localeOfName(title, locale),
    note: messages.single,
    inr: toMinor(title.inr_price),
    usd: toMinor(title.price),
  }
  const others = plans.map(({ days, ...plan }) => ({ ...plan, note: `${messages.plan} · ${days}` }))
  return [...(single ? [single] : []), ...others]
}

/** Choice between the plans and the title in the query of the page. */
export function GiftChoice({ locale, messages, plans }: Props) {
  const { values, faults } = useForm(giftForm)
  const asked = useStore($giftTitle, { ssr: () => NO_TITLE })
  const session = useSession()
  // The country of the giver decides which currency the server charges.
  const currency = currencyOf(session?.userCountry ?? values.sender_country)
  const options = offersOf(asked, { locale, messages, plans })
    .filter(({ inr, usd }) => priceIn(currency, { priceInr: inr, priceUsd: usd }) > 0)
    .map(({ variant, ...details }) => ({
      value: String(variant),
      label: <OfferLabel {...{ ...details, currency, locale, messages }} />,
    }))
  return (
    <div className="offers">
      <Choice
        name="variant"
        label={messages.what}
        value={values.variant}
        options={options}
        fault={faults['variant'] && messages.chooseGift}
        onChange={(variant) => giftForm.change('variant', variant)}
      />
      <TitleNote {...{ asked, messages }} />
    </div>
  )
}

type LabelProps = Offer & { currency: Currency; locale: Locale; messages: GiftFormMessages }

function OfferLabel({ name, lang, note, points = [], inr, usd, currency, locale, messages }: LabelProps) {
  const amount = money(currency === 'INR' ? withTax(inr) : usd, currency, locale)
  return (
    <span className="offer">
      <strong lang={lang}>{name}</strong>
      <span className="soft">{note}</span>
      {points.map((point) => (
        <span key={point} className="point">
          {point}
        </span>
      ))}
      <span className="cost">
        {amount}{' '}
        {currency === 'INR' && (
          <small className="soft">{interpolate(messages.plusTax, { amount: money(inr, currency, locale) })}</small>
        )}
      </span>
    </span>
  )
}

function TitleNote({ asked, messages }: { asked: GiftTitle; messages: GiftFormMessages }) {
  if (asked.state === 'none') return <p className="hint">{messages.noTitle}</p>
  if (asked.state === 'failed')
    return (
      <p role="alert" className="failure">
        {messages.titleFailed}{' '}
        <button ref={keepFocusOf} type="button" className="link" onClick={() => void retryTitle(asked.id)}>
          {messages.tryAgain}
        </button>
      </p>
    )
  return (
    <p role="status" className="hint">
      {asked.state === 'loading' && messages.titleLoading}
      {asked.state === 'unsold' && messages.titleUnsold}
    </p>
  )
}
