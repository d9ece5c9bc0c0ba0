import type { Row } from '../db/row.ts'
import type { limits } from '../db/schema/accounts.ts'
import type { AppContext } from '../context.ts'
import type { RetryAfter } from '../runtime/failure.ts'
import type { Encryption } from '../runtime/encryption.ts'

/** At most `most` attempts of a key in `seconds`. */
export type Bucket = { key: string; most: number; seconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Most calls have two rules: one for the account and one for the client's address. */
export const RULES = {
  signInAddress: { most: 60, seconds: 15 * MINUTE },
  signInAccount: { most: 10, seconds: 15 * MINUTE },
  /** The desk: passwords from one network, of one account from one network, and second factors of one person. */
  deskAddress: { most: 60, seconds: 15 * MINUTE },
  deskAccount: { most: 10, seconds: 15 * MINUTE },
  /** Of one account from all networks in which its owner has not signed in. */
  deskStrangers: { most: 100, seconds: HOUR },
  deskFactor: { most: 10, seconds: 15 * MINUTE },
  deskInvitation: { most: 60, seconds: 15 * MINUTE },
  changePassword: { most: 10, seconds: 15 * MINUTE },
  myData: { most: 5, seconds: HOUR },
  otpSendGap: { most: 1, seconds: MINUTE },
  otpSendNumber: { most: 5, seconds: HOUR },
  otpSendNumberDay: { most: 10, seconds: DAY },
  otpSendAddress: { most: 20, seconds: HOUR },
  /** Against SMS pumping from many addresses at once. */
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
  giverAddress: { most: 20, seconds: HOUR },
  /** Codes that open nothing. */
  giftAddress: { most: 30, seconds: HOUR },
  giftVoice: { most: 40, seconds: HOUR },
  giftAgain: { most: 3, seconds: DAY },
  redeemOwner: { most: 15, seconds: HOUR },
  redeemAddress: { most: 60, seconds: HOUR },
  /** Somebody who changes a cart again and again makes an order each time. */
  orderOwner: { most: 60, seconds: HOUR },
  /** Webhooks and returns: a gateway repeats what was refused. */
  gatewayAddress: { most: 3_000, seconds: 10 * MINUTE },
  /** Of messages about payments that fit no order, more are kept as a hash only. */
  oddReplyAddress: { most: 20, seconds: HOUR },
  oddReplyAll: { most: 2_000, seconds: DAY },
} as const satisfies Record<string, { most: number; seconds: number }>
export type Rule = keyof typeof RULES

/** Keys are keyed hashes, so the table names nobody. */
export function bucket(encryption: Encryption, rule: Rule, ...parts: string[]): Bucket {
  return { ...RULES[rule], key: `${rule}:${encryption.hmac('limit', parts.join(' ')).toString('base64url')}` }
}

/** A site of a provider has a /48 with 65,536 networks: together they may do as much as this many. */
const NETWORKS_OF_SITE = 8

/** Buckets of a rule for the network of an address, and for the /48 around it. */
export function addressBuckets(encryption: Encryption, rule: Rule, address: string): Bucket[] {
  return ofNetworks(address, RULES[rule].most, (network, most) => ({ ...bucket(encryption, rule, network), most }))
}

/** The buckets of one endpoint and one network, and of the /48 around it. */
export function callsOf(
  encryption: Encryption,
  path: string,
  address: string,
  rule: { most: number; seconds: number },
): Bucket[] {
  return ofNetworks(address, rule.most, (network, most) => ({
    seconds: rule.seconds,
    most,
    key: `call:${encryption.hmac('limit', `${path} ${network}`).toString('base64url')}`,
  }))
}

/** A bucket for the network of an address, and one for its site. */
function ofNetworks(address: string, most: number, of: (network: string, most: number) => Bucket): Bucket[] {
  const site = siteOf(address)
  return [of(networkOf(address), most), ...(site ? [of(site, most * NETWORKS_OF_SITE)] : [])]
}

/** The /48 of an IPv6 address; undefined for IPv4. */
function siteOf(address: string): string | undefined {
  const parts = networkOf(address).split(':')
  return parts.length === 4 ? `${parts.slice(0, 3).join(':')}::/48` : undefined
}

/** The network of an address: IPv4 as it is, IPv6 as its /64, because one client has a whole /64. */
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
 * Takes one attempt from each bucket, before the work: of fifty concurrent attempts only the remaining number pass. Stops at
 * the first empty bucket, so that a limited address does not use up the limit of the account that it attacks.
 */
export async function take(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  buckets: Bucket[],
): Promise<RetryAfter | undefined> {
  for (const { key, most, seconds } of buckets) {
    const at = now()
    const [row] = await db.query<Pick<Row<typeof limits>, 'count' | 'ends_at'>>(
      `insert into limits as l (key, count, ends_at) values ($1, 1, $2)
       on conflict (key) do update set count = case when l.ends_at <= $3 then 1 else least(l.count, 1000000) + 1 end,
         ends_at = case when l.ends_at <= $3 then excluded.ends_at else l.ends_at end
       returning count, ends_at`,
      [key, new Date(at.getTime() + seconds * 1000), at],
      'limit',
    )
    if (row && row.count > most)
      return { retryAfter: Math.max(1, Math.ceil((row.ends_at.getTime() - at.getTime()) / 1000)) }
  }
  return undefined
}

/** Returns the attempts after a success: only failures count. An empty bucket goes, for its end would tell when the success was. */
export async function giveBack({ db }: Pick<AppContext, 'db'>, buckets: Bucket[]): Promise<void> {
  const keys = buckets.map(({ key }) => key)
  await db.query('update limits set count = count - 1 where key = any($1) and count > 0', [keys])
  await db.query('delete from limits where key = any($1) and count = 0', [keys])
}

export async function forgetLimits({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await db.query('delete from limits where ends_at < $1', [now()])
}

/** The largest number of attempts that one of the buckets has counted. */
export async function attemptsIn({ db, now }: Pick<AppContext, 'db' | 'now'>, buckets: Bucket[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select coalesce(max(count), 0)::int as count from limits where key = any($1) and ends_at > $2',
    [buckets.map(({ key }) => key), now()],
  )
  return row?.count ?? 0
}
