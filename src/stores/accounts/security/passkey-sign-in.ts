import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { passkeySignIn, passkeySignInOptions, type PasskeyJson } from '#contract/accounts/passkeys.ts'
import { enter, setNotice, signInForm, thisDevice, type Notice } from '../sign-in.ts'

const PATIENCE_MS = 30_000
/** The challenge of a suggestion ends after ten minutes; a form may stay open longer. */
const RENEW_MS = 9 * 60_000

/** Whether this browser knows passkeys, as almost all do: a button that came later would move the others under a finger. */
export const $hasPasskeys = atom(true)
/** True from a press of the button until it has its answer. */
export const $isAsking = atom(false)
/** True while the server checks a signature, and then until the page is left. */
export const $isProving = atom(false)

const loadPasskeys = () => import('#client/accounts/passkeys.ts')
let visit: { renewal?: ReturnType<typeof setTimeout> } | undefined

/** Offers the passkeys of the device in the field of the address, until the page is left. */
export async function suggestPasskeys(): Promise<void> {
  const mine = (visit = {})
  const { hasPasskeys, canSuggestPasskeys } = await loadPasskeys()
  if (visit !== mine) return
  $hasPasskeys.set(hasPasskeys())
  if (hasPasskeys() && (await canSuggestPasskeys()) && visit === mine) await suggest(mine)
}

async function suggest(mine: NonNullable<typeof visit>): Promise<void> {
  const offer = await call(passkeySignInOptions, {}, AbortSignal.timeout(PATIENCE_MS))
  const { askPasskey } = await loadPasskeys()
  // Without a line nothing is suggested; the button says why. Its own request must not be ended.
  if (!offer.ok || visit !== mine || $isAsking.get()) return
  mine.renewal = setTimeout(() => void suggest(mine), RENEW_MS)
  const answer = await askPasskey(offer.value.passkey, true)
  if (answer.ok && visit === mine) await prove(answer.value)
}

export async function forgetPasskeys(): Promise<void> {
  if (!visit) return
  clearTimeout(visit.renewal)
  visit = undefined
  $isProving.set(false)
  const { dropPasskeyRequest } = await loadPasskeys()
  if (!visit) dropPasskeyRequest()
}

/** The button: the browser asks for a finger, a face or a PIN. A second press would end the request of the first. */
export async function signInWithPasskey(): Promise<void> {
  if ($isAsking.get()) return
  $isAsking.set(true)
  await ask().finally(() => $isAsking.set(false))
  // A browser answers one request at a time: the button ended the suggestion.
  if (visit && !$isProving.get()) void suggest(visit)
}

async function ask(): Promise<void> {
  setNotice(undefined)
  clearTimeout(visit?.renewal)
  const offer = await call(passkeySignInOptions, {}, AbortSignal.timeout(PATIENCE_MS))
  if (!offer.ok) return setNotice(noticeOf(offer))
  const { askPasskey } = await loadPasskeys()
  const answer = await askPasskey(offer.value.passkey)
  if (answer.ok) await prove(answer.value)
  else setNotice({ code: 'passkeyCancelled' })
}

async function prove(passkey: PasskeyJson): Promise<void> {
  $isProving.set(true)
  const remember = signInForm.$values.get().remember === 'yes'
  const result = await call(
    passkeySignIn,
    { passkey, remember, device_id: await thisDevice() },
    AbortSignal.timeout(PATIENCE_MS),
  )
  if (!result.ok) setNotice(noticeOf(result))
  else if ((await enter(result.value, 'passkey')) === undefined) return
  $isProving.set(false)
}

const noticeOf = ({ fault, seconds }: { fault: string; seconds?: number }): Notice =>
  fault === 'offline' || fault === 'tooMany' ? { code: fault, ...(seconds && { seconds }) } : { code: 'failed' }
