import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import { MAX_PASSKEYS, PASSKEY_NAME_LENGTH, type PasskeyJson } from '#contract/accounts/passkeys.ts'
import { plainLine } from '#contract/text/plain-text.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { passkeys, users } from '../../db/schema/accounts.ts'
import type { Caller, ClientInfo } from '../../http/register-endpoint.ts'
import type { Failure, RetryAfter } from '../../runtime/failure.ts'
import { mailOwner } from '../security/mail-owner.ts'
import { isFreshSignIn, proveOwnership } from '../security/prove-ownership.ts'
import { createChallenge, registrationOf, spendChallenge } from './challenges.ts'
import { offerRegistration, verifyRegistration } from './webauthn.ts'

type Dependencies = Pick<AppContext, 'db' | 'encryption' | 'now' | 'siteUrl' | 'wake'>
type Nothing = { status: true }
const DONE: Nothing = { status: true }

const passkeysOf = ({ db }: { db: Db }, userId: number) =>
  db.query<Row<typeof passkeys>>('select * from passkeys where user_id = $1 order by id', [userId])

export async function listPasskeys(
  context: Dependencies,
  caller: Caller,
): Promise<Omit<ReplyOf<typeof endpoints.myPasskeys>, 'status'>> {
  const own = await passkeysOf(context, caller.userId)
  return {
    passkeys: own.map(({ id, name, created_at, used_at }) => ({
      ...{ id, name, created_at: created_at.toISOString() },
      used_at: used_at?.toISOString() ?? null,
    })),
    is_fresh: await isFreshSignIn(context, caller),
  }
}

/** A session may be stolen, and a passkey would outlive it: the listener shows first that it is them. */
export async function beginPasskey(
  context: Dependencies,
  caller: Caller,
  { password }: InputOf<typeof endpoints.addPasskeyOptions>,
): Promise<{ passkey: PasskeyJson } | Failure<'password' | 'signInAgain' | 'tooManyPasskeys'> | RetryAfter> {
  const refusal = (await isFreshSignIn(context, caller)) ? undefined : await proveOwnership(context, caller, password)
  if (refusal) return refusal
  const existing = await passkeysOf(context, caller.userId)
  if (existing.length >= MAX_PASSKEYS) return { fault: 'tooManyPasskeys' }
  const [user] = await context.db.query<
    Pick<Row<typeof users>, 'first_name' | 'last_name' | 'mobile'> & { mail: string }
  >('select first_name, last_name, mobile, coalesce(email, contact_email) as mail from users where id = $1', [
    caller.userId,
  ])
  const userName = user?.mail || user?.mobile || String(caller.userId)
  const { passkey } = await offerRegistration(
    context.siteUrl,
    {
      // Says nothing about the person, and stays the same, so that a device has one passkey for each account.
      handle: new Uint8Array(context.encryption.hmac('passkeyHandle', String(caller.userId))),
      userName,
      displayName: `${user?.first_name ?? ''} ${user?.last_name ?? ''}`.trim() || userName,
    },
    { existing, challenge: createChallenge(context, registrationOf(caller.userId, caller.session)), isAlone: true },
  )
  return { passkey }
}

/** Tells the owner by mail: somebody else's passkey must not come unnoticed. */
export async function addPasskey(
  context: Dependencies,
  { userId, session }: Caller,
  { name, passkey: response }: InputOf<typeof endpoints.addPasskey>,
  client: ClientInfo,
): Promise<Nothing | Failure<'passkey' | 'tooManyPasskeys'>> {
  const challenge = await spendChallenge(context, response, registrationOf(userId, session))
  const created = challenge && (await verifyRegistration(context.siteUrl, { response, challenge, isAlone: true }))
  if (!created) return { fault: 'passkey' }
  const label = nameOf(name, client)
  const fault = await context.db.transaction<'passkey' | 'tooManyPasskeys' | undefined>(async (inner) => {
    // The row lock makes two devices wait for each other: each began when there was room for one more.
    await inner.query('select 1 from users where id = $1 for update', [userId])
    if ((await passkeysOf({ db: inner }, userId)).length >= MAX_PASSKEYS) return 'tooManyPasskeys'
    // A credential belongs to one account: whoever sends the id of another's is refused by the unique index.
    const saved = await inner.query(
      `insert into passkeys (user_id, credential, public_key, counter, transports, name, created_at)
        values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
      [userId, created.credential, created.public_key, created.counter, created.transports, label, context.now()],
    )
    if (saved.length === 0) return 'passkey'
    await mailOwner({ ...context, db: inner }, userId, { name: 'passkeyAdded', client, values: { name: label } })
    return undefined
  })
  if (fault) return { fault }
  context.wake()
  return DONE
}

/** Without a name it is called after the browser that created it. */
const nameOf = (typed: string, { browser }: ClientInfo): string =>
  plainLine(typed).slice(0, PASSKEY_NAME_LENGTH) || browser || 'Passkey'

export async function renamePasskey(
  { db }: Dependencies,
  { userId }: Caller,
  { id, name }: InputOf<typeof endpoints.renamePasskey>,
  client: ClientInfo,
): Promise<Nothing | Failure<'notFound'>> {
  const renamed = await db.query('update passkeys set name = $3 where id = $1 and user_id = $2 returning id', [
    ...[id, userId, nameOf(name, client)],
  ])
  return renamed.length > 0 ? DONE : { fault: 'notFound' }
}

/** The last way in stays: an account without an address, a number and a provider could not be entered again. */
export async function removePasskey(
  { db }: Dependencies,
  { userId }: Caller,
  { id }: InputOf<typeof endpoints.removePasskey>,
): Promise<Nothing | Failure<'notFound' | 'lastWay'>> {
  return db.transaction<Nothing | Failure<'notFound' | 'lastWay'>>(async (inner) => {
    // The row lock makes two removals wait for each other: each would see the other passkey.
    const [ways] = await inner.query<{ has_other: boolean }>(
      `select u.email is not null or exists (select 1 from identities i where i.user_id = u.id) as has_other
        from users u where u.id = $1 for update`,
      [userId],
    )
    const own = await passkeysOf({ db: inner }, userId)
    if (!own.some((key) => key.id === id)) return { fault: 'notFound' }
    if (!ways?.has_other && own.length === 1) return { fault: 'lastWay' }
    await inner.query('delete from passkeys where id = $1 and user_id = $2', [id, userId])
    return DONE
  })
}
