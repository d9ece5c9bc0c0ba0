import { createHash } from 'node:crypto'
import type { Fields, GatewayName, Told, Verdict } from '../adapters/payment/port.ts'
import type { AppContext } from '../context.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { lookAtSales } from '../renewals/paypal-sales.ts'
import { findAttempt, type AttemptRow } from './attempts.ts'
import { settle } from './settlement.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'alarm' | 'payments'>
/** `by`: what it came by. Undefined `told`: it is not authentic. */
type Heard = { gateway: GatewayName; told: Told | undefined; body: string; order?: string; isCancel?: boolean }

const MOST_KEPT = 16_384

/**
 * What a browser carried back or a gateway pushed: kept as evidence, then the gateway's own server is asked, and only its word
 * counts. Undefined: forged, or about nothing of ours.
 */
export async function hear(
  context: Given,
  { gateway, told, body, order, isCancel = false }: Heard,
): Promise<OrderRow | undefined> {
  const attempt = told && (await findAttempt(context.db, gateway, told, order ?? null))
  if (!told || !attempt) {
    await keep(
      context,
      gateway,
      `odd ${createHash('sha256').update(body).digest('hex')}`,
      null,
      told ? 'unknown' : 'forged',
      body,
    )
    if (!told) context.alarm('forged payment message', { gateway })
    return undefined
  }
  const said = await askGateway(context, attempt)
  if (said.state === 'failed' && told.says === 'paid')
    context.alarm('gateway contradicts its message', { gateway, attempt: attempt.id })
  // A message without a seal may name anything, also what PostgreSQL stores in no text.
  await keep(context, gateway, told.fingerprint.replaceAll('\0', ' '), attempt.id, said.state, body)
  // Whoever came back by the way of cancelling has not paid, unless the gateway knows better.
  const settled = await settle(
    context,
    attempt.id,
    isCancel && said.state === 'unknown' ? { state: 'cancelled' } : said,
  )
  if (gateway === 'paypal' && attempt.isRenewing) await lookAtSales(context, attempt.id)
  return settled
}

export async function askGateway({ payments }: Pick<AppContext, 'payments'>, attempt: AttemptRow): Promise<Verdict> {
  return (await payments[attempt.gateway]?.ask(attempt)) ?? { state: 'unknown' }
}

/** The same message again only counts up. */
async function keep(
  { db, encryption, now }: Given,
  gateway: GatewayName,
  fingerprint: string,
  attemptId: number | null,
  verdict: string,
  body: string,
): Promise<void> {
  await db.query(
    `insert into payment_events as e (gateway, fingerprint, attempt_id, verdict, body, received_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (gateway, fingerprint) do update set times = e.times + 1, verdict = excluded.verdict`,
    [gateway, fingerprint, attemptId, verdict, encryption.lock(body.slice(0, MOST_KEPT)), now()],
  )
}

/** Names and values of a form. A name that comes twice makes it nobody's: gateways never send one. */
export function fieldsOf(body: string): Fields {
  const values = new URLSearchParams(body)
  const names = [...values.keys()]
  return new Set(names).size === names.length ? Object.fromEntries(values) : {}
}
