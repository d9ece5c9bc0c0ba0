import { useStore } from '@nanostores/react'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { $isChanging, $isDirty, $loaded, $saving, saveTitle } from '#stores/desk/titles/editor.ts'
import { useEditor } from './editor-text.ts'
import { PublishButton } from './StateButtons.tsx'

/** Stays at the foot of the window, however long the editor is: save, publish, and whether everything is saved. */
export function SaveBar() {
  const { messages } = useEditor()
  const loaded = useStore($loaded)
  if (loaded.state !== 'ready' || loaded.value.state === 'trash') return null
  return (
    <div className="title-save" role="group" aria-label={messages.save}>
      <SaveButton />
      {loaded.value.state !== 'shown' && <PublishButton title={loaded.value} />}
      <SaveNote />
    </div>
  )
}

function SaveButton() {
  const { messages } = useEditor()
  const isDirty = useStore($isDirty)
  const saving = useStore($saving)
  const isChanging = useStore($isChanging)
  return (
    <button
      type="button"
      className="button"
      aria-disabled={!isDirty || isChanging || saving.state === 'busy'}
      onClick={() => void saveTitle()}
    >
      {messages.save}
    </button>
  )
}

function SaveNote() {
  const { messages } = useEditor()
  const { messages: shared } = useDesk()
  const isDirty = useStore($isDirty)
  const saving = useStore($saving)
  if (saving.state === 'failed')
    return (
      <p role="alert" className="failure">
        {messages.saveFault} {deskFault(shared, saving.fault)}
      </p>
    )
  const text = {
    busy: messages.savingNow,
    stored: messages.keptNow,
    saved: isDirty ? messages.unsaved : messages.savedNow,
    still: isDirty ? messages.unsaved : '',
  }[saving.state]
  return (
    <p role="status" className={saving.state === 'stored' ? 'notice' : 'soft'}>
      {text}
    </p>
  )
}
