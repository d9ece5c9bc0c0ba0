import { useDesk } from '#islands/desk/desk-context.tsx'
import { removeText, undoText } from '#stores/desk/catalog/transcripts.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { textFault, useTexts } from './texts-context.tsx'

type Props = { text: { id: number; revision: number }; name: string; onDone: () => void }

/** Removes a text at once: one press takes it back. */
export function TextRemove({ text, name, onDone }: Props) {
  const { messages } = useTexts()
  const { messages: shared } = useDesk()
  const remove = async () => {
    const change = await removeText(text)
    if (typeof change === 'string') return showToast(textFault(messages, shared, change), { kind: 'failed' })
    showToast(messages.removed, { undo: () => undoText(change) })
    onDone()
  }
  return (
    <button
      type="button"
      className="button quiet"
      aria-label={`${messages.remove}: ${name}`}
      onClick={() => void remove()}
    >
      {messages.remove}
    </button>
  )
}
