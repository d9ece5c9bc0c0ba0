import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import { IS_OPEN_PAYMENT } from '../db/payment-states.ts'
import type { mandates } from '../db/schema/orders/renewals.ts'
import type { PaymentDependencies } from '../payments/payment-hooks.ts'
import { rethrow, type OnError } from '../runtime/on-error.ts'
import { debitNext } from './debits/debits.ts'
import { openPeriods, sendNextNotice } from './notices.ts'
import { askNextDebit, pollNextSale } from './debits/paypal-sales.ts'

const MAX_STEPS_PER_RUN = 20
const GAP_MS = 60_000
const MAX_GAP_MS = 12 * 3_600_000
/** A buyer may still authorise a mandate at the gateway for this long. */
const REQUEST_LIFE = '30 days'

/** Sends notices, makes debits, finds sales without a webhook and revokes ended mandates. */
export async function pollRenewals(
  context: PaymentDependencies,
  isStopping: () => boolean = () => false,
  failed: OnError = rethrow,
): Promise<void> {
  await openPeriods(context).catch(failed)
  for (const step of [sendNextNotice, debitNext, pollNextSale, askNextDebit, revokeNext])
    await repeat(() => step(context), isStopping).catch(failed)
  await deleteUnusedMandates(context).catch(failed)
  context.wake()
}

async function repeat(step: () => Promise<boolean>, isStopping: () => boolean): Promise<void> {
  for (let left = MAX_STEPS_PER_RUN; left > 0 && !isStopping() && (await step()); left -= 1);
}

/** A pending or held payment keeps its mandate: it may still be accepted. */
async function deleteUnusedMandates({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await db.query(
    `delete from mandates m where state = 'asked' and created_at < $1::timestamptz - $2::interval
       and not exists (select 1 from payment_attempts a where a.id = m.attempt_id and ${IS_OPEN_PAYMENT})`,
    [now(), REQUEST_LIFE],
  )
}

type EndedMandate = Pick<Row<typeof mandates>, 'id' | 'gateway_mandate' | 'tries'> & { gateway: 'payu' | 'paypal' }

/** Repeats until the gateway has revoked the mandate. */
async function revokeNext({
  db,
  now,
  payments,
  alarm,
}: Pick<AppContext, 'db' | 'now' | 'payments' | 'alarm'>): Promise<boolean> {
  const at = now()
  const [mandate] = await db.query<EndedMandate>(
    `update mandates set tries = tries + 1, revoke_at = $2::timestamptz + least($3 * power(2, tries), $4) * interval '1 millisecond' where id = (
       select id from mandates where state = 'revoking' and revoke_at <= $1 order by revoke_at limit 1 for update skip locked
     ) returning id, gateway, gateway_mandate, tries`,
    [at, at, GAP_MS, MAX_GAP_MS],
  )
  if (!mandate) return false
  const { id, gateway, gateway_mandate: name, tries } = mandate
  const isRevoked = name === null || (await payments[gateway]?.recurring.revoke(name, `revoke${id}`)) === true
  // A mandate that got its name at the gateway meanwhile has still to be revoked there.
  const end = `update mandates set state = 'ended', revoke_at = null where id = $1 and gateway_mandate is not distinct from $2`
  if (isRevoked) await db.query(end, [id, name])
  else if (tries % 10 === 0) alarm('consent not ended at the gateway', { mandate: id, gateway })
  return true
}
