import { expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { returnedBy, type SandboxPayment, type SandboxState } from '../../../src/server/adapters/payment/sandbox.ts'
import { refundOrder } from '../../../src/server/payments/manage-orders.ts'
import { refundOrderLines } from '../../../src/server/payments/decisions/refund-order-lines.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { addTo, buyer, cartOf, removeFrom, variantOf, type Buyer } from '../support/cart.ts'
import { answer, gift, redeem } from '../support/money.ts'
import { decide, order, shopWithGateways, visit } from '../support/payments.ts'
import { advanceClock, ask } from '../support/personas.ts'
import { cancel, DAY, work } from '../support/renewals.ts'

const shop = shopWithGateways()
/** `SEED=7 RUNS=1` plays one history again; the message of a failure names it. */
const FIRST = Number(process.env['SEED'] ?? 1)
const RUNS = Number(process.env['RUNS'] ?? 12)
const STEPS = 22
const ITEMS = ['kid-1', 'kid-2', 'kid-3', 'plan-30'] as const

/** Mulberry32: a small generator whose numbers follow from its seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

type Play = {
  one: Buyer
  random: (below: number) => number
  keys: string[]
  codes: string[]
  giftOrders: string[]
  history: string[]
}
const pick = <Item>({ random }: Play, items: readonly Item[]): Item | undefined => items[random(items.length)]

/** Whoever was away for weeks signs in again. */
async function signIn(play: Play): Promise<Buyer> {
  return { ...play.one, token: await openSession(shop().context, play.one.id) }
}

const ordersOf = ({ one }: Play, statuses: string[]) =>
  shop().db.query<{ id: number; token: string }>(
    'select id, token from orders where user_id = $1 and status = any($2) order by id',
    [one.id, statuses],
  )

const linesOf = async (orderId: number): Promise<number[]> =>
  (await shop().db.query<{ id: number }>('select id from order_lines where order_id = $1 order by id', [orderId])).map(
    ({ id }) => id,
  )

const actions: Record<string, (play: Play) => Promise<unknown>> = {
  async checkOut(play) {
    const one = await signIn(play)
    const item = pick(play, ITEMS) ?? 'kid-1'
    const variant = await variantOf(shop(), item.startsWith('plan') ? 'plans' : 'products', item)
    const shown = await cartOf(shop(), one)
    if (shown && play.random(5) === 0)
      for (const line of shown.lines) await removeFrom(shop(), one, shown.token, line.variant)
    await addTo(shop(), one, variant)
    const cart = await cartOf(shop(), one)
    return cart ? (await order(shop(), one, cart.token)).body.fault : 'no cart'
  },
  async openForm(play) {
    const one = await signIn(play)
    const open = pick(play, await ordersOf(play, ['open']))
    if (!open) return 'no order'
    const row = play.random(4) === 0 ? endpoints.autoRenewalCheckout : endpoints.payuCheckout
    const { body } = await ask(shop(), row, { token: open.token }, { token: one.token })
    if (!body.form) return body.fault
    await visit(shop(), body.form.action, body.form.fields)
    play.keys.push(body.form.fields.txnid)
    return body.form.fields.txnid
  },
  async twoForms(play) {
    const done: unknown[] = []
    for (const name of ['checkOut', 'openForm', 'checkOut', 'openForm']) done.push(await actions[name]?.(play))
    return done.join(' ')
  },
  async bankAnswers(play) {
    const key = pick(
      play,
      play.keys.filter((one) => ['started', 'pending'].includes(stateOf(one))),
    )
    if (!key) return 'no payment'
    const state = pick<SandboxState>(play, ['paid', 'paid', 'paid', 'failed', 'pending']) ?? 'paid'
    if (play.random(3) === 0) decide(shop(), 'payu', key, state)
    else await answer(shop(), key, state)
    return `${key} ${state}`
  },
  async twoBanksAnswerAtOnce(play) {
    const open = play.keys.filter((one) => ['started', 'pending'].includes(stateOf(one))).slice(-2)
    await Promise.all(open.map((key) => answer(shop(), key, 'paid')))
    return open.join(' ')
  },
  async gift(play) {
    const present = await gift(shop(), pick(play, ITEMS) ?? 'kid-1')
    play.codes.push(present.code)
    play.giftOrders.push(present.token)
  },
  async redeem(play) {
    const code = pick(play, play.codes)
    return code ? (await redeem(shop(), await signIn(play), code)).fault : 'no code'
  },
  async refund(play) {
    const paid = await ordersOf(play, ['paid'])
    const token = pick(play, [...paid.map((one) => one.token), ...play.giftOrders])
    return token ? JSON.stringify(await refundOrder(shop().context, token)) : 'no order'
  },
  async refundLine(play) {
    const paid = await ordersOf(play, ['paid'])
    const bought = pick(play, paid)
    const lines = await linesOf(bought?.id ?? 0)
    const line = pick(play, lines)
    return bought && line ? JSON.stringify(await refundOrderLines(shop().context, bought.id, [line], {})) : 'no line'
  },
  async chargeback(play) {
    const key = pick(
      play,
      play.keys.filter((one) => stateOf(one) === 'paid'),
    )
    if (!key) return 'no payment'
    decide(shop(), 'payu', key, 'paid').isChargedBack = true
    return key
  },
  async repay(play) {
    const one = await signIn(play)
    const old = pick(play, await ordersOf(play, ['cancelled', 'failed']))
    if (!old) return 'no order'
    const again = (agreed?: string) =>
      ask(shop(), endpoints.regenerateOrder, { order_number: old.id, ...(agreed && { agreed }) }, { token: one.token })
    const { body } = await again()
    return body.question ? (await again(body.question.key)).body.fault : body.fault
  },
  async cancelRenewal(play) {
    return (await cancel(shop(), play.one)).body.fault
  },
  async minutesPass() {
    advanceClock(shop(), 5 * 60)
    await work(shop())
  },
  async weeksPass(play) {
    advanceClock(shop(), (1 + play.random(14)) * DAY)
    await work(shop())
  },
}

const stateOf = (key: string): SandboxState => shop().sandbox.find('payu', key)?.state ?? 'failed'
const keptBy = (payment: SandboxPayment): number =>
  payment.isChargedBack || payment.state !== 'paid' ? 0 : Math.round(Number(payment.amount) * 100) - returnedBy(payment)

/** Time passes until every refund is sent and every chargeback is found. A run of the worker looks at twenty payments. */
async function settleAll(): Promise<void> {
  for (const days of [0, 0, 20, 20]) {
    advanceClock(shop(), days * DAY + 300)
    do await work(shop())
    while (await isWorkLeft())
  }
}
const isWorkLeft = async (): Promise<boolean> =>
  (await shop().db.query('select 1 from payment_attempts where check_at <= $1 limit 1', [shop().clock.now])).length > 0

type OrderRow = {
  id: number
  token: string
  status: string
  is_gift: boolean
  granted: number
  documented: number
  keys: string[]
}
type Kept = { order_id: number; product_id: number | null; revoked: boolean }

/**
 * The model: an order keeps the money of its lines that are granted, or given and not redeemed, and of no other. Nothing is
 * owned without a grant, nothing is granted twice, and invoices minus credit notes are the money that stayed.
 */
async function check({ one }: Play): Promise<void> {
  const { db, sandbox } = shop()
  const orders = await db.query<OrderRow>(
    `select o.id, o.token, o.status, o.is_gift,
       (select coalesce(sum(l.price - l.discount + l.cgst + l.sgst + l.igst), 0) from order_lines l where l.order_id = o.id and o.status = 'paid' and l.line_refund_id is null
          and (o.is_gift or exists (select 1 from grants g where g.line_id = l.id and g.revoked_at is null))) as granted,
       (select coalesce(sum(case i.kind when 'I' then o.total else (select coalesce(sum(r.amount), 0) from line_refunds r where r.order_id = o.id) - o.total end), 0) from invoices i where i.order_id = o.id)
         - (select coalesce(sum(r.amount), 0) from line_refunds r where r.order_id = o.id) as documented,
       array(select a.key from payment_attempts a where a.order_id = o.id) as keys
     from orders o where o.user_id = $1 or o.id in (select order_id from gifts where redeemed_by = $1)`,
    [one.id],
  )
  for (const { keys, granted: stored, documented, ...row } of orders) {
    const money = keys.reduce((sum, key) => {
      const payment = sandbox.find('payu', key)
      return sum + (payment ? keptBy(payment) : 0)
    }, 0)
    expect({ ...row, money, documented }).toEqual({ ...row, money: stored, documented: stored })
  }
  const granted = await db.query<Kept>(
    `select l.order_id, l.product_id, g.revoked_at is not null as revoked from grants g join order_lines l on l.id = g.line_id where g.user_id = $1 and l.product_id is not null`,
    [one.id],
  )
  const held = granted.filter(({ revoked }) => !revoked).map(({ product_id: product }) => product)
  expect(held).toHaveLength(new Set(held).size)
  const library = await db.query<{ product_id: number }>(
    `select product_id from library_entries where user_id = $1 and how in ('purchase', 'gift')`,
    [one.id],
  )
  expect(library.map(({ product_id: product }) => product).toSorted()).toEqual(held.toSorted())
  const plans = await db.query<{ granted: number; active: number }>(
    `select (select count(*) from grants where user_id = $1 and subscription_id is not null and revoked_at is null) as granted,
       (select count(*) from subscriptions where user_id = $1 and status = 'active') as active`,
    [one.id],
  )
  expect(plans[0]?.active).toBe(plans[0]?.granted)
  const overlaps = await db.query(
    `select 1 from subscriptions a join subscriptions b on b.user_id = a.user_id and b.id > a.id and b.status = 'active'
       and b.starts_at < a.ends_at and a.starts_at < b.ends_at where a.user_id = $1 and a.status = 'active'`,
    [one.id],
  )
  expect(overlaps).toEqual([])
}

it.each(Array.from({ length: RUNS }, (_, run) => FIRST + run))(
  '[MO-1] [MO-2] money that stayed is what is owned, in the history of seed %i',
  async (seed) => {
    const play: Play = {
      one: await buyer(shop()),
      random: randomFrom(seed),
      keys: [],
      codes: [],
      giftOrders: [],
      history: [],
    }
    const names = Object.keys(actions)
    try {
      for (let step = 0; step < STEPS; step += 1) {
        const name =
          pick(play, [...names, 'twoForms', 'twoForms', 'twoForms', 'bankAnswers', 'bankAnswers', 'bankAnswers']) ??
          'twoForms'
        play.history.push(`${name}: ${String((await actions[name]?.(play)) ?? 'done')}`)
      }
      expect(play.history).toHaveLength(STEPS)
      await settleAll()
      await check(play)
    } catch (error) {
      throw new Error(`SEED=${seed} RUNS=1\n${play.history.join('\n')}`, { cause: error })
    }
  },
)
