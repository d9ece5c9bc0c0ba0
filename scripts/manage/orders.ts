import { StopReason } from '../../src/server/lib/stop.ts'
import { listActions } from '../../src/server/services/operator/audit.ts'
import { findOrders, listHeld, listOrders, orderFile, refundOrder, releaseOrder } from '../../src/server/services/operator/orders.ts'
import type { Command, Told } from './command.ts'

export const orderCommands: Command[] = [
  { usage: 'orders list', summary: 'orders, newest first', run: async (world, _args, { slice }) => ({ list: await listOrders(world, slice) }) },
  {
    usage: 'orders find TEXT',
    summary: "orders by a part of the buyer's address or name, or the number of an order, a paper or a payment",
    run: async (world, [text = ''], { slice }) => ({ list: await findOrders(world, text, slice) }),
  },
  {
    usage: 'orders held',
    summary: 'payments that were not what was asked for: release or refund them',
    run: async (world, _args, { slice }) => ({ list: await listHeld(world, slice) }),
  },
  {
    usage: 'orders show TOKEN',
    summary: 'one order with its payments, by its token or number',
    run: async (world, [name = '']) => {
      const one = await orderFile(world, name)
      if (!one) throw new StopReason(FAULTS.notFound(name))
      return { one }
    },
  },
  {
    usage: 'orders refund TOKEN',
    summary: 'sends the money of a paid or held order back; what it opened closes',
    run: async (world, [name = '']) => tell(await refundOrder(world, name), name, 'goes back'),
  },
  {
    usage: 'orders release TOKEN',
    summary: 'takes held money for its order, whatever its amount',
    run: async (world, [name = '']) => tell(await releaseOrder(world, name), name, 'is taken'),
  },
  {
    usage: 'audit list',
    summary: 'what was decided by hand, newest first',
    run: async (world, _args, { slice }) => ({
      list: await listActions(world, slice).then(({ rows, ...page }) => ({
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
  if ('fault' in outcome) throw new StopReason(FAULTS[outcome.fault](name))
  return { done: `${outcome.amount} of order ${outcome.order} ${what}` }
}
