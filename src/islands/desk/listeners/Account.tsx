import { interpolate } from '#i18n/interpolate.ts'
import { useState } from 'react'
import { deskPath } from '#i18n/desk-paths.ts'
import { saveFile } from '#client/save-file.ts'
import { endSessions, eraseListener, exportListener } from '#stores/desk/listeners.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { deskFault } from '../desk-context.tsx'
import { TextField } from '../fields/TextField.tsx'
import { dayText, indianMoment } from '../desk-format.ts'
import type { ListenerPartProps } from './ListenerPage.tsx'

/** Sessions and devices, and what the law lets a listener ask for: a copy of their data, and its end. */
export function Account(props: ListenerPartProps) {
  const { data, messages, shared } = props
  const save = async () => {
    const result = await exportListener(data.id)
    if (!result.ok) return showToast(deskFault(shared, result.fault), { kind: 'failed' })
    saveFile(`listener-${data.id}.json`, 'application/json', JSON.stringify(result.value, undefined, 2))
    showToast(messages.exported)
  }
  const end = async (session?: string) => {
    const fault = await endSessions(data.id, session)
    if (fault) showToast(deskFault(shared, fault), { kind: 'failed' })
    else showToast(messages.ended)
  }
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{messages.sessions}</h2>
      {data.sessions.length === 0 && <p className="soft">{messages.none}</p>}
      <Sessions {...props} end={end} />
      {data.devices.length > 0 && <Devices {...props} />}
      <div className="desk-buttons">
        {data.sessions.length > 0 && (
          <button type="button" className="button quiet" onClick={() => void end()}>
            {messages.endAll}
          </button>
        )}
        <button type="button" className="button quiet" onClick={() => void save()}>
          {messages.export}
        </button>
        <Erase {...props} />
      </div>
    </section>
  )
}

function Sessions({ data, locale, messages, end }: ListenerPartProps & { end: (session: string) => Promise<void> }) {
  return (
    <ul role="list" className="sales-list">
      {data.sessions.map(({ id, used }) => (
        <li key={id}>
          <span>{interpolate(messages.used, { day: indianMoment(used, locale) })}</span>
          <button type="button" className="link" onClick={() => void end(id)}>
            {messages.endSession}
          </button>
        </li>
      ))}
    </ul>
  )
}

function Devices({ data, locale, messages }: ListenerPartProps) {
  return (
    <>
      <h3>{messages.devices}</h3>
      <ul role="list" className="sales-list">
        {data.devices.map(({ name, kind, seen }) => (
          <li key={`${name} ${seen}`}>
            {name} {kind} <span className="soft">{interpolate(messages.used, { day: dayText(seen, locale) })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Erase({ data, locale, messages }: ListenerPartProps) {
  const [isAsking, setAsking] = useState(false)
  const [text, setText] = useState('')
  const erase = async () => {
    const fault = await eraseListener(data.id, text)
    if (fault) return fault
    showToast(messages.erased)
    location.replace(deskPath('listeners', locale))
    return undefined
  }
  return (
    <>
      <button type="button" className="button quiet" onClick={() => setAsking(true)}>
        {messages.erase}
      </button>
      <ConfirmDialog
        title={messages.eraseTitle}
        action={messages.eraseAction}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={erase}
      >
        <p>{interpolate(messages.eraseLead, { confirm: data.confirm })}</p>
        <TextField label={messages.eraseField} value={text} onChange={setText} limit={254} />
      </ConfirmDialog>
    </>
  )
}
