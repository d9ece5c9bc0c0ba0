type NowPlaying = { title: string; artist?: string; album?: string; artwork?: string }
/** `seek` in seconds. Missing handlers hide their button. */
type Handlers = {
  play: () => void
  pause: () => void
  back: () => void
  forward: () => void
  stop: () => void
  previous?: () => void
  next?: () => void
  seek?: (seconds: number) => void
}

/** Lock-screen card and buttons. Each action in its own try, because browsers throw for unknown actions. */
export function showOnLockScreen(now: NowPlaying, handlers: Handlers): void {
  if (!('mediaSession' in navigator)) return
  const session = navigator.mediaSession
  const { title, artist = '', album = '', artwork } = now
  session.metadata = new MediaMetadata({ title, artist, album, ...(artwork && { artwork: [{ src: artwork }] }) })
  const { seek } = handlers
  const actions: [MediaSessionAction, MediaSessionActionHandler | undefined][] = [
    ['play', handlers.play],
    ['pause', handlers.pause],
    ['seekbackward', handlers.back],
    ['seekforward', handlers.forward],
    ['stop', handlers.stop],
    ['previoustrack', handlers.previous],
    ['nexttrack', handlers.next],
    ['seekto', seek && (({ seekTime }) => seekTime !== undefined && seek(seekTime))],
  ]
  for (const [action, handler] of actions) {
    try {
      session.setActionHandler(action, handler ?? null)
    } catch {
      // Unknown to this browser.
    }
  }
}

/** Seconds. Browsers throw for a position behind the end and for a length of 0. */
export function showLockScreenPosition(position: number, duration: number): void {
  if (!('mediaSession' in navigator) || !(duration > 0) || position > duration) return
  try {
    navigator.mediaSession.setPositionState({ duration, position })
  } catch {
    // Unknown to this browser.
  }
}

/** What the buttons of the lock screen and of headphones do next. The browser's own guess goes by the sound, which rests while it is fetched. */
export function showLockScreenState(isOn: boolean): void {
  if ('mediaSession' in navigator) navigator.mediaSession.playbackState = isOn ? 'playing' : 'paused'
}

export function clearLockScreen(): void {
  if (!('mediaSession' in navigator)) return
  navigator.mediaSession.metadata = null
  navigator.mediaSession.playbackState = 'none'
}
