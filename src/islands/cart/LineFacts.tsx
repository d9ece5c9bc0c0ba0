import { useId } from 'react'
import type { Cart } from '#contract/cart.ts'
import { toMinor } from '#contract/money/money.ts'
import type { Locale } from '#contract/text/locale.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { exactMoney } from '#i18n/format.ts'
import { ordinalDate } from '#i18n/ordinal-date.ts'

type Line = Cart['lines'][number]
export type LineMessages = Messages['cart']['line']
type PriceProps = { line: Line; currency: Cart['summary']['currency']; locale: Locale; messages: LineMessages }

/** What the line costs, as everywhere in the shop: large what is paid, and in India beneath it what it is made of. */
export function LinePrice({ line: { base, tax, paid }, currency, locale, messages }: PriceProps) {
  const amount = (of: Line['paid']) => exactMoney(toMinor(of), currency, locale)
  return (
    <>
      <span className="paid">{amount(paid)}</span>
      {toMinor(tax) > 0 && (
        <span className="soft small">{interpolate(messages.split, { base: amount(base), tax: amount(tax) })}</span>
      )}
    </>
  )
}

type NoteProps = {
  line: Line
  locale: Locale
  messages: LineMessages
  isBusy: boolean
  /** Missing where lines cannot be removed. */
  remove?: (() => void) | undefined
}

/** What a buyer should know before they pay. */
export function LineNotes({ line, locale, messages, isBusy, remove }: NoteProps) {
  const id = useId()
  if (line.is_under_way) return <p className="note">{messages.lineUnderWay}</p>
  if (line.starts_at)
    return <p className="note">{interpolate(messages.startsOn, { date: ordinalDate(line.starts_at, locale) })}</p>
  if (!line.in_plan) return null
  return (
    <p className="note">
      <span id={id}>{messages.inPlan}</span>{' '}
      {remove && (
        <button
          type="button"
          className="link"
          aria-label={interpolate(messages.leaveOut, { name: nameOrEnglish(line.product, locale) })}
          aria-describedby={id}
          aria-disabled={isBusy}
          onClick={() => !isBusy && remove()}
        >
          {messages.leaveOutShort}
        </button>
      )}
    </p>
  )
}
