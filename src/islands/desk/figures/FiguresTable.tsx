import type { ReactNode } from 'react'

type Cell = { text: ReactNode; isNumber?: boolean }
type Props = {
  caption: string
  columns: readonly { header: string; isNumber?: boolean }[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  buttons?: ReactNode
}

/** A table of figures with its heading; cards on a phone. */
export function FiguresTable({ caption, columns, rows, buttons }: Props) {
  const cellOf = (text: ReactNode, at: number): Cell => ({ text, isNumber: columns[at]?.isNumber ?? false })
  return (
    <section aria-label={caption}>
      <div className="sales-head">
        <h2>{caption}</h2>
        {buttons}
      </div>
      <table className="desk-table">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, isNumber }) => (
              <th key={header} scope="col" className={isNumber ? 'number fixed' : 'fixed'}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map(cellOf).map(({ text, isNumber }, at) => (
                <td
                  key={columns[at]?.header}
                  className={isNumber ? 'number' : undefined}
                  data-label={columns[at]?.header}
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
