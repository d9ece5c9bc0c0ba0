import type { ImportReport } from '#contract/desk/catalog/catalog.ts'
import { count, digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { useDesk } from '#islands/desk/desk-context.tsx'
import { nameOf } from '#islands/desk/titles/TitleList.tsx'
import type { ImportMessages } from './ImportExport.tsx'

type Fault = ImportReport['faults'][number]
type Props = {
  messages: ImportMessages
  report: Pick<ImportReport, 'faults' | 'changes' | 'left_out_count' | 'noted_count'>
}

/** The column of a table in words; a column that the import does not know stays as the file names it. */
export function fieldName({ fields }: ImportMessages, field: string): string {
  const names: Record<string, string> = fields
  return names[field.replace('.', '_')] ?? field
}

/** What was not taken, then what was taken and is worth a look, each with its line in the file. */
export function ImportFaults({ messages, report }: Props) {
  const { locale } = useDesk()
  const { faults: unnamed, changes, left_out_count: leftOut, noted_count: noted } = report
  const names = new Map(changes.map((change) => [change.key, nameOf(change.names, locale)]))
  const faults = unnamed.map((fault) => ({ ...fault, key: names.get(fault.key ?? '') || fault.key }))
  const heading = (text: string, rows: number) => interpolate(text, { count: count(rows, locale) })
  return (
    <>
      <FaultTable
        heading={heading(messages.faults, leftOut)}
        reason={messages.reason}
        faults={faults.filter((fault) => fault.is_left_out)}
        messages={messages}
      />
      <FaultTable
        heading={heading(messages.notes, noted)}
        reason={messages.note}
        faults={faults.filter((fault) => !fault.is_left_out)}
        messages={messages}
      />
    </>
  )
}

/** `reason`: the heading of what is said about a row. */
type TableProps = { heading: string; reason: string; faults: readonly Fault[]; messages: ImportMessages }
function FaultTable({ heading, reason, faults, messages }: TableProps) {
  if (faults.length === 0) return null
  return (
    <>
      <h3>{heading}</h3>
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col" className="number fixed">
              {messages.line}
            </th>
            <th scope="col" className="fixed">
              {messages.field}
            </th>
            <th scope="col" className="fixed">
              {reason}
            </th>
          </tr>
        </thead>
        <tbody>
          {faults.map((fault, index) => (
            // oxlint-disable-next-line no-array-index-key -- two faults of a line may be the same
            <FaultRow key={index} {...{ fault, messages }} heading={reason} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function FaultRow({
  fault: { line, key, field, reason, given, nearest },
  heading,
  messages,
}: Pick<TableProps, 'heading' | 'messages'> & { fault: Fault }) {
  const { locale } = useDesk()
  const reasons: Record<string, string> = messages.reasons
  return (
    <tr>
      <td className="number" data-label={messages.line}>
        {line > 0 && digits(line, locale)}
      </td>
      <td data-label={messages.field}>
        {[key, fieldName(messages, field)].filter((part) => part && part !== '-').join(' · ')}
        {given && ` (${given})`}
      </td>
      <td data-label={heading}>
        <span>
          {reasons[reason] ?? interpolate(messages.reasons.other, { code: reason })}
          {nearest && ` ${interpolate(messages.nearest, { name: nearest })}`}
        </span>
      </td>
    </tr>
  )
}
