import type { Db } from '../db/connect.ts'
import type { Failure } from '../runtime/failure.ts'
import type { AppContext } from '../context.ts'
import { amountText, type Came, type Verdict } from '../adapters/payment/port.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { attemptById, type AttemptRow } from './attempts.ts'
import { askGateway } from './gateway-replies.ts'
import { giveBack, release } from './settlement.ts'
import { askSale } from '../renewals/paypal-sales.ts'
import { orderById } from '../orders/order-rows.ts'
import { noteAction } from '../audit/audit-log.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'alarm' | 'payments'>
type Fault = 'notFound' | 'notPaid' | 'notHeld' | 'underWay' | 'another' | 'gateway' | 'free'
type Short = {
  id: number
  created_at: Date
  status: string
  gift: boolean
  total: string
  email: string
  token: string
}
type Existing = {
  id: number
  order: number
  token: string
  gateway: string
  asked: string
  created_at: Date
  email: string
}

const total = `to_char(o.total / 100.0, 'FM999999990.00') || ' ' || o.currency`
const SHORT = `select o.id, o.created_at, o.status, o.is_gift as gift, ${total} as total, o.email, o.token from orders o`

export async function listOrders({ db }: Pick<Given, 'db'>, slice: Slice): Promise<Paged<Short>> {
  return pageOf(db, SHORT, slice)
}

/** By a part of the buyer's address or name, or by the number of a paper, a payment or the order that a buyer reads out. */
export async function findOrders({ db }: Pick<Given, 'db'>, text: string, slice: Slice): Promise<Paged<Short>> {
  return pageOf(
    db,
    `${SHORT} where position(lower($1) in lower(concat_ws(' ', o.email, o.first_name, o.last_name))) > 0 or o.id::text = $1 or o.token = $1
       or exists (select 1 from invoices i where i.order_id = o.id and i.number = $1)
       or exists (select 1 from payment_attempts a where a.order_id = o.id and $1 in (a.key, a.gateway_payment))`,
    slice,
    [text.trim()],
  )
}

/** Money that was not what was asked for and is not on its way back: nothing is opened by it before somebody has looked. */
export async function listHeld({ db }: Pick<Given, 'db'>, slice: Slice): Promise<Paged<Existing>> {
  return pageOf(
    db,
    `select a.id, o.id as "order", o.token, a.gateway, ${total} as asked, a.created_at, o.email from payment_attempts a join orders o on o.id = a.order_id
     where a.state = 'held' and not exists (select 1 from refunds r where r.attempt_id = a.id)`,
    slice,
  )
}

/** An order by its token or its number, with everything that happened to it. */
export async function orderFile({ db }: Pick<Given, 'db'>, name: string): Promise<Record<string, unknown> | undefined> {
  const id = await idOf(db, name)
  if (id === undefined) return undefined
  const [row] = await db.query<Record<string, unknown>>(
    `select o.id, o.token, o.status, o.created_at, o.paid_at, o.is_gift as gift, o.email, o.first_name, o.last_name, o.country, o.state, ${total} as total, o.coupon_code as coupon,
       array(select coalesce(l.translations->'en'->>'name', l.translations->'mr'->>'name') from order_lines l where l.order_id = o.id order by l.position) as lines,
       array(select a.gateway || ' ' || a.key || ' ' || a.state || coalesce(' ' || a.gateway_payment, '') from payment_attempts a where a.order_id = o.id order by a.id) as payments,
       array(select r.state || ' ' || to_char(r.amount / 100.0, 'FM999999990.00') || ' ' || r.reason from refunds r join payment_attempts a on a.id = r.attempt_id
         where a.order_id = o.id order by r.id) as refunds,
       array(select i.number from invoices i where i.order_id = o.id order by i.id) as papers,
       array(select e.action || ' ' || to_char(e.done_at, 'YYYY-MM-DD HH24:MI') from operator_actions e where e.target = 'order ' || o.id order by e.id) as decisions
     from orders o where o.id = $1`,
    [id],
  )
  return row
}

/** Sends the money back: the worker does it, and what the order opened closes when the gateway has taken the refund. */
export async function refundOrder(
  context: Given,
  name: string,
): Promise<{ order: number; amount: string } | Failure<Fault>> {
  const found = await attemptOf(context, name, ['paid', 'held'])
  if ('fault' in found) return found.fault === 'notHeld' ? { fault: 'notPaid' } : found
  if (found.amount === 0) return { fault: 'free' }
  const came = found.state === 'held' ? await moneyToReturn(context, found) : undefined
  if (found.state === 'held' && !came) return { fault: 'gateway' }
  return context.db.transaction(async (inner) => {
    const order = await orderById(inner, found.orderId)
    const amount = came?.amount ?? found.amount
    const doubt = await giveBack(inner, context, order, await attemptById(inner, found.id), came)
    if (doubt) return { fault: doubt === 'moved' ? 'notPaid' : doubt } as const
    await noteAction(inner, context.now(), 'refund', `order ${order.id}`, {
      attempt: found.id,
      amount,
      currency: found.currency,
    })
    return { order: order.id, amount: `${amountText(amount)} ${found.currency}` }
  })
}

/** Takes held money for the order, whatever its amount. It must be money: the gateway is asked once more. */
export async function releaseOrder(
  context: Given,
  name: string,
): Promise<{ order: number; amount: string } | Failure<Fault>> {
  const found = await attemptOf(context, name, ['held'])
  if ('fault' in found) return found
  const came = await moneyOf(context, found)
  if (!came) return { fault: 'gateway' }
  const done = await context.db.transaction(async (inner) => {
    const order = await orderById(inner, found.orderId)
    const doubt = await release(inner, context, order, await attemptById(inner, found.id), came)
    if (doubt) return { fault: doubt === 'moved' ? 'notHeld' : doubt } as const
    await noteAction(inner, context.now(), 'release', `order ${order.id}`, {
      attempt: found.id,
      asked: found.amount,
      came: came.amount,
      currency: came.currency,
    })
    return { order: order.id, amount: `${amountText(came.amount)} ${came.currency}` }
  })
  context.wake()
  return done
}

async function idOf(db: Db, name: string): Promise<number | undefined> {
  const [order] = await db.query<{ id: number }>('select id from orders where token = $1 or id::text = $1', [name])
  return order?.id
}

/** The held one before one that was taken: sending back the good money of an order must not be a slip. */
async function attemptOf(
  { db }: Given,
  name: string,
  states: string[],
): Promise<AttemptRow | Failure<'notFound' | 'notHeld'>> {
  const id = await idOf(db, name)
  if (id === undefined) return { fault: 'notFound' }
  const [attempt] = await db.query<{ id: number }>(
    `select id from payment_attempts where order_id = $1 and state = any($2) order by state = 'held' desc, id desc limit 1`,
    [id, states],
  )
  return attempt ? db.transaction((inner) => attemptById(inner, attempt.id)) : { fault: 'notHeld' }
}

async function verdictOn(context: Given, attempt: AttemptRow): Promise<Verdict> {
  return (await askSale(context, attempt)) ?? askGateway(context, attempt)
}

async function moneyOf(context: Given, attempt: AttemptRow): Promise<Came | undefined> {
  const said = await verdictOn(context, attempt)
  return said.state === 'paid' ? said : undefined
}

/** Money of something else buys nothing here, but may go back. */
async function moneyToReturn(context: Given, attempt: AttemptRow): Promise<Came | undefined> {
  const said = await verdictOn(context, attempt)
  if (said.state === 'wrong') return said.came
  return said.state === 'paid' ? said : undefined
}
