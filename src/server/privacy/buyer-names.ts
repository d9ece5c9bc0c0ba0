import { DOCUMENTS } from '../orders/records/document-lines.ts'
import { IS_OPEN_PAYMENT } from '../db/payment-states.ts'
import type { Dependencies } from './retention-rule.ts'

/** The date of the last invoice or credit note of an order: the legal period begins with it. */
const LAST_DOCUMENT = `coalesce((select max(d.issued_at) from (${DOCUMENTS}) d where d.order_id = o.id), o.paid_at, o.created_at)`

/** Of the oldest financial year that is kept: it runs from April to March, in Indian time. */
const PERIOD_START = `make_date(extract(year from ($1::timestamptz at time zone 'Asia/Kolkata') - interval '3 months')::int - 8, 4, 1)::timestamp at time zone 'Asia/Kolkata'`

/** Empties names of orders `o` and of their gifts. A gift that goes by a link may have no address. */
async function emptyNames({ db, now }: Dependencies, condition: string): Promise<void> {
  await db.query(
    `update gifts g set email = '', first_name = '', last_name = '', mobile = '', message = '', spoken = '' from orders o
     where o.id = g.order_id and ${condition} and (g.email, g.first_name, g.last_name, g.mobile, g.message, g.spoken) <> ('', '', '', '', '', '')`,
    [now()],
  )
  await db.query(
    `update orders o set email = '', first_name = '', last_name = '', mobile = '' where ${condition} and email <> ''`,
    [now()],
  )
}

export const removeBuyerNames = (dependencies: Dependencies): Promise<void> =>
  emptyNames(dependencies, `${LAST_DOCUMENT} < ${PERIOD_START}`)

/** Of orders that nobody paid within a year. */
export const removeUnpaidNames = (dependencies: Dependencies): Promise<void> =>
  emptyNames(
    dependencies,
    `o.paid_at is null and o.status in ('cancelled', 'failed') and o.created_at < $1::timestamptz - interval '1 year'
       and not exists (select 1 from payment_attempts a where a.order_id = o.id and ${IS_OPEN_PAYMENT})`,
  )

export async function removeSealedBuyers({ db, now }: Dependencies): Promise<void> {
  await db.query(
    `delete from sealed_buyers s using orders o where o.id = s.order_id and ${LAST_DOCUMENT} < ${PERIOD_START}`,
    [now()],
  )
}

/** The links of their mails and the owner of a paid order need the row of a guest, but nothing that it says. */
export async function removeGuests({ db, now }: Dependencies): Promise<void> {
  await db.query(
    `with old as (select g.id, exists (select 1 from orders o where o.gifter_id = g.id and o.paid_at is not null) as has_paid from gifters g
         where g.expires_at < $1::timestamptz - interval '90 days' and not exists (select 1 from orders o where o.gifter_id = g.id and o.status = 'open')),
       unpaid as (delete from gifters g using old where g.id = old.id and not old.has_paid)
     update gifters g set email = '', first_name = '', last_name = '', mobile = '', country = '', state = ''
     from old where g.id = old.id and old.has_paid and g.email <> ''`,
    [now()],
  )
}
