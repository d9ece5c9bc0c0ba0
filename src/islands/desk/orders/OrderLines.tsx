import { interpolate } from '#i18n/interpolate.ts'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { DeskOrderLine } from '#contract/desk/orders.ts'
import { exactMoney, list } from '#i18n/format.ts'
import { refundLines } from '#stores/desk/orders.ts'
import { $role } from '#stores/desk/staff.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { ReasonDialog } from '../dialogs/ReasonDialog.tsx'
import { nameInEither } from '../desk-format.ts'
import type { OrderPartProps } from './OrderPage.tsx'

type Asked = { lines: DeskOrderLine[]; amount: number; isRest: boolean }

/** What was bought, with what of it goes back. */
export function OrderLines(props: OrderPartProps) {
  const { data, messages } = props
  const role = useStore($role)
  const [picked, setPicked] = useState<readonly number[]>([])
  const [asked, setAsked] = useState<Asked>()
  const mayRefund = (role === 'owner' || role === 'accounts') && data.refundable > 0
  const toggle = (id: number) => setPicked(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id])
  return (
    <section aria-labelledby="lines">
      <h2 id="lines">{messages.lines}</h2>
      <LinesTable {...props} {...{ picked, mayRefund, toggle }} />
      {mayRefund && <RefundButtons {...props} picked={picked} ask={setAsked} />}
      <RefundDialog {...props} asked={asked} onClose={() => setAsked(undefined)} onDone={() => setPicked([])} />
    </section>
  )
}

type ButtonsProps = OrderPartProps & { picked: readonly number[]; ask: (asked: Asked) => void }

function RefundButtons({ data, messages, picked, ask }: ButtonsProps) {
  const open = data.lines.filter(({ is_returned }) => !is_returned)
  const chosen = open.filter(({ id }) => picked.includes(id))
  const sum = Math.min(
    data.refundable,
    chosen.reduce((total, { paid }) => total + paid, 0),
  )
  return (
    <div className="desk-buttons">
      {chosen.length > 0 && chosen.length < open.length && sum > 0 && (
        <button type="button" className="button" onClick={() => ask({ lines: chosen, amount: sum, isRest: false })}>
          {messages.refundLines}
        </button>
      )}
      <button
        type="button"
        className="button quiet"
        onClick={() => ask({ lines: open, amount: data.refundable, isRest: true })}
      >
        {messages.refundRest}
      </button>
    </div>
  )
}

type DialogProps = OrderPartProps & { asked: Asked | undefined; onClose: () => void; onDone: () => void }

function RefundDialog({ data, locale, messages, common, asked, onClose, onDone }: DialogProps) {
  const amount = exactMoney(asked?.amount ?? 0, data.currency, locale)
  const names = asked?.lines.map((line) => nameInEither(line.names, locale)) ?? []
  const send = async (reason: string) => {
    if (!asked) return undefined
    const ids = asked.isRest ? undefined : asked.lines.map(({ id }) => id)
    const fault = await refundLines(data.id, ids, asked.amount, reason)
    if (fault) return fault
    onDone()
    showToast(interpolate(messages.refunded, { amount }))
    return undefined
  }
  return (
    <ReasonDialog
      title={interpolate(messages.refundTitle, { amount })}
      action={interpolate(messages.refundAction, { amount })}
      common={common}
      isOpen={asked !== undefined}
      onClose={onClose}
      onConfirm={send}
    >
      <p>{interpolate(messages.refundLead, { amount, names: list(names, locale) })}</p>
    </ReasonDialog>
  )
}

type TableProps = OrderPartProps & { picked: readonly number[]; mayRefund: boolean; toggle: (id: number) => void }

function LinesTable(props: TableProps) {
  const { data, messages } = props
  return (
    <table className="desk-table">
      <caption className="unseen">{messages.lines}</caption>
      <thead>
        <tr>
          <th scope="col" className="fixed">
            {messages.item}
          </th>
          {[messages.taxable, messages.tax, messages.paid].map((header) => (
            <th key={header} scope="col" className="number fixed">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.lines.map((line) => (
          <LineRow key={line.id} {...props} line={line} />
        ))}
      </tbody>
    </table>
  )
}

function LineRow(props: TableProps & { line: DeskOrderLine }) {
  const { data, locale, messages, line } = props
  const money = (amount: number) => exactMoney(amount, data.currency, locale)
  return (
    <tr>
      <td data-label={messages.item}>
        <LineName {...props} /> {line.is_returned && <small className="sales-badge">{messages.returned}</small>}
      </td>
      <td className="number" data-label={messages.taxable}>
        {money(line.taxable)}
      </td>
      <td className="number" data-label={messages.tax}>
        {money(line.tax)}
      </td>
      <td className="number" data-label={messages.paid}>
        {money(line.paid)}
      </td>
    </tr>
  )
}

/** Its name, with a box to pick it where it can go back. */
function LineName({ line, locale, messages, picked, mayRefund, toggle }: TableProps & { line: DeskOrderLine }) {
  const name = nameInEither(line.names, locale)
  if (!mayRefund || line.is_returned || line.paid === 0) return name
  return (
    <label className="sales-check">
      <input
        type="checkbox"
        aria-label={interpolate(messages.pick, { name })}
        checked={picked.includes(line.id)}
        onChange={() => toggle(line.id)}
      />
      {name}
    </label>
  )
}
