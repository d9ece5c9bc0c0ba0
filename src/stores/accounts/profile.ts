import { atom } from 'nanostores'
import { object, string, type Infer } from 'superstruct'
import { call } from '#client/browser.ts'
import { completeProfileStatus, myProfile, saveProfile, setNewsletter, type Profile } from '#contract/profile.ts'
import { BirthDate, CountryCode, Email, isBorn, isoDay, Mobile, PersonName } from '#contract/fields.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { PasswordPolicy } from '#contract/accounts.ts'
import { createForm, type Sent } from '../form.ts'
import { $session, updateSession } from './session.ts'
import { createLatestOnly } from '../latest-only.ts'

const PATIENCE_MS = 30_000

export type Plan = NonNullable<ReplyOf<typeof myProfile>['data']['my_subscription']>
export type ProfileState =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; profile: Profile; plan: Plan | null; renewIn: number | null; rules: PasswordPolicy | undefined }
export const $profile = atom<ProfileState>({ state: 'loading' })
const latestOnly = createLatestOnly()

/** What the dialog of the profile shows; `erased` is the last thing that it says. */
export type ProfileMode = 'closed' | 'view' | 'edit' | 'password' | 'delete' | 'erased'
export const $profileMode = atom<ProfileMode>('closed')
/** What has just been done, to be said above the profile. */
export type ProfileNotice = 'saved' | 'password-changed'
export const $profileNotice = atom<ProfileNotice | undefined>(undefined)

/** A profile that is shown already stays while it is asked for again. */
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
      renewIn: data.renew_in,
      rules,
    })
  }
  if ($profile.get().state === 'loading') $profile.set({ state: 'failed' })
}

// Here and not in an island: at logging out the page of the profile is gone already, and whoever signs in next must not see it.
$session.listen(({ state }) => {
  if (state !== 'out') return
  latestOnly.cancel()
  $profile.set({ state: 'loading' })
  profileForm.forget()
  if ($profileMode.get() !== 'erased') $profileMode.set('closed')
})

export function showProfile(mode: ProfileMode): void {
  $profileNotice.set(undefined)
  if (mode === 'edit') fillForm()
  $profileMode.set(mode)
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
  mobile: Mobile,
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
export const FIELDS = [
  'first_name',
  'last_name',
  'country',
  'state',
  'mobile',
  'email',
  'gender',
  'birth_date',
] as const
export type ProfileField = (typeof FIELDS)[number]

function fillForm(): void {
  const known = $profile.get()
  if (known.state !== 'ready') return
  const { birth_date, ...rest } = known.profile
  // As people write a day (D9); the struct reads it back.
  const shown = { ...rest, birth_date: birth_date.split('-').toReversed().join('/') }
  for (const name of FIELDS) profileForm.change(name, shown[name])
}

/** The state goes with the country it belongs to (D5). */
export function changeProfileCountry(country: string): void {
  profileForm.change('country', country)
  if (country !== 'IN') profileForm.change('state', '')
}

function checkTogether(): Record<string, string> {
  const { country, state, birth_date } = profileForm.$values.get()
  return {
    ...(country === 'IN' && state === '' && { state: 'required' }),
    ...(birth_date !== '' && !isBorn(isoDay(birth_date), new Date()) && { birth_date: 'future' }),
  }
}

async function send(form: Infer<typeof Form>): Promise<Sent> {
  const gender = GENDERS.find((code) => code === form.gender) ?? ''
  const result = await call(saveProfile, { ...form, gender }, AbortSignal.timeout(PATIENCE_MS))
  if (!result.ok) return result
  const {
    first_name: firstName,
    last_name: lastName,
    country: userCountry,
    state: userState,
    mobile: userMobile,
    email: userEmail,
  } = form
  await updateSession({ firstName, lastName, userCountry, userState, userMobile, userEmail })
  // The profile is saved whatever becomes of these two.
  await call(completeProfileStatus, {})
  await loadProfile()
  announceProfileChange('saved')
  return { ok: true }
}

/** D9: 1 male, 2 female, 3 other. */
export const GENDERS = ['1', '2', '3'] as const

/** Shown at once, and taken back when it was not saved. */
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

/** A new picture, or none. */
export async function showPicture(address: string | null): Promise<void> {
  const known = $profile.get()
  if (known.state === 'ready') $profile.set({ ...known, profile: { ...known.profile, profile_image: address } })
  await updateSession({ userProfile: address })
}
