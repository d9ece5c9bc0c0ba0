import type { Cart } from '#contract/cart.ts'
import { toMinor, type Amount } from '#contract/money.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits, exactMoney } from '#i18n/format.ts'

export type SumWords = Record<
  'subtotal' | 'discount' | 'tax' | 'CGST' | 'SGST' | 'IGST' | 'total' | 'before-tax',
  string
>
type Summary = Cart['summary']
type Props = { summary: Summary; locale: Locale; words: SumWords }

export function amountIn({ currency }: Summary, amount: Amount, locale: Locale): string {
  return exactMoney(toMinor(amount), currency, locale)
}

/** Subtotal, discount, taxes, total: each as the server said it last (CK-3). */
export function Sums({ summary, locale, words }: Props) {
  const { subtotal, discount, taxes, total } = summary
  const shown = (amount: Amount) => amountIn(summary, amount, locale)
  return (
    <>
      <dl className="sums">
        <Sum name={words.subtotal} amount={shown(subtotal)} />
        {toMinor(discount) > 0 && <Sum name={words.discount} amount={`− ${shown(discount)}`} />}
        {taxes.map(({ component, percent, amount }) => (
          <Sum
            key={component}
            name={fill(words.tax, { name: words[component], percent: digits(percent, locale) })}
            amount={shown(amount)}
          />
        ))}
        <Sum name={words.total} amount={shown(total)} isTotal />
      </dl>
      {taxes.length > 0 && <p className="soft small">{words['before-tax']}</p>}
    </>
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
