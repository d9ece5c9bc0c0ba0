import { StartupError } from '../../src/server/runtime/startup-error.ts'
import { adoptDebit } from '../../src/server/renewals/debits/adopt-debit.ts'
import {
  continueNumbersAfter,
  listDueRenewals,
  pauseOf,
  pausePayments,
  resumePayments,
  skipRenewal,
} from '../../src/server/operations/payment-pause.ts'
import { countDueMails, noteSentBefore } from '../../src/server/operations/due-mails.ts'
import { idOf, requireFound, type Command } from './command.ts'

/** With its offset: the machine may be in another zone than the operator. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/

/** After a restore: `scripts/deploy/README.md`, "Backup and restore". */
export const paymentCommands: Command[] = [
  {
    usage: 'payments show',
    summary: 'whether payments are paused, the last numbers of invoices and credit notes, and mails that are due',
    run: async (context) => ({ one: { ...(await pauseOf(context)), ...(await countDueMails(context)) } }),
  },
  {
    usage: 'payments due',
    summary: 'running renewals: compare them with the accounts at the gateways',
    run: async (context, _args, { slice }) => ({ list: await listDueRenewals(context, slice) }),
  },
  {
    usage: 'payments debited ID TXNID',
    summary: 'record a renewal that PayU has debited already: extends the plan and issues the invoice',
    run: async (context, [id, key = '']) => {
      const adopted = await adoptDebit(context, idOf(id), key)
      requireFound(adopted === 'none' ? undefined : adopted, 'waiting renewal at PayU', idOf(id))
      if (adopted === 'known') throw new StartupError(`The shop knows the payment ${key} already.`)
      if (adopted === 'unpaid')
        throw new StartupError(`PayU reports no paid payment ${key}: TXNID must be as in the PayU account.`)
      return { done: `renewal ${id} is paid by ${key}` }
    },
  },
  {
    usage: 'payments drop ID',
    summary: 'cancel a renewal: nothing is debited, and the plan ends on its last day',
    run: async (context, [id]) => {
      requireFound((await skipRenewal(context, idOf(id))) || undefined, 'renewal to cancel', idOf(id))
      return { done: `renewal ${id} is not debited` }
    },
  },
  {
    usage: 'payments after NUMBER',
    summary: 'the next invoice or credit note gets the number after NUMBER',
    run: async (context, [number = '']) => {
      if (await continueNumbersAfter(context, number)) return { done: `numbers continue after ${number}` }
      throw new StartupError(
        `NUMBER must be the number of an invoice or credit note, like I202627/000123, not "${number}".`,
      )
    },
  },
  {
    usage: 'payments mailed MOMENT',
    summary: 'gifts and weekly mails that were due before MOMENT, when the shop was lost, are not sent again',
    run: async (context, [text = '']) => {
      const moment = new Date(MOMENT.test(text) ? text : Number.NaN)
      if (!(moment <= context.now()))
        throw new StartupError(`MOMENT must be one of the past, like 2026-11-21T04:30+05:30, not "${text}".`)
      return { done: `${await noteSentBefore(context, moment)} are noted as sent` }
    },
  },
  {
    usage: 'payments pause',
    summary: 'pause renewals, refunds and status queries at gateways; buyers can still pay',
    run: async (context) => {
      await pausePayments(context)
      return { done: 'payments are paused' }
    },
  },
  {
    usage: 'payments resume',
    summary: 'resume them',
    run: async (context) => ({
      done: (await resumePayments(context)) ? 'payments are resumed' : 'payments were not paused',
    }),
  },
]
