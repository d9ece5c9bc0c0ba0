import { atom } from 'nanostores'
import { object, string } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { login, type SignedIn } from '#contract/accounts/accounts.ts'
import { Email, NotEmpty } from '#contract/fields/fields.ts'
import { completeSignIn, type Means } from './return-destination.ts'
import { createForm, type Sent } from '../form.ts'

/** The loader of the sign-in page is shown at least this long. */
export const LOADER_MS = 1_000
const PATIENCE_MS = 30_000
/** Messages above the form, for status '5' of the API and for social sign-in. */
export type Notice = {
  code:
    | 'linkFirst'
    | 'socialRefused'
    | 'passkeyRefused'
    | 'passkeyCancelled'
    | 'cancelled'
    | 'failed'
    | 'tooMany'
    | 'offline'
    | 'notServed'
  seconds?: number
}
export const $notice = atom<Notice | undefined>(undefined)

export function setNotice(notice: Notice | undefined): void {
  $notice.set(notice)
}
export const clearNotice = (): void => setNotice(undefined)

/** By this id the server knows a device again, and mails the listener about one that it does not know. Undefined: its script could not be loaded. */
export const thisDevice = (): Promise<string | undefined> =>
  import('./device.ts').then(
    ({ deviceId }) => deviceId(),
    () => undefined,
  )

/** The server asks for the captcha after some wrong passwords; its code is loaded then. */
export const $isCaptchaAsked = atom(false)
const loadCaptcha = () => import('../captcha.ts')

const EMPTY = { email: '', password: '', remember: 'yes' }
export const signInForm = createForm(object({ email: Email, password: NotEmpty, remember: string() }), EMPTY, send)

async function send({
  email,
  password,
  remember,
}: {
  email: string
  password: string
  remember: string
}): Promise<Sent> {
  clearNotice()
  const altcha = $isCaptchaAsked.get() ? await (await loadCaptcha()).takeCaptchaProof() : ''
  if (altcha === undefined) return { ok: false, fault: 'humanCheck', fields: { altcha: 'humanCheck' } }
  const extra_data = { remember: remember === 'yes', device_id: await thisDevice() }
  const asked = call(
    login,
    { login_type: 'normal', email, password, extra_data, ...(altcha && { altcha }) },
    AbortSignal.timeout(PATIENCE_MS),
  )
  const [result] = await Promise.all([asked, new Promise((resolve) => setTimeout(resolve, LOADER_MS))])
  if (!result.ok && result.fault === 'humanCheck') {
    if (altcha) (await loadCaptcha()).tickCaptcha(false)
    $isCaptchaAsked.set(true)
  }
  if (!result.ok) return result
  const fault = await enter(result.value, 'password')
  return fault ?? { ok: true }
}

/** Status '1' of the API is success; the others are faults of a field. */
export async function enter(
  reply: SignedIn,
  means: Means,
  next?: string | null,
): Promise<(Sent & { ok: false }) | undefined> {
  if (reply.status === '1') {
    await completeSignIn(reply, means, next)
    return undefined
  }
  if (reply.status === '10' && means === 'password')
    return { ok: false, fault: 'credentials', fields: { email: 'email' } }
  if (reply.status === '5' || means !== 'password') {
    const code = reply.message ?? 'socialRefused'
    $notice.set({ code })
    return { ok: false, fault: code }
  }
  return { ok: false, fault: 'credentials', fields: { password: 'credentials' } }
}
