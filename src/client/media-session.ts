export type NowPlaying = { title: string; artist?: string; artwork?: string }
type Handlers = { play: () => void; pause: () => void; back: () => void; forward: () => void; stop: () => void }

/** Lock-screen card and buttons. Each action in its own try: browsers throw for the ones they do not know. */
export function showOnLockScreen(now: NowPlaying, handlers: Handlers): void {
  if (!('mediaSession' in navigator)) return
  const session = navigator.mediaSession
  session.metadata = new MediaMetadata({
    title: now.title,
    ...(now.artist ? { artist: now.artist } : {}),
    ...(now.artwork ? { artwork: [{ src: now.artwork }] } : {}),
  })
  const actions: [MediaSessionAction, () => void][] = [
    ['play', handlers.play],
    ['pause', handlers.pause],
    ['seekbackward', handlers.back],
    ['seekforward', handlers.forward],
    ['stop', handlers.stop],
  ]
  for (const [action, handler] of actions) {
    try {
      session.setActionHandler(action, handler)
    } catch {
      // Not known here.
    }
  }
}

export function clearLockScreen(): void {
  if ('mediaSession' in navigator) navigator.mediaSession.metadata = null
}
