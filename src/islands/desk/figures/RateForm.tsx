import { interpolate } from '#i18n/interpolate.ts'
import { useRef, useState, type FormEvent } from 'react'
import { rateOn, type Rate } from '#contract/desk/royalties.ts'
import type { Locale } from '#contract/text/locale.ts'
import { asciiDigits } from '#contract/text/digits.ts'
import { dayInIndia } from '#contract/time/day.ts'
import { digits, exactMoney } from '#i18n/format.ts'
import { setRate } from '#stores/desk/figures.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { deskFault } from '../desk-context.tsx'
import { TextField } from '../fields/TextField.tsx'
import { nameInEither } from '../desk-format.ts'
import type { FiguresProps } from './CsvButton.tsx'
import { RateChanges } from './RateChanges.tsx'

type Props = FiguresProps & { rate: Rate }

/** Hundredths of what was typed, in either digits; undefined when it is no number. */
function hundredths(text: string): number | undefined {
  const [, whole = '', part = ''] = /^(\d{1,6})(?:[.](\d{1,2}))?$/.exec(asciiDigits(text.trim())) ?? []
  return whole ? Number(whole) * 100 + Number(part.padEnd(2, '0')) : undefined
}

/** The rates of one author. Somebody else's change is shown before it is replaced. */
export function RateForm(props: Props) {
  const { rate, locale, messages } = props
  const { from, sale, minutes, faults, isBusy, setFrom, setSale, setMinutes, save, show } = useRate(props)
  const form = useRef<HTMLFormElement>(null)
  // The button that was pressed is gone with its line.
  const showRemoved = (now: Rate) => {
    show(now)
    form.current?.querySelector('button')?.focus()
  }
  const name = nameInEither(rate.names, locale)
  return (
    <>
      <form
        ref={form}
        className="desk-toolbar sales-rate"
        aria-label={interpolate(messages.change, { name })}
        onSubmit={(event) => void save(event)}
      >
        <strong>{name}</strong>
        <TextField label={messages.rateFrom} type="date" value={from} onChange={setFrom} />
        <TextField label={messages.percent} value={sale} onChange={setSale} fault={faults.sale} />
        <TextField label={messages.perThousand} value={minutes} onChange={setMinutes} fault={faults.minutes} />
        <button
          type="submit"
          className="button quiet"
          aria-disabled={isBusy}
          aria-label={`${messages.saveRate}: ${name}`}
        >
          {messages.saveRate}
        </button>
      </form>
      <RateChanges {...props} onRemoved={showRemoved} />
    </>
  )
}

function failureText(
  { fault, fields = {} }: { fault: string; fields?: Readonly<Record<string, string>> | undefined },
  { locale, messages, shared }: Props,
): string {
  if (fault !== 'changedMeanwhile') return deskFault(shared, fault)
  return interpolate(messages.changed, {
    percent: digits(Number(fields['sale_rate'] ?? 0) / 100, locale),
    perThousand: exactMoney(Number(fields['thousand_minutes'] ?? 0), 'INR', locale),
  })
}

/** Day, percent and amount: what holds today, and a change from today on. Whoever has no rates gets them from the beginning. */
function fieldsOf(rate: Rate, locale: Locale): [from: string, sale: string, minutes: string] {
  const today = dayInIndia(new Date())
  const { sale_rate, thousand_minutes } = rateOn(rate, today)
  return [rate.version === 0 ? '' : today, digits(sale_rate / 100, locale), digits(thousand_minutes / 100, locale)]
}

/** A form with the rates of today. Those of an author who has some are changed from today on, unless another day is chosen. */
function useRate(props: Props) {
  const { rate, locale, messages } = props
  const [[from, sale, minutes], setFields] = useState(() => fieldsOf(rate, locale))
  const [isBusy, setBusy] = useState(false)
  const show = (now: Rate) => setFields(fieldsOf(now, locale))
  const [faults, setFaults] = useState<{ sale?: string | undefined; minutes?: string | undefined }>({})
  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const [sale_rate, thousand_minutes] = [hundredths(sale), hundredths(minutes)]
    const isPercent = sale_rate !== undefined && sale_rate <= 10_000
    if (!isPercent || thousand_minutes === undefined)
      return setFaults({
        ...(!isPercent && { sale: messages.badRate }),
        ...(thousand_minutes === undefined && { minutes: messages.badAmount }),
      })
    const { person, version } = rate
    setBusy(true)
    const result = await setRate({ person, version, from: from || null, sale_rate, thousand_minutes })
    setBusy(false)
    setFaults({})
    if (result.ok) {
      show(result.value.data)
      return showToast(messages.rateSaved)
    }
    setFaults({ sale: failureText(result, props) })
  }
  const setFrom = (day: string) => setFields([day, sale, minutes])
  const setSale = (text: string) => setFields([from, text, minutes])
  const setMinutes = (text: string) => setFields([from, sale, text])
  return { from, sale, minutes, faults, isBusy, setFrom, setSale, setMinutes, save, show }
}
