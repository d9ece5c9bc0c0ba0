import { currentSession } from '#stores/accounts/session.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'

/**
 * `?buy=17`: what somebody wanted before they had to sign in or complete their profile goes into the cart, and the cart opens [CA-2].
 * The query is removed, so that coming back buys nothing.
 */
export async function fulfilWish(): Promise<void> {
  const query = new URLSearchParams(location.search)
  const variant = Number(query.get('buy'))
  if (!Number.isInteger(variant) || variant < 1 || !(await currentSession())) return
  query.delete('buy')
  history.replaceState(history.state, '', location.pathname + (query.size > 0 ? `?${query}` : '') + location.hash)
  const { buy, openCart } = await import('./buy.ts')
  const fault = await buy(variant)
  if (fault === 'alreadyInCart') return openCart()
  if (!fault) return
  // The card of the plan says what stands in its way; nothing else on a page does.
  const plan = document.querySelector<HTMLElement>(`subscribe-button[variant="${variant}"] button`)
  if (plan && fault !== 'offline') return plan.click()
  // The page of a title that is theirs already shows it.
  if (fault !== 'alreadyOwned') alertOffline()
}
