import { DAY_MS } from '#contract/time/day.ts'
import type { Locale } from '#contract/text/locale.ts'
import { isBorn } from '#contract/fields/fields.ts'
import { isCountry } from '#contract/fields/countries.ts'
import { isPhone, phoneOf } from '#contract/fields/phone.ts'
import { stateFor } from '#contract/fields/states.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import type { ClientInfo } from '../http/register-endpoint.ts'
import type { Failure } from '../runtime/failure.ts'
import { LISTENER, noteAction } from '../audit/audit-log.ts'
import { addChoiceReceipt, noteProfileDetails } from './privacy-receipts.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { institutes, users } from '../db/schema/accounts.ts'

type Reply = Omit<ReplyOf<typeof endpoints.myProfile>, 'status'>
/** What the profile shows of the running plan. */
export type ProfileSubscription = Pick<Reply['data'], 'my_subscription' | 'renew_in' | 'plan_ended' | 'plan_starts'>
type ProfileRow = Pick<Row<typeof users>, 'first_name' | 'last_name' | 'mobile' | 'country' | 'state'> & {
  email: string
  can_change_email: boolean
  has_password: boolean
  gender: '' | '1' | '2' | '3'
  birth_date: string
  profile_image: Row<typeof users>['picture']
  newsletter_subscribed: Row<typeof users>['newsletter']
  institute_name: string
  institute_logo: Row<typeof institutes>['logo']
}
type Form = InputOf<typeof endpoints.saveProfile>

export async function profileOf(
  { db, passwordPolicy }: Pick<AppContext, 'db' | 'passwordPolicy'>,
  userId: number,
  subscription: ProfileSubscription,
): Promise<Reply> {
  const [profile] = await db.query<ProfileRow>(
    `select u.first_name, u.last_name, coalesce(u.email, u.contact_email) as email, u.email is null as can_change_email,
       u.password_hash is not null as has_password, u.mobile, u.country, u.state, coalesce(u.gender::text, '') as gender,
       coalesce(u.birth_date::text, '') as birth_date, u.picture as profile_image, u.newsletter as newsletter_subscribed,
       coalesce(i.name, '') as institute_name, i.logo as institute_logo
     from users u left join institutes i on i.id = u.institute_id where u.id = $1`,
    [userId],
  )
  if (!profile) throw new Error(`The session belongs to user ${userId}, who does not exist.`)
  return { data: { ...subscription, my_profile: profile }, password_rules: passwordPolicy }
}

/** Of one listener: the country decides currency and tax. */
const MAX_COUNTRY_CHANGES = 2
const COUNTRY_CHANGES_DAYS = 180

/** An address that was verified by a link cannot change; one that was only typed receives mails but signs nobody in. */
export async function saveProfile(
  context: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  form: Form,
  { country: networkCountry, locale }: Pick<ClientInfo, 'country' | 'locale'>,
): Promise<object | Failure<'badInput' | 'email'>> {
  const failure = faultOf(form, context.now())
  if (failure) return failure
  return context.db.transaction(async (inner) => {
    const isAllowed = await noteCountry(inner, context.now(), userId, form.country, networkCountry)
    if (!isAllowed) return { fault: 'badInput', fields: { country: 'limited' } } as const
    const saved = await updateProfile(inner, userId, form)
    await noteProfileDetails(inner, { userId, locale, now: context.now() })
    return saved
  })
}

/** Logs a change of country. False: there were too many. The first country of a new profile is free. */
async function noteCountry(
  inner: Db,
  now: Date,
  userId: number,
  to: string,
  network: string | undefined,
): Promise<boolean> {
  const [user] = await inner.query<Pick<Row<typeof users>, 'country' | 'profile_completed'>>(
    'select country, profile_completed from users where id = $1 for no key update',
    [userId],
  )
  if (!user || user.country === to || !user.profile_completed) return true
  const since = new Date(now.getTime() - COUNTRY_CHANGES_DAYS * DAY_MS)
  const changes = await inner.query(
    `select 1 from operator_actions where target = $1 and action = 'country' and who = $2 and done_at > $3`,
    [`user ${userId}`, LISTENER, since],
  )
  if (changes.length >= MAX_COUNTRY_CHANGES) return false
  await noteAction(inner, now, 'country', `user ${userId}`, { from: user.country, to, network }, LISTENER)
  return true
}

async function updateProfile(inner: Db, userId: number, form: Form): Promise<object | Failure<'email'>> {
  const saved = await inner.query(
    `update users set first_name = $2, last_name = $3, country = $4, state = $5, mobile = $6, gender = coalesce($7, gender),
       birth_date = case when $8::text is null then birth_date else nullif($8, '')::date end,
       contact_email = case when email is null then $9 else contact_email end
     where id = $1 and (email is null or lower(email) = lower($9)) returning id`,
    [
      userId,
      form.first_name,
      form.last_name,
      form.country,
      stateFor(form.country, form.state),
      form.mobile === '' ? '' : phoneOf(form.mobile, form.country),
      form.gender ? Number(form.gender) : null,
      form.birth_date ?? null,
      form.email,
    ],
  )
  if (saved.length === 0) return { fault: 'email', fields: { email: 'fixed' } }
  if (form.gender === '') await inner.query('update users set gender = null where id = $1', [userId])
  return {}
}

function faultOf({ country, state, mobile, birth_date }: Form, now: Date): Failure<'badInput'> | undefined {
  if (!isCountry(country)) return { fault: 'badInput', fields: { country: 'country' } }
  if (stateFor(country, state) === undefined) return { fault: 'badInput', fields: { state: 'required' } }
  if (mobile !== '' && !isPhone(mobile, country)) return { fault: 'badInput', fields: { mobile: 'mobile' } }
  return birth_date && !isBorn(birth_date, now) ? { fault: 'badInput', fields: { birth_date: 'future' } } : undefined
}

export async function setNewsletter(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  isSubscribed: boolean,
  locale: Locale,
): Promise<object> {
  await db.transaction(async (inner) => {
    const changed = await inner.query(
      'update users set newsletter = $2 where id = $1 and newsletter <> $2 returning id',
      [userId, isSubscribed],
    )
    if (changed.length > 0) await addChoiceReceipt(inner, { userId, locale, now: now() }, 'newsletter', isSubscribed)
  })
  return {}
}

export async function isComplete({ db }: Pick<AppContext, 'db'>, userId: number): Promise<boolean> {
  const [user] = await db.query<Pick<Row<typeof users>, 'profile_completed'>>(
    'select profile_completed from users where id = $1',
    [userId],
  )
  return user?.profile_completed ?? false
}

/** Marks the profile as complete if it has everything that an order needs. */
export async function markComplete({ db }: Pick<AppContext, 'db'>, userId: number): Promise<{ status: boolean }> {
  const updated = await db.query(
    `update users set profile_completed = true where id = $1 and first_name <> '' and last_name <> ''
       and coalesce(email, contact_email) <> '' and (country <> 'IN' or state <> '') returning id`,
    [userId],
  )
  return { status: updated.length > 0 }
}
