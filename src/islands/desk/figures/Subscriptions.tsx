import { useStore } from '@nanostores/react'
import type { SubscriptionRow } from '#contract/desk/figures.ts'
import { count, longDate } from '#i18n/format.ts'
import { $figures, loadFigures, subscriptions } from '#stores/desk/figures.ts'
import { Loaded } from '../Loaded.tsx'
import { fill, nameIn } from '../sales/sales-format.ts'
import { BarChart } from './BarChart.tsx'
import { CsvButton, type FiguresProps } from './CsvButton.tsx'
import { FiguresTable } from './FiguresTable.tsx'

const EVENTS = ['begun', 'renewed', 'given', 'ended', 'taken'] as const

/** Subscriptions that began, were renewed, ended: a small picture of each, and by plan. */
export function Subscriptions(props: FiguresProps) {
  const { locale, messages } = props
  const { from, to } = useStore($figures)
  const period = { from: longDate(from, locale), to: longDate(to, locale) }
  const total = (rows: SubscriptionRow[], event: (typeof EVENTS)[number]) =>
    rows.reduce((sum, row) => sum + row[event], 0)
  return (
    <Loaded $loadable={subscriptions.$loadable} retry={loadFigures}>
      {({ running, rows, days }) => (
        <>
          <p>{fill(messages.running, { count: count(running, locale) })}</p>
          {rows.length === 0 && <p className="desk-empty">{messages.empty}</p>}
          <div className="sales-charts">
            {EVENTS.filter((event) => total(rows, event) > 0).map((event) => (
              <BarChart
                key={event}
                name={fill(messages.chart, { name: messages[event], ...period })}
                bars={days.map((row) => ({ key: row.key, value: row[event] }))}
                last={count(total(rows, event), locale)}
              />
            ))}
          </div>
          {rows.length > 0 && (
            <FiguresTable
              caption={messages.views.subscriptions}
              columns={[
                { header: messages.bys.plan },
                ...EVENTS.map((event) => ({ header: messages[event], isNumber: true })),
              ]}
              rows={rows.map((row) => ({
                key: row.key,
                cells: [nameIn(row.names, locale), ...EVENTS.map((event) => count(row[event], locale))],
              }))}
              buttons={<CsvButton {...props} table="subscriptions" name={messages.views.subscriptions} />}
            />
          )}
        </>
      )}
    </Loaded>
  )
}
