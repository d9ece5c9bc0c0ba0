import { isCountry, stateFor, type endpoints, type InputOf } from '#contract/index.ts'
import type { Failure, Wait } from '../lib/outcome.ts'
import type { Origin } from '../lib/serve.ts'
import type { World } from '../world.ts'
import { newPasswordFault } from './common-passwords.ts'
import { enqueue } from './jobs.ts'
import { remember } from './known.ts'
import { bucket, networkOf, take } from './limits.ts'
import { hashPassword } from './passwords.ts'
import { issueToken, readToken, spendToken } from './tokens.ts'
import { userByEmail } from './users.ts'

type Given = Pick<World, 'db' | 'vault' | 'now' | 'wake' | 'passwordPolicy'>
type Form = InputOf<typeof endpoints.register>
type Asked = InputOf<typeof endpoints.registerEmail>

/** One mail either way: only who reads the mailbox learns whether there is an account. */
export async function askToSignUp(world: Given, { email, next }: Asked, { address, locale }: Origin): Promise<object | Wait> {
  const { db, vault, now, wake } = world
  const wait = await take(world, [bucket(vault, 'linkAddress', networkOf(address)), bucket(vault, 'linkAccount', 'sign-up', email.toLowerCase())])
  if (wait) return wait
  const user = await userByEmail(db, email)
  await db.transaction(async (inner) => {
    const token = user ? undefined : await issueToken(inner, now(), 'sign-up', email)
    await enqueue(inner, world, { kind: 'mail', letter: { name: user ? 'member' : 'signUp', to: user?.email ?? email, locale, token, next } })
  })
  wake()
  return {}
}

export async function checkSignUp(world: Given, token: string) {
  const email = await readToken(world, 'sign-up', token)
  return email ? { email, password_rules: world.passwordPolicy } : { status: false }
}

/** The link decides whose account this is; a form that names another address was made up. */
export async function signUp(world: Given, form: Form, { address }: Origin): Promise<object | Failure<'badInput' | 'password' | 'linkExpired'>> {
  const proved = await readToken(world, 'sign-up', form.token)
  if (proved?.toLowerCase() !== form.email.toLowerCase()) return { fault: 'linkExpired' }
  if (!isCountry(form.country)) return { fault: 'badInput', fields: { country: 'country' } }
  const state = stateFor(form.country, form.state)
  if (state === undefined) return { fault: 'badInput', fields: { state: 'required' } }
  const fault = await newPasswordFault(form.password, world.passwordPolicy)
  if (fault) return { fault: 'password', fields: { password: fault } }
  const userId = await makeUser(world, { ...form, state }, await hashPassword(form.password))
  if (!userId) return { fault: 'linkExpired' }
  await remember(world, userId, address)
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
