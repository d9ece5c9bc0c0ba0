import { is } from 'superstruct'
import { Email } from '#contract/fields.ts'
import { plainLine } from '#contract/plain-text.ts'
import type { endpoints } from '#contract/endpoints.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { SignedIn } from '#contract/accounts.ts'
import type { Wait } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import { isKnown } from './known-networks.ts'
import { bucket, giveBack, networkOf, take } from '../http/rate-limits.ts'
import { NOBODY, passwordFits } from './passwords/passwords.ts'
import { signInSocially } from './social-sign-in.ts'
import { letIn, userByEmail } from './users.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'identities'>
type Credentials = { email: string; password: string; remember?: boolean }

/** Names, ids and addresses that the body tells of somebody are ignored. */
export async function signInBy(
  context: Given,
  form: InputOf<typeof endpoints.login>,
  address: string,
): Promise<SignedIn | Wait> {
  const { login_type, email = '', password = '', access_token = '', extra_data: { remember, nonce = '' } = {} } = form
  if (login_type !== 'normal')
    return signInSocially(context, { provider: login_type, token: access_token, nonce, remember }, address)
  return signIn(context, { email, password, remember }, address)
}

/** The same answer and the same work whether the address, the password or nothing is known (case 54). */
async function signIn(
  context: Given,
  { email: typed, password, remember }: Credentials,
  address: string,
): Promise<SignedIn | Wait> {
  const email = plainLine(typed)
  if (!is(email, Email)) return { status: '10' }
  const user = await userByEmail(context.db, email)
  const known = await isKnown(context, user?.id, address)
  const network = networkOf(address)
  const buckets = [
    bucket(context.encryption, 'signInAddress', network),
    bucket(context.encryption, 'signInAccount', email.toLowerCase(), known ? network : ''),
  ]
  const wait = await take(context, buckets)
  if (wait) return wait
  const fits = await passwordFits(password, user?.password_hash ?? NOBODY)
  if (!user?.password_hash || !fits) return { status: '2' }
  await giveBack(context, buckets)
  return context.db.transaction(async (inner) => {
    // A reset that came in between has the last word: its lock on the row makes one of the two wait. Not `share`, which two who come at once could not raise to the update that follows.
    const same = await inner.query('select 1 from users where id = $1 and password_hash = $2 for no key update', [
      user.id,
      user.password_hash,
    ])
    return same.length > 0 ? letIn({ ...context, db: inner }, user.id, { address, remember }) : { status: '2' }
  })
}
