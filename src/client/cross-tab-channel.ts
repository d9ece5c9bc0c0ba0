/** `playing`: another tab started audio, so this one pauses. `cart`: the one cart of the listener changed. `signedOut`: the listener left. */
type TabMessage = 'playing' | 'cart' | 'signedOut'

// Node has BroadcastChannel too, and an open one would keep the build from ending.
const channel =
  typeof window === 'undefined' || typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('shop')

export function announceToTabs(message: TabMessage): void {
  channel?.postMessage(message)
}

export function onOtherTab(message: TabMessage, listener: () => void): void {
  channel?.addEventListener('message', ({ data }) => data === message && listener())
}
