import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { autoRenewal, cancelAutoRenewal, type Renewal } from '#contract/plans/renewals.ts'
import { createPendingAction } from '../pending-action.ts'
import { $session } from '../accounts/session.ts'
import { createLatestOnly } from '../latest-only.ts'

export type RenewalState = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; renewal: Renewal | null }
export const $renewal = atom<RenewalState>({ state: 'loading' })
export const renewalAction = createPendingAction()
const latestOnly = createLatestOnly()

export async function loadRenewal(): Promise<void> {
  const isLatest = latestOnly.start()
  $renewal.set({ state: 'loading' })
  const result = await call(autoRenewal, {})
  if (isLatest()) $renewal.set(result.ok ? { state: 'ready', renewal: result.value.data } : { state: 'failed' })
}

/** Returns whether auto-renewal is off. One that ended meanwhile counts too. */
export function switchRenewalOff(): Promise<boolean> {
  return renewalAction.run('off', async () => {
    const result = await call(cancelAutoRenewal, {})
    if (!result.ok && result.fault !== 'noRenewal') return result
    await loadRenewal()
    return { ok: true }
  })
}

$session.listen(({ state }) => {
  if (state !== 'out') return
  latestOnly.cancel()
  $renewal.set({ state: 'loading' })
})
