import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { StateChange } from '#contract/desk/titles/title-edit.ts'
import { gapsOf } from '#contract/desk/titles/title-gaps.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { ConfirmDialog } from '#islands/desk/dialogs/ConfirmDialog.tsx'
import { $edit, $isChanging, $saving, changeState, undoState, type Editing } from '#stores/desk/titles/editor.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { Field } from '#ui/Field.tsx'
import { useEditor } from './editor-text.ts'

/** Schedule, hide, delete and restore: what is possible in this state. */
export function StateButtons({ title }: { title: Editing }) {
  const { messages } = useEditor()
  const { change, tell } = useChange(title)
  const [asked, setAsked] = useState<StateChange>()
  if (title.state === 'trash') return <Act text={messages.restore} act={() => void tell('restore')} />
  return (
    <>
      {title.state !== 'shown' && <Act text={messages.schedule} act={() => setAsked('schedule')} />}
      {title.state !== 'hidden' && title.state !== 'draft' && <Act text={messages.hide} act={() => setAsked('hide')} />}
      <Act text={messages.trash} act={() => setAsked('trash')} />
      <Questions {...{ title, asked, change }} close={() => setAsked(undefined)} />
    </>
  )
}

/** Saves what is not saved, and publishes. */
export function PublishButton({ title }: { title: Editing }) {
  const { messages } = useEditor()
  const { messages: shared } = useDesk()
  const { tell } = useChange(title)
  const isChanging = useStore($isChanging)
  return <Act text={isChanging ? shared.working : messages.publish} act={() => void tell('publish')} />
}

type Change = (to: StateChange, published?: string) => Promise<string | undefined>

/** Changes the state and says so, with a button that takes it back. `change` returns the fault, `tell` says it. */
function useChange({ id, title }: Editing): { change: Change; tell: (to: StateChange) => Promise<void> } {
  const { locale, messages } = useEditor()
  const { messages: shared } = useDesk()
  const edit = useStore($edit) ?? title
  const done: Record<StateChange, string> = {
    publish: gapsOf(edit).includes('price') ? messages.publishDoneUnpriced : messages.publishDone,
    schedule: messages.scheduleDone,
    hide: messages.hideDone,
    trash: messages.trashDone,
    restore: messages.restoreDone,
  }
  const change: Change = async (to, published) => {
    const result = await changeState(to, published)
    if (!result.ok) return result.fault
    const text = interpolate(done[to], { count: count(result.value.owners, locale) })
    showToast(text, { undo: () => undoState(id, result.value.change) })
    return undefined
  }
  const tell = async (to: StateChange) => {
    const fault = await change(to)
    if (fault && fault !== 'busy')
      showToast(fault === 'notSaved' ? messages.notSaved : deskFault(shared, fault), { kind: 'failed' })
  }
  return { change, tell }
}

type QuestionsProps = { title: Editing; asked: StateChange | undefined; change: Change; close: () => void }

/** What is asked before a title leaves the shop, and for the day of one that is scheduled. */
function Questions({ title, asked, change, close }: QuestionsProps) {
  const { locale, messages } = useEditor()
  const [day, setDay] = useState('')
  const owners = { count: count(title.owners, locale) }
  const texts = { hide: messages.hideAsk, trash: messages.trashAsk }
  return (
    <>
      <ConfirmDialog
        title={messages.schedule}
        action={messages.schedule}
        isOpen={asked === 'schedule'}
        onClose={close}
        onConfirm={async () => {
          const fault = await change('schedule', day)
          return fault === 'notFuture' ? 'badInput' : fault
        }}
      >
        <DayField {...{ day, setDay }} />
      </ConfirmDialog>
      {(['hide', 'trash'] as const).map((to) => (
        <ConfirmDialog
          key={to}
          title={messages[to]}
          action={messages[to]}
          isOpen={asked === to}
          onClose={close}
          onConfirm={() => change(to)}
        >
          <p>{interpolate(texts[to], owners)}</p>
        </ConfirmDialog>
      ))}
    </>
  )
}

function DayField({ day, setDay }: { day: string; setDay: (day: string) => void }) {
  const { messages } = useEditor()
  return (
    <Field
      label={messages.scheduleDay}
      name="day"
      type="date"
      value={day}
      onChange={setDay}
      hint={messages.notFuture}
    />
  )
}

function Act({ text, act }: { text: string; act: () => void }) {
  const isChanging = useStore($isChanging)
  const isSaving = useStore($saving).state === 'busy'
  const isBusy = isChanging || isSaving
  return (
    <button type="button" className="button quiet" aria-disabled={isBusy} onClick={() => !isBusy && act()}>
      {text}
    </button>
  )
}
