import { atom } from 'nanostores'
import { create } from 'superstruct'
import { provideSession } from '#client/browser-call.ts'
import { onOtherTab } from '#client/cross-tab-channel.ts'
import { decrypt, encrypt } from '#client/accounts/session-encryption.ts'
import { clearTab, readFromTab, saveInTab, takeFromTab } from '#client/tab-storage.ts'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Session } from '#contract/accounts/stored-session.ts'
import { storageKeys } from '#contract/storage.ts'
import { clearHome } from '../library/drawn-home.ts'
import { persistentFlag, persistentText } from '../persistent.ts'
import { forgetCountry, showPricesOf } from './country.ts'

export type SessionState = { state: 'unknown' } | { state: 'out' } | { state: 'in'; session: Session }
/** Unknown until the stored session is decrypted: pages must not treat a listener as a guest in that moment. */
export const $session = atom<SessionState>({ state: 'unknown' })
/**
 * Counts the listeners who left, here or in another tab. A session that the server ended is not counted until somebody else signs in:
 * what was typed stays for its listener.
 */
export const $signOuts = atom(0)
/** Counts only those who logged out: nothing waits in the browser under their names any more. */
export const $logOuts = atom(0)
/** The account whose data this tab holds, also when its session was ended by the server, and after a reload. */
let tabAccount = readFromTab(storageKeys.tabAccount)
function emptyTab(): void {
  tabAccount = undefined
  $signOuts.set($signOuts.get() + 1)
  clearTab()
}
export function announceSignOut(): void {
  emptyTab()
  takeFromTab(storageKeys.profileDraft)
  $logOuts.set($logOuts.get() + 1)
}

const $encryptedSession = persistentText(storageKeys.session)
/** Tells the inline head script, before the page is painted, that there is a session. */
const $signedInHint = persistentFlag(storageKeys.signedInHint, 'yes')

/** What this tab wrote last: other changes of the store come from another tab. */
let written: string | undefined
function writeSession(text: string): void {
  written = text
  $encryptedSession.set(text)
}

let restoring: Promise<void> | undefined

/** Decrypts the stored session; one that cannot be read is removed [SH-16]. */
async function readStoredSession(): Promise<Session | undefined> {
  const encrypted = $encryptedSession.get()
  const session = encrypted ? parse(await decrypt(encrypted)) : undefined
  if (encrypted && !session && $encryptedSession.get() === encrypted) writeSession('')
  return session
}

async function restore(): Promise<void> {
  const session = await readStoredSession()
  // The listener may have signed in meanwhile.
  if ($session.get().state === 'unknown') setSession(session)
}

function setSession(session: Session | undefined): void {
  if (session) claimTab(session)
  $session.set(session ? { state: 'in', session } : { state: 'out' })
  $signedInHint.set(session !== undefined)
  const { dataset } = document.documentElement
  if (!session) {
    if ('signedIn' in dataset) forgetCountry()
    return void delete dataset['signedIn']
  }
  dataset['signedIn'] = ''
  showPricesOf(session.userCountry)
}

/** Another listener than the last one here must not find what that one typed, or hear on in their name. */
function claimTab(session: Session): void {
  const isOther = tabAccount && ![session.accountId, session.userEmail, session.userMobile].includes(tabAccount)
  // A page that was loaded since holds only what it reads from the tab; what was typed here already is of this listener.
  if (isOther && $session.get().state === 'unknown') clearTab()
  // A new address keeps the token.
  else if (isOther && !isStillIn(session)) {
    setSession(undefined)
    emptyTab()
  }
  tabAccount = accountOf(session)
  saveInTab(storageKeys.tabAccount, tabAccount)
}

function parse(text: string | undefined): Session | undefined {
  try {
    const session = create(JSON.parse(text ?? ''), Session)
    return session.loginSuccess && session.token ? session : undefined
  } catch {
    return undefined
  }
}

/** The session of this browser, once it is known. */
export async function currentSession(): Promise<Session | undefined> {
  await (restoring ??= restore())
  const now = $session.get()
  return now.state === 'in' ? now.session : undefined
}

/** A session that was replaced while it was being encrypted is not stored. */
async function storeSession(session: Session): Promise<void> {
  const encrypted = await encrypt(JSON.stringify(session))
  const now = $session.get()
  if (encrypted && now.state === 'in' && now.session === session) writeSession(encrypted)
}

function replaceSession(session: Session): Promise<void> {
  setSession(session)
  return storeSession(session)
}

/** Starts the session of a listener who signed in; stored before anything else happens. */
export function beginSession(reply: SignedIn, isLoggedInWithMobile: boolean): Promise<void> {
  // It is drawn before anybody knows whose session it is: the next listener must not see it.
  clearHome()
  return replaceSession({
    loginSuccess: true,
    token: reply.token ?? '',
    firstName: reply.first_name ?? '',
    lastName: reply.last_name ?? '',
    userEmail: reply.email ?? '',
    userProfile: reply.profile_image ?? null,
    userCountry: reply.country_code ?? 'IN',
    userState: reply.state ?? '',
    userMobile: reply.mobile ?? '',
    instituteName: reply.instituteName ?? '',
    isLoggedInWithMobile,
    subscribeStatus: reply.is_subscribed ?? false,
    accountId: reply.account_id ?? '',
  })
}

/** After a change of the profile, of the plan or of the token. */
export async function updateSession(part: Partial<Session>): Promise<void> {
  const session = await currentSession()
  if (session) await replaceSession({ ...session, ...part })
}

/** Removes the session from this browser; `signOut` ends the one on the server. */
export function endSession(): void {
  writeSession('')
  setSession(undefined)
}

provideSession({
  token: async () => (await currentSession())?.token,
  // A newer session may have begun during the call.
  refused: (token) => {
    const now = $session.get()
    if (now.state === 'in' && now.session.token === token) endSession()
  },
})

/** Names the account of a session in what this browser stores. */
export const accountOf = ({ accountId, userEmail, userMobile }: Session): string => accountId || userEmail || userMobile
/** A new address keeps the token, a new password keeps the address. */
const isSameAccount = (one: Session, other: Session): boolean =>
  one.token === other.token || accountOf(one) === accountOf(other)

/** Whether the account of this session is still signed in here: what was asked for it is nobody else's. */
export function isStillIn(session: Session): boolean {
  const now = $session.get()
  return now.state === 'in' && isSameAccount(now.session, session)
}

function leave(): void {
  setSession(undefined)
  announceSignOut()
}

$encryptedSession.listen((text) => {
  if (text === written) return
  written = undefined
  // None there means that the server ended it: a tab where the listener leaves announces that besides.
  void readStoredSession().then(setSession)
})
onOtherTab('signedOut', () => {
  // Somebody may be signed in again already.
  void readStoredSession().then((session) => {
    leave()
    return setSession(session)
  })
})
