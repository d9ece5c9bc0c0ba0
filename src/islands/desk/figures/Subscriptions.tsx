import { interpolate } from '#i18n/interpolate.ts'
import { useStore } from '@nanostores/react'
import type { SubscriptionRow } from '#contract/desk/figures.ts'
import { count, longDate } from '#i18n/format.ts'
import { $figures, loadFigures, subscriptions } from '#stores/desk/figures.ts'
import { Loaded } from '../Loaded.tsx'
import { nameInEither } from '../desk-format.ts'
import { BarChart } from './BarChart.tsx'
import { CsvButton, type FiguresProps } from './CsvButton.tsx'
import { FiguresTable } from './FiguresTable.tsx'

const EVENTS = ['begun', 'renewed', 'given', 'ended', 'taken'] as const

const totalOf = (rows: readonly SubscriptionRow[], event: (typeof EVENTS)[number]) =>
  rows.reduce((sum, row) => sum + row[event], 0)

/** Subscriptions that began, were renewed, ended: a small picture of each, and by plan. */
export function Subscriptions(props: FiguresProps) {
  const { locale, messages } = props
  return (
    <Loaded $loadable={subscriptions.$loadable} retry={loadFigures}>
      {({ running, rows, days }) => (
        <>
          <p>{interpolate(messages.running, { count: count(running, locale) })}</p>
          {rows.length === 0 && <p className="desk-empty">{messages.empty}</p>}
          <Charts {...props} {...{ rows, days }} />
          {rows.length > 0 && <PlansTable {...props} rows={rows} />}
        </>
      )}
    </Loaded>
  )
}

type ChartsProps = FiguresProps & { rows: SubscriptionRow[]; days: SubscriptionRow[] }

function Charts({ locale, messages, rows, days }: ChartsProps) {
  const { from, to } = useStore($figures)
  const period = { from: longDate(from, locale), to: longDate(to, locale) }
  return (
    <div className="sales-charts">
      {EVENTS.filter((event) => totalOf(rows, event) > 0).map((event) => (
        <BarChart
          key={event}
          name={interpolate(messages.chart, { name: messages[event], ...period })}
          bars={days.map((row) => ({ key: row.key, value: row[event] }))}
          last={count(totalOf(rows, event), locale)}
        />
      ))}
    </div>
  )
}

function PlansTable(props: FiguresProps & { rows: SubscriptionRow[] }) {
  const { locale, messages, rows } = props
  return (
    <FiguresTable
      caption={messages.views.subscriptions}
      columns={[{ header: messages.bys.plan }, ...EVENTS.map((event) => ({ header: messages[event], isNumber: true }))]}
      rows={rows.map((row) => ({
        key: row.key,
        cells: [nameInEither(row.names, locale), ...EVENTS.map((event) => count(row[event], locale))],
      }))}
      buttons={<CsvButton {...props} table="subscriptions" name={messages.views.subscriptions} />}
    />
  )
}
