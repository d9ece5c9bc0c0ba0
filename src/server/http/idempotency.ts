import { createHash } from 'node:crypto'
import { DAY_MS } from '#contract/time/day.ts'
import type { Row } from '../db/row.ts'
import type { idempotencyKeys } from '../db/schema/orders/payments.ts'
import { isFailure, isRetryAfter } from '../runtime/failure.ts'
import type { RunOnce } from './register-endpoint.ts'
import type { AppContext } from '../context.ts'

type IdempotencyContext = Pick<AppContext, 'db' | 'encryption' | 'now'>
type StoredReply = Pick<Row<typeof idempotencyKeys>, 'payload' | 'reply'>

const RETENTION_MS = DAY_MS
/** Longer than any request takes: afterwards the key of a killed process can be used again. */
const LEASE_MS = 60_000

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Stores replies and final refusals; a request that failed or was rate-limited may be repeated under its key. */
export function createIdempotency(context: IdempotencyContext): RunOnce {
  return async (parts, payload, work) => {
    const [key, payloadHash] = [hash(JSON.stringify(parts)), hash(payload)]
    const stored = await claim(context, key, payloadHash)
    if (stored) return storedReply(context, stored, payloadHash)
    try {
      const reply = await work()
      if (isRetryAfter(reply) || (isFailure(reply) && reply.fault === 'tooMany')) await release(context, key)
      else await store(context, key, reply)
      return reply
    } catch (error) {
      // While the database is away, the lease of the key ends by itself.
      await release(context, key).catch(() => undefined)
      throw error
    }
  }
}

/** Claims the key; undefined when this request is the one to do the work. */
async function claim({ db, now }: IdempotencyContext, key: Buffer, payload: Buffer): Promise<StoredReply | undefined> {
  const at = now()
  const claimed = await db.query(
    `insert into idempotency_keys as k (key, payload, expires_at) values ($1, $2, $3)
     on conflict (key) do update set payload = excluded.payload, reply = null, expires_at = excluded.expires_at where k.expires_at <= $4 returning key`,
    [key, payload, new Date(at.getTime() + LEASE_MS), at],
  )
  if (claimed.length > 0) return undefined
  const [row] = await db.query<StoredReply>('select payload, reply from idempotency_keys where key = $1', [key])
  return row ?? { payload, reply: null }
}

function storedReply({ encryption }: IdempotencyContext, { payload, reply }: StoredReply, payloadHash: Buffer): object {
  if (!payload.equals(payloadHash)) return { fault: 'keyReused' }
  return reply ? (JSON.parse(encryption.decrypt(reply)) as object) : { fault: 'inFlight' }
}

async function store({ db, encryption, now }: IdempotencyContext, key: Buffer, reply: object): Promise<void> {
  const expiresAt = new Date(now().getTime() + RETENTION_MS)
  await db.query('update idempotency_keys set reply = $2, expires_at = $3 where key = $1', [
    key,
    encryption.encrypt(JSON.stringify(reply)),
    expiresAt,
  ])
}

async function release({ db }: IdempotencyContext, key: Buffer): Promise<void> {
  await db.query('delete from idempotency_keys where key = $1', [key])
}

export async function forgetKeys({ db, now }: IdempotencyContext): Promise<void> {
  await db.query('delete from idempotency_keys where expires_at < $1', [now()])
}
