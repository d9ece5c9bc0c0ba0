import { randomInt, timingSafeEqual } from 'node:crypto'
import { validate } from 'superstruct'
import { IndianMobile } from '#contract/fields/fields.ts'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { identities, otps, users } from '../db/schema/accounts.ts'
import type { Failure, RetryAfter } from '../runtime/failure.ts'
import type { ClientInfo } from '../http/register-endpoint.ts'
import type { AppContext } from '../context.ts'
import { enqueue } from '../jobs/queue.ts'
import { isKnownNetwork } from './known-networks.ts'
import { addressBuckets, bucket, type Bucket, giveBack, networkOf, type Rule, take } from '../http/rate-limits.ts'
import { addNoticeReceipts, NO_CHOICES } from './privacy-receipts.ts'
import { startSession } from './users.ts'

type OtpContext = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'sms'>
type Refusal = Failure<'refused' | 'notServed'> | RetryAfter

/** From the moment when the message is sent. */
const LIFETIME_SECONDS = 5 * 60
/** Nobody waits longer for a message. */
const UNSENT_MS = 15 * 60_000
const MAX_TRIES = 5
const REFUSED = { fault: 'refused' } as const

/** Sends a code; the reply is the same for numbers with and without an account. */
export async function sendCode(
  context: OtpContext,
  typed: string,
  { address }: ClientInfo,
): Promise<{ message: 'success' } | Refusal> {
  if (!context.sms) return { fault: 'notServed' }
  const mobile = parseMobile(typed)
  if (!mobile) return REFUSED
  const retryAfter = await take(
    context,
    await limitsOf(context, mobile, address, 'otpSendAddress', ['otpSendGap', 'otpSendNumber', 'otpSendNumberDay']),
  )
  const limited = retryAfter ?? (await take(context, [bucket(context.encryption, 'otpSendAll')]))
  if (limited) return limited
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const until = context.now().getTime() + UNSENT_MS
  await context.db.transaction(async (inner) => {
    // A new code replaces the old one and its count of tries.
    await inner.query(
      `insert into otps (mobile, code_mark, expires_at) values ($1, $2, $3)
       on conflict (mobile) do update set code_mark = excluded.code_mark, expires_at = excluded.expires_at, tries = 0`,
      [mobile, hmacOf(context, mobile, code), new Date(until + LIFETIME_SECONDS * 1000)],
    )
    await enqueue(inner, context, {
      kind: 'sms',
      to: `+91${mobile}`,
      template: 'otp',
      values: [code],
      until,
      validSeconds: LIFETIME_SECONDS,
    })
  })
  context.wake()
  return { message: 'success' }
}

export async function signInByCode(
  context: OtpContext,
  { mobile_number, otp, device_id: deviceId }: { mobile_number: string; otp: string; device_id?: string },
  client: ClientInfo,
): Promise<SignedIn | Refusal> {
  const { address, locale } = client
  const mobile = parseMobile(mobile_number)
  if (!mobile) return REFUSED
  const buckets = await limitsOf(context, mobile, address, 'otpVerifyAddress', ['otpVerifyNumber'])
  const retryAfter = await take(context, buckets)
  if (retryAfter) return retryAfter
  if (!(await spendCode(context, mobile, otp))) return REFUSED
  await giveBack(context, buckets)
  return context.db.transaction(async (inner) => {
    const { userId, isNew } = await userOf(inner, mobile, context.now())
    if (isNew) await addNoticeReceipts(inner, { userId, locale, now: context.now() }, NO_CHOICES)
    return startSession({ ...context, db: inner }, userId, { client, isNew, deviceId })
  })
}

/** Counts the try before it compares: of a hundred concurrent tries only five are compared. */
async function spendCode({ db, encryption, now }: OtpContext, mobile: string, code: string): Promise<boolean> {
  const [row] = await db.query<Pick<Row<typeof otps>, 'code_mark'>>(
    'update otps set tries = tries + 1 where mobile = $1 and expires_at > $2 and tries < $3 returning code_mark',
    [mobile, now(), MAX_TRIES],
  )
  const mark = row?.code_mark
  const expected = encryption.hmacs('otp', `${mobile} ${code}`)
  if (!mark || !expected.some((one) => timingSafeEqual(mark, one))) return false
  const deleted = await db.query('delete from otps where mobile = $1 and code_mark = $2 returning mobile', [
    mobile,
    mark,
  ])
  return deleted.length === 1
}

/** Finds or creates the user of a number that the code verified. Numbers typed into profiles are not verified and do not count. */
async function userOf(inner: Db, mobile: string, now: Date): Promise<{ userId: number; isNew: boolean }> {
  await inner.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`mobile ${mobile}`])
  const existing = await userIdOf(inner, mobile)
  if (existing) return { userId: existing, isNew: false }
  const [created] = await inner.query<Pick<Row<typeof users>, 'id'>>(
    'insert into users (mobile, country, created_at) values ($1, $2, $3) returning id',
    [mobile, 'IN', now],
  )
  const userId = created?.id ?? 0
  await inner.query(`insert into identities (provider, uid, user_id, created_at) values ('mobile', $1, $2, $3)`, [
    mobile,
    userId,
    now,
  ])
  return { userId, isNew: true }
}

async function userIdOf(db: Db, mobile: string): Promise<number | undefined> {
  const [row] = await db.query<Pick<Row<typeof identities>, 'user_id'>>(
    `select user_id from identities where provider = 'mobile' and uid = $1`,
    [mobile],
  )
  return row?.user_id
}

/** Attackers who use up the limit of a number do not use up the limits of the networks that its owner signed in from. */
async function limitsOf(
  context: OtpContext,
  mobile: string,
  address: string,
  forAddress: Rule,
  forNumber: Rule[],
): Promise<Bucket[]> {
  const network = networkOf(address)
  const isKnown = await isKnownNetwork(context, await userIdOf(context.db, mobile), address)
  return [
    ...addressBuckets(context.encryption, forAddress, address),
    ...forNumber.map((rule) => bucket(context.encryption, rule, mobile, isKnown ? network : '')),
  ]
}

const hmacOf = ({ encryption }: Pick<AppContext, 'encryption'>, mobile: string, code: string): Buffer =>
  encryption.hmac('otp', `${mobile} ${code}`)

function parseMobile(typed: string): string | undefined {
  const [error, mobile] = validate(typed, IndianMobile, { coerce: true })
  return error ? undefined : mobile
}
