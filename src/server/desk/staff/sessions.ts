import { hashOf, newToken } from '../../accounts/sessions.ts'
import type { AppContext } from '../../context.ts'
import type { Row } from '../../db/row.ts'
import type { staff, staffSessions } from '../../db/schema/desk.ts'
import type { StaffCaller } from '../../http/staff.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
const MINUTE = 60_000
/** A working day. */
export const SESSION_MS = 8 * 60 * MINUTE
/** After this time money, exports, deletion and people ask for the second factor again. */
const STEP_UP_MS = 10 * MINUTE
/** `used_at` is written at most this often, so that most requests only read. */
const TOUCH_MS = MINUTE

type Found = Pick<Row<typeof staff>, 'name' | 'email' | 'role'> &
  Pick<Row<typeof staffSessions>, 'staff_id' | 'factor_at' | 'used_at'>

/** The person of an open session whose second factor was given. */
export async function staffOf({ db, now }: Dependencies, token: string): Promise<StaffCaller | undefined> {
  const session = hashOf(token)
  const at = now()
  const [row] = await db.query<Found>(
    `select s.staff_id, s.factor_at, s.used_at, p.name, p.email, p.role from staff_sessions s join staff p on p.id = s.staff_id
      where s.token_hash = $1 and s.expires_at > $2 and s.factor_at is not null and p.ended_at is null`,
    [session, at],
  )
  if (!row?.factor_at) return undefined
  if (at.getTime() - row.used_at.getTime() > TOUCH_MS)
    await db.query('update staff_sessions set used_at = $2 where token_hash = $1', [session, at])
  const isSteppedUp = at.getTime() - row.factor_at.getTime() < STEP_UP_MS
  return { staffId: row.staff_id, name: row.name, email: row.email, role: row.role, session, isSteppedUp }
}

/** Opens a session of eight hours and returns its token, of which only a hash is stored. `isComplete`: with the second factor. */
export async function openStaffSession(
  { db, now }: Dependencies,
  staffId: number,
  { isComplete, browser = '', address = '' }: { isComplete: boolean; browser?: string; address?: string },
): Promise<string> {
  const token = newToken()
  const at = now()
  await db.query(
    `insert into staff_sessions (token_hash, staff_id, created_at, used_at, expires_at, factor_at, browser, address)
      values ($1, $2, $3, $3, $4, $5, $6, $7)`,
    [hashOf(token), staffId, at, new Date(at.getTime() + SESSION_MS), isComplete ? at : null, browser, address],
  )
  return token
}
