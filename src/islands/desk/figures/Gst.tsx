import { useStore } from '@nanostores/react'
import { deskInvoicesZip, type Gst as GstFigures } from '#contract/desk/figures.ts'
import type { Currency } from '#contract/money.ts'
import { count, digits, longDate } from '#i18n/format.ts'
import { $figures, countInvoices, gst, loadFigures } from '#stores/desk/figures.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { deskFault } from '../desk-context.tsx'
import { Loaded } from '../Loaded.tsx'
import { TextField } from '../sales/TextField.tsx'
import { signedMoney } from '../sales/sales-format.ts'
import { showFigures } from '#stores/desk/figures.ts'
import { CsvButton, type FiguresProps } from './CsvButton.tsx'
import { FiguresTable } from './FiguresTable.tsx'

/** A month for GSTR-1, and its invoices. */
export function Gst(props: FiguresProps) {
  const { messages, shared } = props
  const month = useStore($figures).from.slice(0, 7)
  const save = async () => {
    const result = await countInvoices(month)
    if (!result.ok) return showToast(deskFault(shared, result.fault), { kind: 'failed' })
    if (result.value.count === 0) return showToast(messages.noInvoices, { kind: 'failed' })
    location.assign(`${deskInvoicesZip.path}?month=${month}`)
  }
  return (
    <>
      <div className="desk-toolbar">
        <TextField
          label={messages.month}
          type="month"
          value={month}
          onChange={(next) => next !== '' && void showFigures({ from: `${next}-01` })}
        />
        <button type="button" className="button" onClick={() => void save()}>
          {messages.zip}
        </button>
      </div>
      <Loaded
        $loadable={gst.$loadable}
        retry={loadFigures}
        isEmpty={({ data }) => data.series.length === 0}
        empty={<p>{messages.empty}</p>}
      >
        {({ data }) => <Tables {...props} data={data} />}
      </Loaded>
    </>
  )
}

const TAXES = ['IGST', 'CGST', 'SGST']
type Sums = GstFigures['supplies'][number]

function Tables(props: FiguresProps & { data: GstFigures }) {
  const { locale, messages, data } = props
  const money = (amount: number, currency: Currency = 'INR') => signedMoney(amount, currency, locale)
  const taxes = ({ taxable, igst, cgst, sgst }: Omit<Sums, 'place' | 'rate'>, currency: Currency = 'INR') =>
    [taxable, igst, cgst, sgst].map((amount) => money(amount, currency))
  const amounts = [messages.taxable, ...TAXES].map((header) => ({ header, isNumber: true }))
  const [rate, value, quantity] = [messages.rate, messages.value, messages.quantity].map((header) => ({
    header,
    isNumber: true,
  })) as [{ header: string; isNumber: true }, { header: string; isNumber: true }, { header: string; isNumber: true }]
  const text = (header: string) => ({ header })
  const percent = (number: number) => `${digits(number, locale)}%`
  const csv = (table: 'b2cs' | 'cdnur' | 'exp' | 'hsn' | 'docs', name: string) => (
    <CsvButton {...props} table={`gst-${table}`} name={name} />
  )
  return (
    <>
      <FiguresTable
        caption={messages.supplies}
        columns={[text(messages.place), rate, ...amounts]}
        rows={data.supplies.map((row) => ({ key: row.place, cells: [row.place, percent(row.rate), ...taxes(row)] }))}
        buttons={csv('b2cs', messages.supplies)}
      />
      <FiguresTable
        caption={messages.notes}
        columns={[text(messages.number), text(messages.bys.day), text(messages.place), value, ...amounts]}
        rows={data.notes.map((row) => ({
          key: row.number,
          cells: [
            ...[row.number, longDate(row.day, locale), row.place, money(row.value, row.currency)],
            ...taxes(row, row.currency),
          ],
        }))}
        buttons={csv('cdnur', messages.notes)}
      />
      <FiguresTable
        caption={messages.exports}
        columns={[text(messages.number), text(messages.bys.day), value]}
        rows={data.exports.map((row) => ({
          key: row.number,
          cells: [row.number, longDate(row.day, locale), money(row.value, row.currency)],
        }))}
        buttons={csv('exp', messages.exports)}
      />
      <FiguresTable
        caption={messages.sacs}
        columns={[text('SAC'), quantity, rate, value, ...amounts]}
        rows={data.sacs.map((row) => ({
          key: row.sac,
          cells: [row.sac, count(row.quantity, locale), percent(row.rate), money(row.value), ...taxes(row)],
        }))}
        buttons={csv('hsn', messages.sacs)}
      />
      <FiguresTable
        caption={messages.series}
        columns={[text(messages.from), text(messages.to), quantity]}
        rows={data.series.map((row) => ({ key: row.from, cells: [row.from, row.to, count(row.count, locale)] }))}
        buttons={csv('docs', messages.series)}
      />
    </>
  )
}
