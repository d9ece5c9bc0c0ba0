import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $figures, figuresIn, periodOf, PERIODS, showFigures } from '#stores/desk/figures.ts'
import { AtDesk } from '../AtDesk.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { TextField } from '../fields/TextField.tsx'
import type { FiguresProps } from './CsvButton.tsx'
import { Gst } from './Gst.tsx'
import { Listening } from './Listening.tsx'
import { Royalties } from './Royalties.tsx'
import { Sales } from './Sales.tsx'
import { Subscriptions } from './Subscriptions.tsx'

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
  const { view } = useStore($figures)
  useEffect(() => {
    void showFigures(figuresIn(location.search))
    return $figures.listen((shown) => history.replaceState(history.state, '', `?${new URLSearchParams(shown)}`))
  }, [])
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
        {/* GST goes by the month, which it asks for itself. */}
        {view !== 'gst' && <PeriodFields {...props} />}
      </div>
      <Part {...props} />
    </>
  )
}

function PeriodFields({ messages }: FiguresProps) {
  const { from, to } = useStore($figures)
  return (
    <>
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
    </>
  )
}
