import { isBorn } from '#contract/fields.ts'
import { isCountry } from '#contract/countries.ts'
import { stateFor } from '#contract/states.ts'
import type { endpoints } from '#contract/endpoints.ts'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import type { Failure } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import { daysLeft, runningPlan, type RunningPlan } from '../plans/subscriptions.ts'
import { wireWords } from '../catalog/serializers.ts'

type Given = Pick<AppContext, 'db' | 'now' | 'passwordPolicy'>
type Reply = Omit<ReplyOf<typeof endpoints.myProfile>, 'status'>
type Profile = Reply['data']['my_profile']
type Form = InputOf<typeof endpoints.saveProfile>

export async function profileOf(context: Given, userId: number): Promise<Reply> {
  const [profile] = await context.db.query<Profile>(
    `select u.first_name, u.last_name, coalesce(u.email, u.contact_email) as email, u.email is null as can_change_email,
       u.password_hash is not null as has_password, u.mobile, u.country, u.state, coalesce(u.gender::text, '') as gender,
       coalesce(u.birth_date::text, '') as birth_date, u.picture as profile_image, u.newsletter as newsletter_subscribed,
       coalesce(i.name, '') as institute_name, i.logo as institute_logo
     from users u left join institutes i on i.id = u.institute_id where u.id = $1`,
    [userId],
  )
  if (!profile) throw new Error('a session without a user')
  const plan = await runningPlan(context, userId)
  const left = plan && daysLeft(plan, context.now())
  return {
    data: { my_subscription: plan ? shownPlan(plan) : null, my_profile: profile, renew_in: left ?? null },
    password_rules: context.passwordPolicy,
  }
}

function shownPlan({ translations, starts_at, ends_at }: RunningPlan): NonNullable<Reply['data']['my_subscription']> {
  const name = (translations.en ?? translations.mr)?.name ?? ''
  const span = { start_date: starts_at.toISOString(), end_date: ends_at.toISOString() }
  return { subscription_type: name, custom_translation: wireWords(translations, true), ...span, is_current: true }
}

/** An address that a link proved stays; one that was only typed is kept for mails and signs nobody in. */
export async function saveProfile(
  context: Given,
  userId: number,
  form: Form,
): Promise<object | Failure<'badInput' | 'email'>> {
  const failure = faultOf(form, context.now())
  if (failure) return failure
  const saved = await context.db.query(
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
      form.mobile,
      form.gender ? Number(form.gender) : null,
      form.birth_date ?? null,
      form.email,
    ],
  )
  if (saved.length === 0) return { fault: 'email', fields: { email: 'fixed' } }
  if (form.gender === '') await context.db.query('update users set gender = null where id = $1', [userId])
  return {}
}

function faultOf({ country, state, birth_date }: Form, now: Date): Failure<'badInput'> | undefined {
  if (!isCountry(country)) return { fault: 'badInput', fields: { country: 'country' } }
  if (stateFor(country, state) === undefined) return { fault: 'badInput', fields: { state: 'required' } }
  return birth_date && !isBorn(birth_date, now) ? { fault: 'badInput', fields: { birth_date: 'future' } } : undefined
}

export async function setNewsletter({ db }: Given, userId: number, wanted: boolean): Promise<object> {
  await db.query('update users set newsletter = $2 where id = $1', [userId, wanted])
  return {}
}

export async function isComplete({ db }: Given, userId: number): Promise<boolean> {
  const [user] = await db.query<{ done: boolean }>('select profile_completed as done from users where id = $1', [
    userId,
  ])
  return user?.done ?? false
}

/** A caller cannot say so of a profile that lacks something an order needs. */
export async function markComplete({ db }: Given, userId: number): Promise<{ status: boolean }> {
  const done = await db.query(
    `update users set profile_completed = true where id = $1 and first_name <> '' and last_name <> '' and mobile <> ''
       and coalesce(email, contact_email) <> '' and (country <> 'IN' or state <> '') returning id`,
    [userId],
  )
  return { status: done.length > 0 }
}
