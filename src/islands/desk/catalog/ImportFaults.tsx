import type { ImportReport } from '#contract/desk/catalog.ts'
import { count, digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { useDesk } from '#islands/desk/desk-context.tsx'
import type { ImportMessages } from './ImportExport.tsx'

type Props = { messages: ImportMessages; report: Pick<ImportReport, 'faults' | 'fault_count'> }

/** Rows that were not taken, and what is worth a look, each with its line in the file. */
export function ImportFaults({ messages, report }: Props) {
  const { locale } = useDesk()
  if (report.faults.length === 0) return null
  const reasons: Record<string, string> = messages.reasons
  return (
    <>
      <h3>{interpolate(messages.faults, { count: count(report.fault_count, locale) })}</h3>
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col" className="number">
              {messages.line}
            </th>
            <th scope="col">{messages.field}</th>
            <th scope="col">{messages.reason}</th>
          </tr>
        </thead>
        <tbody>
          {report.faults.map(({ line, key, field, reason, given, nearest, is_warning }, index) => (
            // oxlint-disable-next-line no-array-index-key -- two faults of a line may be the same
            <tr key={index}>
              <td className="number" data-label={messages.line}>
                {line > 0 && digits(line, locale)}
              </td>
              <td data-label={messages.field}>
                {[key, field].filter((part) => part && part !== '-').join(' · ')}
                {given && ` (${given})`}
              </td>
              <td data-label={messages.reason}>
                {is_warning && <em>{messages.warning} </em>}
                {reasons[reason] ?? interpolate(messages.reasons.other, { code: reason })}
                {nearest && ` ${interpolate(messages.nearest, { name: nearest })}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
