import { useStore } from '@nanostores/react'
import type { SalesRow, SalesTotal } from '#contract/desk/figures.ts'
import { countryName } from '#contract/countries.ts'
import { count, longDate } from '#i18n/format.ts'
import { $figures, loadFigures, sales, showFigures } from '#stores/desk/figures.ts'
import { Loaded } from '../Loaded.tsx'
import { SelectField } from '../sales/SelectField.tsx'
import { fill, nameIn, signedMoney } from '../sales/sales-format.ts'
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
        {({ totals, rows }) =>
          totals.map((total) => (
            <Currency
              key={total.currency}
              {...props}
              total={total}
              rows={rows.filter(({ currency }) => currency === total.currency)}
            />
          ))
        }
      </Loaded>
    </>
  )
}

function Currency(props: FiguresProps & { total: SalesTotal; rows: SalesRow[] }) {
  const { locale, messages, total, rows } = props
  const { by, from, to } = useStore($figures)
  const { currency } = total
  const money = (amount: number) => signedMoney(amount, currency, locale)
  const labelOf = ({ key, names }: SalesRow) => {
    if (key === '') return messages.others
    if (by === 'day') return longDate(key, locale)
    return by === 'country' ? countryName(key, locale) : nameIn(names, locale) || messages.others
  }
  const net = ({ sold, returned }: Pick<SalesRow, 'sold' | 'returned'>) => sold - returned
  const period = { from: longDate(from, locale), to: longDate(to, locale) }
  const chart = (name: string, value: (row: Pick<SalesRow, 'sold' | 'returned' | 'count'>) => number, last: string) => (
    <BarChart
      name={fill(messages.chart, { name: `${name} (${messages.currencies[currency]})`, ...period })}
      bars={rows.slice(0, 400).map((row) => ({ key: row.key, value: value(row) }))}
      last={last}
    />
  )
  const cellsOf = (row: Omit<SalesRow, 'key' | 'names'>) => [
    money(row.sold),
    money(row.returned),
    money(net(row)),
    money(row.taxable),
    money(row.tax),
    count(row.count, locale),
  ]
  const numbers = [messages.sold, messages.returned, messages.net, messages.taxable, messages.tax, messages.count]
  const caption = `${messages.by}: ${messages.bys[by]} · ${messages.currencies[currency]}`
  return (
    <>
      <div className="sales-charts">
        {chart(messages.net, net, money(net(total)))}
        {chart(messages.returned, ({ returned }) => returned, money(total.returned))}
        {chart(messages.count, ({ count: items }) => items, count(total.count, locale))}
      </div>
      <FiguresTable
        caption={caption}
        columns={[{ header: messages.bys[by] }, ...numbers.map((header) => ({ header, isNumber: true }))]}
        rows={rows.map((row) => ({ key: row.key, cells: [labelOf(row), ...cellsOf(row)] }))}
        buttons={<CsvButton {...props} table={`sales-${by}`} name={caption} />}
      />
    </>
  )
}
