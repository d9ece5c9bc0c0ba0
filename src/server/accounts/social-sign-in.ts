import { is } from 'superstruct'
import { Email, PersonName } from '#contract/fields/fields.ts'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { Proved } from '../adapters/identity/port.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { identities, users } from '../db/schema/accounts.ts'
import type { RetryAfter } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import { addressBuckets, giveBack, take } from '../http/rate-limits.ts'
import { createNonce, spendNonce } from './nonces.ts'
import type { ClientInfo } from '../http/register-endpoint.ts'
import { addNoticeReceipts, NO_CHOICES } from './privacy-receipts.ts'
import { startSession, userByEmail } from './users.ts'

type SocialContext = Pick<AppContext, 'db' | 'encryption' | 'now' | 'identities'>
type Provider = 'google' | 'facebook'
/** `answer`: the token of Google, or the code of Facebook, which came to the address `redirect`. */
type ProviderAnswer = {
  provider: Provider
  answer: string
  redirect: string
  nonce: string
  remember?: boolean
  deviceId?: string
}

const REFUSED: SignedIn = { status: '11', message: 'socialRefused' }

/** What the browser needs before it sends the user to a provider. */
export function providersOf(context: Pick<SocialContext, 'identities' | 'encryption' | 'now'>) {
  const { google, facebook, isSandbox } = context.identities
  return {
    nonce: createNonce(context),
    google: google ? { client_id: google.clientId, page: google.page } : null,
    facebook: facebook ? { client_id: facebook.clientId, page: facebook.page } : null,
    is_sandbox: isSandbox,
  }
}

export async function signInSocially(
  context: SocialContext,
  { provider, answer, redirect, nonce, remember, deviceId }: ProviderAnswer,
  client: ClientInfo,
): Promise<SignedIn | RetryAfter> {
  const { address, locale } = client
  const buckets = addressBuckets(context.encryption, 'signInAddress', address)
  const retryAfter = await take(context, buckets)
  if (retryAfter) return retryAfter
  const identity =
    (await spendNonce(context, nonce)) &&
    (await context.identities[provider]?.prove(answer, nonce, context.now(), redirect))
  if (!identity) return REFUSED
  // A token that the provider confirmed is no guess.
  await giveBack(context, buckets)
  return context.db.transaction(async (inner) => {
    await inner.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${provider} ${identity.uid}`])
    const [existing] = await inner.query<Pick<Row<typeof identities>, 'user_id'>>(
      'select user_id from identities where provider = $1 and uid = $2',
      [provider, identity.uid],
    )
    const userId = existing?.user_id ?? (await createUser(inner, provider, identity, context.now()))
    // An existing account is never opened because a provider names the same address.
    if (!userId) return { status: '5', message: 'linkFirst' }
    if (!existing) await addNoticeReceipts(inner, { userId, locale, now: context.now() }, NO_CHOICES)
    return startSession({ ...context, db: inner }, userId, { client, remember, deviceId, isNew: !existing })
  })
}

async function createUser(
  inner: Db,
  provider: Provider,
  { uid, email, isMailProved, firstName, lastName }: Proved,
  now: Date,
): Promise<number | undefined> {
  const address = is(email, Email) ? email : ''
  const verifiedEmail = isMailProved && address !== '' ? address : null
  if (verifiedEmail && (await userByEmail(inner, verifiedEmail))) return undefined
  const names = [firstName, lastName].map((name) => (is(name, PersonName) ? name : ''))
  const [user] = await inner.query<Pick<Row<typeof users>, 'id'>>(
    `insert into users (email, contact_email, first_name, last_name, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing returning id`,
    [verifiedEmail, verifiedEmail ? '' : address, ...names, now],
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
