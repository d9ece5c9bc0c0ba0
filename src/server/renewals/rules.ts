import { DAY_MS, dayInIndia } from '#contract/time/day.ts'

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
/** A renewal is overdue this long after the end of the plan: its gateway did not answer, or the shop stood still. */
export const PATIENCE_MS = 3 * DAY_MS
/** The time a notice needs to reach the gateway must not make it too recent for its debit. */
const SLACK_MS = HOUR_MS / 4
/** A debit that is late by a day needs a new notice, so a short delay must not lead past midnight. */
const ROOM_MS = 2 * HOUR_MS
const YEARS = 5

export const mandateEnds = (now: Date): Date => new Date(now.getTime() + YEARS * 365 * DAY_MS)
export const firstDebit = (now: Date, planEnd: Date | null, days: number): Date =>
  new Date(Math.max(now.getTime(), planEnd?.getTime() ?? 0) + days * DAY_MS - EARLY_MS)

/** The planned moment of a debit. A failed debit is repeated a day later. */
export function plannedDebit(dueAt: Date, now: Date, tries: number): Date {
  if (tries > 0) return beforeMidnight(now.getTime() + MIN_NOTICE_MS + SLACK_MS, ROOM_MS)
  return beforeMidnight(Math.max(dueAt.getTime() - EARLY_MS, now.getTime() + NOTICE_MS), -ROOM_MS)
}

/** Moves a moment that has too little of its day left. */
function beforeMidnight(planned: number, shift: number): Date {
  const [moment, later] = [new Date(planned), new Date(planned + ROOM_MS)]
  return dayInIndia(moment) === dayInIndia(later) ? moment : new Date(planned + shift)
}

type SentNotice = { amount: number; sentAt: Date | null; debitAt: Date }
/** `early`: the notice is too recent. `lapsed`: its day is over. `noNotice`: there is none for this debit. After both a new one must come first. */
export type DebitDecision = 'debit' | 'early' | 'lapsed' | 'noNotice'

/**
 * A debit needs a notice that is a day old and names the same amount and this day or a later one, and may not exceed the
 * ceiling of the mandate (attack case 42).
 */
export function mayDebit(
  notice: SentNotice | undefined,
  { amount, ceiling, now }: { amount: number; ceiling: number; now: Date },
): DebitDecision {
  if (!notice?.sentAt || notice.amount !== amount || amount > ceiling) return 'noNotice'
  if (dayInIndia(now) > dayInIndia(notice.debitAt)) return 'lapsed'
  return now.getTime() - notice.sentAt.getTime() >= MIN_NOTICE_MS ? 'debit' : 'early'
}

/** The first moment at which a notice allows its debit. */
export const earliestDebit = (sentAt: Date): Date => new Date(sentAt.getTime() + MIN_NOTICE_MS)
