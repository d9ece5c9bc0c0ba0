import { interpolate } from '#i18n/interpolate.ts'
import { useState, type FormEvent } from 'react'
import type { Rate } from '#contract/desk/figures.ts'
import { asciiDigits } from '#contract/text/digits.ts'
import { digits, exactMoney } from '#i18n/format.ts'
import { setRate } from '#stores/desk/figures.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { deskFault } from '../desk-context.tsx'
import { TextField } from '../fields/TextField.tsx'
import { nameInEither } from '../desk-format.ts'
import type { FiguresProps } from './CsvButton.tsx'

/** Hundredths of what was typed, in either digits; undefined when it is no number. */
function hundredths(text: string): number | undefined {
  const [, whole = '', part = ''] = /^(\d{1,6})(?:[.](\d{1,2}))?$/.exec(asciiDigits(text.trim())) ?? []
  return whole ? Number(whole) * 100 + Number(part.padEnd(2, '0')) : undefined
}

/** The rates of one author. Somebody else's change is shown before it is replaced. */
export function RateForm({ rate, locale, messages, shared }: FiguresProps & { rate: Rate }) {
  const [sale, setSale] = useState(digits(rate.sale_rate / 100, locale))
  const [minutes, setMinutes] = useState(digits(rate.thousand_minutes / 100, locale))
  const [fault, setFault] = useState<string>()
  const name = nameInEither(rate.names, locale)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const [sale_rate, thousand_minutes] = [hundredths(sale), hundredths(minutes)]
    if (sale_rate === undefined || thousand_minutes === undefined || sale_rate > 10_000)
      return setFault(messages.badRate)
    const result = await setRate({ person: rate.person, sale_rate, thousand_minutes, version: rate.version })
    if (result.ok) {
      setFault(undefined)
      return showToast(messages.rateSaved)
    }
    const { sale_rate: percent = '0', thousand_minutes: paise = '0' } = result.fields ?? {}
    const other = {
      percent: digits(Number(percent) / 100, locale),
      perThousand: exactMoney(Number(paise), 'INR', locale),
    }
    setFault(
      result.fault === 'changedMeanwhile' ? interpolate(messages.changed, other) : deskFault(shared, result.fault),
    )
  }
  return (
    <form
      className="desk-toolbar"
      aria-label={interpolate(messages.change, { name })}
      onSubmit={(event) => void save(event)}
    >
      <strong>{name}</strong>
      <TextField label={messages.percent} value={sale} onChange={setSale} fault={fault} />
      <TextField label={messages.perThousand} value={minutes} onChange={setMinutes} />
      <button type="submit" className="button quiet" aria-label={`${messages.saveRate}: ${name}`}>
        {messages.saveRate}
      </button>
    </form>
  )
}
