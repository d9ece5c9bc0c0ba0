import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { Locale } from '#contract/text/locale.ts'
import { ownsAny } from '../cart/carts.ts'
import { itemsOf, serializeItem, type Item } from '../cart/items.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { gifts } from '../db/schema/orders/gifts.ts'
import type { orderLines, orders } from '../db/schema/orders/orders.ts'
import { buyerOf } from '../http/buyer.ts'
import type { ClientInfo } from '../http/register-endpoint.ts'
import { addressBuckets, bucket, giveBack, take } from '../http/rate-limits.ts'
import { namelessGiver } from '../jobs/mail-templates.ts'
import { grantLines } from '../orders/fulfilment.ts'
import { lockListener } from '../orders/locks.ts'
import { lockOrder } from '../orders/order-rows.ts'
import type { Failure, RetryAfter } from '../runtime/failure.ts'
import { foldGiftCode } from './gift-codes.ts'
import { IS_DUE, openOnce } from './send-gift.ts'

type Dependencies = Pick<AppContext, 'db' | 'encryption' | 'now' | 'fulfillers' | 'wake'>

type RedeemFault = 'gift' | 'notYet' | 'alreadyOwned'
type Redeemed = Omit<ReplyOf<typeof endpoints.redeemGift>, 'status'>
type Gift = Pick<Row<typeof gifts>, 'order_id' | 'redeemed_by' | 'message'> & {
  giver: Row<typeof orders>['first_name']
  is_due: boolean
}

/** Redeems a gift once. The code is the only proof: whoever has it may redeem it. */
export async function redeemGift(
  context: Dependencies,
  userId: number,
  code: string,
  { address, locale }: ClientInfo,
): Promise<Redeemed | RetryAfter | Failure<RedeemFault>> {
  const buckets = [
    ...addressBuckets(context.encryption, 'redeemAddress', address),
    bucket(context.encryption, 'redeemOwner', String(userId)),
  ]
  const retryAfter = await take(context, buckets)
  if (retryAfter) return retryAfter
  const redeemed = await grantGift(context, userId, foldGiftCode(code), locale)
  if ('data' in redeemed) {
    context.wake()
    await giveBack(context, buckets)
  }
  return redeemed
}

async function grantGift(
  context: Dependencies,
  userId: number,
  code: string,
  locale: Locale,
): Promise<Redeemed | Failure<RedeemFault>> {
  return context.db.transaction(async (inner) => {
    const marks = context.encryption.hmacs('gift', code)
    const [found] = await inner.query<Pick<Gift, 'order_id'>>('select order_id from gifts where code_mark = any($1)', [
      marks,
    ])
    if (!found) return { fault: 'gift' }
    // Before the gift, as everywhere. The code may be another one afterwards.
    await lockOrder(inner, found.order_id)
    const [gift] = await inner.query<Gift>(
      `select g.order_id, g.redeemed_by, g.message, o.first_name as giver, ${IS_DUE} as is_due from gifts g join orders o on o.id = g.order_id
       where g.order_id = $4 and g.code_mark = any($2) and o.status = 'paid' and (g.redeemed_at is null or g.redeemed_by = $3) for update of g`,
      [context.now(), marks, userId, found.order_id],
    )
    if (!gift) return { fault: 'gift' }
    if (!gift.is_due) return { fault: 'notYet' }
    const items = await givenItems(inner, gift.order_id)
    const isNew = gift.redeemed_by === null
    await lockListener(inner, userId)
    if (isNew && (await ownsAny(inner, buyerOf(userId), items))) return { fault: 'alreadyOwned' }
    if (isNew) await grantLines(inner, context, gift.order_id, userId, 'gift')
    if (isNew) {
      await openOnce(inner, context, gift.order_id, userId)
      await inner.query(`update gifts set redeemed_by = $2, redeemed_at = $3 where order_id = $1`, [
        gift.order_id,
        userId,
        context.now(),
      ])
    }
    const giver = gift.giver || namelessGiver(locale)
    return { data: { product_details: items.map(serializeItem), first_name: giver, message: gift.message } }
  })
}

/** What an order still gives, as it is called today: not the lines whose money went back. */
export async function givenItems(db: Db, orderId: number): Promise<Item[]> {
  const lines = await db.query<Pick<Row<typeof orderLines>, 'variant'>>(
    'select variant from order_lines where order_id = $1 and line_refund_id is null order by position',
    [orderId],
  )
  return itemsOf(
    db,
    lines.map(({ variant }) => variant),
  )
}
