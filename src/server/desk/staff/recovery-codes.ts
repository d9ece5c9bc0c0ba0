import { randomInt } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'

const CODES = 10
const LENGTH = 10
/** Without 0, 1, i, l and o, which look alike on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

type Dependencies = Pick<AppContext, 'encryption'> & { db: Db }

const plain = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '')

/** New codes in the place of all earlier ones; only their keyed hashes are stored. */
export async function issueRecoveryCodes({ db, encryption }: Dependencies, staffId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () =>
    Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  )
  await db.query('delete from staff_recovery_codes where staff_id = $1', [staffId])
  await db.query('insert into staff_recovery_codes (code_mark, staff_id) select unnest($1::bytea[]), $2', [
    codes.map((code) => encryption.hmac('recovery code', `${staffId} ${code}`)),
    staffId,
  ])
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Takes a code once. */
export async function spendRecoveryCode(
  { db, encryption }: Dependencies,
  staffId: number,
  code: string,
): Promise<boolean> {
  const typed = plain(code)
  if (typed.length !== LENGTH) return false
  const taken = await db.query(
    'delete from staff_recovery_codes where staff_id = $1 and code_mark = any($2) returning staff_id',
    [staffId, encryption.hmacs('recovery code', `${staffId} ${typed}`)],
  )
  return taken.length > 0
}
