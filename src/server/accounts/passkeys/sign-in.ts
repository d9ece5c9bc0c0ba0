import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import type { PasskeyJson } from '#contract/accounts/passkeys.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { passkeys } from '../../db/schema/accounts.ts'
import { addressBuckets, giveBack, take } from '../../http/rate-limits.ts'
import type { ClientInfo } from '../../http/register-endpoint.ts'
import type { RetryAfter } from '../../runtime/failure.ts'
import { startSession } from '../users.ts'
import { createChallenge, SIGN_IN, spendChallenge } from './challenges.ts'
import { offerAuthentication, verifyAuthentication } from './webauthn.ts'

type Dependencies = Pick<AppContext, 'db' | 'encryption' | 'now' | 'siteUrl'>

/** The same reply for a passkey that is unknown and for one that signed something else. */
const REFUSED: SignedIn = { status: '11', message: 'passkeyRefused' }

/** Names no account: the device shows the passkeys that it has for this shop. */
export async function offerSignIn(context: Dependencies): Promise<{ passkey: PasskeyJson }> {
  const challenge = createChallenge(context, SIGN_IN)
  const { passkey } = await offerAuthentication(context.siteUrl, { challenge, isAlone: true })
  return { passkey }
}

export async function signInByPasskey(
  context: Dependencies,
  { passkey: response, remember, device_id: deviceId }: InputOf<typeof endpoints.passkeySignIn>,
  client: ClientInfo,
): Promise<SignedIn | RetryAfter> {
  const buckets = addressBuckets(context.encryption, 'signInAddress', client.address)
  const retryAfter = await take(context, buckets)
  if (retryAfter) return retryAfter
  const challenge = await spendChallenge(context, response, SIGN_IN)
  if (!challenge) return REFUSED
  const signedIn = await context.db.transaction(async (inner) => {
    const userId = await userOf(inner, context, response, challenge)
    return userId === undefined
      ? undefined
      : startSession({ ...context, db: inner }, userId, { client, remember, deviceId })
  })
  if (!signedIn) return REFUSED
  // A signature is no guess.
  await giveBack(context, buckets)
  return signedIn
}

/** Under the lock of the passkey's row: of two answers with one counter the second sees what the first wrote. */
async function userOf(
  inner: Db,
  { siteUrl, now }: Dependencies,
  response: PasskeyJson,
  challenge: string,
): Promise<number | undefined> {
  const [key] = await inner.query<Row<typeof passkeys>>('select * from passkeys where credential = $1 for update', [
    String(response['id']).slice(0, MAX_CREDENTIAL_LENGTH),
  ])
  const counter = key && (await verifyAuthentication(siteUrl, key, { response, challenge, isAlone: true }))
  if (!key || counter === undefined) return undefined
  await inner.query('update passkeys set counter = $2, used_at = $3 where id = $1', [key.id, counter, now()])
  return key.user_id
}

/** In base64url; the standard allows 1,023 bytes. */
const MAX_CREDENTIAL_LENGTH = 1_400
