import { atom } from 'nanostores'
import { enums, is, optional, string, type, type Infer } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { randomHex } from '#client/hex.ts'
import { saveInTab, takeFromTab } from '#client/tab-storage.ts'
import { login, loginProviders } from '#contract/accounts/accounts.ts'
import { storageKeys } from '#contract/storage.ts'
import { $notice, enter, thisDevice, type Notice } from './sign-in.ts'

export type Provider = 'google' | 'facebook'
/** Stored in this tab until the provider sends the listener back. */
const Asked = type({
  provider: enums(['google', 'facebook']),
  state: string(),
  nonce: string(),
  redirect: string(),
  next: optional(string()),
})

/** `state` binds the answer to the request of this tab: an answer to another request is refused (OWASP ASVS 10.5). */
const RANDOM_BYTES = 24
const PATIENCE_MS = 30_000

/** Parameters of OpenID Connect and of Facebook's code flow. No script of a provider is loaded. */
const ASKS = {
  google: { response_type: 'id_token', scope: 'openid email profile', prompt: 'select_account' },
  facebook: { response_type: 'code', scope: 'email,public_profile' },
} as const

/** True while the answer of a provider is checked. */
export const $answering = atom(false)

/** Opens the provider's page. False when that is not possible; `$notice` then holds the reason. */
export async function goToProvider(provider: Provider): Promise<boolean> {
  $notice.set(undefined)
  const next = new URLSearchParams(location.search).get('next')
  const result = await call(loginProviders, {}, AbortSignal.timeout(PATIENCE_MS))
  const known = result.ok ? result.value[provider] : undefined
  if (!result.ok || !known) {
    $notice.set(result.ok ? { code: 'notServed' } : noticeOf(result))
    return false
  }
  const { nonce } = result.value
  const state = randomHex(RANDOM_BYTES)
  const redirect = location.origin + location.pathname.replace(/registration\/$/, 'sign-in/')
  saveInTab(storageKeys.socialSignIn, JSON.stringify({ provider, state, nonce, redirect, ...(next && { next }) }))
  const page = new URL(known.page, location.origin)
  page.search = new URLSearchParams({
    ...ASKS[provider],
    client_id: known.client_id,
    redirect_uri: redirect,
    state,
    nonce,
    ui_locales: document.documentElement.lang,
  }).toString()
  location.assign(page)
  return true
}

/** Removes the provider's answer from the address and signs in with it. False when the sign-in failed. */
export async function comeFromProvider(): Promise<boolean> {
  const answer = takeAnswer()
  const state = answer.get('state')
  if (!state) return false
  const asked = readAsked(takeFromTab(storageKeys.socialSignIn))
  restoreNext(asked?.next)
  if (answer.has('error')) return refuse({ code: 'cancelled' })
  const token = answer.get('id_token') ?? answer.get('code')
  if (!asked || asked.state !== state || !token) return refuse({ code: 'socialRefused' })
  $answering.set(true)
  const isIn = await signInBy(asked, token)
  $answering.set(false)
  return isIn
}

/** Google's answer is in the fragment, which no server sees; Facebook's code, worth nothing without our secret, is in the query. */
function takeAnswer(): URLSearchParams {
  const behind = new URLSearchParams(location.hash.slice(1))
  const query = new URLSearchParams(location.search)
  const isQuery = query.has('state') && (query.has('error') || query.has('code'))
  if (isQuery || behind.has('state'))
    history.replaceState(history.state, '', location.pathname + (isQuery ? '' : location.search))
  return isQuery ? query : behind
}

/** The provider leads back to the bare page: whoever signs in another way now still goes where they wanted [SI-7]. */
function restoreNext(next: string | undefined): void {
  const query = new URLSearchParams(location.search)
  if (!next || query.has('next')) return
  query.set('next', next)
  history.replaceState(history.state, '', `${location.pathname}?${query}`)
}

async function signInBy({ provider, nonce, redirect, next }: Infer<typeof Asked>, answer: string): Promise<boolean> {
  const result = await call(
    login,
    {
      login_type: provider,
      ...(provider === 'facebook' ? { code: answer } : { access_token: answer }),
      extra_data: { nonce, redirect_uri: redirect, device_id: await thisDevice() },
    },
    AbortSignal.timeout(PATIENCE_MS),
  )
  if (!result.ok) return refuse(noticeOf(result))
  return (await enter(result.value, 'social', next ?? null)) === undefined
}

function refuse(notice: Notice): false {
  $notice.set(notice)
  return false
}

const noticeOf = ({ fault, seconds }: { fault: string; seconds?: number }): Notice =>
  fault === 'offline' || fault === 'tooMany' ? { code: fault, ...(seconds && { seconds }) } : { code: 'failed' }

function readAsked(text: string | undefined) {
  try {
    const asked: unknown = JSON.parse(text ?? '')
    return is(asked, Asked) ? asked : undefined
  } catch {
    return undefined
  }
}
