import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { autoRenewal, cancelAutoRenewal, type Renewal } from '#contract/renewals.ts'
import { createAct } from '../pending-action.ts'
import { $session } from '../accounts/session.ts'
import { createTurns } from '../latest-only.ts'

export type RenewalState = { state: 'asking' } | { state: 'failed' } | { state: 'ready'; renewal: Renewal | null }
export const $renewal = atom<RenewalState>({ state: 'asking' })
export const renewalAct = createAct()
const turns = createTurns()

export async function loadRenewal(): Promise<void> {
  const isNewest = turns.begin()
  $renewal.set({ state: 'asking' })
  const made = await call(autoRenewal, {})
  if (isNewest()) $renewal.set(made.ok ? { state: 'ready', renewal: made.value.data } : { state: 'failed' })
}

/** Whether nothing more will be debited. It may have ended by itself meanwhile, which is as good. */
export function switchRenewalOff(): Promise<boolean> {
  return renewalAct.run('off', async () => {
    const made = await call(cancelAutoRenewal, {})
    if (!made.ok && made.fault !== 'noRenewal') return made
    await loadRenewal()
    return { ok: true }
  })
}

$session.listen(({ state }) => {
  if (state !== 'out') return
  turns.end()
  $renewal.set({ state: 'asking' })
})
