import { textAt, withValue, type Row } from '#stores/desk/shop/rows.ts'
import { Ordered } from './Ordered.tsx'
import { RowFields, type ShopMessages, type Spec } from './RowFields.tsx'

type Props = { messages: ShopMessages; row: Row; onChange: (changed: (row: Row) => Row) => void }

const SPECS: readonly Spec[] = [
  { path: 'que.en.name', label: 'questionEn' },
  { path: 'ans.en.description', label: 'answerEn', kind: 'lines' },
  { path: 'que.mr.name', label: 'questionMr' },
  { path: 'ans.mr.description', label: 'answerMr', kind: 'lines' },
]

/** The questions of a topic with their answers, in their order. */
export function Questions({ messages, row, onChange }: Props) {
  const value = row['queries']
  const queries: Row[] = Array.isArray(value) ? (value as Row[]) : []
  const set = (changed: readonly Row[]) => onChange((now) => ({ ...now, queries: changed }))
  return (
    <div className="desk-panel">
      <Ordered
        messages={messages}
        items={queries}
        idOf={(_, index) => String(index)}
        nameOf={(query) => textAt(query, 'que.en.name') || textAt(query, 'que.mr.name')}
        onChange={set}
      >
        {(query, index) => (
          <RowFields
            {...{ messages, specs: SPECS, row: query, isNew: true }}
            faults={{}}
            pictures={{}}
            onChange={(changed) => set(queries.with(index, named(changed(query))))}
            onPicture={() => undefined}
          />
        )}
      </Ordered>
      <button type="button" className="button quiet" onClick={() => set([...queries, {}])}>
        {messages.addQuestion}
      </button>
    </div>
  )
}

/** An answer has a short form besides, for where only a line is shown. */
function named(query: Row): Row {
  return (['en', 'mr'] as const).reduce((all, locale) => {
    const text = textAt(all, `ans.${locale}.description`)
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    return withValue(all, `ans.${locale}.name`, text.slice(0, 200))
  }, query)
}
