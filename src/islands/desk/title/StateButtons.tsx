import { useState } from 'react'
import type { StateChange } from '#contract/desk/title-edit.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { ConfirmDialog } from '#islands/desk/ConfirmDialog.tsx'
import { changeState, undoState, type Editing } from '#stores/desk/titles/editor.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { Field } from '#ui/Field.tsx'
import { useEditor } from './editor-text.ts'

/** Publish, schedule, hide, delete and restore: what is possible in this state. */
export function StateButtons({ title }: { title: Editing }) {
  const { locale, messages } = useEditor()
  const { messages: shared } = useDesk()
  const [asked, setAsked] = useState<StateChange>()
  const [day, setDay] = useState('')
  const done: Record<StateChange, string> = {
    publish: messages.publishDone,
    schedule: messages.scheduleDone,
    hide: messages.hideDone,
    trash: messages.trashDone,
    restore: messages.restoreDone,
  }
  const change = async (to: StateChange, published?: string): Promise<string | undefined> => {
    const result = await changeState(to, published)
    if (!result.ok) return result.fault
    const text = interpolate(done[to], { count: count(result.value.owners, locale) })
    showToast(text, { undo: () => undoState(title.id, result.value.change) })
    return undefined
  }
  const tell = async (to: StateChange) => {
    const fault = await change(to)
    if (fault) showToast(fault === 'notSaved' ? messages.notSaved : deskFault(shared, fault), { kind: 'failed' })
  }
  const owners = { count: count(title.owners, locale) }
  const isOpen = (to: StateChange) => asked === to
  if (title.state === 'trash') return <Act text={messages.restore} act={() => void tell('restore')} />
  return (
    <>
      {title.state !== 'shown' && <Act text={messages.publish} act={() => void tell('publish')} />}
      {title.state !== 'shown' && <Act text={messages.schedule} act={() => setAsked('schedule')} />}
      {title.state !== 'hidden' && title.state !== 'draft' && <Act text={messages.hide} act={() => setAsked('hide')} />}
      <Act text={messages.trash} act={() => setAsked('trash')} />
      <ConfirmDialog
        title={messages.schedule}
        action={messages.schedule}
        isOpen={isOpen('schedule')}
        onClose={() => setAsked(undefined)}
        onConfirm={async () => {
          const fault = await change('schedule', day)
          return fault === 'badInput' ? 'notFuture' : fault
        }}
      >
        <Field
          label={messages.scheduleDay}
          name="day"
          type="date"
          value={day}
          onChange={setDay}
          hint={messages.notFuture}
        />
      </ConfirmDialog>
      <ConfirmDialog
        title={messages.hide}
        action={messages.hide}
        isOpen={isOpen('hide')}
        onClose={() => setAsked(undefined)}
        onConfirm={() => change('hide')}
      >
        <p>{interpolate(messages.hideAsk, owners)}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={messages.trash}
        action={messages.trash}
        isOpen={isOpen('trash')}
        onClose={() => setAsked(undefined)}
        onConfirm={() => change('trash')}
      >
        <p>{interpolate(messages.trashAsk, owners)}</p>
      </ConfirmDialog>
    </>
  )
}

function Act({ text, act }: { text: string; act: () => void }) {
  return (
    <button type="button" className="button quiet" onClick={act}>
      {text}
    </button>
  )
}
