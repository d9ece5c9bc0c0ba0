import { StartupError } from '../../src/server/runtime/startup-error.ts'
import { openSealedBuyer } from '../../src/server/privacy/sealed-buyers.ts'
import { listActions } from '../../src/server/audit/audit-log.ts'
import {
  findOrders,
  listHeld,
  listOrders,
  orderFile,
  refundOrder,
  releaseOrder,
} from '../../src/server/payments/manage-orders.ts'
import type { Command, CommandResult } from './command.ts'

export const orderCommands: Command[] = [
  {
    usage: 'orders list',
    summary: 'orders, newest first',
    run: async (context, _args, { slice }) => ({ list: await listOrders(context, slice) }),
  },
  {
    usage: 'orders find TEXT',
    summary: "orders by a part of the buyer's address or name, or the number of an order, invoice or payment",
    run: async (context, [text = ''], { slice }) => ({ list: await findOrders(context, text, slice) }),
  },
  {
    usage: 'orders held',
    summary: 'held payments, which differ from the requested payment: release or refund them',
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
    summary: 'refund a paid or held order; its titles and plans end',
    run: async (context, [name = '']) => toResult(await refundOrder(context, name), name, 'is refunded'),
  },
  {
    usage: 'orders release TOKEN',
    summary: 'accept a held payment for its order, whatever its amount',
    run: async (context, [name = '']) => toResult(await releaseOrder(context, name), name, 'is accepted'),
  },
  {
    usage: 'orders unseal TOKEN REASON',
    summary: 'the buyer of an order whose account is erased, for an authority that asks; the reason is logged',
    run: async (context, [name = '', reason = '']) => {
      if (reason.trim().length < MIN_REASON) throw new StartupError('REASON must say who asks and why.')
      const one = await openSealedBuyer(context, name, reason.trim())
      if (!one) throw new StartupError(`No sealed buyer belongs to order ${name}.`)
      return { one }
    },
  },
  {
    usage: 'audit list',
    summary: 'actions of operators, newest first',
    run: async (context, _args, { slice }) => ({
      list: await listActions(context, slice).then(({ rows, ...page }) => ({
        ...page,
        rows: rows.map((row) => ({ ...row, details: JSON.stringify(row.details) })),
      })),
    }),
  },
]

const MIN_REASON = 10
const FAULTS = {
  notFound: (name: string) => `There is no order ${name}.`,
  notPaid: (name: string) => `Order ${name} has no payment to refund.`,
  notHeld: (name: string) => `Order ${name} has no held payment.`,
  underWay: (name: string) => `The refund of order ${name} is running already.`,
  another: (name: string) => `The held payment of order ${name} belongs to another order: decide about that order.`,
  gateway: (name: string) =>
    `The gateway does not confirm a payment for order ${name}. Check whether the shop is running, and check the account at the gateway.`,
  free: (name: string) => `Order ${name} was free.`,
  otherCurrency: (name: string) =>
    `The payment of order ${name} came in another currency than its order: it can only be refunded.`,
  changedMeanwhile: (name: string) => `Order ${name} has changed meanwhile.`,
}

function toResult(
  refund: Awaited<ReturnType<typeof refundOrder | typeof releaseOrder>>,
  name: string,
  what: string,
): CommandResult {
  if ('fault' in refund) throw new StartupError(FAULTS[refund.fault](name))
  return { done: `${refund.amount} of order ${refund.order} ${what}` }
}
