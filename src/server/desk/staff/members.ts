import type { Member } from '#contract/desk/staff/members.ts'
import type { Role } from '#contract/desk/staff/roles.ts'
import type { Factor } from '#contract/desk/staff/staff.ts'
import type { Locale } from '#contract/text/locale.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/row.ts'
import type { staff } from '../../db/schema/desk.ts'
import type { Failure } from '../../runtime/failure.ts'
import { sendInvitation } from './invitations.ts'

type Dependencies = Pick<AppContext, 'db' | 'now' | 'encryption' | 'wake'>
type Person = Pick<Row<typeof staff>, 'id' | 'email' | 'name' | 'role' | 'locale'>
type Listed = Person & { state: Member['state']; has_totp: boolean; has_passkey: boolean; seen_at: Date | null }
type Nothing = { status: true }
/** `who`: the person at the desk; absent at the command line. */
type By = { who?: string | undefined }

/** Everybody, those who left last. */
export async function listStaff({ db }: Pick<AppContext, 'db'>): Promise<Member[]> {
  const rows = await db.query<Listed>(
    `select p.id, p.email, p.name, p.role, p.locale, p.totp_secret is not null as has_totp,
        case when p.ended_at is not null then 'ended' when p.password_hash is null then 'invited' else 'active' end as state,
        exists (select from staff_passkeys k where k.staff_id = p.id) as has_passkey,
        (select max(s.used_at) from staff_sessions s where s.staff_id = p.id and s.factor_at is not null) as seen_at
      from staff p order by p.ended_at is not null, lower(p.name), p.id`,
  )
  return rows.map(({ has_totp, has_passkey, seen_at, id, name, role, email, state }) => {
    const factors: Factor[] = [...(has_totp ? (['totp'] as const) : []), ...(has_passkey ? (['passkey'] as const) : [])]
    return { id, name, role, email, state, factors, seen_at: seen_at?.toISOString() ?? null }
  })
}

/** Invites a person, or mails a new link to one who has not accepted, or who left and comes back. */
export async function invite(
  context: Dependencies,
  { email, role, locale }: { email: string; role: Role; locale: Locale },
  { who }: By,
): Promise<Nothing | Failure<'exists'>> {
  const { db, now, wake } = context
  const isInvited = await db.transaction(async (inner) => {
    // Two invitations of one address at once: there is no row yet that could be locked.
    await inner.query(`select pg_advisory_xact_lock(hashtext('staff ' || lower($1)))`, [email])
    const [existing] = await inner.query<{ id: number; is_open: boolean }>(
      'select id, ended_at is null and password_hash is not null as is_open from staff where lower(email) = lower($1) for update',
      [email],
    )
    if (existing?.is_open) return false
    const [person] = existing
      ? await inner.query<Person>(
          `update staff set role = $2, locale = $3, ended_at = null, password_hash = null, totp_secret = null where id = $1
           returning id, email, name, role, locale`,
          [existing.id, role, locale],
        )
      : await inner.query<Person>(
          `insert into staff (email, name, role, locale, created_at) values ($1, $2, $3, $4, $5)
           returning id, email, name, role, locale`,
          [email, email.split('@')[0], role, locale, now()],
        )
    if (!person) throw new Error('no person')
    await forgetFactors(inner, person.id)
    await sendInvitation({ ...context, db: inner }, person, 'staffInvitation')
    await noteAction(inner, now(), 'desk: invited', email, { role }, who)
    return true
  })
  if (!isInvited) return { fault: 'exists' }
  wake()
  return { status: true }
}

export async function changeRole(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id, role }: { id: number; role: Role },
  { who }: By,
): Promise<Nothing | Failure<'notFound' | 'lastOwner'>> {
  return db.transaction<Nothing | Failure<'notFound' | 'lastOwner'>>(async (inner) => {
    const person = await lockPerson(inner, id)
    if (!person) return { fault: 'notFound' }
    if (role !== 'owner' && (await isLastOwner(inner, id))) return { fault: 'lastOwner' }
    await inner.query('update staff set role = $2 where id = $1', [id, role])
    await noteAction(inner, now(), 'desk: changed role', person.email, { from: person.role, to: role }, who)
    return { status: true }
  })
}

/** The row stays, because the audit log names it. */
export async function endStaff(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  id: number,
  { who }: By,
): Promise<Nothing | Failure<'notFound' | 'lastOwner'>> {
  return db.transaction<Nothing | Failure<'notFound' | 'lastOwner'>>(async (inner) => {
    const person = await lockPerson(inner, id)
    if (!person) return { fault: 'notFound' }
    if (await isLastOwner(inner, id)) return { fault: 'lastOwner' }
    await inner.query('update staff set ended_at = $2, password_hash = null, totp_secret = null where id = $1', [
      id,
      now(),
    ])
    await forgetFactors(inner, id)
    await noteAction(inner, now(), 'desk: ended', person.email, {}, who)
    return { status: true }
  })
}

/**
 * The person chooses password and second factor again by a mail; until then nothing opens the desk for them. Only the command line
 * does it to the last owner: a mail that does not come would lock everybody out.
 */
export async function resetFactor(
  context: Dependencies,
  id: number,
  { who }: By,
): Promise<Nothing | Failure<'notFound' | 'lastOwner'>> {
  const { db, now, wake } = context
  const fault = await db.transaction(async (inner) => {
    const found = await lockPerson(inner, id)
    if (!found) return 'notFound'
    if (who !== undefined && (await isLastOwner(inner, id))) return 'lastOwner'
    await inner.query('update staff set password_hash = null, totp_secret = null where id = $1', [id])
    await forgetFactors(inner, id)
    await sendInvitation({ ...context, db: inner }, found, 'staffReset')
    await noteAction(inner, now(), 'desk: reset the second factor', found.email, {}, who)
    return undefined
  })
  if (fault) return { fault }
  wake()
  return { status: true }
}

/** The id of a person by their address, for the command line. */
export async function staffIdOf({ db }: Pick<AppContext, 'db'>, email: string): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>('select id from staff where lower(email) = lower($1)', [email])
  return row?.id
}

async function lockPerson(inner: Db, id: number): Promise<Person | undefined> {
  // All owners in one order: two owners who end each other at the same time must not both succeed.
  await inner.query(`select id from staff where role = 'owner' and ended_at is null order by id for update`)
  const [person] = await inner.query<Person>(
    'select id, email, name, role, locale from staff where id = $1 and ended_at is null for update',
    [id],
  )
  return person
}

async function isLastOwner(inner: Db, id: number): Promise<boolean> {
  const owners = await inner.query<{ id: number }>(
    `select id from staff where role = 'owner' and ended_at is null and password_hash is not null`,
  )
  return owners.length === 1 && owners[0]?.id === id
}

/** Sessions, passkeys, recovery codes and invitations of a person. */
async function forgetFactors(inner: Db, id: number): Promise<void> {
  for (const table of ['staff_sessions', 'staff_passkeys', 'staff_recovery_codes', 'staff_invitations'])
    await inner.query(`delete from ${table} where staff_id = $1`, [id])
}
