import { expect, it } from 'vitest'
import { refund, paidOrder, storyOf, type PaidOrder } from '../support/desk-orders.ts'
import { owned, returnedAt } from '../support/money.ts'
import { pollOnce, shopWithGateways } from '../support/payments.ts'
import { advanceClock } from '../support/personas.ts'
import { enterDesk } from '../support/staff.ts'

const shop = shopWithGateways()
let cookie = ''
/** `SEED=7 RUNS=1` plays one history again. */
const FIRST = Number(process.env['SEED'] ?? 1)
const RUNS = Number(process.env['RUNS'] ?? 8)
const KEYS = ['kid-1', 'kid-2', 'kid-3', 'kid-4']

function randomFrom(seed: number): (below: number) => number {
  let state = seed * 7919
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
}

/** Each move presses one to three buttons at once: lines, the rest, or the same line twice. */
async function play(order: PaidOrder, random: (below: number) => number): Promise<string[]> {
  const { lines } = await storyOf(shop(), cookie, order.id)
  const pick = () => [...new Set(Array.from({ length: 1 + random(2) }, () => lines[random(lines.length)]?.id ?? 0))]
  const requests = Array.from({ length: 1 + random(3) }, () => (random(5) === 0 ? undefined : pick()))
  const answers = await Promise.all(requests.map((some) => refund(shop(), cookie, order.id, some)))
  if (random(3) === 0) await pollOnce(shop())
  return answers.map(({ code, fault }, at) => `${requests[at]?.join('+') ?? 'rest'}: ${code} ${fault ?? ''}`)
}

/** The model: the money that went back is that of the lines that are not owned any more, and never more than was paid. */
async function check({ id, one, key }: PaidOrder): Promise<void> {
  const { lines, status, total } = await storyOf(shop(), cookie, id)
  const gone = lines.filter(({ is_returned }) => is_returned)
  const expected = status === 'refunded' ? total : gone.reduce((sum, { paid }) => sum + paid, 0)
  const documents = await shop().db.query<{ sum: number }>(
    `select coalesce(sum(l.price - l.discount + l.cgst + l.sgst + l.igst), 0) as sum from order_lines l where l.order_id = $1
       and (l.line_refund_id is not null or exists (select 1 from invoices i where i.order_id = $1 and i.kind = 'C'))`,
    [id],
  )
  const stillOwned = Object.keys(await owned(shop(), one)).length
  expect([returnedAt(shop(), key), documents[0]?.sum, stillOwned]).toEqual([
    expected,
    expected,
    status === 'refunded' ? 0 : lines.length - gone.length,
  ])
  expect(expected).toBeLessThanOrEqual(total)
}

it.each(Array.from({ length: RUNS }, (_, run) => FIRST + run))(
  '[DK-7] refunds pressed at once and again never return more than was paid, in the history of seed %i',
  async (seed) => {
    // The clock has moved on: the second factor is given anew.
    ;({ cookie } = await enterDesk(shop(), 'owner'))
    const random = randomFrom(seed)
    const order = await paidOrder(shop(), KEYS.slice(0, 2 + random(3)))
    const history: string[] = []
    try {
      for (let step = 0; step < 5; step += 1) history.push(...(await play(order, random)))
      advanceClock(shop(), 900)
      await pollOnce(shop())
      await check(order)
      expect(history.some((line) => line.includes('200'))).toBe(true)
    } catch (error) {
      throw new Error(`SEED=${seed} RUNS=1\n${history.join('\n')}`, { cause: error })
    }
  },
)
