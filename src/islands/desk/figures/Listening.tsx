import { interpolate } from '#i18n/interpolate.ts'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ListeningRow } from '#contract/desk/figures.ts'
import { count, digits, hours, longDate } from '#i18n/format.ts'
import { $figures, completion, listening, loadFigures } from '#stores/desk/figures.ts'
import { Loaded } from '../Loaded.tsx'
import { nameInEither } from '../desk-format.ts'
import { BarChart } from './BarChart.tsx'
import { CsvButton, type FiguresProps } from './CsvButton.tsx'
import { FiguresTable } from './FiguresTable.tsx'

/** Hours heard by day and title, and how far the tracks of a title are heard. */
export function Listening(props: FiguresProps) {
  const { messages } = props
  const [title, setTitle] = useState<number>()
  const show = (id: number) => {
    setTitle(id)
    void completion.load(id)
  }
  return (
    <Loaded
      $loadable={listening.$loadable}
      retry={loadFigures}
      isEmpty={({ rows }) => rows.length === 0}
      empty={<p>{messages.empty}</p>}
    >
      {({ rows, days }) => (
        <>
          <HoursChart {...props} days={days} />
          <HoursTable {...props} rows={rows} onChoose={show} />
          {title !== undefined && <Tracks {...props} retry={() => completion.load(title)} />}
        </>
      )}
    </Loaded>
  )
}

function HoursChart({ locale, messages, days }: FiguresProps & { days: { day: string; seconds: number }[] }) {
  const { from, to } = useStore($figures)
  const total = days.reduce((sum, { seconds }) => sum + seconds, 0)
  return (
    <div className="sales-charts">
      <BarChart
        name={interpolate(messages.chart, {
          name: messages.hours,
          from: longDate(from, locale),
          to: longDate(to, locale),
        })}
        bars={days.map(({ day, seconds }) => ({ key: day, value: seconds }))}
        last={hours(total, locale)}
      />
    </div>
  )
}

type HoursProps = FiguresProps & { rows: ListeningRow[]; onChoose: (title: number) => void }

function HoursTable(props: HoursProps) {
  const { locale, messages, rows, onChoose } = props
  const columns = [messages.owned, messages.plan, messages.free, messages.listeners]
  return (
    <FiguresTable
      caption={messages.hours}
      columns={[{ header: messages.bys.title }, ...columns.map((header) => ({ header, isNumber: true }))]}
      rows={rows.map(({ key, names, owned, plan, free, listeners }) => ({
        key,
        cells: [
          <button key="name" type="button" className="link" onClick={() => onChoose(Number(key))}>
            {nameInEither(names, locale)}
          </button>,
          ...[owned, plan, free].map((seconds) => hours(seconds, locale)),
          count(listeners, locale),
        ],
      }))}
      buttons={<CsvButton {...props} table="listening" name={messages.hours} />}
    />
  )
}

function Tracks({ locale, messages, retry }: FiguresProps & { retry: () => Promise<void> }) {
  const columns = [messages.began, messages.finished, messages.heard]
  return (
    <Loaded $loadable={completion.$loadable} retry={retry}>
      {({ names, rows }) => (
        <FiguresTable
          caption={interpolate(messages.tracks, { name: nameInEither(names, locale) })}
          columns={[{ header: messages.track }, ...columns.map((header) => ({ header, isNumber: true }))]}
          rows={rows.map((row) => ({
            key: String(row.position),
            cells: [
              nameInEither(row.names, locale),
              ...[count(row.began, locale), count(row.finished, locale), `${digits(row.heard, locale)}%`],
            ],
          }))}
        />
      )}
    </Loaded>
  )
}
