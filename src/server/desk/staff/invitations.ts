import { passwordPolicies } from '#contract/accounts/accounts.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import { plainLine } from '#contract/text/plain-text.ts'
import { newPasswordFault } from '../../accounts/passwords/common-passwords.ts'
import { hashPassword } from '../../accounts/passwords/passwords.ts'
import { hashOf, newToken } from '../../accounts/sessions.ts'
import { isActorName, noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { staff, staffInvitations } from '../../db/schema/desk.ts'
import { addressBuckets, networkOf, take } from '../../http/rate-limits.ts'
import type { ClientInfo } from '../../http/register-endpoint.ts'
import { enqueue } from '../../jobs/queue.ts'
import { UNSENT_SECONDS } from '../../jobs/start-validity.ts'
import type { Failure, RetryAfter } from '../../runtime/failure.ts'
import { offerPasskey, savePasskey } from './passkeys.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { openStaffSession } from './sessions.ts'
import type { Entered } from './sign-in.ts'
import { newSecret, secretAddress, stepOf } from './totp.ts'

type Dependencies = Pick<AppContext, 'db' | 'now' | 'encryption' | 'siteUrl'>
type Person = Pick<Row<typeof staff>, 'id' | 'email' | 'name' | 'role' | 'locale'>
type Open = Person & Pick<Row<typeof staffInvitations>, 'totp_secret' | 'challenge'>
type Offer = Omit<ReplyOf<typeof endpoints.deskInvitation>, 'status'>
type Accepted = Entered & { codes: string[] }

const LIFETIME_SECONDS = 3 * 86_400
/** The people of the desk hold the money and the data of others: they get the strict rules, whatever listeners have. */
export const STAFF_PASSWORDS = passwordPolicies.hardened

/** Mails a link that replaces earlier ones. */
export async function sendInvitation(
  { db, now, encryption }: Pick<AppContext, 'now' | 'encryption'> & { db: Db },
  { id, email, locale }: Person,
  name: 'staffInvitation' | 'staffReset',
): Promise<void> {
  const token = newToken()
  await db.query('delete from staff_invitations where staff_id = $1', [id])
  await db.query('insert into staff_invitations (token_hash, staff_id, expires_at) values ($1, $2, $3)', [
    hashOf(token),
    id,
    new Date(now().getTime() + (UNSENT_SECONDS + LIFETIME_SECONDS) * 1000),
  ])
  await enqueue(
    db,
    { encryption },
    {
      kind: 'mail',
      letter: { name, to: email, locale, fragment: token },
      validSeconds: LIFETIME_SECONDS,
    },
  )
}

/** What the page shows. The secret is made once, so that a page that is loaded again shows the one that was scanned. */
export async function readInvitation(
  context: Dependencies,
  token: string,
  { address }: ClientInfo,
): Promise<Offer | Failure<'linkExpired'> | RetryAfter> {
  const retryAfter = await take(context, addressBuckets(context.encryption, 'deskInvitation', address))
  if (retryAfter) return retryAfter
  const open = await openInvitation(context.db, token, context.now())
  if (!open) return { fault: 'linkExpired' }
  const secret = open.totp_secret ? context.encryption.decrypt(open.totp_secret) : newSecret()
  const { passkey, challenge } = await offerPasskey(context, open)
  await context.db.query('update staff_invitations set totp_secret = $2, challenge = $3 where token_hash = $1', [
    hashOf(token),
    context.encryption.encrypt(secret),
    challenge,
  ])
  const { min, max } = STAFF_PASSWORDS
  const { email, name, role } = open
  return {
    email,
    name,
    role,
    password_rules: { min, max },
    totp: { secret, address: secretAddress(secret, email) },
    passkey,
  }
}

/** Name, password and one second factor. The link ends with it, and a session opens. */
export async function acceptInvitation(
  context: Dependencies,
  input: InputOf<typeof endpoints.deskAcceptInvitation>,
  { address, browser = '', locale }: ClientInfo,
): Promise<Accepted | Failure<'linkExpired' | 'factor' | 'badInput'> | RetryAfter> {
  const retryAfter = await take(context, addressBuckets(context.encryption, 'deskInvitation', address))
  if (retryAfter) return retryAfter
  const name = plainLine(input.name)
  const fault = await newPasswordFault(input.password, STAFF_PASSWORDS)
  const fields = { ...(name === '' && { name: 'required' }), ...(fault && { password: fault }) }
  if (Object.keys(fields).length > 0) return { fault: 'badInput', fields }
  const hash = await hashPassword(input.password)
  return context.db.transaction(async (inner) => {
    const own = { ...context, db: inner }
    const open = await openInvitation(inner, input.token, context.now())
    if (!open) return { fault: 'linkExpired' } as const
    if (await isTaken(inner, open.id, name)) return { fault: 'badInput', fields: { name: 'taken' } } as const
    if (!(await saveFactor(own, open, input))) return { fault: 'factor' } as const
    await inner.query('update staff set name = $2, password_hash = $3, locale = $4 where id = $1', [
      ...[open.id, name, hash, locale],
    ])
    await inner.query('delete from staff_invitations where staff_id = $1', [open.id])
    const codes = await issueRecoveryCodes(own, open.id)
    const token = await openStaffSession(own, open.id, { isComplete: true, browser, address: networkOf(address) })
    await noteAction(inner, context.now(), 'desk: accepted the invitation', open.email, {}, name)
    return { token, staffId: open.id, name, email: open.email, role: open.role, codes }
  })
}

/** The log names people, also those who have left. */
async function isTaken(inner: Db, id: number, name: string): Promise<boolean> {
  const others = await inner.query('select 1 from staff where lower(name) = lower($2) and id <> $1', [id, name])
  return others.length > 0 || isActorName(name)
}

async function openInvitation(db: Db, token: string, now: Date): Promise<Open | undefined> {
  const [open] = await db.query<Open>(
    `select p.id, p.email, p.name, p.role, p.locale, i.totp_secret, i.challenge
      from staff_invitations i join staff p on p.id = i.staff_id
      where i.token_hash = $1 and i.expires_at > $2 and p.ended_at is null for update of i`,
    [hashOf(token), now],
  )
  return open
}

async function saveFactor(
  context: Dependencies,
  { id, totp_secret, challenge }: Open,
  { code, passkey, passkey_name = '' }: InputOf<typeof endpoints.deskAcceptInvitation>,
): Promise<boolean> {
  if (passkey) return savePasskey(context, id, { response: passkey, challenge, name: passkey_name })
  const step = totp_secret && stepOf(context.encryption.decrypt(totp_secret), code ?? '', context.now())
  if (!totp_secret || !step) return false
  await context.db.query('update staff set totp_secret = $2, totp_step = $3 where id = $1', [id, totp_secret, step])
  return true
}
