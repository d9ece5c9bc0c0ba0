import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { confirmNotice, privacyChoices, setPrivacyChoice, type Choice, type PrivacyChoices } from '#contract/privacy.ts'
import { $session, $signOuts, currentSession } from '../accounts/session.ts'
import { createLatestOnly } from '../latest-only.ts'

const PATIENCE_MS = 30_000

export type ChoicesState =
  | { state: 'loading' }
  | { state: 'signedOut' }
  | { state: 'failed' }
  | { state: 'ready'; choices: PrivacyChoices }
export const $privacyChoices = atom<ChoicesState>({ state: 'loading' })
/** The last change: what it was, or that it could not be saved. */
type Change = 'on' | 'off' | 'confirmed' | 'notSaved'
export const $lastChange = atom<Change | undefined>(undefined)
const latestOnly = createLatestOnly()

export async function loadChoices(): Promise<void> {
  const isLatest = latestOnly.start()
  if ($privacyChoices.get().state === 'failed') $privacyChoices.set({ state: 'loading' })
  if (!(await currentSession())) return $privacyChoices.set({ state: 'signedOut' })
  const result = await call(privacyChoices, {}, AbortSignal.timeout(PATIENCE_MS))
  if (!isLatest()) return
  if (result.ok) return $privacyChoices.set({ state: 'ready', choices: result.value.data })
  $privacyChoices.set({ state: result.fault === 'signedOut' ? 'signedOut' : 'failed' })
}

/** Saved at once; a switch that could not be saved goes back. */
export async function changeChoice(purpose: Choice, isGiven: boolean): Promise<void> {
  const isLatest = latestOnly.start()
  const before = $privacyChoices.get()
  if (before.state !== 'ready') return
  const { choices } = before
  const wanted = { ...choices, choices: { ...choices.choices, [purpose]: isGiven } }
  $privacyChoices.set({ state: 'ready', choices: wanted })
  const result = await call(setPrivacyChoice, { purpose, is_given: isGiven }, AbortSignal.timeout(PATIENCE_MS))
  if (!isLatest()) return
  applyResult(result, before, isGiven ? 'on' : 'off')
}

export async function confirm(): Promise<void> {
  const isLatest = latestOnly.start()
  const before = $privacyChoices.get()
  const result = await call(confirmNotice, {}, AbortSignal.timeout(PATIENCE_MS))
  if (isLatest()) applyResult(result, before, 'confirmed')
}

type Saved = { ok: true; value: { data: PrivacyChoices } } | { ok: false; fault: string }
function applyResult(result: Saved, before: ChoicesState, change: Change): void {
  $lastChange.set(result.ok ? change : 'notSaved')
  if (result.ok) return $privacyChoices.set({ state: 'ready', choices: result.value.data })
  $privacyChoices.set(result.fault === 'signedOut' ? { state: 'signedOut' } : before)
}

function forget(): void {
  latestOnly.start()
  $lastChange.set(undefined)
  $privacyChoices.set({ state: 'signedOut' })
}
$signOuts.listen(forget)
$session.listen(({ state }) => {
  if (state === 'in' && $privacyChoices.get().state === 'signedOut') void loadChoices()
})
