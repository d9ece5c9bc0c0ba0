import { useState } from 'react'
import { deskPath } from '#i18n/desk-paths.ts'
import { saveFile } from '#client/save-file.ts'
import { endSessions, eraseListener, exportListener } from '#stores/desk/listeners.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { deskFault } from '../desk-context.tsx'
import { TextField } from '../sales/TextField.tsx'
import { dayText, fill, momentText } from '../sales/sales-format.ts'
import type { ListenerPartProps } from './ListenerPage.tsx'

/** Sessions and devices, and what the law lets a listener ask for: a copy of their data, and its end. */
export function Account(props: ListenerPartProps) {
  const { data, locale, messages, shared } = props
  const tell = (fault: string | undefined, text: string) =>
    fault ? showToast(deskFault(shared, fault), { kind: 'failed' }) : showToast(text)
  const save = async () => {
    const result = await exportListener(data.id)
    if (result.ok) saveFile(`listener-${data.id}.json`, 'application/json', JSON.stringify(result.value, undefined, 2))
    tell(result.ok ? undefined : result.fault, messages.exported)
  }
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{messages.sessions}</h2>
      {data.sessions.length === 0 && <p className="soft">{messages.none}</p>}
      <ul role="list" className="sales-list">
        {data.sessions.map(({ id, used }) => (
          <li key={id}>
            <span>{fill(messages.used, { day: momentText(used, locale) })}</span>
            <button
              type="button"
              className="link"
              onClick={() => void endSessions(data.id, id).then((fault) => tell(fault, messages.ended))}
            >
              {messages.endSession}
            </button>
          </li>
        ))}
      </ul>
      {data.devices.length > 0 && (
        <>
          <h3>{messages.devices}</h3>
          <ul role="list" className="sales-list">
            {data.devices.map(({ name, kind, seen }) => (
              <li key={`${name} ${seen}`}>
                {name} {kind} <span className="soft">{fill(messages.used, { day: dayText(seen, locale) })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="desk-buttons">
        {data.sessions.length > 0 && (
          <button
            type="button"
            className="button quiet"
            onClick={() => void endSessions(data.id).then((fault) => tell(fault, messages.ended))}
          >
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
        <p>{fill(messages.eraseLead, { confirm: data.confirm })}</p>
        <TextField label={messages.eraseField} value={text} onChange={setText} limit={254} />
      </ConfirmDialog>
    </>
  )
}
