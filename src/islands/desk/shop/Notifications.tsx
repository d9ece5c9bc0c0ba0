import { useEffect, useState, type ReactNode } from 'react'
import type { DeskNotification } from '#contract/desk/notifications.ts'
import type { Locale } from '#contract/text/locale.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import { deskFault, useDesk, type DeskMessages } from '#islands/desk/desk-context.tsx'
import { indianMoment } from '#islands/desk/desk-format.ts'
import { Loaded } from '#islands/desk/Loaded.tsx'
import {
  $notifications,
  cancelNotification,
  loadNotifications,
  sendNotification,
} from '#stores/desk/shop/notifications.ts'
import type { Failed } from '#stores/desk/shop/coupons.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { Field } from '#ui/Field.tsx'
import { useDraft } from '../use-draft.ts'

type OwnMessages = Messages['deskShop']['notifications']
type Props = { locale: Locale; shared: DeskMessages; messages: OwnMessages }
const EMPTY = { title_mr: '', body_mr: '', title_en: '', body_en: '', send_at: '' }

/** Notifications to all listeners: write, look at it, send now or later. */
export function Notifications({ locale, shared, messages }: Props) {
  return (
    <AtDesk locale={locale} messages={shared} area="notifications">
      <Writing messages={messages} />
      <Lists messages={messages} />
    </AtDesk>
  )
}

function Writing({ messages }: { messages: OwnMessages }) {
  const { messages: shared } = useDesk()
  const { values, setValues, failed, isBusy, send } = useWriting(messages)
  const faults: Record<string, string> = messages.faults
  const field = (name: keyof typeof EMPTY) => ({
    ...{ label: messages.fields[name], name, value: values[name], isOptional: true },
    onChange: (text: string) => setValues({ ...values, [name]: text }),
    fault: failed?.fields[name] && (faults[failed.fields[name]] ?? messages.faults.other),
  })
  return (
    <form
      className="desk-panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h2>{messages.write}</h2>
      <div className="desk-fields">
        <Field {...field('title_mr')} maxLength={100} />
        <Field {...field('title_en')} maxLength={100} />
        <Field {...field('body_mr')} lines={3} maxLength={500} />
        <Field {...field('body_en')} lines={3} maxLength={500} />
        <Field {...field('send_at')} type="datetime-local" hint={messages.whenHint} />
      </div>
      <Preview {...{ messages, values }} />
      {failed && (
        <p role="alert" className="failure">
          {faults[failed.fields['-'] ?? failed.fault] ?? deskFault(shared, failed.fault)}
        </p>
      )}
      <div className="desk-buttons">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {values.send_at ? messages.plan : messages.send}
        </button>
      </div>
    </form>
  )
}

function useWriting(messages: OwnMessages) {
  const { draft: values, change: setValues, settle } = useDraft(EMPTY)
  const [failed, setFailed] = useState<Failed>()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (isBusy) return
    setBusy(true)
    const result = await sendNotification({ ...values, product_id: null })
    setBusy(false)
    setFailed(result)
    if (result) return
    settle(values, EMPTY)
    showToast(values.send_at ? messages.planned : messages.sent)
  }
  return { values, setValues, failed, isBusy, send }
}

/** How the list of a listener shows it, in each language. */
function Preview({ messages, values }: { messages: OwnMessages; values: typeof EMPTY }) {
  const shown = (['mr', 'en'] as const).filter((locale) => values[`title_${locale}`] !== '')
  if (shown.length === 0) return null
  return (
    <section aria-label={messages.preview} className="desk-look">
      <h3>{messages.preview}</h3>
      {shown.map((locale) => (
        <div key={locale} lang={locale}>
          <strong>{values[`title_${locale}`]}</strong>
          <p>{values[`body_${locale}`]}</p>
        </div>
      ))}
    </section>
  )
}

function Lists({ messages }: { messages: OwnMessages }) {
  const { locale, messages: shared } = useDesk()
  useEffect(() => void loadNotifications(), [])
  const cancel = async (id: number) => {
    const fault = await cancelNotification(id)
    showToast(fault ? deskFault(shared, fault) : messages.cancelled, { kind: fault ? 'failed' : 'done' })
  }
  return (
    <Loaded $loadable={$notifications} retry={loadNotifications}>
      {({ planned, sent, listeners }) => (
        <>
          <p className="soft">{interpolate(messages.listeners, { count: count(listeners, locale) })}</p>
          {planned.length > 0 && <h2>{messages.waiting}</h2>}
          <Entries items={planned} at={messages.goesOut}>
            {({ id, title_en, title_mr }) => (
              <button
                type="button"
                className="link"
                aria-label={`${messages.cancel}: ${title_mr || title_en}`}
                onClick={() => void cancel(id)}
              >
                {messages.cancel}
              </button>
            )}
          </Entries>
          <h2>{messages.history}</h2>
          {sent.length === 0 && <p className="desk-empty">{messages.empty}</p>}
          <Entries items={sent} at={messages.went}>
            {({ read_by }) => (
              <span className="soft">{interpolate(messages.readBy, { count: count(read_by, locale) })}</span>
            )}
          </Entries>
        </>
      )}
    </Loaded>
  )
}

type EntriesProps = {
  items: readonly DeskNotification[]
  at: string
  children: (item: DeskNotification) => ReactNode
}

function Entries({ items, at, children }: EntriesProps) {
  const { locale } = useDesk()
  return (
    <ul role="list" className="desk-ordered">
      {items.map((item) => (
        <li key={item.id}>
          <div className="desk-entry">
            <strong>{locale === 'mr' ? item.title_mr || item.title_en : item.title_en || item.title_mr}</strong>
            <p className="soft">{interpolate(at, { at: indianMoment(item.at, locale) })}</p>
          </div>
          {children(item)}
        </li>
      ))}
    </ul>
  )
}
