import { dayInIndia } from '#contract/time/day.ts'
import { toAmount } from '#contract/money/money.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { plans } from '../db/schema/orders/plans.ts'
import type { mandates } from '../db/schema/orders/renewals.ts'
import type { Failure } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import { serializeTranslations } from '../catalog/serializers.ts'
import { endMandateById, MANDATE, type MandateRow } from './mandates.ts'
import { EARLY_MS } from './rules.ts'

type Reply = Omit<ReplyOf<typeof endpoints.autoRenewal>, 'status'>
type RenewalRow = MandateRow &
  Pick<Row<typeof plans>, 'translations'> & {
    planEnd: Date | null
    notice: { amount: number; debit_at: string } | null
  }

/** The active mandate of the listener, or else the last one. */
export async function renewalOf({ db }: { db: Db }, userId: number): Promise<Reply> {
  const [row] = await db.query<RenewalRow>(
    `select ${MANDATE}, p.translations, (select max(s.ends_at) from subscriptions s where s.user_id = $1 and s.status = 'active') as "planEnd",
       (select jsonb_build_object('amount', n.amount, 'debit_at', n.debit_at) from renewal_notices n join renewal_periods r on r.id = n.period_id
        where r.mandate_id = m.id and r.state = 'noticed' and n.sent_at is not null order by n.id desc limit 1) as notice
     from mandates m join plans p on p.id = m.plan_id where m.user_id = $1 and m.state <> 'asked' and m.end_reason is distinct from 'replaced'
     order by m.state = 'active' desc, m.id desc limit 1`,
    [userId],
  )
  return { data: row ? replyOf(row) : null }
}

function replyOf({ translations, planEnd, notice, ...mandate }: RenewalRow): Reply['data'] {
  const isActive = mandate.state === 'active'
  const planned = mandate.nextDebitAt ?? (planEnd && new Date(planEnd.getTime() - EARLY_MS))
  const next = notice ? new Date(notice.debit_at) : planned
  return {
    state: isActive ? 'active' : 'ended',
    reason: mandate.endReason === 'overdue' ? 'failed' : mandate.endReason,
    ...(mandate.endReason === 'overdue' && { is_overdue: true }),
    name: translations.en?.name ?? translations.mr?.name ?? '',
    custom_translation: serializeTranslations(translations, true),
    days: mandate.days,
    currency: mandate.currency,
    amount: toAmount(notice?.amount ?? mandate.amount),
    ceiling: toAmount(mandate.ceiling),
    gateway: mandate.gateway,
    since: dayInIndia(mandate.createdAt),
    valid_until: dayInIndia(mandate.endsAt),
    next_debit: isActive && next ? dayInIndia(next) : null,
  }
}

/** Nothing is debited after this has answered. The running plan continues to its end [SB-4]. */
export async function cancelRenewal(
  context: Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake'>,
  userId: number,
): Promise<object | Failure<'noRenewal'>> {
  const result = await context.db.transaction(async (inner) => {
    const active = await activeMandateId(inner, userId)
    // Another mandate may have become active while this transaction waited for the lock.
    for (let id = active; id !== undefined; id = await activeMandateId(inner, userId))
      await endMandateById(inner, context, id, 'cancelled')
    return active === undefined ? ({ fault: 'noRenewal' } as const) : {}
  })
  context.wake()
  return result
}

async function activeMandateId(inner: Db, userId: number): Promise<number | undefined> {
  const [mandate] = await inner.query<Pick<Row<typeof mandates>, 'id'>>(
    `select id from mandates where user_id = $1 and state = 'active'`,
    [userId],
  )
  return mandate?.id
}
