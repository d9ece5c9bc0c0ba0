import { randomInt, timingSafeEqual } from 'node:crypto'
import { validate } from 'superstruct'
import { IndianMobile } from '#contract/fields.ts'
import type { SignedIn } from '#contract/accounts.ts'
import type { Db } from '../db/connect.ts'
import type { Failure, Wait } from '../runtime/failure.ts'
import type { Origin } from '../http/register-endpoint.ts'
import type { AppContext } from '../context.ts'
import { enqueue } from '../jobs/queue.ts'
import { isKnown } from './known-networks.ts'
import { bucket, giveBack, networkOf, take, type Bucket, type Rule } from '../http/rate-limits.ts'
import { letIn } from './users.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'sms'>
type Refusal = Failure<'refused' | 'notServed'> | Wait

const LIFE_MS = 5 * 60_000
const MOST_TRIES = 5
const REFUSED = { fault: 'refused' } as const

/** The same for numbers with and without an account. */
export async function sendCode(
  context: Given,
  typed: string,
  { address }: Origin,
): Promise<{ message: 'success' } | Refusal> {
  if (!context.sms) return { fault: 'notServed' }
  const mobile = indian(typed)
  if (!mobile) return REFUSED
  const wait = await take(
    context,
    await bucketsOf(context, mobile, address, 'otpSendAddress', ['otpSendGap', 'otpSendNumber', 'otpSendNumberDay']),
  )
  const full = wait ?? (await take(context, [bucket(context.encryption, 'otpSendAll')]))
  if (full) return full
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const until = context.now().getTime() + LIFE_MS
  await context.db.transaction(async (inner) => {
    // A new code takes the place of the old one, and of the tries it had.
    await inner.query(
      `insert into otps (mobile, code_mark, expires_at) values ($1, $2, $3)
       on conflict (mobile) do update set code_mark = excluded.code_mark, expires_at = excluded.expires_at, tries = 0`,
      [mobile, markOf(context, mobile, code), new Date(until)],
    )
    await enqueue(inner, context, { kind: 'sms', to: `+91${mobile}`, template: 'otp', values: [code], until })
  })
  context.wake()
  return { message: 'success' }
}

export async function signInByCode(
  context: Given,
  { mobile_number, otp }: { mobile_number: string; otp: string },
  { address }: Origin,
): Promise<SignedIn | Refusal> {
  const mobile = indian(mobile_number)
  if (!mobile) return REFUSED
  const buckets = await bucketsOf(context, mobile, address, 'otpVerifyAddress', ['otpVerifyNumber'])
  const wait = await take(context, buckets)
  if (wait) return wait
  if (!(await spendCode(context, mobile, otp))) return REFUSED
  await giveBack(context, buckets)
  return context.db.transaction(async (inner) => {
    const { userId, isNew } = await userOf(inner, mobile, context.now())
    return letIn({ ...context, db: inner }, userId, { address, isNew })
  })
}

/** The try is counted before it is compared: of a hundred at once five are. */
async function spendCode({ db, encryption, now }: Given, mobile: string, code: string): Promise<boolean> {
  const [row] = await db.query<{ code_mark: Buffer }>(
    'update otps set tries = tries + 1 where mobile = $1 and expires_at > $2 and tries < $3 returning code_mark',
    [mobile, now(), MOST_TRIES],
  )
  const mark = markOf({ encryption }, mobile, code)
  if (!row || !timingSafeEqual(row.code_mark, mark)) return false
  const spent = await db.query('delete from otps where mobile = $1 and code_mark = $2 returning mobile', [mobile, mark])
  return spent.length === 1
}

/** By the number that was proved. What others typed into their profiles as their number says nothing. */
async function userOf(inner: Db, mobile: string, now: Date): Promise<{ userId: number; isNew: boolean }> {
  await inner.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`mobile ${mobile}`])
  const known = await idOf(inner, mobile)
  if (known) return { userId: known, isNew: false }
  const [made] = await inner.query<{ id: number }>(
    'insert into users (mobile, country, created_at) values ($1, $2, $3) returning id',
    [mobile, 'IN', now],
  )
  const userId = made?.id ?? 0
  await inner.query(`insert into identities (provider, uid, user_id, created_at) values ('mobile', $1, $2, $3)`, [
    mobile,
    userId,
    now,
  ])
  return { userId, isNew: true }
}

async function idOf(db: Db, mobile: string): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(
    `select user_id from identities where provider = 'mobile' and uid = $1`,
    [mobile],
  )
  return row?.user_id
}

/** Strangers who use up a number leave its owner the count of the places he came from before. */
async function bucketsOf(
  context: Given,
  mobile: string,
  address: string,
  forAddress: Rule,
  forNumber: Rule[],
): Promise<Bucket[]> {
  const network = networkOf(address)
  const known = await isKnown(context, await idOf(context.db, mobile), address)
  return [
    bucket(context.encryption, forAddress, network),
    ...forNumber.map((rule) => bucket(context.encryption, rule, mobile, known ? network : '')),
  ]
}

const markOf = ({ encryption }: Pick<Given, 'encryption'>, mobile: string, code: string): Buffer =>
  encryption.mark('otp', `${mobile} ${code}`)

function indian(typed: string): string | undefined {
  const [error, mobile] = validate(typed, IndianMobile, { coerce: true })
  return error ? undefined : mobile
}
