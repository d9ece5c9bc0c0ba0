import { useStore } from '@nanostores/react'
import { $keysOnlyInside, workKeysEverywhere } from '#stores/listening/player/keys.ts'
import { Dialog } from '#ui/Dialog.tsx'
import type { DialogProps } from './PlayerDialog.tsx'

/** The keys of the player. Single letters must be possible to switch off (WCAG 2.1.4): speech input presses them by accident. */
export function KeysDialog({ messages, dialogMessages, close }: DialogProps) {
  const isOnlyInside = useStore($keysOnlyInside)
  const rows: [string, string][] = [
    ['K', dialogMessages.playOrPause],
    ['J', messages.back],
    ['L', messages.forward],
    ['N', messages.next],
    ['P', messages.previous],
    ['M', dialogMessages.marks.mark],
    ['?', messages.keys],
  ]
  return (
    <Dialog title={messages.keys} close={messages.dialogClose} isOpen onClose={close}>
      <dl className="player-keys">
        {rows.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="player-choice">
        <input
          type="checkbox"
          checked={!isOnlyInside}
          onChange={(event) => workKeysEverywhere(event.currentTarget.checked)}
        />
        {dialogMessages.keysEverywhere}
      </label>
    </Dialog>
  )
}
