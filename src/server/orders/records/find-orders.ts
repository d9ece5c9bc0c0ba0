import { asciiDigits } from '#contract/text/digits.ts'
import { minorOf } from '../../adapters/payment/port.ts'
import type { Db } from '../../db/connect.ts'
import { AWAITS_DECISION } from '../../db/payment-states.ts'
import { pageOf, type Paged, type Slice } from '../../db/pagination.ts'
import type { OrderRow } from '../order-rows.ts'

/** `text` as it is compared, and the amount that it may be: `₹१,१९९.५०` finds 1199.50, `1199` finds it too. */
export function searchedOrder(text: string): [text: string, amount: number | null] {
  const plain = asciiDigits(text.trim()).replace(/^(?:order|ऑर्डर)?\s*#?\s*(?=\d+$)/i, '')
  return [plain, minorOf(plain.replace(/^[₹$\s]+|[,\s]/g, '')) ?? null]
}

/** SQL: each word of $1 stands in one of these columns, in any order. */
const WORDS_IN = (...columns: string[]): string =>
  `not exists (select 1 from unnest(string_to_array(lower($1), ' ')) word where position(word in lower(concat_ws(' ', ${columns.join(', ')}))) = 0)`

/** SQL: the digits of $1 are at least the last seven of a number. */
const NUMBER_IS = (column: string): string =>
  `($1 ~ '^[+\\d\\s()-]{7,}$' and right(${column}, 7) = right(regexp_replace($1, '\\D', '', 'g'), 7))`

/** $1 and $2 are those of `searchedOrder`. An amount without a fraction finds those with any; one of nine digits is no `integer`. */
export const ORDER_FOUND = `(${WORDS_IN('o.email', 'o.first_name', 'o.last_name')} or o.id::text = $1 or o.token = $1
  or o.total = $2::bigint or ($2::bigint % 100 = 0 and o.total / 100 = $2::bigint / 100) or upper(o.coupon_code) = upper($1) or ${NUMBER_IS('o.mobile')}
  or exists (select 1 from gifts g where g.order_id = o.id and (${WORDS_IN('g.email', 'g.first_name', 'g.last_name')} or ${NUMBER_IS('g.mobile')}))
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
  /** What went back for single lines. */
  returned: number
}

const IS_HELD = `exists (select 1 from payment_attempts a where a.order_id = o.id and ${AWAITS_DECISION})`

const RETURNED = `(select coalesce(sum(r.amount), 0) from line_refunds r where r.order_id = o.id)`

/** Orders, the newest first. An empty text finds all. */
export async function searchOrders(
  { db }: { db: Db },
  { text, filter }: { text: string; filter: OrderFilter },
  slice: Slice,
): Promise<Paged<FoundOrder>> {
  return pageOf<FoundOrder>(
    db,
    `select o.id, o.status, o.total, o.currency, o.created_at as "createdAt", o.is_gift as "isGift", o.email,
       trim(o.first_name || ' ' || o.last_name) as name, ${IS_HELD} as "isHeld", ${RETURNED} as returned from orders o
     where ($1 = '' or ${ORDER_FOUND}) and ($3 = 'all' or o.status = $3 or ($3 = 'held' and ${IS_HELD}) or ($3 = 'refunded' and ${RETURNED} > 0))`,
    slice,
    [...searchedOrder(text), filter],
  )
}
