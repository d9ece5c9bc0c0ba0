import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { hasPasskeys, makePasskey } from '#client/accounts/passkeys.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { addPasskey, addPasskeyOptions, myPasskeys, removePasskey, renamePasskey } from '#contract/accounts/passkeys.ts'
import { endMySession, endOtherSessions, mySessions } from '#contract/accounts/sessions.ts'
import { createLatestOnly } from '../../latest-only.ts'

const PATIENCE_MS = 30_000
const patience = () => AbortSignal.timeout(PATIENCE_MS)

export type OwnPasskey = ReplyOf<typeof myPasskeys>['passkeys'][number]
export type OwnSession = ReplyOf<typeof mySessions>['sessions'][number]
export type Security =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; passkeys: OwnPasskey[]; isFresh: boolean; canAdd: boolean; sessions: OwnSession[] }
type SecurityDone = 'passkeyAdded' | 'passkeyRemoved' | 'passkeyRenamed' | 'sessionEnded' | 'othersEnded'
/** What was done last, or why it was not. */
export type SecurityNotice = { done: SecurityDone } | { fault: string; seconds?: number }

export const $security = atom<Security>({ state: 'loading' })
export const $securityNotice = atom<SecurityNotice | undefined>(undefined)
export const $isBusy = atom(false)
const latestOnly = createLatestOnly()

/** What is shown already stays while it is fetched again. */
export async function loadSecurity(): Promise<void> {
  const isLatest = latestOnly.start()
  if ($security.get().state === 'failed') $security.set({ state: 'loading' })
  const [keys, open] = await Promise.all([call(myPasskeys, {}, patience()), call(mySessions, {}, patience())])
  if (!isLatest()) return
  if (keys.ok && open.ok) {
    const { passkeys, is_fresh: isFresh } = keys.value
    const { sessions } = open.value
    return $security.set({ state: 'ready', passkeys, isFresh, canAdd: hasPasskeys(), sessions })
  }
  if ($security.get().state === 'loading') $security.set({ state: 'failed' })
}

/** The next listener of this browser must not see it. */
export function forgetSecurity(): void {
  latestOnly.cancel()
  $security.set({ state: 'loading' })
  $securityNotice.set(undefined)
}

type Result = { ok: true } | { ok: false; fault: string; seconds?: number }

/** One change at a time; then what there is now. True when it was done. */
async function change(done: SecurityDone, work: () => Promise<Result>): Promise<boolean> {
  if ($isBusy.get()) return false
  $isBusy.set(true)
  $securityNotice.set(undefined)
  const result = await work()
  if (result.ok || result.fault === 'notFound') await loadSecurity()
  const { fault, seconds } = result.ok ? { fault: undefined } : result
  $securityNotice.set(fault === undefined ? { done } : { fault, ...(seconds && { seconds }) })
  $isBusy.set(false)
  return result.ok
}

/** `password`: where the sign-in is not of a moment ago. */
export const addOwnPasskey = (name: string, password?: string): Promise<boolean> =>
  change('passkeyAdded', async () => {
    const offer = await call(addPasskeyOptions, { ...(password !== undefined && { password }) }, patience())
    if (!offer.ok) return askForProof(offer, password === undefined)
    const created = await makePasskey(offer.value.passkey)
    return created.ok ? call(addPasskey, { name, passkey: created.value }, patience()) : created
  })

/** The sign-in may have become too old while the page was open: then the page shows what it asks for. */
function askForProof(refused: Result & { ok: false }, isUnasked: boolean): Result {
  const known = $security.get()
  const isOld = refused.fault === 'password' || refused.fault === 'signInAgain'
  if (isOld && known.state === 'ready') $security.set({ ...known, isFresh: false })
  return isUnasked && refused.fault === 'password' ? { ok: false, fault: 'passwordAsked' } : refused
}

export const renameOwnPasskey = (id: number, name: string): Promise<boolean> =>
  change('passkeyRenamed', () => call(renamePasskey, { id, name }, patience()))

export const removeOwnPasskey = (id: number): Promise<boolean> =>
  change('passkeyRemoved', () => call(removePasskey, { id }, patience()))

export const endSession = (id: number): Promise<boolean> =>
  change('sessionEnded', () => call(endMySession, { id }, patience()))

export const endOthers = (): Promise<boolean> => change('othersEnded', () => call(endOtherSessions, {}, patience()))
