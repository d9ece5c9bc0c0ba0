import { StartupError } from '../../src/server/runtime/startup-error.ts'
import { listActions } from '../../src/server/audit/audit-log.ts'
import {
  findOrders,
  listHeld,
  listOrders,
  orderFile,
  refundOrder,
  releaseOrder,
} from '../../src/server/payments/manage-orders.ts'
import type { Command, Told } from './command.ts'

export const orderCommands: Command[] = [
  {
    usage: 'orders list',
    summary: 'orders, newest first',
    run: async (context, _args, { slice }) => ({ list: await listOrders(context, slice) }),
  },
  {
    usage: 'orders find TEXT',
    summary: "orders by a part of the buyer's address or name, or the number of an order, a paper or a payment",
    run: async (context, [text = ''], { slice }) => ({ list: await findOrders(context, text, slice) }),
  },
  {
    usage: 'orders held',
    summary: 'payments that were not what was asked for: release or refund them',
    run: async (context, _args, { slice }) => ({ list: await listHeld(context, slice) }),
  },
  {
    usage: 'orders show TOKEN',
    summary: 'one order with its payments, by its token or number',
    run: async (context, [name = '']) => {
      const one = await orderFile(context, name)
      if (!one) throw new StartupError(FAULTS.notFound(name))
      return { one }
    },
  },
  {
    usage: 'orders refund TOKEN',
    summary: 'sends the money of a paid or held order back; what it opened closes',
    run: async (context, [name = '']) => tell(await refundOrder(context, name), name, 'goes back'),
  },
  {
    usage: 'orders release TOKEN',
    summary: 'takes held money for its order, whatever its amount',
    run: async (context, [name = '']) => tell(await releaseOrder(context, name), name, 'is taken'),
  },
  {
    usage: 'audit list',
    summary: 'what was decided by hand, newest first',
    run: async (context, _args, { slice }) => ({
      list: await listActions(context, slice).then(({ rows, ...page }) => ({
        ...page,
        rows: rows.map((row) => ({ ...row, details: JSON.stringify(row.details) })),
      })),
    }),
  },
]

const FAULTS = {
  notFound: (name: string) => `There is no order ${name}.`,
  notPaid: (name: string) => `Order ${name} holds no money that could go back.`,
  notHeld: (name: string) => `Order ${name} has no payment that is held.`,
  underWay: (name: string) => `The money of order ${name} is on its way back already.`,
  another: (name: string) => `The payment that is held for order ${name} paid another order: decide about that one.`,
  gateway: (name: string) =>
    `The gateway does not say that there is money for order ${name}: see whether the shop runs, and what the gateway's own pages tell.`,
  free: (name: string) => `Order ${name} cost nothing.`,
}

function tell(outcome: Awaited<ReturnType<typeof refundOrder>>, name: string, what: string): Told {
  if ('fault' in outcome) throw new StartupError(FAULTS[outcome.fault](name))
  return { done: `${outcome.amount} of order ${outcome.order} ${what}` }
}
