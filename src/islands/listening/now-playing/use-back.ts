import { useEffect } from 'react'

type EntryState = { nowPlaying?: boolean } | null

let closeOpen: (() => void) | undefined
/** Calls of `history.back` whose event has not come yet: they do not mean what was opened since. */
let pending = 0

const isOurs = (): boolean => (history.state as EntryState)?.nowPlaying === true

function addEntry(): void {
  history.pushState({ ...(history.state as EntryState), nowPlaying: true }, '')
  document.documentElement.dataset['overlay'] = ''
}

function removeMark(): void {
  delete document.documentElement.dataset['overlay']
}

/** Called by elements/shell/head.js while the page is marked. */
function onBack(): void {
  if (pending === 0) return closeOpen?.()
  pending -= 1
  if (closeOpen && !isOurs()) addEntry()
  if (!closeOpen && pending === 0) removeMark()
}

/** A link inside replaced the entry: what it leads to is seen when this is gone. */
function onLeave(): void {
  pending = 0
  closeOpen?.()
}

/** "Back" closes what fills the window, as on every phone: while it is open, the history has an entry more. */
export function useBack(close: () => void): void {
  useEffect(() => {
    closeOpen = close
    addEntry()
    document.addEventListener('overlay-back', onBack)
    document.addEventListener('astro:after-swap', onLeave)
    return () => {
      closeOpen = undefined
      if (!isOurs()) return removeMark()
      pending += 1
      history.back()
    }
  }, [close])
}
