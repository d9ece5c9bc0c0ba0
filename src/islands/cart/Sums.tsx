import type { Cart } from '#contract/cart.ts'
import { toMinor, type Amount } from '#contract/money/money.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { digits, exactMoney } from '#i18n/format.ts'

type Summary = Cart['summary']
type Props = { summary: Summary; locale: Locale; messages: Messages['orders']['summary'] }

export function amountIn({ currency }: Summary, amount: Amount, locale: Locale): string {
  return exactMoney(toMinor(amount), currency, locale)
}

/** Subtotal, discount, taxes and total as the server returned them [CK-3]. */
export function Sums({ summary, locale, messages }: Props) {
  const { subtotal, discount, taxes, total } = summary
  const shown = (amount: Amount) => amountIn(summary, amount, locale)
  return (
    <dl className="sums">
      <Sum name={messages.subtotal} amount={shown(subtotal)} />
      {toMinor(discount) > 0 && <Sum name={messages.discount} amount={`− ${shown(discount)}`} />}
      {taxes.map(({ component, percent, amount }) => (
        <Sum
          key={component}
          name={interpolate(messages.tax, { name: messages[component], percent: digits(percent, locale) })}
          amount={shown(amount)}
        />
      ))}
      <Sum name={messages.total} amount={shown(total)} isTotal />
    </dl>
  )
}

function Sum({ name, amount, isTotal }: { name: string; amount: string; isTotal?: boolean }) {
  return (
    <div className={isTotal ? 'total' : undefined}>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  )
}
