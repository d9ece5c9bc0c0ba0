import { StartupError } from '../../src/server/runtime/startup-error.ts'
import { adoptDebit } from '../../src/server/renewals/adopt-debit.ts'
import {
  continueNumbersAfter,
  skipRenewal,
  listDueRenewals,
  pauseOf,
  pausePayments,
  resumePayments,
} from '../../src/server/operations/payment-pause.ts'
import { found, idOf, type Command } from './command.ts'

/** After a restore: README, Backup and restore. */
export const paymentCommands: Command[] = [
  {
    usage: 'payments show',
    summary: 'whether the shop asks gateways for money, and the last numbers of its papers',
    run: async (context) => ({ one: { ...(await pauseOf(context)) } }),
  },
  {
    usage: 'payments due',
    summary: 'renewals under way: compare them with the accounts at the gateways',
    run: async (context, _args, { slice }) => ({ list: await listDueRenewals(context, slice) }),
  },
  {
    usage: 'payments debited ID TXNID',
    summary: 'takes up a renewal that PayU has debited already: extends the plan and issues the invoice',
    run: async (context, [id, key = '']) => {
      const adopted = await adoptDebit(context, idOf(id), key)
      found(adopted === 'none' ? undefined : adopted, 'renewal at PayU that waits', idOf(id))
      if (adopted === 'known') throw new StartupError(`The shop knows the payment ${key} already.`)
      if (adopted === 'unpaid')
        throw new StartupError(`PayU calls no payment of the name ${key} paid: TXNID must be as its account shows it.`)
      return { done: `renewal ${id} is paid by ${key}` }
    },
  },
  {
    usage: 'payments drop ID',
    summary: 'leaves out a renewal: nothing is debited for it, and the plan ends with its day',
    run: async (context, [id]) => {
      found((await skipRenewal(context, idOf(id))) || undefined, 'renewal to leave out', idOf(id))
      return { done: `renewal ${id} is not debited` }
    },
  },
  {
    usage: 'payments after NUMBER',
    summary: 'the next invoice or credit note gets the number after this one',
    run: async (context, [number = '']) => {
      if (await continueNumbersAfter(context, number)) return { done: `papers go on after ${number}` }
      throw new StartupError(`NUMBER must be that of a paper, like I202627/000123, not "${number}".`)
    },
  },
  {
    usage: 'payments pause',
    summary: 'the shop asks no gateway for renewals, refunds and outcomes any more; buyers can still pay',
    run: async (context) => {
      await pausePayments(context)
      return { done: 'payments are paused' }
    },
  },
  {
    usage: 'payments resume',
    summary: 'it does again',
    run: async (context) => ({ done: (await resumePayments(context)) ? 'payments go on' : 'payments were not paused' }),
  },
]
