import { atom } from 'nanostores'
import { object, record, string, validate, type Infer } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { readFromTab, saveInTab, takeFromTab } from '#client/tab-storage.ts'
import {
  completeProfileStatus,
  myProfile,
  saveProfile,
  setNewsletter,
  type Profile,
} from '#contract/accounts/profile.ts'
import {
  BirthDate,
  CountryCode,
  Email,
  isBorn,
  isoDay,
  MobileOrNone,
  PersonName,
  plainMobile,
} from '#contract/fields/fields.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { PasswordPolicy } from '#contract/accounts/accounts.ts'
import { storageKeys } from '#contract/storage.ts'
import { createForm, type Sent } from '../form.ts'
import { phoneRules, refusePhone } from '../phone.ts'
import { $session, accountOf, updateSession } from './session.ts'
import { createLatestOnly } from '../latest-only.ts'

const PATIENCE_MS = 30_000

type Plan = NonNullable<ReplyOf<typeof myProfile>['data']['my_subscription']>
export type ProfileState =
  | { state: 'loading' }
  | { state: 'failed' }
  | {
      state: 'ready'
      profile: Profile
      plan: Plan | null
      /** ISO times, only without a running plan. */
      planEnded?: string | null | undefined
      planStarts?: string | null | undefined
      renewIn: number | null
      rules: PasswordPolicy | undefined
    }
export const $profile = atom<ProfileState>({ state: 'loading' })
const latestOnly = createLatestOnly()

/** What the profile dialog shows; `erased`: the account was deleted. */
export type ProfileMode = 'closed' | 'view' | 'edit' | 'password' | 'security' | 'follows' | 'delete' | 'erased'
export const $profileMode = atom<ProfileMode>('closed')
/** The success message above the profile. */
type ProfileNotice = 'saved' | 'password-changed'
export const $profileNotice = atom<ProfileNotice | undefined>(undefined)

/** The profile is asked for and not opened by its listener: it asks only what an order needs, and leads on to `next` when it is saved. */
export const $askedProfile = atom<{ next?: string } | undefined>(undefined)
/** Where a listener goes whose profile was asked for and is saved or closed now. */
export const $profileNext = atom<{ path: string; isSaved: boolean } | undefined>(undefined)

/** A profile that is already shown stays during a reload. */
export async function loadProfile(): Promise<void> {
  const isLatest = latestOnly.start()
  if ($profile.get().state === 'failed') $profile.set({ state: 'loading' })
  const result = await call(myProfile, {})
  if (!isLatest()) return
  if (result.ok) {
    const { data, password_rules: rules } = result.value
    return $profile.set({
      state: 'ready',
      profile: data.my_profile,
      plan: data.my_subscription,
      planEnded: data.plan_ended,
      planStarts: data.plan_starts,
      renewIn: data.renew_in,
      rules,
    })
  }
  if ($profile.get().state === 'loading') $profile.set({ state: 'failed' })
}

// In the store, because at sign-out the island of the profile may be gone, and the next listener must not see this profile.
$session.listen(({ state }) => {
  // Whoever signs in later has an account.
  if (state === 'in' && $profileMode.get() === 'erased') $profileMode.set('closed')
  if (state !== 'out') return
  latestOnly.cancel()
  $profile.set({ state: 'loading' })
  $askedProfile.set(undefined)
  profileForm.forget()
  if ($profileMode.get() !== 'erased') $profileMode.set('closed')
})

export function showProfile(mode: ProfileMode): void {
  $profileNotice.set(undefined)
  $askedProfile.set(undefined)
  if (mode === 'edit') fillForm()
  $profileMode.set(mode)
}

export function askForProfile(next?: string): void {
  showProfile('edit')
  $profileNext.set(undefined)
  $askedProfile.set({ ...(next && { next }) })
}

export function announceProfileChange(news: ProfileNotice): void {
  $profileMode.set('view')
  $profileNotice.set(news)
}

const Form = object({
  first_name: PersonName,
  last_name: PersonName,
  country: CountryCode,
  state: string(),
  mobile: MobileOrNone,
  email: Email,
  gender: string(),
  birth_date: BirthDate,
})
const EMPTY = {
  first_name: '',
  last_name: '',
  country: 'IN',
  state: '',
  mobile: '',
  email: '',
  gender: '',
  birth_date: '',
}
export const profileForm = createForm(Form, EMPTY, send, checkTogether)
export type ProfileField = keyof typeof EMPTY
const FIELDS = Object.keys(EMPTY) as ProfileField[]

function fillForm(): void {
  const known = $profile.get()
  if (known.state !== 'ready') return
  const { birth_date, ...rest } = known.profile
  // Shown as day/month/year, which the struct parses.
  const shown = { ...rest, birth_date: birth_date.split('-').toReversed().join('/') }
  const draft = readDraft()
  // A session that the server ends at the press leaves its message behind: the form is gone by then.
  profileForm.rest()
  for (const name of FIELDS) profileForm.change(name, draft?.[name] ?? shown[name])
}

const Draft = object({ who: string(), values: record(string(), string()) })
const listenerName = (now = $session.get()) => (now.state === 'in' ? accountOf(now.session) : undefined)

// What its listener typed stays when the form is closed or loaded again, or when the server ends the session.
profileForm.$values.listen((values) => {
  const who = listenerName()
  if ($profileMode.get() === 'edit' && who) saveInTab(storageKeys.profileDraft, JSON.stringify({ who, values }))
})

function readDraft(): Partial<Record<string, string>> | undefined {
  try {
    const [, draft] = validate(JSON.parse(readFromTab(storageKeys.profileDraft) ?? ''), Draft)
    return draft?.who === listenerName() ? draft?.values : undefined
  } catch {
    return undefined
  }
}

/** Leaves the form without saving. */
export function cancelProfile(): void {
  takeFromTab(storageKeys.profileDraft)
  return $askedProfile.get()?.next ? closeProfile() : showProfile('view')
}

/** Whoever came from a page that asked for the profile goes back to it. */
export function closeProfile(): void {
  const next = $askedProfile.get()?.next
  showProfile('closed')
  if (next) $profileNext.set({ path: next, isSaved: false })
}

let numberChange: Promise<void> = Promise.resolve()

/** Another country clears the state, and the number is written with the code of its own country. */
export function changeProfileCountry(country: string): Promise<void> {
  const { country: from, mobile } = profileForm.$values.get()
  profileForm.change('country', country)
  if (country !== 'IN') profileForm.change('state', '')
  return (numberChange = writeNumberAbroad(mobile, from, country))
}

async function writeNumberAbroad(mobile: string, from: string, country: string): Promise<void> {
  const rules = await phoneRules()
  const abroad = rules?.phoneAbroad(mobile, from, country)
  // The listener may have typed meanwhile.
  if (abroad && profileForm.$values.get().mobile === mobile) profileForm.change('mobile', abroad)
}

function checkTogether(): Record<string, string> {
  const { country, state, birth_date, mobile } = profileForm.$values.get()
  return {
    ...(mobile === '' && !$askedProfile.get() && { mobile: 'required' }),
    ...(country === 'IN' && state === '' && { state: 'required' }),
    ...(birth_date !== '' && !isBorn(isoDay(birth_date), new Date()) && { birth_date: 'future' }),
  }
}

async function send(typed: Infer<typeof Form>): Promise<Sent> {
  // On a slow line the rules that write the number with its code may come after the press.
  await numberChange
  const form = { ...typed, mobile: plainMobile(profileForm.$values.get().mobile) }
  const refused = await refusePhone(form.mobile, form.country)
  if (refused) return refused
  const gender = GENDERS.find((code) => code === form.gender) ?? ''
  const result = await call(saveProfile, { ...form, gender }, AbortSignal.timeout(PATIENCE_MS))
  if (!result.ok) return result
  await updateSession({
    firstName: form.first_name,
    lastName: form.last_name,
    userCountry: form.country,
    userState: form.state,
    userMobile: form.mobile,
    userEmail: form.email,
  })
  // The profile is saved already; a failure of the next two calls changes nothing.
  await call(completeProfileStatus, {})
  await loadProfile()
  const next = $askedProfile.get()?.next
  $askedProfile.set(undefined)
  takeFromTab(storageKeys.profileDraft)
  if (next) {
    $profileMode.set('closed')
    $profileNext.set({ path: next, isSaved: true })
  } else announceProfileChange('saved')
  return { ok: true }
}

/** Codes of the API: 1 male, 2 female, 3 other. */
export const GENDERS = ['1', '2', '3'] as const

/** Optimistic: shown at once and reverted when it was not saved. */
export async function changeNewsletter(wanted: boolean): Promise<boolean> {
  showNewsletter(wanted)
  const result = await call(setNewsletter, { newsletter_subscribed: wanted }, AbortSignal.timeout(PATIENCE_MS))
  if (!result.ok) showNewsletter(!wanted)
  return result.ok
}

function showNewsletter(wanted: boolean): void {
  const known = $profile.get()
  if (known.state === 'ready') $profile.set({ ...known, profile: { ...known.profile, newsletter_subscribed: wanted } })
}
