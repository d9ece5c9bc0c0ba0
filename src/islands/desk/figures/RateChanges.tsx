import { useState } from 'react'
import type { HeldRate, Rate } from '#contract/desk/royalties.ts'
import { digits, exactMoney } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { removeRate } from '#stores/desk/figures.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { deskFault } from '../desk-context.tsx'
import { dayText, nameInEither } from '../desk-format.ts'
import type { FiguresProps } from './CsvButton.tsx'

type Props = FiguresProps & { rate: Rate; onRemoved: (rate: Rate) => void }

/** The rates of an author that changed, each from its day on. One that was entered by mistake can be removed. */
export function RateChanges(props: Props) {
  const { rate, locale, messages } = props
  const { names, changes = [] } = rate
  const { isBusy, remove } = useRemoval(props)
  if (changes.length === 0) return null
  const textOf = ({ from, sale_rate, thousand_minutes }: HeldRate) =>
    interpolate(from ? messages.rateSince : messages.rateAlways, {
      day: from ? dayText(from, locale) : '',
      percent: digits(sale_rate / 100, locale),
      perThousand: exactMoney(thousand_minutes, 'INR', locale),
    })
  return (
    <ul role="list" className="sales-list">
      <li>{textOf({ ...rate, from: null })}</li>
      {changes.map((change) => (
        <li key={change.from}>
          {textOf(change)}{' '}
          <button
            type="button"
            className="link"
            aria-disabled={isBusy}
            aria-label={`${messages.removeRate}: ${nameInEither(names, locale)}, ${textOf(change)}`}
            onClick={() => void remove(change.from)}
          >
            {messages.removeRate}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** One after the other: a second press would meet the version of the first. */
function useRemoval({ rate, messages, shared, onRemoved }: Props) {
  const { person, version } = rate
  const [isBusy, setBusy] = useState(false)
  const remove = async (from: string) => {
    if (isBusy) return
    setBusy(true)
    const result = await removeRate({ person, version, from })
    setBusy(false)
    if (result.ok) {
      onRemoved(result.value.data)
      return showToast(messages.rateSaved)
    }
    const isChanged = result.fault === 'changedMeanwhile'
    showToast(isChanged ? messages.changedRates : deskFault(shared, result.fault), { kind: 'failed' })
  }
  return { isBusy, remove }
}
