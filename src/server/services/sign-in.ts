import { is } from 'superstruct'
import { Email, plainLine, type endpoints, type InputOf, type SignedIn } from '#contract/index.ts'
import type { Wait } from '../lib/outcome.ts'
import type { World } from '../world.ts'
import { isKnown } from './known.ts'
import { bucket, giveBack, networkOf, take } from './limits.ts'
import { NOBODY, passwordFits } from './passwords.ts'
import { signInSocially } from './social.ts'
import { letIn, userByEmail } from './users.ts'

type Given = Pick<World, 'db' | 'vault' | 'now' | 'identities'>
type Credentials = { email: string; password: string; remember?: boolean }

/** Names, ids and addresses that the body tells of somebody are ignored. */
export async function signInBy(world: Given, form: InputOf<typeof endpoints.login>, address: string): Promise<SignedIn | Wait> {
  const { login_type, email = '', password = '', access_token = '', extra_data: { remember, nonce = '' } = {} } = form
  if (login_type !== 'normal') return signInSocially(world, { provider: login_type, token: access_token, nonce, remember }, address)
  return signIn(world, { email, password, remember }, address)
}

/** The same answer and the same work whether the address, the password or nothing is known (case 54). */
async function signIn(world: Given, { email: typed, password, remember }: Credentials, address: string): Promise<SignedIn | Wait> {
  const email = plainLine(typed)
  if (!is(email, Email)) return { status: '10' }
  const user = await userByEmail(world.db, email)
  const known = await isKnown(world, user?.id, address)
  const network = networkOf(address)
  const buckets = [bucket(world.vault, 'signInAddress', network), bucket(world.vault, 'signInAccount', email.toLowerCase(), known ? network : '')]
  const wait = await take(world, buckets)
  if (wait) return wait
  const fits = await passwordFits(password, user?.password_hash ?? NOBODY)
  if (!user?.password_hash || !fits) return { status: '2' }
  await giveBack(world, buckets)
  return world.db.transaction(async (inner) => {
    // A reset that came in between has the last word: its lock on the row makes one of the two wait. Not `share`, which two who come at once could not raise to the update that follows.
    const same = await inner.query('select 1 from users where id = $1 and password_hash = $2 for no key update', [user.id, user.password_hash])
    return same.length > 0 ? letIn({ ...world, db: inner }, user.id, { address, remember }) : { status: '2' }
  })
}
