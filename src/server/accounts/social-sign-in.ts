import { is } from 'superstruct'
import { Email, PersonName } from '#contract/fields.ts'
import type { SignedIn } from '#contract/accounts.ts'
import type { Proved } from '../adapters/identity/port.ts'
import type { Db } from '../db/connect.ts'
import type { Wait } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import { bucket, giveBack, networkOf, take } from '../http/rate-limits.ts'
import { makeNonce, spendNonce } from './nonces.ts'
import { letIn, userByEmail } from './users.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'identities'>
type Provider = 'google' | 'facebook'
export type Ticket = { provider: Provider; token: string; nonce: string; remember?: boolean }

const REFUSED: SignedIn = { status: '11', message: 'socialRefused' }

/** What the browser needs before it asks a provider. */
export function providersOf(context: Pick<Given, 'identities' | 'encryption' | 'now'>) {
  const { google, facebook, isSandbox } = context.identities
  return {
    nonce: makeNonce(context),
    google: google ? { client_id: google.clientId, page: google.page } : null,
    facebook: facebook ? { client_id: facebook.clientId, page: facebook.page } : null,
    is_sandbox: isSandbox,
  }
}

export async function signInSocially(
  context: Given,
  { provider, token, nonce, remember }: Ticket,
  address: string,
): Promise<SignedIn | Wait> {
  const buckets = [bucket(context.encryption, 'signInAddress', networkOf(address))]
  const wait = await take(context, buckets)
  if (wait) return wait
  const proved =
    (await spendNonce(context, nonce)) && (await context.identities[provider]?.prove(token, nonce, context.now()))
  if (!proved) return REFUSED
  // Whoever was vouched for guessed nothing.
  await giveBack(context, buckets)
  return context.db.transaction(async (inner) => {
    await inner.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${provider} ${proved.uid}`])
    const [known] = await inner.query<{ user_id: number }>(
      'select user_id from identities where provider = $1 and uid = $2',
      [provider, proved.uid],
    )
    const userId = known?.user_id ?? (await makeUser(inner, provider, proved, context.now()))
    // Whoever had the address first keeps the account: it is never handed over because another service names the same address.
    if (!userId) return { status: '5', message: 'linkFirst' }
    return letIn({ ...context, db: inner }, userId, { address, remember, isNew: !known })
  })
}

async function makeUser(
  inner: Db,
  provider: Provider,
  { uid, email, isMailProved, firstName, lastName }: Proved,
  now: Date,
): Promise<number | undefined> {
  const address = is(email, Email) ? email : ''
  const proved = isMailProved && address !== '' ? address : null
  if (proved && (await userByEmail(inner, proved))) return undefined
  const names = [firstName, lastName].map((name) => (is(name, PersonName) ? name : ''))
  const [user] = await inner.query<{ id: number }>(
    `insert into users (email, contact_email, first_name, last_name, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing returning id`,
    [proved, proved ? '' : address, ...names, now],
  )
  if (user)
    await inner.query('insert into identities (provider, uid, user_id, created_at) values ($1, $2, $3, $4)', [
      provider,
      uid,
      user.id,
      now,
    ])
  return user?.id
}
