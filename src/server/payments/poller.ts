import { rethrow, type Failed } from '../runtime/rethrow.ts'
import type { AppContext } from '../context.ts'
import { withdraw } from '../orders/order-rows.ts'
import { attemptById, type AttemptRow } from './attempts.ts'
import { askGateway } from './gateway-replies.ts'
import { settle } from './settlement.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'alarm' | 'payments'>

const LEASE_MS = 60_000
const MOST_CHECKS = 14
const MOST_GAP_MS = 12 * 3_600_000
const AT_ONCE = 20

/** Finds what browsers that never came back have paid, ends what nobody paid, and sends back what has to go back. One that fails holds up no other. */
export async function pollPayments(
  context: Given,
  isStopping: () => boolean = () => false,
  failed: Failed = rethrow,
): Promise<void> {
  await lookAtAll(context, isStopping).catch(failed)
  await expire(context).catch(failed)
  if (!isStopping()) await sendRefunds(context, failed).catch(failed)
}

async function lookAtAll(context: Given, isStopping: () => boolean): Promise<void> {
  for (let left = AT_ONCE; left > 0 && !isStopping(); left -= 1) {
    const attempt = await claim(context)
    if (!attempt) break
    await look(context, attempt)
  }
}

/** Any number of processes: one looks, with longer and longer waits between its looks. */
async function claim({ db, now }: Given): Promise<AttemptRow | undefined> {
  const at = now()
  return db.transaction(async (inner) => {
    const [due] = await inner.query<{ id: number }>(
      'select id from payment_attempts where check_at <= $1 order by check_at limit 1 for update skip locked',
      [at],
    )
    if (!due) return undefined
    const attempt = await attemptById(inner, due.id)
    const gap = Math.min(LEASE_MS * 2 ** (attempt.checks + 1), MOST_GAP_MS)
    const isLast = attempt.checks + 1 >= MOST_CHECKS
    await inner.query('update payment_attempts set checks = checks + 1, check_at = $2 where id = $1', [
      due.id,
      isLast ? null : new Date(at.getTime() + gap),
    ])
    return attempt
  })
}

async function look(context: Given, attempt: AttemptRow): Promise<void> {
  await settle(context, attempt.id, await askGateway(context, attempt))
}

/** An order whose time is over, and for which no money is on its way. */
async function expire({ db, now }: Given): Promise<void> {
  await db.transaction(async (inner) => {
    const over = await inner.query<{ id: number }>(
      `select id from orders o where status = 'open' and expires_at <= $1
         and not exists (select 1 from payment_attempts a where a.order_id = o.id and a.state in ('pending', 'held')) limit 200 for update skip locked`,
      [now()],
    )
    for (const { id } of over) await withdraw(inner, id, 'cancelled')
  })
}

type Refund = { id: number; key: string; attemptId: number; amount: number; tries: number }

async function sendRefunds(context: Given, failed: Failed): Promise<void> {
  const { db, now } = context
  const due = await db.query<Refund>(
    `update refunds set tries = tries + 1, due_at = $2 where id in
       (select id from refunds where state = 'queued' and due_at <= $1 order by due_at limit 20 for update skip locked)
     returning id, key, attempt_id as "attemptId", amount, tries`,
    [now(), new Date(now().getTime() + 10 * LEASE_MS)],
  )
  for (const refund of due) await sendRefund(context, refund).catch(failed)
}

/** Under a key that makes a second sending the same refund. */
async function sendRefund(context: Given, { id, key, attemptId, amount, tries }: Refund): Promise<void> {
  const { db, payments, alarm } = context
  const attempt = await db.transaction((inner) => attemptById(inner, attemptId))
  const { gateway, gatewayPayment: paymentId, currency } = attempt
  if (paymentId !== null && (await payments[gateway]?.refund({ ...attempt, amount, paymentId }, key))) {
    // Settled first: who is killed in between sends the same refund again, under the same key.
    await settle(context, attemptId, { state: 'refunded', paymentId, amount, currency })
    await db.query(`update refunds set state = 'done' where id = $1`, [id])
  } else if (tries % 10 === 0) alarm('refund not taken', { gateway, attempt: attemptId, tries })
}
