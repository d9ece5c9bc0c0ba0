import { DAY_MS } from '#contract/time/day.ts'

/** When and what may be debited (RBI e-mandate framework 2026). */
const HOUR_MS = 3_600_000
/** A debit comes a day before the running plan ends: the plan must not lapse while the bank processes it. */
export const EARLY_MS = DAY_MS
/** The law requires a day between notice and debit. The shop gives two. */
const NOTICE_MS = 2 * DAY_MS
const MIN_NOTICE_MS = DAY_MS
/** A period opens this long before the end of the plan. */
export const LEAD_MS = EARLY_MS + NOTICE_MS
export const MAX_DEBITS = 3
/** A renewal fails when its gateway has not answered for this long after the end of the plan. */
export const PATIENCE_MS = 3 * DAY_MS
/** The time a notice needs to reach the gateway must not make it too recent for its debit. */
const SLACK_MS = HOUR_MS / 4
const YEARS = 5

export const mandateEnds = (now: Date): Date => new Date(now.getTime() + YEARS * 365 * DAY_MS)
export const firstDebit = (now: Date, planEnd: Date | null, days: number): Date =>
  new Date(Math.max(now.getTime(), planEnd?.getTime() ?? 0) + days * DAY_MS - EARLY_MS)

/** The planned moment of a debit. A failed debit is repeated a day later. */
export function plannedDebit(dueAt: Date, now: Date, tries: number): Date {
  if (tries > 0) return new Date(now.getTime() + MIN_NOTICE_MS + SLACK_MS)
  return new Date(Math.max(dueAt.getTime() - EARLY_MS, now.getTime() + NOTICE_MS))
}

type SentNotice = { amount: number; sentAt: Date | null }
/** `early`: the notice is too recent. `noNotice`: a new notice must come first. */
type DebitDecision = 'debit' | 'early' | 'noNotice'

/** A debit needs a notice that is a day old and names the same amount, and may not exceed the ceiling of the mandate (attack case 42). */
export function mayDebit(
  notice: SentNotice | undefined,
  { amount, ceiling, now }: { amount: number; ceiling: number; now: Date },
): DebitDecision {
  if (!notice?.sentAt || notice.amount !== amount || amount > ceiling) return 'noNotice'
  return now.getTime() - notice.sentAt.getTime() >= MIN_NOTICE_MS ? 'debit' : 'early'
}

/** The first moment at which a notice allows its debit. */
export const earliestDebit = (sentAt: Date): Date => new Date(sentAt.getTime() + MIN_NOTICE_MS)
