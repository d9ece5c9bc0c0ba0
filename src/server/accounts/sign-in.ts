import { is } from 'superstruct'
import { Email } from '#contract/fields/fields.ts'
import { plainLine } from '#contract/text/plain-text.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { Failure, RetryAfter } from '../runtime/failure.ts'
import { spendProof } from '../adapters/captcha/spend-proof.ts'
import type { AppContext } from '../context.ts'
import { isKnownNetwork } from './known-networks.ts'
import { addressBuckets, attemptsIn, bucket, giveBack, networkOf, take } from '../http/rate-limits.ts'
import { hashPassword, isOutdated, passwordFits, UNMATCHABLE_HASH } from './passwords/passwords.ts'
import type { ClientInfo } from '../http/register-endpoint.ts'
import { signInSocially } from './social-sign-in.ts'
import { startSession, userByEmail } from './users.ts'

type SignInContext = Pick<AppContext, 'db' | 'encryption' | 'now' | 'identities' | 'captcha'>
type Credentials = { email: string; password: string; altcha: string; remember?: boolean; deviceId?: string }
type Refusal = RetryAfter | Failure<'humanCheck'>

/** Wrong passwords of one account, or from one network, after which the captcha is asked for. Several devices may sign in at once. */
const FREE_TRIES = { account: 5, network: 10 }

/** Ignores names, ids and addresses in the body: only the password or the provider proves who signs in. */
export async function signInBy(
  context: SignInContext,
  form: InputOf<typeof endpoints.login>,
  client: ClientInfo,
): Promise<SignedIn | Refusal> {
  const {
    login_type,
    email = '',
    password = '',
    access_token = '',
    code = '',
    altcha = '',
    extra_data: { remember, nonce = '', redirect_uri: redirect = '', device_id: deviceId } = {},
  } = form
  if (login_type !== 'normal')
    return signInSocially(
      context,
      {
        ...{ provider: login_type, answer: login_type === 'facebook' ? code : access_token },
        ...{ redirect, nonce, remember, deviceId },
      },
      client,
    )
  return signIn(context, { email, password, altcha, remember, deviceId }, client)
}

/** Gives the same reply after the same work whether the address or the password is wrong (attack case 54). */
async function signIn(
  context: SignInContext,
  { email: typed, password, altcha, remember, deviceId }: Credentials,
  client: ClientInfo,
): Promise<SignedIn | Refusal> {
  const { address } = client
  const email = plainLine(typed)
  if (!is(email, Email)) return { status: '10' }
  const user = await userByEmail(context.db, email)
  const isKnown = await isKnownNetwork(context, user?.id, address)
  const network = networkOf(address)
  const ofNetwork = addressBuckets(context.encryption, 'signInAddress', address)
  const ofAccount = [bucket(context.encryption, 'signInAccount', email.toLowerCase(), isKnown ? network : '')]
  const retryAfter = await take(context, ofNetwork)
  if (retryAfter) return retryAfter
  const isLocked = await take(context, ofAccount)
  const isSuspect =
    (await attemptsIn(context, ofAccount)) > FREE_TRIES.account ||
    (await attemptsIn(context, ofNetwork)) > FREE_TRIES.network
  if (isSuspect && !(await spendProof(context.db, context.captcha, altcha, context.now()))) {
    // Guesses without a proof compare nothing, and do not lock the owner out.
    await giveBack(context, ofAccount)
    return { fault: 'humanCheck', fields: { altcha: 'humanCheck' } }
  }
  if (isLocked) return isLocked
  const isRight = await passwordFits(password, user?.password_hash ?? UNMATCHABLE_HASH)
  if (!user?.password_hash || !isRight) return { status: '2' }
  await giveBack(context, [...ofNetwork, ...ofAccount])
  return enter(context, { id: user.id, password_hash: user.password_hash }, password, { client, remember, deviceId })
}

/** Opens the session of somebody whose password is right. */
async function enter(
  context: SignInContext,
  user: { id: number; password_hash: string },
  password: string,
  session: Parameters<typeof startSession>[2],
): Promise<SignedIn> {
  // While the password is known: before the row lock, because hashing takes long.
  const newHash = isOutdated(user.password_hash) ? await hashPassword(password) : undefined
  return context.db.transaction(async (inner) => {
    // A password reset may have happened since: the row lock makes one of the two wait. Not `for share`: two concurrent
    // sign-ins would deadlock at the update that follows.
    const unchanged = await inner.query('select 1 from users where id = $1 and password_hash = $2 for no key update', [
      user.id,
      user.password_hash,
    ])
    if (unchanged.length === 0) return { status: '2' }
    if (newHash) await inner.query('update users set password_hash = $2 where id = $1', [user.id, newHash])
    return startSession({ ...context, db: inner }, user.id, session)
  })
}
