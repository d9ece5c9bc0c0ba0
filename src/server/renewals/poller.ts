import { rethrow, type Failed } from '../runtime/rethrow.ts'
import type { AppContext } from '../context.ts'
import { debitNext } from './debits.ts'
import { openPeriods, tellNext } from './notices.ts'
import { lookNext } from './paypal-sales.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'payments' | 'alarm'>

const AT_ONCE = 20
const GAP_MS = 60_000
const MOST_GAP_MS = 12 * 3_600_000
/** Somebody may still agree at the gateway for so long. */
const ASKED = '30 days'

/** Everything that renewals need done: notices, debits, sales that nobody told of, and consents that have to end. */
export async function pollRenewals(
  context: Given,
  isStopping: () => boolean = () => false,
  failed: Failed = rethrow,
): Promise<void> {
  await openPeriods(context).catch(failed)
  for (const step of [tellNext, debitNext, lookNext, revokeNext])
    await repeat(() => step(context), isStopping).catch(failed)
  await forgetAsked(context).catch(failed)
  context.wake()
}

async function repeat(step: () => Promise<boolean>, isStopping: () => boolean): Promise<void> {
  for (let left = AT_ONCE; left > 0 && !isStopping() && (await step()); left -= 1);
}

/** A payment that somebody still has to look at keeps its consent. */
async function forgetAsked({ db, now }: Given): Promise<void> {
  await db.query(
    `delete from mandates m where state = 'asked' and created_at < $1::timestamptz - $2::interval
       and not exists (select 1 from payment_attempts a where a.id = m.attempt_id and a.state in ('pending', 'held'))`,
    [now(), ASKED],
  )
}

type Ending = { id: number; gateway: 'payu' | 'paypal'; mandate: string | null; tries: number }

/** Until the gateway has ended it. */
async function revokeNext({ db, now, payments, alarm }: Given): Promise<boolean> {
  const at = now()
  const [ending] = await db.query<Ending>(
    `update mandates set tries = tries + 1, revoke_at = $2::timestamptz + least($3 * power(2, tries), $4) * interval '1 millisecond' where id = (
       select id from mandates where state = 'revoking' and revoke_at <= $1 order by revoke_at limit 1 for update skip locked
     ) returning id, gateway, gateway_mandate as mandate, tries`,
    [at, at, GAP_MS, MOST_GAP_MS],
  )
  if (!ending) return false
  const isEnded =
    ending.mandate === null ||
    (await payments[ending.gateway]?.recurring.revoke(ending.mandate, `revoke${ending.id}`)) === true
  // Unless it was named meanwhile: then there is something to end.
  const over = `update mandates set state = 'ended', revoke_at = null where id = $1 and gateway_mandate is not distinct from $2`
  if (isEnded) await db.query(over, [ending.id, ending.mandate])
  else if (ending.tries % 10 === 0)
    alarm('consent not ended at the gateway', { mandate: ending.id, gateway: ending.gateway })
  return true
}
