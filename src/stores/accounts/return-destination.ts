import { atom } from 'nanostores'
import { returnPath, type SignedIn } from '#contract/accounts/accounts.ts'
import { $hasPendingAudition } from '../auditions/pending-audition.ts'
import { beginSession } from './session.ts'

export type Means = 'password' | 'passkey' | 'social' | 'mobile'
/** Pages and not paths, because the caller knows the language. `path`: the page that asked for the sign-in. */
export type Destination =
  | { to: 'audition' | 'library' | 'languageLab' | 'home' }
  /** `path`: where the profile leads on to. */
  | { to: 'newProfile'; path?: string }
  | { to: 'path'; path: string }
type Entry = { means: Means; isNew: boolean; institute: string; next: string | null }

/** A pending audition is opened after this delay. */
const AUDITION_AFTER_MS = 300

/** A new listener is welcomed before the redirect [SU-6]. `isOnTheWay`: to a page that asked for the sign-in, with what they wanted to buy. */
export const $welcome = atom<{ name: string; isOnTheWay: boolean } | undefined>(undefined)
/** Where a listener goes after the sign-in. */
export const $destination = atom<Destination | undefined>(undefined)

const asked = (name: string): string | null => new URLSearchParams(location.search).get(name)
let waiting: Entry | undefined

/** Called when a sign-in page opens: drops the state of an earlier sign-in. */
export function resetSignIn(): void {
  waiting = undefined
  $welcome.set(undefined)
  $destination.set(undefined)
}

/** Stores the session first, then redirects; a new listener is welcomed before. `next`: given by social sign-in, which left the page meanwhile. */
export async function completeSignIn(reply: SignedIn, means: Means, next = asked('next')): Promise<void> {
  await beginSession(reply, means === 'mobile')
  const isNew = reply.is_new_user ?? asked('notice') === 'new-account'
  waiting = { means, isNew, next, institute: reply.instituteName ?? '' }
  // A sign-in by mobile has no name yet; the profile asks for it first.
  if (isNew && means !== 'mobile')
    return $welcome.set({ name: reply.first_name ?? '', isOnTheWay: returnPath(next) !== undefined })
  await goOn()
}

/** Continues after the welcome. */
export async function goOn(): Promise<void> {
  const entry = waiting
  waiting = undefined
  $welcome.set(undefined)
  if (entry) $destination.set(await destinationOf(entry))
}

/** The pending audition first, then the page that asked for the sign-in, then the default page [SI-3, SI-7]. */
async function destinationOf({ means, isNew, institute, next }: Entry): Promise<Destination> {
  if ($hasPendingAudition.get()) {
    $hasPendingAudition.set(false)
    await new Promise((resolve) => setTimeout(resolve, AUDITION_AFTER_MS))
    return { to: 'audition' }
  }
  const path = returnPath(next)
  // Orders and certificates need a name.
  if (means === 'mobile' && isNew) return { to: 'newProfile', ...(path && { path }) }
  if (path) return { to: 'path', path }
  if (means === 'social' || means === 'mobile') return { to: 'home' }
  return { to: institute ? 'languageLab' : 'library' }
}
