import { useEffect } from 'react'
import { $keysOnlyInside } from '#stores/listening/player/keys.ts'
import { nextTrack, previousTrack, skip, togglePlay } from '#stores/listening/player/player.ts'
import { $player } from '#stores/listening/player/state.ts'

const KEYS: Record<string, () => unknown> = {
  k: togglePlay,
  j: () => skip(-1),
  l: () => skip(1),
  n: nextTrack,
  p: previousTrack,
}
const FIELD = 'textarea, select, [contenteditable], input:not([type=range], [type=checkbox], [type=radio])'

/** Fields take what is typed, and a dialog of the page has the keyboard to itself. */
function isTaken({ target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof Element)) return true
  if (target.closest(FIELD)) return true
  const modal = document.querySelector('dialog:modal')
  if (modal) return !modal.closest('.player-dialogs')
  return $keysOnlyInside.get() && !target.closest('.player')
}

const DIALOGS: Record<string, 'keys' | 'mark'> = { '?': 'keys', m: 'mark' }

/** The keys of the player, on the whole page unless the listener wants them in the player only. */
export function usePlayerKeys(open: (dialog: 'keys' | 'mark') => void): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if ($player.get().state === 'idle' || isTaken(event)) return
      const key = event.key.toLowerCase()
      const dialog = DIALOGS[key]
      const action = dialog ? () => open(dialog) : KEYS[key]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [open])
}

/** Escape in the bar folds it where it was opened. The focus goes to the button that opens it again. */
export function useFolding(isOpen: boolean, open: (isOpen: boolean) => void): void {
  useEffect(() => {
    if (!isOpen) return
    function press({ key, target }: KeyboardEvent) {
      const bar = key === 'Escape' && target instanceof Element && target.closest('#player')
      if (!bar) return
      open(false)
      bar.querySelector<HTMLElement>('.player-more')?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOpen, open])
}
