import { is } from 'superstruct'
import { Email } from '#contract/fields.ts'
import { plainLine } from '#contract/plain-text.ts'
import type { endpoints } from '#contract/endpoints.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { SignedIn } from '#contract/accounts.ts'
import type { RetryAfter } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import { isKnownNetwork } from './known-networks.ts'
import { bucket, giveBack, networkOf, take } from '../http/rate-limits.ts'
import { passwordFits, UNMATCHABLE_HASH } from './passwords/passwords.ts'
import type { Origin } from '../http/register-endpoint.ts'
import { signInSocially } from './social-sign-in.ts'
import { startSession, userByEmail } from './users.ts'

type SignInContext = Pick<AppContext, 'db' | 'encryption' | 'now' | 'identities'>
type Credentials = { email: string; password: string; remember?: boolean }

/** Ignores names, ids and addresses in the body: only the password or the provider proves who signs in. */
export async function signInBy(
  context: SignInContext,
  form: InputOf<typeof endpoints.login>,
  origin: Origin,
): Promise<SignedIn | RetryAfter> {
  const { login_type, email = '', password = '', access_token = '', extra_data: { remember, nonce = '' } = {} } = form
  if (login_type !== 'normal')
    return signInSocially(context, { provider: login_type, token: access_token, nonce, remember }, origin)
  return signIn(context, { email, password, remember }, origin.address)
}

/** Gives the same reply after the same work whether the address or the password is wrong (attack case 54). */
async function signIn(
  context: SignInContext,
  { email: typed, password, remember }: Credentials,
  address: string,
): Promise<SignedIn | RetryAfter> {
  const email = plainLine(typed)
  if (!is(email, Email)) return { status: '10' }
  const user = await userByEmail(context.db, email)
  const isKnown = await isKnownNetwork(context, user?.id, address)
  const network = networkOf(address)
  const buckets = [
    bucket(context.encryption, 'signInAddress', network),
    bucket(context.encryption, 'signInAccount', email.toLowerCase(), isKnown ? network : ''),
  ]
  const retryAfter = await take(context, buckets)
  if (retryAfter) return retryAfter
  const isRight = await passwordFits(password, user?.password_hash ?? UNMATCHABLE_HASH)
  if (!user?.password_hash || !isRight) return { status: '2' }
  await giveBack(context, buckets)
  return context.db.transaction(async (inner) => {
    // A password reset may have happened since: the row lock makes one of the two wait. Not `for share`: two concurrent
    // sign-ins would deadlock at the update that follows.
    const unchanged = await inner.query('select 1 from users where id = $1 and password_hash = $2 for no key update', [
      user.id,
      user.password_hash,
    ])
    return unchanged.length > 0
      ? startSession({ ...context, db: inner }, user.id, { address, remember })
      : { status: '2' }
  })
}
