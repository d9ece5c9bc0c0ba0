/** When and what may be debited (RBI e-mandate framework 2026; protocols 2). */
import type { AppContext } from '../context.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A debit comes a day before the running plan ends, so that nothing is cut off while the bank takes its time. */
export const EARLY_MS = DAY_MS
/** The law wants a day between notice and debit; ours are told two days before. */
const NOTICE_MS = 2 * DAY_MS
const LEAST_NOTICE_MS = DAY_MS
/** Told so long before the end that both fit. */
export const LEAD_MS = EARLY_MS + NOTICE_MS
export const MOST_TRIES = 3
/** No answer of a gateway for so long after the end is a failure. */
export const PATIENCE_MS = 3 * DAY_MS
/** Minutes in which a notice reaches the gateway: they must not make it too young for its debit. */
const SLACK_MS = HOUR_MS / 4
/** Without another proof of the payer a debit in India may take this much: paise. */
const MOST_INR = 1_500_000
const YEARS = 5

/** Whether the gateway of this currency renews. */
export const canRenew = ({ payments }: Pick<AppContext, 'payments'>, currency: string): boolean =>
  (currency === 'INR' ? payments.payu : payments.paypal) !== undefined
export const mayConsent = (currency: string, amount: number): boolean => currency !== 'INR' || amount <= MOST_INR
export const consentEnds = (now: Date): Date => new Date(now.getTime() + YEARS * 365 * DAY_MS)
export const firstDebit = (now: Date, running: Date | null, days: number): Date =>
  new Date(Math.max(now.getTime(), running?.getTime() ?? 0) + days * DAY_MS - EARLY_MS)

/** The moment to be told of; a failed debit is tried again a day later. */
export function debitAt(dueAt: Date, now: Date, tries: number): Date {
  if (tries > 0) return new Date(now.getTime() + LEAST_NOTICE_MS + SLACK_MS)
  return new Date(Math.max(dueAt.getTime() - EARLY_MS, now.getTime() + NOTICE_MS))
}

export type Told = { amount: number; sentAt: Date | null }
export type Verdict = 'debit' | 'early' | 'tell'

/** Nothing is debited without a notice that is a day old and of the very amount, nor above what was agreed to (case 42). */
export function mayDebit(
  notice: Told | undefined,
  { amount, ceiling, now }: { amount: number; ceiling: number; now: Date },
): Verdict {
  if (!notice?.sentAt || notice.amount !== amount || amount > ceiling) return 'tell'
  return now.getTime() - notice.sentAt.getTime() >= LEAST_NOTICE_MS ? 'debit' : 'early'
}

/** What an old notice still has to wait for. */
export const oldEnough = (sentAt: Date): Date => new Date(sentAt.getTime() + LEAST_NOTICE_MS)
