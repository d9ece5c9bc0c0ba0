import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { deskInvoicesZip, monthPeriod, type Gst as GstFigures } from '#contract/desk/figures.ts'
import type { Currency } from '#contract/money/money.ts'
import { count, digits, longDate } from '#i18n/format.ts'
import { $figures, countInvoices, gst, loadFigures, showFigures } from '#stores/desk/figures.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { deskFault } from '../desk-context.tsx'
import { Loaded } from '../Loaded.tsx'
import { TextField } from '../fields/TextField.tsx'
import { signedMoney } from '../desk-format.ts'
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
        <MonthField label={messages.month} month={month} />
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

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/

/** In browsers that have no field for months it is one for text: what is typed counts once it is a month. */
function MonthField({ label, month }: { label: string; month: string }) {
  const [typed, setTyped] = useState(month)
  const choose = (text: string) => {
    setTyped(text)
    if (MONTH.test(text)) void showFigures(monthPeriod(text))
  }
  return <TextField label={label} type="month" value={MONTH.test(typed) ? month : typed} onChange={choose} />
}

const TAXES = ['IGST', 'CGST', 'SGST']
type Sums = GstFigures['supplies'][number]
type TableProps = FiguresProps & { data: GstFigures }

const text = (header: string) => ({ header })
const number = (header: string) => ({ header, isNumber: true })
const amountColumns = ({ messages }: FiguresProps) => [messages.taxable, ...TAXES].map(number)
const percent = (share: number, { locale }: FiguresProps) => `${digits(share, locale)}%`
const rupees = (amount: number, { locale }: FiguresProps) => signedMoney(amount, 'INR', locale)
const taxCells = (
  { taxable, igst, cgst, sgst }: Omit<Sums, 'place' | 'rate'>,
  { locale }: FiguresProps,
  currency: Currency = 'INR',
) => [taxable, igst, cgst, sgst].map((amount) => signedMoney(amount, currency, locale))

/** The tables of GSTR-1. */
function Tables(props: TableProps) {
  return (
    <>
      <Supplies {...props} />
      <CreditNotes {...props} />
      <Exports {...props} />
      <ServiceCodes {...props} />
      <Documents {...props} />
    </>
  )
}

function Supplies(props: TableProps) {
  const { messages, data } = props
  return (
    <FiguresTable
      caption={messages.supplies}
      columns={[text(messages.place), number(messages.rate), ...amountColumns(props)]}
      rows={data.supplies.map((row) => ({
        key: `${row.place} ${row.rate}`,
        cells: [row.place, percent(row.rate, props), ...taxCells(row, props)],
      }))}
      buttons={<CsvButton {...props} table="gst-b2cs" name={messages.supplies} />}
    />
  )
}

function CreditNotes(props: TableProps) {
  const { locale, messages, data } = props
  const facts = [text(messages.number), text(messages.bys.day), text(messages.place), number(messages.value)]
  return (
    <FiguresTable
      caption={messages.notes}
      columns={[...facts, ...amountColumns(props)]}
      rows={data.notes.map((row) => ({
        key: row.number,
        cells: [
          ...[row.number, longDate(row.day, locale), row.place, signedMoney(row.value, row.currency, locale)],
          ...taxCells(row, props, row.currency),
        ],
      }))}
      buttons={
        <>
          <p className="soft">{messages.notesFile}</p>
          <CsvButton {...props} table="gst-cdnur" name={messages.notes} />
        </>
      }
    />
  )
}

function Exports(props: TableProps) {
  const { locale, messages, data } = props
  return (
    <FiguresTable
      caption={messages.exports}
      columns={[text(messages.number), text(messages.bys.day), number(messages.value)]}
      rows={data.exports.map((row) => ({
        key: row.number,
        cells: [row.number, longDate(row.day, locale), signedMoney(row.value, row.currency, locale)],
      }))}
      buttons={<CsvButton {...props} table="gst-exp" name={messages.exports} />}
    />
  )
}

function ServiceCodes(props: TableProps) {
  const { locale, messages, data } = props
  const facts = [text('SAC'), ...[messages.quantity, messages.rate, messages.value].map(number)]
  return (
    <FiguresTable
      caption={messages.sacs}
      columns={[...facts, ...amountColumns(props)]}
      rows={data.sacs.map((row) => ({
        key: row.sac,
        cells: [
          ...[row.sac, count(row.quantity, locale), percent(row.rate, props), rupees(row.value, props)],
          ...taxCells(row, props),
        ],
      }))}
      buttons={<CsvButton {...props} table="gst-hsn" name={messages.sacs} />}
    />
  )
}

function Documents(props: TableProps) {
  const { locale, messages, data } = props
  return (
    <FiguresTable
      caption={messages.series}
      columns={[text(messages.from), text(messages.to), number(messages.quantity)]}
      rows={data.series.map((row) => ({ key: row.from, cells: [row.from, row.to, count(row.count, locale)] }))}
      buttons={<CsvButton {...props} table="gst-docs" name={messages.series} />}
    />
  )
}
