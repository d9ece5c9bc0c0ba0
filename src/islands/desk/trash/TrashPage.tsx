import { useEffect } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { deskChanges } from '#contract/desk/history.ts'
import type { deskTitles } from '#contract/desk/titles/titles.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { longDate } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import { DeskTable, type DeskColumn } from '#islands/desk/lists/DeskTable.tsx'
import { deskFault, useDesk, type DeskMessages } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { momentText } from '#islands/desk/moment-text.ts'
import { Pager } from '#islands/desk/lists/Pager.tsx'
import type { CommonMessages } from '#islands/desk/desk-format.ts'
import { nameOf } from '#islands/desk/titles/TitleList.tsx'
import { showToast } from '#stores/desk/toasts.ts'
import { $changes, $trash, loadChanges, loadTrash, restoreTitle, undoDeskChange } from '#stores/desk/titles/trash.ts'

type TrashMessages = Messages['deskTitles']['trash']
type Props = { locale: Locale; messages: TrashMessages; common: CommonMessages; shared: DeskMessages }
type Changed = ReplyOf<typeof deskChanges>['changes'][number]

/** Deleted titles, and every change of 30 days that can be taken back. */
export function TrashPage({ shared, ...props }: Props) {
  return (
    <AtDesk locale={props.locale} messages={shared} area="trash">
      <Trash {...props} />
    </AtDesk>
  )
}

function Trash({ locale, messages, common }: Omit<Props, 'shared'>) {
  const { messages: shared } = useDesk()
  useEffect(() => {
    void loadTrash()
    void loadChanges()
  }, [])
  const tell = (fault: string | undefined, text: string) =>
    showToast(fault ? deskFault(shared, fault) : text, { kind: fault ? 'failed' : 'done' })
  const restore = async (id: number, name: string) =>
    tell(await restoreTitle(id), interpolate(messages.takenOut, { name }))
  return (
    <>
      <p className="soft">{messages.trashLead}</p>
      <DeletedTitles {...{ locale, messages, common }} restore={restore} />
      <h2>{messages.changesTitle}</h2>
      <Loaded
        $loadable={$changes}
        retry={() => loadChanges()}
        isEmpty={({ changes }) => changes.length === 0}
        empty={<p>{messages.changesEmpty}</p>}
      >
        {({ changes, ...reply }) => (
          <>
            <Changes
              {...{ locale, messages, changes }}
              undo={async (id) => tell(await undoDeskChange(id), messages.undoDone)}
            />
            <Pager reply={reply} messages={common} onPage={(page) => void loadChanges(page)} />
          </>
        )}
      </Loaded>
    </>
  )
}

type DeletedProps = Omit<Props, 'shared'> & { restore: (id: number, name: string) => Promise<void> }

function DeletedTitles({ locale, messages, common, restore }: DeletedProps) {
  return (
    <>
      <h2>{messages.trashTitles}</h2>
      <Loaded
        $loadable={$trash}
        retry={() => loadTrash()}
        isEmpty={({ titles }) => titles.length === 0}
        empty={<p>{messages.trashEmpty}</p>}
      >
        {({ titles, ...reply }) => (
          <>
            <DeletedList {...{ locale, messages, titles, restore }} />
            <Pager reply={reply} messages={common} onPage={(page) => void loadTrash(page)} />
          </>
        )}
      </Loaded>
    </>
  )
}

type ListProps = Omit<DeletedProps, 'common'> & { titles: ReplyOf<typeof deskTitles>['titles'] }

function DeletedList({ locale, messages, titles, restore }: ListProps) {
  return (
    <ul role="list" className="desk-part">
      {titles.map(({ id, names, trash }) => (
        <li key={id} className="desk-line">
          <span>
            {nameOf(names, locale)}
            {trash && (
              <span className="soft">
                {' '}
                {interpolate(trash.stays ? messages.untilStays : messages.until, {
                  day: longDate(trash.until, locale),
                })}
              </span>
            )}
          </span>
          <button type="button" className="button quiet" onClick={() => void restore(id, nameOf(names, locale))}>
            {interpolate(messages.takeOut, { name: nameOf(names, locale) })}
          </button>
        </li>
      ))}
    </ul>
  )
}

type ChangesProps = Pick<Props, 'locale' | 'messages'> & {
  changes: readonly Changed[]
  undo: (id: number) => Promise<void>
}

function Changes({ locale, messages, changes, undo }: ChangesProps) {
  return (
    <DeskTable
      caption={messages.changesTitle}
      items={changes}
      idOf={({ id }) => String(id)}
      nameOf={(change) => whatText(messages, change)}
      columns={columnsOf(locale, messages, undo)}
    />
  )
}

function whatText(messages: TrashMessages, { action, label, target }: Changed): string {
  const texts: Record<string, string> = messages.actions
  // Of lists and settings, which have no name of their own, each has its text.
  const text = texts[`${action} ${target}`] ?? texts[action] ?? `${action}: {{name}}`
  return interpolate(text, { name: label || target })
}

function columnsOf(locale: Locale, messages: TrashMessages, undo: ChangesProps['undo']): DeskColumn<Changed>[] {
  return [
    { id: 'what', header: messages.changeWhat, cell: (change) => whatText(messages, change) },
    { id: 'who', header: messages.changeWho, cell: ({ staff }) => staff },
    { id: 'when', header: messages.changeWhen, cell: ({ changed_at: at }) => momentText(at, locale) },
    {
      id: 'undo',
      header: messages.changeUndo,
      cell: (change) => <UndoButton {...{ messages, change, undo }} />,
    },
  ]
}

type UndoProps = Pick<ChangesProps, 'messages' | 'undo'> & { change: Changed }

function UndoButton({ messages, change, undo }: UndoProps) {
  if (!change.can_undo) return messages.undoneAlready
  return (
    <button
      type="button"
      className="link"
      aria-label={interpolate(messages.undoChange, { what: whatText(messages, change) })}
      onClick={() => void undo(change.id)}
    >
      {messages.changeUndo}
    </button>
  )
}
