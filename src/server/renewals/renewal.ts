import { toAmount } from '#contract/money.ts'
import type { endpoints } from '#contract/endpoints.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Db } from '../db/connect.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import type { Failure } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import { indianDay } from '../adapters/payment/port.ts'
import { wireWords } from '../catalog/serializers.ts'
import { endMandateById, MANDATE, type MandateRow } from './mandates.ts'
import { EARLY_MS } from './rules.ts'

type Reply = Omit<ReplyOf<typeof endpoints.autoRenewal>, 'status'>
type Shown = MandateRow & {
  translations: StoredTranslations
  runsOut: Date | null
  told: { amount: number; debit_at: string } | null
}

/** What runs, or else the last that ended. */
export async function renewalOf({ db }: { db: Db }, userId: number): Promise<Reply> {
  const [row] = await db.query<Shown>(
    `select ${MANDATE}, p.translations, (select max(s.ends_at) from subscriptions s where s.user_id = $1 and s.status = 'active') as "runsOut",
       (select jsonb_build_object('amount', n.amount, 'debit_at', n.debit_at) from renewal_notices n join renewal_periods r on r.id = n.period_id
        where r.mandate_id = m.id and r.state = 'noticed' and n.sent_at is not null order by n.id desc limit 1) as told
     from mandates m join plans p on p.id = m.plan_id where m.user_id = $1 and m.state <> 'asked' and m.end_reason is distinct from 'replaced'
     order by m.state = 'active' desc, m.id desc limit 1`,
    [userId],
  )
  return { data: row ? shown(row) : null }
}

function shown({ translations, runsOut, told, ...mandate }: Shown): Reply['data'] {
  const isActive = mandate.state === 'active'
  const planned = runsOut && new Date(runsOut.getTime() - EARLY_MS)
  const next = told ? new Date(told.debit_at) : planned
  return {
    state: isActive ? 'active' : 'ended',
    reason: mandate.endReason,
    name: translations.en?.name ?? translations.mr?.name ?? '',
    custom_translation: wireWords(translations, true),
    days: mandate.days,
    currency: mandate.currency,
    amount: toAmount(told?.amount ?? mandate.amount),
    ceiling: toAmount(mandate.ceiling),
    gateway: mandate.gateway,
    since: indianDay(mandate.createdAt),
    valid_until: indianDay(mandate.endsAt),
    next_debit: isActive && next ? indianDay(next) : null,
  }
}

/** At any time: nothing more is debited once this has answered, and the plan that runs finishes (SB-4). */
export async function cancelRenewal(
  context: Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake'>,
  userId: number,
): Promise<object | Failure<'noRenewal'>> {
  const outcome = await context.db.transaction(async (inner) => {
    const running = await activeOf(inner, userId)
    // Another may have taken its place while it was waited for.
    for (let id = running; id !== undefined; id = await activeOf(inner, userId))
      await endMandateById(inner, context, id, 'cancelled')
    return running === undefined ? ({ fault: 'noRenewal' } as const) : {}
  })
  context.wake()
  return outcome
}

async function activeOf(inner: Db, userId: number): Promise<number | undefined> {
  const [mandate] = await inner.query<{ id: number }>(
    `select id from mandates where user_id = $1 and state = 'active'`,
    [userId],
  )
  return mandate?.id
}
