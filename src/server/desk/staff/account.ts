import type { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { newPasswordFault } from '../../accounts/passwords/common-passwords.ts'
import { hashPassword, passwordFits, UNMATCHABLE_HASH } from '../../accounts/passwords/passwords.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Row } from '../../db/row.ts'
import type { staff, staffPasskeys, staffSessions } from '../../db/schema/desk.ts'
import { bucket, take } from '../../http/rate-limits.ts'
import type { StaffCaller } from '../../http/staff.ts'
import type { Failure, RetryAfter } from '../../runtime/failure.ts'
import { STAFF_PASSWORDS } from './invitations.ts'
import { offerPasskey, savePasskey } from './passkeys.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'

type Dependencies = Pick<AppContext, 'db' | 'now' | 'encryption' | 'siteUrl'>
type Account = Omit<ReplyOf<typeof endpoints.deskAccount>, 'status'>
type Nothing = { status: true }

export async function accountOf({ db, now }: Dependencies, caller: StaffCaller): Promise<Account> {
  const { staffId, name, email, role, session } = caller
  const [own] = await db.query<{ has_totp: boolean; codes: number }>(
    `select totp_secret is not null as has_totp,
      (select count(*)::int from staff_recovery_codes c where c.staff_id = p.id) as codes from staff p where id = $1`,
    [staffId],
  )
  const passkeys = await db.query<Row<typeof staffPasskeys>>(
    'select * from staff_passkeys where staff_id = $1 order by id',
    [staffId],
  )
  const sessions = await db.query<Row<typeof staffSessions> & { is_this: boolean }>(
    `select *, token_hash = $2 as is_this from staff_sessions
      where staff_id = $1 and expires_at > $3 and factor_at is not null order by used_at desc`,
    [staffId, session, now()],
  )
  const { min, max } = STAFF_PASSWORDS
  return {
    ...{ name, email, role, has_totp: own?.has_totp ?? false, recovery_codes: own?.codes ?? 0 },
    password_rules: { min, max },
    passkeys: passkeys.map((key) => ({
      ...{ id: key.id, name: key.name, created_at: key.created_at.toISOString() },
      used_at: key.used_at?.toISOString() ?? null,
    })),
    sessions: sessions.map((one) => ({
      ...{ id: one.id, browser: one.browser, address: one.address, is_this: one.is_this },
      ...{ created_at: one.created_at.toISOString(), used_at: one.used_at.toISOString() },
    })),
  }
}

export async function endSession(
  { db, now }: Dependencies,
  { staffId, name, email }: StaffCaller,
  id: number,
): Promise<Nothing | Failure<'notFound'>> {
  return db.transaction<Nothing | Failure<'notFound'>>(async (inner) => {
    const ended = await inner.query('delete from staff_sessions where id = $1 and staff_id = $2 returning id', [
      id,
      staffId,
    ])
    if (ended.length === 0) return { fault: 'notFound' }
    await noteAction(inner, now(), 'desk: ended a session', email, {}, name)
    return { status: true }
  })
}

export async function beginPasskey(context: Dependencies, caller: StaffCaller) {
  const { passkey, challenge } = await offerPasskey(context, { ...caller, id: caller.staffId })
  await context.db.query('update staff_sessions set challenge = $2 where token_hash = $1', [caller.session, challenge])
  return { passkey }
}

export async function addPasskey(
  context: Dependencies,
  { staffId, session, email, name: who }: StaffCaller,
  { name, passkey }: { name: string; passkey: Record<string, unknown> },
): Promise<Nothing | Failure<'factor'>> {
  return context.db.transaction<Nothing | Failure<'factor'>>(async (inner) => {
    const [open] = await inner.query<Pick<Row<typeof staffSessions>, 'challenge'>>(
      'select challenge from staff_sessions where token_hash = $1 for update',
      [session],
    )
    await inner.query('update staff_sessions set challenge = null where token_hash = $1', [session])
    const offer = { response: passkey, challenge: open?.challenge ?? null, name }
    if (!(await savePasskey({ ...context, db: inner }, staffId, offer))) return { fault: 'factor' }
    await noteAction(inner, context.now(), 'desk: added a passkey', email, { name }, who)
    return { status: true }
  })
}

/** The last second factor stays: without one nobody could enter. */
export async function removePasskey(
  { db, now }: Dependencies,
  { staffId, email, name: who }: StaffCaller,
  id: number,
): Promise<Nothing | Failure<'notFound' | 'lastFactor'>> {
  return db.transaction<Nothing | Failure<'notFound' | 'lastFactor'>>(async (inner) => {
    const [own] = await inner.query<{ has_totp: boolean; others: number }>(
      `select totp_secret is not null as has_totp,
        (select count(*)::int from staff_passkeys k where k.staff_id = p.id and k.id <> $2) as others
        from staff p where id = $1 for update`,
      [staffId, id],
    )
    if (!own?.has_totp && own?.others === 0) return { fault: 'lastFactor' }
    const removed = await inner.query('delete from staff_passkeys where id = $1 and staff_id = $2 returning id', [
      id,
      staffId,
    ])
    if (removed.length === 0) return { fault: 'notFound' }
    await noteAction(inner, now(), 'desk: removed a passkey', email, {}, who)
    return { status: true }
  })
}

export async function renewRecoveryCodes(
  context: Dependencies,
  { staffId, email, name }: StaffCaller,
): Promise<{ recovery_codes: string[] }> {
  return context.db.transaction(async (inner) => {
    const codes = await issueRecoveryCodes({ ...context, db: inner }, staffId)
    await noteAction(inner, context.now(), 'desk: renewed the recovery codes', email, {}, name)
    return { recovery_codes: codes }
  })
}

/** The other sessions end: whoever knew the old password may have opened one. */
export async function changeStaffPassword(
  context: Dependencies,
  { staffId, session, email, name }: StaffCaller,
  { old_password, password }: { old_password: string; password: string },
): Promise<Nothing | Failure<'oldPassword' | 'badInput'> | RetryAfter> {
  const { db, now, encryption } = context
  const retryAfter = await take(context, [bucket(encryption, 'deskFactor', 'password', String(staffId))])
  if (retryAfter) return retryAfter
  const fault = await newPasswordFault(password, STAFF_PASSWORDS)
  if (fault) return { fault: 'badInput', fields: { password: fault } }
  const [own] = await db.query<Pick<Row<typeof staff>, 'password_hash'>>(
    'select password_hash from staff where id = $1',
    [staffId],
  )
  const isWrong = { fault: 'oldPassword', fields: { old_password: 'oldPassword' } } as const
  if (!own || !(await passwordFits(old_password, own.password_hash ?? UNMATCHABLE_HASH))) return isWrong
  const hash = await hashPassword(password)
  return db.transaction<Nothing | Failure<'oldPassword'>>(async (inner) => {
    // The password that was checked may have been changed since, by whoever ends the sessions of a thief.
    const changed = await inner.query(
      'update staff set password_hash = $3 where id = $1 and password_hash = $2 returning id',
      [staffId, own.password_hash, hash],
    )
    if (changed.length === 0) return isWrong
    await inner.query('delete from staff_sessions where staff_id = $1 and token_hash <> $2', [staffId, session])
    await noteAction(inner, now(), 'desk: changed the password', email, {}, name)
    return { status: true }
  })
}
