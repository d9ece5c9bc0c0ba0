import type { Role } from '#contract/desk/staff/roles.ts'
import type { Factor } from '#contract/desk/staff/staff.ts'
import type { PasskeyJson } from '#contract/accounts/passkeys.ts'
import { plainLine } from '#contract/text/plain-text.ts'
import { hashPassword, isOutdated, passwordFits, UNMATCHABLE_HASH } from '../../accounts/passwords/passwords.ts'
import { hashOf, newToken } from '../../accounts/sessions.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { staff, staffSessions } from '../../db/schema/desk.ts'
import { addressBuckets, bucket, giveBack, networkOf, take } from '../../http/rate-limits.ts'
import type { ClientInfo } from '../../http/register-endpoint.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Failure, RetryAfter } from '../../runtime/failure.ts'
import { factorsOf, proofFits, type Proof } from './factors.ts'
import { SESSION_MS } from './sessions.ts'

type Dependencies = Pick<AppContext, 'db' | 'now' | 'encryption' | 'siteUrl' | 'isDemo' | 'wake'>
type Person = Pick<Row<typeof staff>, 'id' | 'name' | 'role' | 'email'>

/** Between the password and the second factor. */
const TICKET_MS = 10 * 60_000
/** Second factors that one password may be followed by. */
const TRIES = 5

/** First step: the same reply after the same work whether the address or the password is wrong, or the person has left. */
export async function checkPassword(
  context: Dependencies,
  { email: typed, password }: { email: string; password: string },
  { address, browser = '' }: ClientInfo,
): Promise<{ ticket: string; factors: Factor[]; passkey?: PasskeyJson } | Failure<'credentials'> | RetryAfter> {
  const { db, encryption } = context
  const email = plainLine(typed).toLowerCase()
  const isKnown = await isKnownNetwork(db, email, networkOf(address))
  const buckets = [
    ...addressBuckets(encryption, 'deskAddress', address),
    bucket(encryption, 'deskAccount', email, networkOf(address)),
    ...(isKnown ? [] : [bucket(encryption, 'deskStrangers', email)]),
  ]
  const retryAfter = await take(context, buckets)
  if (retryAfter) return retryAfter
  const [person] = await db.query<Person & Pick<Row<typeof staff>, 'password_hash'>>(
    'select id, name, email, role, password_hash from staff where lower(email) = $1 and ended_at is null',
    [email],
  )
  const isRight = await passwordFits(password, person?.password_hash ?? UNMATCHABLE_HASH)
  if (!person?.password_hash || !isRight) return { fault: 'credentials' }
  await giveBack(context, buckets)
  if (isOutdated(person.password_hash))
    await db.query('update staff set password_hash = $3 where id = $1 and password_hash = $2', [
      person.id,
      person.password_hash,
      await hashPassword(password),
    ])
  const ticket = newToken()
  const { factors, passkey, challenge } = await factorsOf(context, person.id)
  const at = context.now()
  await db.query(
    `insert into staff_sessions (token_hash, staff_id, created_at, used_at, expires_at, browser, address, challenge)
      values ($1, $2, $3, $3, $4, $5, $6, $7)`,
    [hashOf(ticket), person.id, at, new Date(at.getTime() + TICKET_MS), browser, networkOf(address), challenge ?? null],
  )
  return { ticket, factors, ...(passkey && { passkey }) }
}

/** Attackers who use up the limit of strange networks do not lock out who has signed in from theirs. */
async function isKnownNetwork(db: Db, email: string, network: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from staff s join staff_sessions e on e.staff_id = s.id
      where lower(s.email) = $1 and e.address = $2 and e.factor_at is not null limit 1`,
    [email, network],
  )
  return rows.length > 0
}

export type Entered = { token: string; staffId: number; name: string; email: string; role: Role }

/** Second step. The session gets another token than the ticket, which the page has seen. */
export async function checkFactor(
  context: Dependencies,
  ticket: string,
  proof: Proof,
): Promise<Entered | Failure<'factor' | 'linkExpired'> | RetryAfter> {
  const { db, now } = context
  const [open] = await db.query<Pick<Row<typeof staffSessions>, 'id' | 'staff_id' | 'challenge'>>(
    `update staff_sessions set attempts = attempts + 1
      where token_hash = $1 and expires_at > $2 and factor_at is null and attempts < $3 returning id, staff_id, challenge`,
    [hashOf(ticket), now(), TRIES],
  )
  if (!open) return { fault: 'linkExpired' }
  const buckets = [bucket(context.encryption, 'deskFactor', String(open.staff_id))]
  const retryAfter = await take(context, buckets)
  if (retryAfter) return retryAfter
  const entered = await db.transaction(async (inner) => {
    if (!(await proofFits({ ...context, db: inner }, open.staff_id, proof, open.challenge))) return undefined
    return enter(context, inner, open)
  })
  if (!entered) return { fault: 'factor' }
  await giveBack(context, buckets)
  context.wake()
  return entered
}

async function enter(
  { now, encryption }: Dependencies,
  inner: Db,
  { id, staff_id }: Pick<Row<typeof staffSessions>, 'id' | 'staff_id'>,
): Promise<Entered | undefined> {
  const at = now()
  const token = newToken()
  const [session] = await inner.query<Pick<Row<typeof staffSessions>, 'browser' | 'address'>>(
    `update staff_sessions set token_hash = $2, factor_at = $3, used_at = $3, expires_at = $4, challenge = null, attempts = 0
      where id = $1 and factor_at is null returning browser, address`,
    [id, hashOf(token), at, new Date(at.getTime() + SESSION_MS)],
  )
  const [person] = await inner.query<Person & Pick<Row<typeof staff>, 'locale'>>(
    'select id, name, email, role, locale from staff where id = $1 and ended_at is null',
    [staff_id],
  )
  if (!session || !person) return undefined
  await noteAction(inner, at, 'desk: signed in', person.email, {}, person.name)
  await enqueue(
    inner,
    { encryption },
    {
      kind: 'mail',
      letter: {
        ...{ name: 'staffSignIn', to: person.email, locale: person.locale },
        values: { browser: session.browser || '–', network: session.address },
      },
    },
  )
  return { token, staffId: person.id, name: person.name, email: person.email, role: person.role }
}
