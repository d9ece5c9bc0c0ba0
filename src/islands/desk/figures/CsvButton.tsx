import type { FigureTable } from '#contract/desk/figures.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { saveCsv } from '#stores/desk/figures.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { deskFault } from '../desk-context.tsx'
import type { PageProps } from '../desk-format.ts'

export type FiguresProps = PageProps<Messages['deskSales']['figures']>

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
