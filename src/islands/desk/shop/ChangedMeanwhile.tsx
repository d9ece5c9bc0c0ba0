import type { Difference } from '#stores/desk/shop/rows.ts'
import type { ShopMessages } from './RowFields.tsx'

type Props = {
  messages: Pick<
    ShopMessages,
    'theirsTitle' | 'theirsLead' | 'field' | 'theirs' | 'mine' | 'takeTheirs' | 'keepMine' | 'nothing'
  >
  differences: readonly Difference[]
  takeTheirs: () => void
  keepMine: () => void
}

/** What somebody else saved meanwhile, field by field, before anything is written over it. */
export function ChangedMeanwhile({ messages, differences, takeTheirs, keepMine }: Props) {
  return (
    <section className="desk-panel" role="alert">
      <h2>{messages.theirsTitle}</h2>
      <p>{messages.theirsLead}</p>
      <table className="desk-table">
        <thead>
          <tr>
            {[messages.field, messages.theirs, messages.mine].map((header) => (
              <th key={header} scope="col" className="fixed">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.slice(0, 100).map(({ key, field, mine, theirs }) => (
            <tr key={`${key} ${field}`}>
              <td data-label={messages.field}>
                {key} · {field}
              </td>
              <td data-label={messages.theirs}>{theirs || messages.nothing}</td>
              <td data-label={messages.mine}>{mine || messages.nothing}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="desk-buttons">
        <button type="button" className="button" onClick={takeTheirs}>
          {messages.takeTheirs}
        </button>
        <button type="button" className="button quiet" onClick={keepMine}>
          {messages.keepMine}
        </button>
      </div>
    </section>
  )
}
