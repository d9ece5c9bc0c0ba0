/** Tells the other tabs of this browser, which hear it as the event `shop:tab-…`: two voices at once help nobody, and there is one basket. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('shop')

export function announce(what: 'playing' | 'basket'): void {
  channel?.postMessage(what)
}

channel?.addEventListener('message', ({ data }) => {
  document.dispatchEvent(new CustomEvent(`shop:tab-${String(data)}`))
})
