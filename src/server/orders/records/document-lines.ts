import type { Currency } from '#contract/money/money.ts'
import type { Db } from '../../db/connect.ts'
import type { StoredTranslations } from '../../db/schema/columns.ts'

/** One line of an invoice (`sign` 1) or of a credit note (-1): figures and taxes are sums of these, so they agree with each other. */
export type DocumentLine = {
  number: string
  kind: 'invoice' | 'credit'
  sign: 1 | -1
  /** The day of issue in India. */
  day: string
  /** The day of the invoice: of a credit note, that of the sale. */
  soldOn: string
  orderId: number
  currency: Currency
  country: string
  state: string
  /** Percent in India at the time of the order. */
  gstRate: number
  productId: number | null
  planId: number | null
  translations: StoredTranslations
  sac: string
  taxable: number
  cgst: number
  sgst: number
  igst: number
}
/** Days in India; both belong to the period. */
export type Period = { from: string; to: string }

/** SQL: all invoices (`sign` 1) and credit notes (-1). A credit note of single lines stands with its refund. */
export const DOCUMENTS = `
  select i.order_id, i.number, i.issued_at, case i.kind when 'I' then 1 else -1 end as sign, null::bigint as refund_id, i.kind = 'I' as is_whole from invoices i
  union all select r.order_id, r.number, r.issued_at, -1, r.id, false from line_refunds r`

/** $1 and $2 are the days of a period. */
const IN_PERIOD = (moment: string): string =>
  `${moment} >= ($1::date)::timestamp at time zone 'Asia/Kolkata' and ${moment} < ($2::date + 1)::timestamp at time zone 'Asia/Kolkata'`

/** Lines of all invoices and credit notes of a period, in the order of their numbers. A credit note of the rest leaves out what went back before. */
export async function documentLines(db: Db, { from, to }: Period): Promise<DocumentLine[]> {
  return db.query<DocumentLine>(
    `select d.number, case when d.sign = 1 then 'invoice' else 'credit' end as kind, d.sign, (d.issued_at at time zone 'Asia/Kolkata')::date::text as day,
       (case when d.sign = 1 then d.issued_at else (select s.issued_at from invoices s where s.order_id = o.id and s.kind = 'I') end at time zone 'Asia/Kolkata')::date::text as "soldOn", o.id as "orderId",
       o.currency, o.country, o.state, o.gst_rate as "gstRate", l.product_id as "productId", l.plan_id as "planId", l.translations, l.sac, l.price - l.discount as taxable, l.cgst, l.sgst, l.igst
     from (${DOCUMENTS}) d join orders o on o.id = d.order_id
       join order_lines l on l.order_id = o.id and (d.is_whole or l.line_refund_id is not distinct from d.refund_id)
     where ${IN_PERIOD('d.issued_at')} order by d.issued_at, d.number, l.position`,
    [from, to],
  )
}

export type IssuedDocument = { number: string; orderId: number }

/** The numbers of all invoices and credit notes of a period. */
export async function documentsOf(db: Db, { from, to }: Period): Promise<IssuedDocument[]> {
  return db.query<IssuedDocument>(
    `select d.number, d.order_id as "orderId" from (${DOCUMENTS}) d where ${IN_PERIOD('d.issued_at')} order by d.issued_at, d.number`,
    [from, to],
  )
}
