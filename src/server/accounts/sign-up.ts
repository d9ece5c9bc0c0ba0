import { isCountry } from '#contract/countries.ts'
import { stateFor } from '#contract/states.ts'
import type { endpoints } from '#contract/endpoints.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Failure, Wait } from '../runtime/failure.ts'
import type { Origin } from '../http/register-endpoint.ts'
import type { AppContext } from '../context.ts'
import { newPasswordFault } from './passwords/common-passwords.ts'
import { enqueue } from '../jobs/queue.ts'
import { remember } from './known-networks.ts'
import { bucket, networkOf, take } from '../http/rate-limits.ts'
import { hashPassword } from './passwords/passwords.ts'
import { issueToken, readToken, spendToken } from './one-time-tokens.ts'
import { userByEmail } from './users.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'passwordPolicy'>
type Form = InputOf<typeof endpoints.register>
type Asked = InputOf<typeof endpoints.registerEmail>

/** One mail either way: only who reads the mailbox learns whether there is an account. */
export async function askToSignUp(
  context: Given,
  { email, next }: Asked,
  { address, locale }: Origin,
): Promise<object | Wait> {
  const { db, encryption, now, wake } = context
  const wait = await take(context, [
    bucket(encryption, 'linkAddress', networkOf(address)),
    bucket(encryption, 'linkAccount', 'sign-up', email.toLowerCase()),
  ])
  if (wait) return wait
  const user = await userByEmail(db, email)
  await db.transaction(async (inner) => {
    const token = user ? undefined : await issueToken(inner, now(), 'sign-up', email)
    await enqueue(inner, context, {
      kind: 'mail',
      letter: { name: user ? 'member' : 'signUp', to: user?.email ?? email, locale, token, next },
    })
  })
  wake()
  return {}
}

export async function checkSignUp(context: Given, token: string) {
  const email = await readToken(context, 'sign-up', token)
  return email ? { email, password_rules: context.passwordPolicy } : { status: false }
}

/** The link decides whose account this is; a form that names another address was made up. */
export async function signUp(
  context: Given,
  form: Form,
  { address }: Origin,
): Promise<object | Failure<'badInput' | 'password' | 'linkExpired'>> {
  const proved = await readToken(context, 'sign-up', form.token)
  if (proved?.toLowerCase() !== form.email.toLowerCase()) return { fault: 'linkExpired' }
  if (!isCountry(form.country)) return { fault: 'badInput', fields: { country: 'country' } }
  const state = stateFor(form.country, form.state)
  if (state === undefined) return { fault: 'badInput', fields: { state: 'required' } }
  const fault = await newPasswordFault(form.password, context.passwordPolicy)
  if (fault) return { fault: 'password', fields: { password: fault } }
  const userId = await makeUser(context, { ...form, state }, await hashPassword(form.password))
  if (!userId) return { fault: 'linkExpired' }
  await remember(context, userId, address)
  return {}
}

async function makeUser({ db, now }: Given, form: Form, hash: string): Promise<number | undefined> {
  return db.transaction(async (inner) => {
    const email = await spendToken(inner, now(), 'sign-up', form.token)
    if (!email) return undefined
    const { first_name, last_name, country, state, mobile, newsletter_subscribed } = form
    const [user] = await inner.query<{ id: number }>(
      `insert into users (email, password_hash, first_name, last_name, country, state, mobile, newsletter, profile_completed, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, true, $9) on conflict do nothing returning id`,
      [email, hash, first_name, last_name, country, state, mobile, newsletter_subscribed, now()],
    )
    return user?.id
  })
}
