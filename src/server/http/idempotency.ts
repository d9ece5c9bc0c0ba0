import { createHash } from 'node:crypto'
import { isFailure, isWait } from '../runtime/failure.ts'
import type { Once } from './register-endpoint.ts'
import type { AppContext } from '../context.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now'>
type Row = { payload: Buffer; reply: Buffer | null }

const KEPT_MS = 24 * 3_600_000
/** Longer than any call takes: a key of a process that was killed is free again. */
const LEASE_MS = 60_000

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Keeps answers and definite refusals; a call that broke or has to wait may be sent again under its key. */
export function createOnce(context: Given): Once {
  return async (parts, payload, work) => {
    const [key, wanted] = [hash(JSON.stringify(parts)), hash(payload)]
    const found = await claim(context, key, wanted)
    if (found) return answerOf(context, found, wanted)
    try {
      const answer = await work()
      if (isWait(answer) || (isFailure(answer) && answer.fault === 'tooMany')) await free(context, key)
      else await keep(context, key, answer)
      return answer
    } catch (error) {
      await free(context, key)
      throw error
    }
  }
}

/** Undefined: it is ours to do. */
async function claim({ db, now }: Given, key: Buffer, payload: Buffer): Promise<Row | undefined> {
  const at = now()
  const taken = await db.query(
    `insert into idempotency_keys as k (key, payload, expires_at) values ($1, $2, $3)
     on conflict (key) do update set payload = excluded.payload, reply = null, expires_at = excluded.expires_at where k.expires_at <= $4 returning key`,
    [key, payload, new Date(at.getTime() + LEASE_MS), at],
  )
  if (taken.length > 0) return undefined
  const [row] = await db.query<Row>('select payload, reply from idempotency_keys where key = $1', [key])
  return row ?? { payload, reply: null }
}

function answerOf({ encryption }: Given, { payload, reply }: Row, wanted: Buffer): object {
  if (!payload.equals(wanted)) return { fault: 'keyReused' }
  return reply ? (JSON.parse(encryption.open(reply)) as object) : { fault: 'inFlight' }
}

async function keep({ db, encryption, now }: Given, key: Buffer, answer: object): Promise<void> {
  const ends = new Date(now().getTime() + KEPT_MS)
  await db.query('update idempotency_keys set reply = $2, expires_at = $3 where key = $1', [
    key,
    encryption.lock(JSON.stringify(answer)),
    ends,
  ])
}

async function free({ db }: Given, key: Buffer): Promise<void> {
  await db.query('delete from idempotency_keys where key = $1', [key])
}

export async function forgetKeys({ db, now }: Given): Promise<void> {
  await db.query('delete from idempotency_keys where expires_at < $1', [now()])
}
