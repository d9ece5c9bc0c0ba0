import { noteAction } from '../audit/audit-log.ts'
import type { AppContext } from '../context.ts'
import { IS_WEEK_OVER } from '../notifications/weekly-news.ts'
import { OPENS_AT } from '../gifts/send-gift.ts'
import { IS_GIFT_SENT } from '../orders/order-rows.ts'

/** Set by `scripts/deploy/restore.sh`, deleted by `resumePayments`. */
export const MAILS_HELD = 'mailsHeld'

/** While it is true no gift and no weekly mail goes out: a restored database does not know what was sent since its backup. */
export async function areMailsHeld({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  return (await db.query('select 1 from shop_state where key = $1', [MAILS_HELD], 'mails held')).length > 0
}

type DueMails = { gifts_due: number; weekly_mails_due: number }

/** SQL: unsent gifts that began to open at $1 or before. */
const DUE_GIFTS = `g.order_id in (select o.id from orders o where o.status = 'paid') and not ${IS_GIFT_SENT} and ${OPENS_AT} <= $1::timestamptz`

/** What goes out as soon as payments are resumed. */
export async function countDueMails({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<DueMails> {
  const [row] = await db.query<DueMails>(
    `select (select count(*) from gifts g where ${DUE_GIFTS}) as gifts_due, (select count(*) from weekly_news where ${IS_WEEK_OVER}) as weekly_mails_due`,
    [now()],
  )
  if (!row) throw new Error('the query of due mails returned no row')
  return row
}

/** Notes what was due at `lostAt` or before as sent at its time: the shop that was lost then had sent it. How many. */
export async function noteSentBefore({ db, now }: Pick<AppContext, 'db' | 'now'>, lostAt: Date): Promise<number> {
  return db.transaction(async (inner) => {
    const gifts = await inner.query(`update gifts g set sent_at = ${OPENS_AT} where ${DUE_GIFTS} returning 1`, [lostAt])
    // The week goes on as if it had been sent: what is new since then comes with the next mail.
    const weeks = await inner.query(
      `update weekly_news w set sent_at = w.sent_at + interval '7 days' * floor(extract(epoch from $1::timestamptz - w.sent_at) / 604800)
        where ${IS_WEEK_OVER} returning 1`,
      [lostAt],
    )
    const count = gifts.length + weeks.length
    await noteAction(inner, now(), 'mails sent before', lostAt.toISOString(), { count })
    return count
  })
}
