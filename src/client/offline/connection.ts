/** `unknown`: this browser does not tell; only Chrome and Edge on Android and ChromeOS do. */
type ConnectionKind = 'wifi' | 'other' | 'unknown'

export function connectionKind(): ConnectionKind {
  const kind = navigator.connection?.type
  if (kind === undefined || kind === 'unknown') return 'unknown'
  return kind === 'wifi' || kind === 'ethernet' ? 'wifi' : 'other'
}

/** Calls back when the network is back or another one. */
export function onConnection(listener: () => void): void {
  addEventListener('online', listener)
  navigator.connection?.addEventListener('change', listener)
}
