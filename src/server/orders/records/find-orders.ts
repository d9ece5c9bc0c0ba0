import { asciiDigits } from '#contract/digits.ts'
import { minorOf } from '../../adapters/payment/port.ts'
import type { Db } from '../../db/connect.ts'
import { pageOf, type Paged, type Slice } from '../../db/pagination.ts'
import type { OrderRow } from '../order-rows.ts'

/** `text` as it is compared, and the amount that it may be: `₹१,१९९.५०` finds 1199.50. */
export function searchedOrder(text: string): [text: string, amount: number | null] {
  const plain = asciiDigits(text.trim())
  return [plain, minorOf(plain.replace(/^[₹$\s]+|[,\s]/g, '')) ?? null]
}

/** $1 and $2 are those of `searchedOrder`. */
export const ORDER_FOUND = `(position(lower($1) in lower(concat_ws(' ', o.email, o.first_name, o.last_name))) > 0 or o.id::text = $1 or o.token = $1 or o.total = $2
  or exists (select 1 from order_lines l, jsonb_each(l.translations) t where l.order_id = o.id and position(lower($1) in lower(t.value ->> 'name')) > 0)
  or exists (select 1 from invoices i where i.order_id = o.id and i.number = upper($1))
  or exists (select 1 from line_refunds r where r.order_id = o.id and r.number = upper($1))
  or exists (select 1 from payment_attempts a where a.order_id = o.id and $1 in (a.key, a.gateway_payment)))`

const ORDER_FILTERS = ['all', 'open', 'paid', 'cancelled', 'failed', 'refunded', 'held'] as const
type OrderFilter = (typeof ORDER_FILTERS)[number]
/** `isHeld`: a payment of it waits for a decision. */
type FoundOrder = Pick<OrderRow, 'id' | 'status' | 'total' | 'currency' | 'createdAt' | 'isGift' | 'email'> & {
  name: string
  isHeld: boolean
}

const IS_HELD = `exists (select 1 from payment_attempts a where a.order_id = o.id and a.state = 'held' and not exists (select 1 from refunds r where r.attempt_id = a.id))`

/** Orders, the newest first. An empty text finds all. */
export async function searchOrders(
  { db }: { db: Db },
  { text, filter }: { text: string; filter: OrderFilter },
  slice: Slice,
): Promise<Paged<FoundOrder>> {
  return pageOf<FoundOrder>(
    db,
    `select o.id, o.status, o.total, o.currency, o.created_at as "createdAt", o.is_gift as "isGift", o.email,
       trim(o.first_name || ' ' || o.last_name) as name, ${IS_HELD} as "isHeld" from orders o
     where ($1 = '' or ${ORDER_FOUND}) and ($3 = 'all' or o.status = $3 or ($3 = 'held' and ${IS_HELD}))`,
    slice,
    [...searchedOrder(text), filter],
  )
}
