import { DOCUMENTS } from '../orders/records/document-lines.ts'
import type { Dependencies } from './retention-rule.ts'

/** The date of the last invoice or credit note of an order: the legal period begins with it. */
const LAST_DOCUMENT = `coalesce((select max(d.issued_at) from (${DOCUMENTS}) d where d.order_id = o.id), o.paid_at, o.created_at)`

/** Of the oldest financial year that is kept: it runs from April to March, in Indian time. */
const PERIOD_START = `make_date(extract(year from ($1::timestamptz at time zone 'Asia/Kolkata') - interval '3 months')::int - 8, 4, 1)::timestamp at time zone 'Asia/Kolkata'`

export async function removeBuyerNames({ db, now }: Dependencies): Promise<void> {
  await db.query(
    `update gifts g set email = '', first_name = '', last_name = '', mobile = '', message = '', spoken = '' from orders o
     where o.id = g.order_id and ${LAST_DOCUMENT} < ${PERIOD_START} and g.email <> ''`,
    [now()],
  )
  await db.query(
    `update orders o set email = '', first_name = '', last_name = '', mobile = '' where ${LAST_DOCUMENT} < ${PERIOD_START} and email <> ''`,
    [now()],
  )
}

export async function removeSealedBuyers({ db, now }: Dependencies): Promise<void> {
  await db.query(
    `delete from sealed_buyers s using orders o where o.id = s.order_id and ${LAST_DOCUMENT} < ${PERIOD_START}`,
    [now()],
  )
}
