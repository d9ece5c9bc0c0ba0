import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { olderServed } from '#contract/desk/publish.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pluralMessage } from '#i18n/plural-message.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import { ConfirmDialog } from '#islands/desk/dialogs/ConfirmDialog.tsx'
import { deskFault, useDesk, type DeskMessages } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { nameOf } from '#islands/desk/titles/TitleList.tsx'
import { momentText } from '#islands/desk/moment-text.ts'
import { $isAsked, follow, publishing, publishNow, rollBackTo, type Publishing } from '#stores/desk/publish.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { Publications, Requests } from './Publications.tsx'

export type PublishMessages = Messages['desk']['publish']
type Props = { locale: Locale; messages: PublishMessages; shared: DeskMessages }

/** What waits to be published, what failed and why, and the way back. */
export function Publish({ locale, messages, shared }: Props) {
  return (
    <AtDesk locale={locale} messages={shared} area="publish">
      <State messages={messages} />
    </AtDesk>
  )
}

function State({ messages }: Pick<Props, 'messages'>) {
  const { locale } = useDesk()
  const [target, setTarget] = useState<string>()
  useEffect(() => {
    void publishing.load()
    return follow()
  }, [])
  const back = async () => {
    const fault = target ? await rollBackTo(target) : undefined
    if (!fault) showToast(messages.backAsked)
    return fault
  }
  return (
    <Loaded $loadable={publishing.$loadable} retry={publishing.load}>
      {(now) => (
        <>
          <Waiting {...{ messages, now }} />
          <Publications {...{ messages, now }} onBack={setTarget} />
          <Requests {...{ messages, now }} />
          {target && (
            <ConfirmDialog
              isOpen
              title={messages.backTitle}
              action={messages.back}
              onClose={() => setTarget(undefined)}
              onConfirm={back}
            >
              <p>{interpolate(messages.backLead, { time: momentOf(now, target, locale) })}</p>
            </ConfirmDialog>
          )}
        </>
      )}
    </Loaded>
  )
}

const momentOf = ({ publications }: Publishing, id: string, locale: Locale): string =>
  momentText(publications.find((one) => one.id === id)?.at ?? '', locale)

type PartProps = { messages: PublishMessages; now: Publishing }

function Waiting({ messages, now }: PartProps) {
  const { locale, messages: shared } = useDesk()
  const isAsked = useStore($isAsked)
  const isBusy = isAsked || now.is_running
  const older = olderServed(now.publications)
  const publish = async () => {
    if (isBusy) return
    const fault = await publishNow()
    showToast(fault ? deskFault(shared, fault) : messages.asked, { kind: fault ? 'failed' : 'done' })
  }
  return (
    <section className="desk-panel" aria-labelledby="publish-waiting">
      <h2 id="publish-waiting">{messages.waiting}</h2>
      {older && <p className="notice">{interpolate(messages.olderShown, { time: momentText(older.at, locale) })}</p>}
      <p role="status">{isBusy ? messages.running : waitingText(messages, now, locale)}</p>
      {now.waiting && now.waiting.length > 0 && (
        <ul>
          {now.waiting.map(({ kind, id, names }) => (
            <li key={`${kind} ${id}`}>
              {nameOf(names, locale)} <span className="soft">{messages.kinds[kind]}</span>
            </li>
          ))}
        </ul>
      )}
      {now.failure && <Failed {...{ messages }} failure={now.failure} />}
      {!now.is_heard && <p className="notice">{messages.unheard}</p>}
      <button type="button" className="button" aria-disabled={isBusy} onClick={() => void publish()}>
        {messages.now}
      </button>
    </section>
  )
}

function Failed({ messages, failure }: Pick<PartProps, 'messages'> & { failure: NonNullable<Publishing['failure']> }) {
  const { locale } = useDesk()
  return (
    <div className="failure" role="alert">
      <p>{interpolate(messages.failed, { time: momentText(failure.at, locale) })}</p>
      <p>{messages.problems[failure.problem]}</p>
      <details>
        <summary>{messages.asLogged}</summary>
        <p lang="en">{failure.text}</p>
      </details>
    </div>
  )
}

function waitingText(
  messages: PublishMessages,
  { waiting, is_waiting: isWaiting, publications }: Publishing,
  locale: Locale,
): string {
  // Older pages do not show everything, and nothing will follow by itself.
  if (!isWaiting) return olderServed(publications) ? '' : messages.nothing
  return waiting ? pluralMessage(messages, 'changes', waiting.length, locale) : messages.several
}
