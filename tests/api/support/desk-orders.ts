import { randomUUID } from 'node:crypto'
import { endpoints } from '#contract/http/endpoints.ts'
import type { DeskOrder } from '#contract/desk/orders.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { buyer, type Buyer } from './cart.ts'
import { answer, type PaymentShop } from './money.ts'
import { beginPayu, orderFor } from './payments.ts'
import { sendAt } from './staff.ts'
import type { TestShop } from './shop.ts'

export type PaidOrder = { one: Buyer; id: number; token: string; key: string }

/** A buyer who has paid an order of these titles or plans at PayU. */
export async function paidOrder(shop: PaymentShop, keys: string[], home: { state?: string } = {}): Promise<PaidOrder> {
  const one = await buyer(shop, home)
  const token = await orderFor(shop, one, ...keys)
  const key = await beginPayu(shop, one, token)
  await answer(shop, key, 'paid')
  const [row] = await shop.db.query<{ id: number }>('select id from orders where token = $1', [token])
  return { one, id: row?.id ?? 0, token, key }
}

// oxlint-disable-next-line no-explicit-any -- a reply of any call
type Answer = { code: number; [name: string]: any }

/** Asks at the desk; the body of the reply with its HTTP status as `code`. */
export async function askDesk(
  shop: TestShop,
  cookie: string,
  row: Endpoint,
  input: Record<string, unknown> = {},
): Promise<Answer> {
  const response = await sendAt(shop, cookie, row, input)
  return { code: response.statusCode, ...response.json<object>() }
}

export async function storyOf(shop: TestShop, cookie: string, id: number): Promise<DeskOrder> {
  return (await askDesk(shop, cookie, endpoints.deskOrder, { id }))['data']
}

/** Refunds these lines, or what is left, as the page does: with the amount that the desk shows. */
export async function refund(
  shop: TestShop,
  cookie: string,
  id: number,
  lines?: number[],
  key: string = randomUUID(),
): Promise<Answer> {
  const { lines: all, refundable } = await storyOf(shop, cookie, id)
  const shown = all.filter((line) => lines?.includes(line.id)).reduce((sum, line) => sum + line.paid, 0)
  const payload = { reason: 'asked by mail', amount: lines ? shown : refundable, ...(lines && { lines }) }
  const response = await shop.app.inject({
    method: 'POST',
    url: `/api/desk/orders/${id}/refund/`,
    payload,
    headers: { cookie, 'idempotency-key': key },
  })
  return { code: response.statusCode, ...response.json<object>() }
}
