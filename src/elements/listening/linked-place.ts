import { addressReady } from '../page-state.ts'

/** A page that is loaded again goes on where the listener is, not where its link led once. */
const reloadedBody = performance
  .getEntriesByType('navigation')
  .some((entry) => 'type' in entry && entry.type === 'reload')
  ? document.body
  : undefined

/** What the address asks of an element of the page that it opened: which recording to play, and from which second. */
export async function linkedPlace(element: Element): Promise<URLSearchParams | undefined> {
  await addressReady()
  const isAsked = element.isConnected && location.search && element.closest('body') !== reloadedBody
  return isAsked ? new URLSearchParams(location.search) : undefined
}
