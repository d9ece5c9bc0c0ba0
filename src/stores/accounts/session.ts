import { atom } from 'nanostores'
import { create } from 'superstruct'
import { keepCredentials } from '#client/browser.ts'
import { seal, unseal } from '#client/session-vault.ts'
import { forget, keep, kept } from '#client/storage.ts'
import { Session, type SignedIn } from '#contract/accounts.ts'
import { storageKeys } from '#contract/storage.ts'

export type SessionState = { state: 'unknown' } | { state: 'out' } | { state: 'in'; session: Session }
/** Unknown until the kept session is opened: that takes a moment, and pages must not call anybody a guest before. */
export const $session = atom<SessionState>({ state: 'unknown' })

let restoring: Promise<void> | undefined

/** Opens what was kept; what cannot be read, or is no session, is dropped (SH-16). */
async function openKept(): Promise<Session | undefined> {
  const sealed = kept(storageKeys.session)
  const session = sealed === undefined ? undefined : read(await unseal(sealed))
  if (!session && kept(storageKeys.session) === sealed) forget(storageKeys.session)
  return session
}

async function restore(): Promise<void> {
  const session = await openKept()
  // Somebody signed in meanwhile.
  if ($session.get().state === 'unknown') show(session)
}

function show(session: Session | undefined): void {
  $session.set(session ? { state: 'in', session } : { state: 'out' })
  showAs(session)
}

function read(text: string | undefined): Session | undefined {
  try {
    const session = create(JSON.parse(text ?? ''), Session)
    return session.loginSuccess && session.token ? session : undefined
  } catch {
    return undefined
  }
}

/** The listener of this browser, once that is known. */
export async function whoIsIn(): Promise<Session | undefined> {
  await (restoring ??= restore())
  const now = $session.get()
  return now.state === 'in' ? now.session : undefined
}

/** The hint is what pages look at before they are painted: it says that there is a session, and whose prices to show. */
function showAs(session: Session | undefined): void {
  const { dataset } = document.documentElement
  if (!session) {
    forget(storageKeys.signedInHint)
    delete dataset['signedIn']
    return
  }
  keep(storageKeys.signedInHint, 'yes')
  keep(storageKeys.countryCode, session.userCountry)
  dataset['signedIn'] = ''
  dataset['country'] = session.userCountry
}

/** Only what is newest when it has been sealed is kept. */
async function save(session: Session): Promise<void> {
  const sealed = await seal(JSON.stringify(session))
  const now = $session.get()
  if (sealed && now.state === 'in' && now.session === session) keep(storageKeys.session, sealed)
}

function becomeSession(session: Session): Promise<void> {
  show(session)
  return save(session)
}

/** What the server told of a listener who was let in; kept before anything else happens. */
export function beginSession(reply: SignedIn, isLoggedInWithMobile: boolean): Promise<void> {
  return becomeSession({
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
  })
}

/** A change of the profile, of the plan or of the token. */
export async function changeSession(part: Partial<Session>): Promise<void> {
  const session = await whoIsIn()
  if (session) await becomeSession({ ...session, ...part })
}

/** Forgets the listener in this browser; the session of the server is `signOut`'s. */
export function endSession(): void {
  forget(storageKeys.session)
  show(undefined)
}

keepCredentials({
  token: async () => (await whoIsIn())?.token,
  // A newer session may have come while the call was under way.
  refused: (token) => {
    const now = $session.get()
    if (now.state === 'in' && now.session.token === token) endSession()
  },
})

const personOf = ({ userEmail, userMobile }: Session): string => userEmail || userMobile
/** Another address keeps the token, another password keeps the address. */
const isSame = (one: Session, other: Session): boolean => one.token === other.token || personOf(one) === personOf(other)

/** As another tab has it. A tab that slept meanwhile finds another listener where it knew the first: that one has left too. */
function follow(session: Session | undefined): void {
  const before = $session.get()
  if (before.state === 'in' && !(session && isSame(session, before.session))) {
    show(undefined)
    document.dispatchEvent(new CustomEvent('shop:signed-out'))
  }
  show(session)
}

if (typeof window !== 'undefined') {
  // Another tab signed in or out, or changed something.
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKeys.session || key === null) void openKept().then(follow)
  })
}
