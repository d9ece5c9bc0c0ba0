import type { Db } from '../db/connect.ts'
import type { Wait } from '../runtime/failure.ts'
import type { Encryption } from '../runtime/encryption.ts'

/** So many tries of a key in so many seconds. */
export type Bucket = { key: string; most: number; seconds: number }
type Given = { db: Db; encryption: Encryption; now: () => Date }

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Two for each call: the account that is tried and the address that tries. */
export const RULES = {
  signInAddress: { most: 60, seconds: 15 * MINUTE },
  signInAccount: { most: 10, seconds: 15 * MINUTE },
  changePassword: { most: 10, seconds: 15 * MINUTE },
  myData: { most: 5, seconds: HOUR },
  otpSendGap: { most: 1, seconds: MINUTE },
  otpSendNumber: { most: 5, seconds: HOUR },
  otpSendNumberDay: { most: 10, seconds: DAY },
  otpSendAddress: { most: 20, seconds: HOUR },
  /** Against pumping of paid messages from many addresses at once. */
  otpSendAll: { most: 5_000, seconds: DAY },
  otpVerifyNumber: { most: 25, seconds: HOUR },
  otpVerifyAddress: { most: 60, seconds: 15 * MINUTE },
  linkAccount: { most: 5, seconds: HOUR },
  linkAddress: { most: 20, seconds: HOUR },
  audition: { most: 5, seconds: DAY },
  auditionTry: { most: 30, seconds: HOUR },
  recordingStart: { most: 60, seconds: HOUR },
  /** Ten recordings of the largest size. */
  recordingPart: { most: 350, seconds: HOUR },
  picture: { most: 20, seconds: HOUR },
  couponOwner: { most: 15, seconds: 15 * MINUTE },
  couponAddress: { most: 60, seconds: 15 * MINUTE },
  gifterAddress: { most: 20, seconds: HOUR },
  redeemOwner: { most: 15, seconds: HOUR },
  redeemAddress: { most: 60, seconds: HOUR },
} as const satisfies Record<string, { most: number; seconds: number }>
export type Rule = keyof typeof RULES

/** Keys are sealed: the table lists nobody. */
export function bucket(encryption: Encryption, rule: Rule, ...who: string[]): Bucket {
  return { ...RULES[rule], key: `${rule}:${encryption.mark('limit', who.join(' ')).toString('base64url')}` }
}

/** Calls of one row from one network. */
export function callsOf(
  encryption: Encryption,
  path: string,
  address: string,
  rule: { most: number; seconds: number },
): Bucket {
  return { ...rule, key: `call:${encryption.mark('limit', `${path} ${networkOf(address)}`).toString('base64url')}` }
}

/** A whole network of IPv6 belongs to one caller: addresses in it cost nothing. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const full = address.includes('::')
    ? [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
    : left
  return full.slice(0, 4).join(':')
}

/**
 * Takes a try of each bucket in turn, before the work it stands for: of fifty at once only as many as are left pass. Stops
 * at the first that is empty, so an address that has to wait does not use up the account it aims at.
 */
export async function take({ db, now }: Given, buckets: Bucket[]): Promise<Wait | undefined> {
  for (const { key, most, seconds } of buckets) {
    const at = now()
    const [row] = await db.query<{ count: number; ends_at: Date }>(
      `insert into limits as l (key, count, ends_at) values ($1, 1, $2)
       on conflict (key) do update set count = case when l.ends_at <= $3 then 1 else least(l.count, 1000000) + 1 end,
         ends_at = case when l.ends_at <= $3 then excluded.ends_at else l.ends_at end
       returning count, ends_at`,
      [key, new Date(at.getTime() + seconds * 1000), at],
      'limit',
    )
    if (row && row.count > most) return { wait: Math.max(1, Math.ceil((row.ends_at.getTime() - at.getTime()) / 1000)) }
  }
  return undefined
}

/** A try that turned out well does not count. */
export async function giveBack({ db }: Given, buckets: Bucket[]): Promise<void> {
  await db.query('update limits set count = count - 1 where key = any($1) and count > 0', [
    buckets.map(({ key }) => key),
  ])
}

export async function forgetLimits({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  await db.query('delete from limits where ends_at < $1', [now()])
}
