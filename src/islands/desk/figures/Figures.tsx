import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { FigureTable } from '#contract/desk/figures.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { $figures, loadFigures, periodOf, saveCsv, showFigures } from '#stores/desk/figures.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { AtDesk } from '../AtDesk.tsx'
import { deskFault } from '../desk-context.tsx'
import { SelectField } from '../sales/SelectField.tsx'
import { TextField } from '../sales/TextField.tsx'
import type { PageProps } from '../sales/sales-format.ts'
import { Gst } from './Gst.tsx'
import { Listening } from './Listening.tsx'
import { Royalties } from './Royalties.tsx'
import { Sales } from './Sales.tsx'
import { Subscriptions } from './Subscriptions.tsx'

export type FiguresProps = PageProps<Messages['deskSales']['figures']>

const PERIODS = ['thisMonth', 'lastMonth', 'thisYear'] as const
const PARTS = { sales: Sales, listening: Listening, subscriptions: Subscriptions, gst: Gst, royalties: Royalties }

/** Figures: a period, a view, its pictures and its tables. */
export function Figures(props: FiguresProps) {
  return (
    <AtDesk locale={props.locale} messages={props.shared} area="figures">
      <View {...props} />
    </AtDesk>
  )
}

function View(props: FiguresProps) {
  const { messages } = props
  const { view, from, to } = useStore($figures)
  useEffect(() => void loadFigures(), [])
  const Part = PARTS[view]
  return (
    <>
      <div className="desk-toolbar">
        <SelectField
          label={messages.table}
          value={view}
          options={messages.views}
          onChoose={(next) => void showFigures({ view: next })}
        />
        <TextField
          label={messages.from}
          type="date"
          value={from}
          onChange={(day) => day !== '' && void showFigures({ from: day })}
        />
        <TextField
          label={messages.to}
          type="date"
          value={to}
          onChange={(day) => day !== '' && void showFigures({ to: day })}
        />
        <div role="group" aria-label={messages.periods} className="desk-buttons">
          {PERIODS.map((name) => (
            <button key={name} type="button" className="link" onClick={() => void showFigures(periodOf(name))}>
              {messages[name]}
            </button>
          ))}
        </div>
      </div>
      <Part {...props} />
    </>
  )
}

/** Saves a table as a file. `name`: of the table, for those who do not see which button it is. */
export function CsvButton({ table, name, messages, shared }: FiguresProps & { table: FigureTable; name: string }) {
  const save = async () => {
    const fault = await saveCsv(table)
    if (fault) showToast(deskFault(shared, fault), { kind: 'failed' })
  }
  return (
    <button type="button" className="button quiet" aria-label={`${messages.csv}: ${name}`} onClick={() => void save()}>
      {messages.csv}
    </button>
  )
}
