import { createHash } from 'node:crypto'
import type { Fields, GatewayMessage, GatewayName, PaymentStatus } from '../adapters/payment/port.ts'
import type { AppContext } from '../context.ts'
import { addressBuckets, bucket, take } from '../http/rate-limits.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { findAttempt, type AttemptRow } from './attempts.ts'
import type { PaymentDependencies } from './payment-hooks.ts'
import { settle } from './settlement.ts'

/** `message` is undefined when the body is not authentic. `orderToken` accepts only messages about that order. */
type GatewayReply = {
  gateway: GatewayName
  message: GatewayMessage | undefined
  body: string
  orderToken?: string
  isCancel?: boolean
  /** Of who sent it. */
  address: string
}

const MAX_STORED_BODY = 16_384

/**
 * Handles what a browser brought back or a webhook delivered. The body is stored as evidence; the status comes from the
 * gateway's own server only. Undefined: the message is forged, or names no attempt.
 */
export async function handleGatewayReply(
  context: PaymentDependencies,
  { gateway, message, body, orderToken, isCancel = false, address }: GatewayReply,
): Promise<OrderRow | undefined> {
  const attempt = message && (await findAttempt(context.db, gateway, message, orderToken ?? null))
  if (!message || !attempt) {
    const fingerprint = `odd ${createHash('sha256').update(body).digest('hex')}`
    const evidence = (await isFlood(context, address)) ? '' : body
    await storeEvent(context, gateway, fingerprint, null, message ? 'unknown' : 'forged', evidence)
    if (!message) context.alarm('forged payment message', { gateway })
    return undefined
  }
  const status = await currentStatus(context, attempt)
  if (status.state === 'failed' && message.claims === 'paid')
    context.alarm('gateway contradicts its message', { gateway, attempt: attempt.id })
  // PostgreSQL stores no NUL in text, and an unsigned message may hold one.
  await storeEvent(context, gateway, message.fingerprint.replaceAll('\0', ' '), attempt.id, status.state, body)
  // A browser on the cancel address has not paid, unless the gateway knows better.
  const order = await settle(
    context,
    attempt.id,
    isCancel && status.state === 'unknown' ? { state: 'cancelled' } : status,
  )
  await context.paymentHooks.onReplySettled(context, attempt)
  return order
}

/** Beyond the limit forged messages leave a hash and no body: nobody fills the disk. */
async function isFlood(context: Pick<AppContext, 'db' | 'encryption' | 'now'>, address: string): Promise<boolean> {
  const buckets = addressBuckets(context.encryption, 'oddReplyAddress', address)
  return (await take(context, [...buckets, bucket(context.encryption, 'oddReplyAll')])) !== undefined
}

/** Asks the gateway's server, the only source that may change money. */
export async function fetchStatus(
  { payments }: Pick<AppContext, 'payments'>,
  attempt: AttemptRow,
): Promise<PaymentStatus> {
  const acceptedPayment = attempt.state === 'paid' ? attempt.gatewayPayment : null
  return (await payments[attempt.gateway]?.fetchStatus({ ...attempt, acceptedPayment })) ?? { state: 'unknown' }
}

/** As `fetchStatus`, also for payments that the gateway debited by itself. */
export async function currentStatus(context: PaymentDependencies, attempt: AttemptRow): Promise<PaymentStatus> {
  return (await context.paymentHooks.gatewayDebitStatus(context, attempt)) ?? fetchStatus(context, attempt)
}

/** A repeated message raises the counter of its row. */
async function storeEvent(
  { db, encryption, now }: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  gateway: GatewayName,
  fingerprint: string,
  attemptId: number | null,
  state: string,
  body: string,
): Promise<void> {
  await db.query(
    `insert into payment_events as e (gateway, fingerprint, attempt_id, verdict, body, received_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (gateway, fingerprint) do update set times = e.times + 1, verdict = excluded.verdict`,
    [gateway, fingerprint, attemptId, state, body && encryption.encrypt(body.slice(0, MAX_STORED_BODY)), now()],
  )
}

/** The fields of a form. Empty when a name comes twice: gateways never send such a form, and which value counts would be open. */
export function fieldsOf(body: string): Fields {
  const values = new URLSearchParams(body)
  const names = [...values.keys()]
  return new Set(names).size === names.length ? Object.fromEntries(values) : {}
}
