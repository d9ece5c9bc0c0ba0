import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { brand } from '#brand/brand.ts'
import type { PasskeyJson } from '#contract/desk/staff.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { staffPasskeys } from '../../db/schema/desk.ts'

type Dependencies = Pick<AppContext, 'siteUrl' | 'now'> & { db: Db }
type Person = { id: number; email: string; name: string }
type Offer = { passkey: PasskeyJson; challenge: string }

/** The options of the library as the JSON that they are on the wire. */
const asJson = (options: object): PasskeyJson => ({ ...options })

const passkeysOf = ({ db }: { db: Db }, staffId: number) =>
  db.query<Row<typeof staffPasskeys>>('select * from staff_passkeys where staff_id = $1 order by id', [staffId])

const transportsOf = ({ transports }: Row<typeof staffPasskeys>) => (transports ?? []) as AuthenticatorTransport[]

/** What a browser needs to make a passkey. The person proves themself to it by a finger or a PIN where it can. */
export async function offerPasskey(context: Dependencies, { id, email, name }: Person): Promise<Offer> {
  const existing = await passkeysOf(context, id)
  const options = await generateRegistrationOptions({
    rpName: brand.name.en,
    rpID: new URL(context.siteUrl).hostname,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(`staff ${id}`),
    attestationType: 'none',
    excludeCredentials: existing.map((key) => ({ id: key.credential, transports: transportsOf(key) })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { passkey: asJson(options), challenge: options.challenge }
}

/** Stores a passkey that signed the challenge; false for anything else. */
export async function savePasskey(
  { db, siteUrl, now }: Dependencies,
  staffId: number,
  { response, challenge, name }: { response: PasskeyJson; challenge: string | null; name: string },
): Promise<boolean> {
  if (!challenge) return false
  const verified = await verifyRegistrationResponse({
    // The library checks the shape, and throws for any other.
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: new URL(siteUrl).origin,
    expectedRPID: new URL(siteUrl).hostname,
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!verified?.verified) return false
  const { credential } = verified.registrationInfo
  const saved = await db.query(
    `insert into staff_passkeys (staff_id, credential, public_key, counter, transports, name, created_at)
      values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
    [
      ...[staffId, credential.id, Buffer.from(credential.publicKey), credential.counter],
      ...[credential.transports ?? [], name.trim() || 'Passkey', now()],
    ],
  )
  return saved.length > 0
}

/** What a browser needs to ask a passkey of the person; undefined when they have none. */
export async function askPasskey(context: Dependencies, staffId: number): Promise<Offer | undefined> {
  const existing = await passkeysOf(context, staffId)
  if (existing.length === 0) return undefined
  const options = await generateAuthenticationOptions({
    rpID: new URL(context.siteUrl).hostname,
    allowCredentials: existing.map((key) => ({ id: key.credential, transports: transportsOf(key) })),
    userVerification: 'preferred',
  })
  return { passkey: asJson(options), challenge: options.challenge }
}

/** Whether one of the person's passkeys signed the challenge. Its counter must rise, so a copied key is noticed. */
export async function passkeyFits(
  context: Dependencies,
  staffId: number,
  response: PasskeyJson,
  challenge: string | null,
): Promise<boolean> {
  const key = (await passkeysOf(context, staffId)).find(({ credential }) => credential === response['id'])
  if (!key || !challenge) return false
  const { siteUrl, db, now } = context
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: new URL(siteUrl).origin,
    expectedRPID: new URL(siteUrl).hostname,
    requireUserVerification: false,
    credential: {
      id: key.credential,
      publicKey: new Uint8Array(key.public_key),
      counter: key.counter,
      transports: transportsOf(key),
    },
  }).catch(() => undefined)
  if (!verified?.verified) return false
  await db.query('update staff_passkeys set counter = $2, used_at = $3 where id = $1', [
    key.id,
    verified.authenticationInfo.newCounter,
    now(),
  ])
  return true
}
