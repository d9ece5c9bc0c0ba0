import { textAt, withValue, type Row } from '#stores/desk/shop/rows.ts'
import { Ordered } from './Ordered.tsx'
import { RowFields, type ShopMessages, type Spec } from './RowFields.tsx'

type Props = {
  messages: ShopMessages
  row: Row
  /** Of the whole row, by path. */
  faults: Record<string, string>
  onChange: (changed: (row: Row) => Row) => void
}

const SPECS: readonly Spec[] = [
  { path: 'que.en.name', label: 'questionEn' },
  { path: 'ans.en.description', label: 'answerEn', kind: 'lines' },
  { path: 'que.mr.name', label: 'questionMr' },
  { path: 'ans.mr.description', label: 'answerMr', kind: 'lines' },
]

/** The questions of a topic with their answers, in their order. */
export function Questions({ messages, row, faults, onChange }: Props) {
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
            faults={faultsOf(faults, index)}
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

/** What the server says of a question as a whole, or of the short form, is told at the field that a person fills. */
const FIELDS: Record<string, string> = {
  que: 'que.en.name',
  ans: 'ans.en.description',
  'ans.en.name': 'ans.en.description',
  'ans.mr.name': 'ans.mr.description',
}

function faultsOf(faults: Record<string, string>, index: number): Record<string, string> {
  const prefix = `queries.${index}.`
  const own = Object.entries(faults).filter(([path]) => path.startsWith(prefix))
  return Object.fromEntries(
    own.map(([path, fault]) => {
      const field = path.slice(prefix.length)
      return [FIELDS[field] ?? field, fault]
    }),
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
