import { StopReason } from '../../src/server/lib/stop.ts'
import { adoptDebit } from '../../src/server/services/operator/debited.ts'
import { continueAfter, dropDue, listDue, pauseOf, pausePayments, resumePayments } from '../../src/server/services/operator/pause.ts'
import { found, idOf, type Command } from './command.ts'

/** After a restore: README, Backup and restore. */
export const paymentCommands: Command[] = [
  {
    usage: 'payments show',
    summary: 'whether the shop asks gateways for money, and the last numbers of its papers',
    run: async (world) => ({ one: { ...(await pauseOf(world)) } }),
  },
  {
    usage: 'payments due',
    summary: 'renewals under way: compare them with the accounts at the gateways',
    run: async (world, _args, { slice }) => ({ list: await listDue(world, slice) }),
  },
  {
    usage: 'payments debited ID TXNID',
    summary: 'takes up a renewal that PayU has debited already: extends the plan and issues the invoice',
    run: async (world, [id, key = '']) => {
      const adopted = await adoptDebit(world, idOf(id), key)
      found(adopted === 'none' ? undefined : adopted, 'renewal at PayU that waits', idOf(id))
      if (adopted === 'known') throw new StopReason(`The shop knows the payment ${key} already.`)
      if (adopted === 'unpaid') throw new StopReason(`PayU calls no payment of the name ${key} paid: TXNID must be as its account shows it.`)
      return { done: `renewal ${id} is paid by ${key}` }
    },
  },
  {
    usage: 'payments drop ID',
    summary: 'leaves out a renewal: nothing is debited for it, and the plan ends with its day',
    run: async (world, [id]) => {
      found((await dropDue(world, idOf(id))) || undefined, 'renewal to leave out', idOf(id))
      return { done: `renewal ${id} is not debited` }
    },
  },
  {
    usage: 'payments after NUMBER',
    summary: 'the next invoice or credit note gets the number after this one',
    run: async (world, [number = '']) => {
      if (await continueAfter(world, number)) return { done: `papers go on after ${number}` }
      throw new StopReason(`NUMBER must be that of a paper, like I202627/000123, not "${number}".`)
    },
  },
  {
    usage: 'payments pause',
    summary: 'the shop asks no gateway for renewals, refunds and outcomes any more; buyers can still pay',
    run: async (world) => {
      await pausePayments(world)
      return { done: 'payments are paused' }
    },
  },
  {
    usage: 'payments resume',
    summary: 'it does again',
    run: async (world) => ({ done: (await resumePayments(world)) ? 'payments go on' : 'payments were not paused' }),
  },
]
