import { randomInt, timingSafeEqual } from 'node:crypto'
import { validate } from 'superstruct'
import { IndianMobile, type SignedIn } from '#contract/index.ts'
import type { Db } from '../db/connect.ts'
import type { Failure, Wait } from '../lib/outcome.ts'
import type { Origin } from '../lib/serve.ts'
import type { World } from '../world.ts'
import { enqueue } from './jobs.ts'
import { isKnown } from './known.ts'
import { bucket, giveBack, networkOf, take, type Bucket, type Rule } from './limits.ts'
import { letIn } from './users.ts'

type Given = Pick<World, 'db' | 'vault' | 'now' | 'wake' | 'sms'>
type Refusal = Failure<'refused' | 'notServed'> | Wait

const LIFE_MS = 5 * 60_000
const MOST_TRIES = 5
const REFUSED = { fault: 'refused' } as const

/** The same for numbers with and without an account. */
export async function sendCode(world: Given, typed: string, { address }: Origin): Promise<{ message: 'success' } | Refusal> {
  if (!world.sms) return { fault: 'notServed' }
  const mobile = indian(typed)
  if (!mobile) return REFUSED
  const wait = await take(world, await bucketsOf(world, mobile, address, 'otpSendAddress', ['otpSendGap', 'otpSendNumber', 'otpSendNumberDay']))
  const full = wait ?? (await take(world, [bucket(world.vault, 'otpSendAll')]))
  if (full) return full
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const until = world.now().getTime() + LIFE_MS
  await world.db.transaction(async (inner) => {
    // A new code takes the place of the old one, and of the tries it had.
    await inner.query(
      `insert into otps (mobile, code_mark, expires_at) values ($1, $2, $3)
       on conflict (mobile) do update set code_mark = excluded.code_mark, expires_at = excluded.expires_at, tries = 0`,
      [mobile, markOf(world, mobile, code), new Date(until)],
    )
    await enqueue(inner, world, { kind: 'sms', to: `+91${mobile}`, template: 'otp', values: [code], until })
  })
  world.wake()
  return { message: 'success' }
}

export async function signInByCode(
  world: Given,
  { mobile_number, otp }: { mobile_number: string; otp: string },
  { address }: Origin,
): Promise<SignedIn | Refusal> {
  const mobile = indian(mobile_number)
  if (!mobile) return REFUSED
  const buckets = await bucketsOf(world, mobile, address, 'otpVerifyAddress', ['otpVerifyNumber'])
  const wait = await take(world, buckets)
  if (wait) return wait
  if (!(await spendCode(world, mobile, otp))) return REFUSED
  await giveBack(world, buckets)
  return world.db.transaction(async (inner) => {
    const { userId, isNew } = await userOf(inner, mobile, world.now())
    return letIn({ ...world, db: inner }, userId, { address, isNew })
  })
}

/** The try is counted before it is compared: of a hundred at once five are. */
async function spendCode({ db, vault, now }: Given, mobile: string, code: string): Promise<boolean> {
  const [row] = await db.query<{ code_mark: Buffer }>(
    'update otps set tries = tries + 1 where mobile = $1 and expires_at > $2 and tries < $3 returning code_mark',
    [mobile, now(), MOST_TRIES],
  )
  const mark = markOf({ vault }, mobile, code)
  if (!row || !timingSafeEqual(row.code_mark, mark)) return false
  const spent = await db.query('delete from otps where mobile = $1 and code_mark = $2 returning mobile', [mobile, mark])
  return spent.length === 1
}

/** By the number that was proved. What others typed into their profiles as their number says nothing. */
async function userOf(inner: Db, mobile: string, now: Date): Promise<{ userId: number; isNew: boolean }> {
  await inner.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`mobile ${mobile}`])
  const known = await idOf(inner, mobile)
  if (known) return { userId: known, isNew: false }
  const [made] = await inner.query<{ id: number }>('insert into users (mobile, country, created_at) values ($1, $2, $3) returning id', [mobile, 'IN', now])
  const userId = made?.id ?? 0
  await inner.query(`insert into identities (provider, uid, user_id, created_at) values ('mobile', $1, $2, $3)`, [mobile, userId, now])
  return { userId, isNew: true }
}

async function idOf(db: Db, mobile: string): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(`select user_id from identities where provider = 'mobile' and uid = $1`, [mobile])
  return row?.user_id
}

/** Strangers who use up a number leave its owner the count of the places he came from before. */
async function bucketsOf(world: Given, mobile: string, address: string, forAddress: Rule, forNumber: Rule[]): Promise<Bucket[]> {
  const network = networkOf(address)
  const known = await isKnown(world, await idOf(world.db, mobile), address)
  return [bucket(world.vault, forAddress, network), ...forNumber.map((rule) => bucket(world.vault, rule, mobile, known ? network : ''))]
}

const markOf = ({ vault }: Pick<Given, 'vault'>, mobile: string, code: string): Buffer => vault.mark('otp', `${mobile} ${code}`)

function indian(typed: string): string | undefined {
  const [error, mobile] = validate(typed, IndianMobile, { coerce: true })
  return error ? undefined : mobile
}
