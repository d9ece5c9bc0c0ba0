import type { PasskeyJson } from '#contract/accounts/passkeys.ts'
import {
  offerAuthentication,
  offerRegistration,
  verifyAuthentication,
  verifyRegistration,
  type Offer,
} from '../../accounts/passkeys/webauthn.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { staffPasskeys } from '../../db/schema/desk.ts'

type Dependencies = Pick<AppContext, 'siteUrl' | 'now'> & { db: Db }
type Person = { id: number; email: string; name: string }

/** At the desk a passkey follows a password. */
const SECOND_FACTOR = { isAlone: false } as const

const passkeysOf = ({ db }: { db: Db }, staffId: number) =>
  db.query<Row<typeof staffPasskeys>>('select * from staff_passkeys where staff_id = $1 order by id', [staffId])

/** What a browser needs to make a passkey. The person proves themself to it by a finger or a PIN where it can. */
export async function offerPasskey(context: Dependencies, { id, email, name }: Person): Promise<Offer> {
  return offerRegistration(
    context.siteUrl,
    { handle: new TextEncoder().encode(`staff ${id}`), userName: email, displayName: name },
    { existing: await passkeysOf(context, id), ...SECOND_FACTOR },
  )
}

/** Stores a passkey that signed the challenge; false for anything else. */
export async function savePasskey(
  { db, siteUrl, now }: Dependencies,
  staffId: number,
  { response, challenge, name }: { response: PasskeyJson; challenge: string | null; name: string },
): Promise<boolean> {
  const created = challenge && (await verifyRegistration(siteUrl, { response, challenge, ...SECOND_FACTOR }))
  if (!created) return false
  const saved = await db.query(
    `insert into staff_passkeys (staff_id, credential, public_key, counter, transports, name, created_at)
      values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
    [
      staffId,
      created.credential,
      created.public_key,
      created.counter,
      created.transports,
      name.trim() || 'Passkey',
      now(),
    ],
  )
  return saved.length > 0
}

/** What a browser needs to ask a passkey of the person; undefined when they have none. */
export async function askPasskey(context: Dependencies, staffId: number): Promise<Offer | undefined> {
  const existing = await passkeysOf(context, staffId)
  return existing.length === 0 ? undefined : offerAuthentication(context.siteUrl, { existing, ...SECOND_FACTOR })
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
  const counter = await verifyAuthentication(context.siteUrl, key, { response, challenge, ...SECOND_FACTOR })
  if (counter === undefined) return false
  await context.db.query('update staff_passkeys set counter = $2, used_at = $3 where id = $1', [
    key.id,
    counter,
    context.now(),
  ])
  return true
}
