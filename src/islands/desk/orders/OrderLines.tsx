import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { DeskOrderLine } from '#contract/desk/orders.ts'
import { exactMoney, list } from '#i18n/format.ts'
import { refundLines } from '#stores/desk/orders.ts'
import { $role } from '#stores/desk/staff.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { ReasonDialog } from '../sales/ReasonDialog.tsx'
import { fill, nameIn } from '../sales/sales-format.ts'
import type { OrderPartProps } from './OrderPage.tsx'

type Asked = { lines: DeskOrderLine[]; amount: number; isRest: boolean }

/** What was bought, with what of it goes back. */
export function OrderLines({ data, locale, messages, common }: OrderPartProps) {
  const role = useStore($role)
  const [picked, setPicked] = useState<readonly number[]>([])
  const [asked, setAsked] = useState<Asked>()
  const open = data.lines.filter(({ is_returned }) => !is_returned)
  const mayRefund = (role === 'owner' || role === 'accounts') && data.refundable > 0
  const chosen = open.filter(({ id }) => picked.includes(id))
  const sum = Math.min(
    data.refundable,
    chosen.reduce((total, { paid }) => total + paid, 0),
  )
  const amount = exactMoney(asked?.amount ?? 0, data.currency, locale)
  const send = async (reason: string) => {
    if (!asked) return undefined
    const ids = asked.isRest ? undefined : asked.lines.map(({ id }) => id)
    const fault = await refundLines(data.id, ids, asked.amount, reason)
    if (fault) return fault
    setPicked([])
    showToast(fill(messages.refunded, { amount }))
    return undefined
  }
  const toggle = (id: number) => setPicked(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id])
  return (
    <section aria-labelledby="lines">
      <h2 id="lines">{messages.lines}</h2>
      <LinesTable {...{ data, locale, messages, picked, mayRefund, toggle }} />
      {mayRefund && (
        <div className="desk-buttons">
          {chosen.length > 0 && chosen.length < open.length && sum > 0 && (
            <button
              type="button"
              className="button"
              onClick={() => setAsked({ lines: chosen, amount: sum, isRest: false })}
            >
              {messages.refundLines}
            </button>
          )}
          <button
            type="button"
            className="button quiet"
            onClick={() => setAsked({ lines: open, amount: data.refundable, isRest: true })}
          >
            {messages.refundRest}
          </button>
        </div>
      )}
      <ReasonDialog
        title={fill(messages.refundTitle, { amount })}
        action={fill(messages.refundAction, { amount })}
        common={common}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={send}
      >
        <p>
          {fill(messages.refundLead, {
            amount,
            names: list(asked?.lines.map((line) => nameIn(line.names, locale)) ?? [], locale),
          })}
        </p>
      </ReasonDialog>
    </section>
  )
}

type TableProps = Pick<OrderPartProps, 'data' | 'locale' | 'messages'> & {
  picked: readonly number[]
  mayRefund: boolean
  toggle: (id: number) => void
}

function LinesTable({ data, locale, messages, picked, mayRefund, toggle }: TableProps) {
  const money = (amount: number) => exactMoney(amount, data.currency, locale)
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
        {data.lines.map(({ id, names, taxable, tax, paid, is_returned }) => (
          <tr key={id}>
            <td data-label={messages.item}>
              {mayRefund && !is_returned && paid > 0 ? (
                <label className="sales-check">
                  <input
                    type="checkbox"
                    aria-label={fill(messages.pick, { name: nameIn(names, locale) })}
                    checked={picked.includes(id)}
                    onChange={() => toggle(id)}
                  />
                  {nameIn(names, locale)}
                </label>
              ) : (
                nameIn(names, locale)
              )}{' '}
              {is_returned && <small className="sales-badge">{messages.returned}</small>}
            </td>
            <td className="number" data-label={messages.taxable}>
              {money(taxable)}
            </td>
            <td className="number" data-label={messages.tax}>
              {money(tax)}
            </td>
            <td className="number" data-label={messages.paid}>
              {money(paid)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
