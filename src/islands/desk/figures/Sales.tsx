import { interpolate } from '#i18n/interpolate.ts'
import { useStore } from '@nanostores/react'
import type { SalesBy, SalesRow, SalesTotal } from '#contract/desk/figures.ts'
import { countryName } from '#contract/fields/countries.ts'
import { count, longDate } from '#i18n/format.ts'
import { $figures, loadFigures, sales, showFigures, type Period } from '#stores/desk/figures.ts'
import { Loaded } from '../Loaded.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { nameInEither, signedMoney } from '../desk-format.ts'
import { BarChart } from './BarChart.tsx'
import { CsvButton, type FiguresProps } from './CsvButton.tsx'
import { FiguresTable } from './FiguresTable.tsx'

/** Sales by what is chosen: a picture and a table for each currency. */
export function Sales(props: FiguresProps) {
  const { messages } = props
  const { by } = useStore($figures)
  return (
    <>
      <div className="desk-toolbar">
        <SelectField
          label={messages.by}
          value={by}
          options={messages.bys}
          onChoose={(next) => void showFigures({ by: next })}
        />
      </div>
      <Loaded
        $loadable={sales.$loadable}
        retry={loadFigures}
        isEmpty={({ rows }) => rows.length === 0}
        empty={<p>{messages.empty}</p>}
      >
        {({ totals, rows, ...asked }) =>
          totals.map((total) => (
            <Currency
              key={total.currency}
              {...props}
              {...{ total, asked }}
              rows={rows.filter(({ currency }) => currency === total.currency)}
            />
          ))
        }
      </Loaded>
    </>
  )
}

/** `asked`: of what the rows are; the choice above may be another one already. */
type CurrencyProps = FiguresProps & { total: SalesTotal; rows: SalesRow[]; asked: Period & { by: SalesBy } }
type Amounts = Omit<SalesRow, 'key' | 'names'>

const netOf = ({ sold, returned }: Pick<Amounts, 'sold' | 'returned'>) => sold - returned

function Currency(props: CurrencyProps) {
  return (
    <>
      <Charts {...props} />
      <CurrencyTable {...props} />
    </>
  )
}

function Charts({ locale, messages, total, rows, asked }: CurrencyProps) {
  const { currency } = total
  const period = { from: longDate(asked.from, locale), to: longDate(asked.to, locale) }
  const money = (name: string) => `${name} (${messages.currencies[currency]})`
  const chart = (name: string, value: (row: Amounts) => number, last: string) => (
    <BarChart
      name={interpolate(messages.chart, { name, ...period })}
      bars={rows.slice(0, 400).map((row) => ({ key: row.key, value: value(row) }))}
      last={last}
    />
  )
  return (
    <div className="sales-charts">
      {chart(money(messages.net), netOf, signedMoney(netOf(total), currency, locale))}
      {chart(money(messages.returned), ({ returned }) => returned, signedMoney(total.returned, currency, locale))}
      {chart(messages.count, ({ count: items }) => items, count(total.count, locale))}
    </div>
  )
}

function CurrencyTable(props: CurrencyProps) {
  const { locale, messages, total, rows, asked } = props
  const { by } = asked
  const { currency } = total
  const labelOf = ({ key, names }: SalesRow) => {
    if (key === '') return messages.others
    if (by === 'day') return longDate(key, locale)
    return by === 'country' ? countryName(key, locale) : nameInEither(names, locale) || messages.others
  }
  const cellsOf = (row: Amounts) => [
    ...[row.sold, row.returned, netOf(row), row.taxable, row.tax].map((sum) => signedMoney(sum, currency, locale)),
    count(row.count, locale),
  ]
  const numbers = [messages.sold, messages.returned, messages.net, messages.taxable, messages.tax, messages.count]
  const caption = `${messages.by}: ${messages.bys[by]} · ${messages.currencies[currency]}`
  return (
    <FiguresTable
      caption={caption}
      columns={[{ header: messages.bys[by] }, ...numbers.map((header) => ({ header, isNumber: true }))]}
      rows={rows.map((row) => ({ key: row.key, cells: [labelOf(row), ...cellsOf(row)] }))}
      buttons={<CsvButton {...props} table={`sales-${by}`} name={caption} />}
    />
  )
}
