import { atom } from 'nanostores'
import { returnPath, type SignedIn } from '#contract/accounts.ts'
import { $hasPendingAudition } from '../auditions/pending-audition.ts'
import { beginSession } from './session.ts'

export type Means = 'password' | 'social' | 'mobile'
/** Pages, not paths: who shows them knows the language. `path`: the listener was on the way to one. */
export type Destination =
  { to: 'audition' | 'library' | 'languageLab' | 'home' | 'newProfile' } | { to: 'path'; path: string }
type Entry = { means: Means; isNew: boolean; institute: string; next: string | null }

/** D4: an audition that waits goes on after this moment. */
const AUDITION_AFTER_MS = 300

/** Somebody new, to be welcomed before going on (SU-6). */
export const $welcome = atom<{ name: string } | undefined>(undefined)
/** Where a listener who has just come in goes. */
export const $destination = atom<Destination | undefined>(undefined)

const asked = (name: string): string | null => new URLSearchParams(location.search).get(name)
let waiting: Entry | undefined

/** A page of signing in opens: what an earlier one left to be done is over. */
export function resetSignIn(): void {
  waiting = undefined
  $welcome.set(undefined)
  $destination.set(undefined)
}

/** Keeps the session first, then sends the listener on, the first time by way of a welcome. `next` is told by who left the page meanwhile. */
export async function completeSignIn(reply: SignedIn, means: Means, next = asked('next')): Promise<void> {
  await beginSession(reply, means === 'mobile')
  const isNew = reply.is_new_user ?? asked('notice') === 'new-account'
  waiting = { means, isNew, next, institute: reply.instituteName ?? '' }
  // Who signed in by mobile is asked for a name first: nobody is greeted by nothing.
  if (isNew && means !== 'mobile') return $welcome.set({ name: reply.first_name ?? '' })
  await goOn()
}

/** Past the welcome. */
export async function goOn(): Promise<void> {
  const entry = waiting
  waiting = undefined
  $welcome.set(undefined)
  if (entry) $destination.set(await destinationOf(entry))
}

/** SI-3, SI-7. */
async function destinationOf({ means, isNew, institute, next }: Entry): Promise<Destination> {
  if ($hasPendingAudition.get()) {
    $hasPendingAudition.set(false)
    await new Promise((resolve) => setTimeout(resolve, AUDITION_AFTER_MS))
    return { to: 'audition' }
  }
  // An order or a certificate would need a name.
  if (means === 'mobile' && isNew) return { to: 'newProfile' }
  const path = returnPath(next)
  if (path) return { to: 'path', path }
  if (means !== 'password') return { to: 'home' }
  return { to: institute ? 'languageLab' : 'library' }
}
