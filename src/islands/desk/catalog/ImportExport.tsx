import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { TABLES } from '#contract/desk/catalog/catalog.ts'
import type { Locale } from '#contract/text/locale.ts'
import { count } from '#i18n/format.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import { deskFault, useDesk, type DeskMessages } from '#islands/desk/desk-context.tsx'
import {
  $import,
  applyTable,
  exportTable,
  partsOfName,
  previewTable,
  type ImportState,
  type TableName,
  undoImport,
} from '#stores/desk/catalog/table.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { Field } from '#ui/Field.tsx'
import { FileButton } from '#islands/desk/files/FileButton.tsx'
import { nameOf } from '#islands/desk/titles/TitleList.tsx'
import { fieldName, ImportFaults } from './ImportFaults.tsx'

export type ImportMessages = Messages['deskShop']['import']
type Props = { locale: Locale; shared: DeskMessages; messages: ImportMessages }
type Shown = Extract<ImportState, { state: 'shown' }>

/** A table of the catalog in and out: what it would change is shown before anything is changed. */
export function ImportExport({ locale, shared, messages }: Props) {
  return (
    <AtDesk locale={locale} messages={shared} area="import">
      <Import messages={messages} />
      <Export messages={messages} />
    </AtDesk>
  )
}

const optionsOf = (messages: ImportMessages) => TABLES.map((value) => ({ value, label: messages.tables[value] }))
const tableOf = (value: string): TableName => TABLES.find((one) => one === value) ?? 'titles'

function Import({ messages }: { messages: ImportMessages }) {
  const state = useStore($import)
  const { messages: shared } = useDesk()
  const [table, setTable] = useState<TableName>('titles')
  const send = (file: File | undefined) => {
    if (!file) return
    const wanted = partsOfName(file.name).table ?? table
    setTable(wanted)
    void previewTable(wanted, file)
  }
  return (
    <section className="desk-panel">
      <h2>{messages.in}</h2>
      <p>{messages.inLead}</p>
      <Field
        label={messages.table}
        name="table"
        value={table}
        options={optionsOf(messages)}
        onChange={(value) => setTable(tableOf(value))}
      />
      <FileField messages={messages} onFile={send} />
      {state.state === 'busy' && (
        <p role="status" className="soft">
          {messages.comparing}
        </p>
      )}
      {state.state === 'failed' && (
        <p role="alert" className="failure">
          {state.fault === 'busy' ? messages.busy : deskFault(shared, state.fault)}
        </p>
      )}
      {state.state === 'shown' && <Report {...{ messages, state }} />}
    </section>
  )
}

type FileProps = { messages: ImportMessages; onFile: (file: File | undefined) => void }

function FileField({ messages, onFile }: FileProps) {
  return (
    <div className="field">
      <div className="desk-buttons">
        <FileButton label={messages.file} onFiles={([file]) => onFile(file)} accept=".csv,.json,.jsonl,text/csv" />
      </div>
      <p className="hint">{messages.fileHint}</p>
    </div>
  )
}

function Report({ messages, state }: { messages: ImportMessages; state: Shown }) {
  const { locale, messages: shared } = useDesk()
  const { report, isApplying, fault } = state
  const lines = { rows: count(report.rows, locale), changed: count(report.changed, locale) }
  const apply = async () => {
    const done = await applyTable()
    const { change = null } = done ?? {}
    if (done) showToast(messages.applied, change === null ? {} : { undo: () => undoImport(change) })
  }
  return (
    <div>
      <p role="status">
        <strong>{interpolate(report.is_applied ? messages.done : messages.would, lines)}</strong>
      </p>
      {fault && (
        <p role="alert" className="failure">
          {fault === 'busy' ? messages.busy : deskFault(shared, fault)}
        </p>
      )}
      {report.change !== null && (
        <p>
          {messages.undoLater} <a href={deskPath('trash', locale)}>{messages.changesLink}</a>
        </p>
      )}
      <ImportFaults {...{ messages, report }} />
      {report.changes.length > 0 && <Changes {...{ messages, report }} />}
      {!report.is_applied && report.changed > 0 && (
        <button type="button" className="button" aria-disabled={isApplying} onClick={() => void apply()}>
          {interpolate(messages.apply, lines)}
        </button>
      )}
    </div>
  )
}

function Changes({ messages, report }: { messages: ImportMessages; report: Shown['report'] }) {
  const { locale } = useDesk()
  const others = report.changed - report.change_count
  return (
    <>
      <h3>{interpolate(messages.changes, { count: count(report.change_count, locale) })}</h3>
      <ul role="list" className="desk-ordered">
        {report.changes.map((change) => (
          <li key={change.key}>
            <div className="desk-entry">
              <strong>{nameOf(change.names, locale) || change.key}</strong> {change.is_new && messages.isNew}
              {change.fields.map(({ field, before, after }) => (
                <p key={field}>
                  {fieldName(messages, field)}:{' '}
                  {!change.is_new && (
                    <>
                      <del>{before ?? messages.nothing}</del> →{' '}
                    </>
                  )}
                  <ins>{after ?? messages.nothing}</ins>
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {others > 0 && <p>{interpolate(messages.others, { count: count(others, locale) })}</p>}
    </>
  )
}

function Export({ messages }: { messages: ImportMessages }) {
  const { messages: shared } = useDesk()
  const [table, setTable] = useState<TableName>('titles')
  const save = async () => {
    const file = await exportTable(table)
    if ('fault' in file) return showToast(deskFault(shared, file.fault), { kind: 'failed' })
    if (file.text === '') return showToast(messages.noRows)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([file.text], { type: 'text/csv' }))
    link.download = file.name
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <section className="desk-panel">
      <h2>{messages.out}</h2>
      <p>{messages.outLead}</p>
      <Field
        label={messages.table}
        name="exported"
        value={table}
        options={optionsOf(messages)}
        onChange={(value) => setTable(tableOf(value))}
      />
      <div className="desk-buttons">
        <button type="button" className="button" onClick={() => void save()}>
          {messages.download}
        </button>
      </div>
    </section>
  )
}
