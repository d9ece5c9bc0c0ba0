import type { Locale } from '#contract/text/locale.ts'
import { isCountry } from '#contract/fields/countries.ts'
import { phoneOf } from '#contract/fields/phone.ts'
import { stateFor } from '#contract/fields/states.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import type { Failure, RetryAfter } from '../runtime/failure.ts'
import type { ClientInfo } from '../http/register-endpoint.ts'
import type { Row } from '../db/row.ts'
import type { users } from '../db/schema/accounts.ts'
import type { AppContext } from '../context.ts'
import { newPasswordFault } from './passwords/common-passwords.ts'
import { enqueue } from '../jobs/queue.ts'
import { rememberNetwork } from './known-networks.ts'
import { addNoticeReceipts } from './privacy-receipts.ts'
import { addressBuckets, bucket, take } from '../http/rate-limits.ts'
import { hashPassword } from './passwords/passwords.ts'
import { issueToken, LIFETIME_SECONDS, readToken, spendToken } from './one-time-tokens.ts'
import { userByEmail } from './users.ts'

type SignUpContext = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'passwordPolicy'>
type Form = InputOf<typeof endpoints.register>
type Request = InputOf<typeof endpoints.registerEmail>

/** Sends one mail in both cases: only the owner of the mailbox learns whether the account exists. */
export async function requestSignUp(
  context: SignUpContext,
  { email, next }: Request,
  { address, locale }: ClientInfo,
): Promise<object | RetryAfter> {
  const { db, encryption, now, wake } = context
  const retryAfter = await take(context, [
    ...addressBuckets(encryption, 'linkAddress', address),
    bucket(encryption, 'linkAccount', 'sign-up', email.toLowerCase()),
  ])
  if (retryAfter) return retryAfter
  const user = await userByEmail(db, email)
  await db.transaction(async (inner) => {
    const token = user ? undefined : await issueToken(inner, now(), 'sign-up', email)
    await enqueue(inner, context, {
      kind: 'mail',
      letter: { name: user ? 'member' : 'signUp', to: user?.email ?? email, locale, token, next },
      validSeconds: LIFETIME_SECONDS['sign-up'],
    })
  })
  wake()
  return {}
}

export async function checkSignUp(context: SignUpContext, token: string) {
  const email = await readToken(context, 'sign-up', token)
  return email ? { email, password_rules: context.passwordPolicy } : { status: false }
}

/** The link decides the address of the account; a form with another address is refused. */
export async function signUp(
  context: SignUpContext,
  form: Form,
  { address, locale }: ClientInfo,
): Promise<object | Failure<'badInput' | 'password' | 'linkExpired'>> {
  const verifiedEmail = await readToken(context, 'sign-up', form.token)
  if (verifiedEmail?.toLowerCase() !== form.email.toLowerCase()) return { fault: 'linkExpired' }
  if (!isCountry(form.country)) return { fault: 'badInput', fields: { country: 'country' } }
  const state = stateFor(form.country, form.state)
  if (state === undefined) return { fault: 'badInput', fields: { state: 'required' } }
  const mobile = phoneOf(form.mobile, form.country)
  if (!mobile) return { fault: 'badInput', fields: { mobile: 'mobile' } }
  const fault = await newPasswordFault(form.password, context.passwordPolicy)
  if (fault) return { fault: 'password', fields: { password: fault } }
  const userId = await createUser(context, { ...form, state, mobile }, await hashPassword(form.password), locale)
  if (!userId) return { fault: 'linkExpired' }
  await rememberNetwork(context, userId, address)
  return {}
}

async function createUser(
  { db, now }: SignUpContext,
  form: Form,
  hash: string,
  locale: Locale,
): Promise<number | undefined> {
  return db.transaction(async (inner) => {
    const email = await spendToken(inner, now(), 'sign-up', form.token)
    if (!email) return undefined
    const { first_name, last_name, country, state, mobile, newsletter_subscribed } = form
    const [user] = await inner.query<Pick<Row<typeof users>, 'id'>>(
      `insert into users (email, password_hash, first_name, last_name, country, state, mobile, newsletter, profile_completed, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, true, $9) on conflict do nothing returning id`,
      [email, hash, first_name, last_name, country, state, mobile, newsletter_subscribed, now()],
    )
    const choices = { newsletter: newsletter_subscribed, profileDetails: false }
    if (user) await addNoticeReceipts(inner, { userId: user.id, locale, now: now() }, choices)
    return user?.id
  })
}
