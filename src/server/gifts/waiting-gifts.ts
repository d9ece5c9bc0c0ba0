import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import type { gifts } from '../db/schema/orders/gifts.ts'
import type { orders } from '../db/schema/orders/orders.ts'
import { codeOf } from './send-gift.ts'

type Reply = Omit<ReplyOf<typeof endpoints.waitingGifts>, 'status'>
type Found = Pick<Row<typeof gifts>, 'code_sealed'> & {
  giver: Row<typeof orders>['first_name']
  occasion: Reply['data'][number]['occasion']
}

const MOST = 10

/**
 * Gifts whose mail went to the proved address of this listener: who signed up in another browser than the one that opened the link finds
 * them. `contact_email` proves nothing. Gifts of earlier releases have no code to tell.
 */
export async function waitingGifts(context: Pick<AppContext, 'db' | 'encryption'>, userId: number): Promise<Reply> {
  const found = await context.db.query<Found>(
    `select g.code_sealed, g.occasion, o.first_name as giver from gifts g
     join orders o on o.id = g.order_id join users u on lower(u.email) = lower(g.email)
     where u.id = $1 and g.send_by = 'mail' and g.sent_at is not null and g.redeemed_at is null and o.status = 'paid'
     order by g.sent_at limit ${MOST}`,
    [userId],
  )
  return {
    data: found.flatMap(({ code_sealed: sealed, giver, occasion }) => {
      const code = codeOf(context, sealed)
      return code ? [{ code, first_name: giver, occasion }] : []
    }),
  }
}
