import type { AppContext } from '../context.ts'

/** The largest debit in India without another authentication of the payer, in paise (RBI e-mandate framework). */
const MAX_DEBIT_INR = 1_500_000

/** Whether the gateway of this currency supports renewals. */
export const canRenew = ({ payments }: Pick<AppContext, 'payments'>, currency: string): boolean =>
  (currency === 'INR' ? payments.payu : payments.paypal) !== undefined

/** Whether a mandate for debits of this amount is allowed. */
export const mayConsent = (currency: string, amount: number): boolean => currency !== 'INR' || amount <= MAX_DEBIT_INR
