import type { RoyaltyRow } from '#contract/desk/royalties.ts'
import { count, digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { loadFigures, rates, royalties } from '#stores/desk/figures.ts'
import { Loaded } from '../Loaded.tsx'
import { dayText, nameInEither, signedMoney } from '../desk-format.ts'
import { CsvButton, type FiguresProps } from './CsvButton.tsx'
import { FiguresTable } from './FiguresTable.tsx'
import { RateForm } from './RateForm.tsx'

/** What authors get, and the rates that decide it. */
export function Royalties(props: FiguresProps) {
  const { locale, messages } = props
  const numbers = [messages.netSales, messages.bySale, messages.minutes, messages.byMinutes, messages.sum]
  const cellsOf = (row: RoyaltyRow) => {
    const money = (amount: number) => signedMoney(amount, row.currency, locale)
    const name = nameInEither(row.names, locale)
    return [
      row.rate_from ? interpolate(messages.authorSince, { name, day: dayText(row.rate_from, locale) }) : name,
      money(row.net_sales),
      `${money(row.by_sale)} (${digits(row.sale_rate / 100, locale)}%)`,
      count(Math.round(row.seconds / 60), locale),
      money(row.by_minutes),
      money(row.by_sale + row.by_minutes),
    ]
  }
  return (
    <>
      <Loaded
        $loadable={royalties.$loadable}
        retry={loadFigures}
        isEmpty={({ rows }) => rows.length === 0}
        empty={<p>{messages.empty}</p>}
      >
        {({ rows }) => (
          <FiguresTable
            caption={messages.views.royalties}
            columns={[{ header: messages.author }, ...numbers.map((header) => ({ header, isNumber: true }))]}
            rows={rows.map((row) => ({ key: `${row.person} ${row.currency} ${row.rate_from}`, cells: cellsOf(row) }))}
            buttons={<CsvButton {...props} table="royalties" name={messages.views.royalties} />}
          />
        )}
      </Loaded>
      <Rates {...props} />
    </>
  )
}

function Rates(props: FiguresProps) {
  return (
    <section aria-labelledby="rates">
      <h2 id="rates">{props.messages.rates}</h2>
      <p className="soft">{props.messages.ratesHint}</p>
      <Loaded $loadable={rates.$loadable} retry={loadFigures}>
        {({ data }) => data.map((rate) => <RateForm key={rate.person} {...props} rate={rate} />)}
      </Loaded>
    </section>
  )
}
