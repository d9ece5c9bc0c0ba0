import { currencyOf } from '#contract/money/money.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { Db } from '../db/connect.ts'
import type { Failure, RetryAfter } from '../runtime/failure.ts'
import type { Buyer } from '../http/buyer.ts'
import type { AppContext } from '../context.ts'
import { addressBuckets, bucket, giveBack, take } from '../http/rate-limits.ts'
import { partyOf } from './buyers.ts'
import { cartOf } from './cart-reply.ts'
import { contentOf, lockCart } from './carts.ts'
import { couponOf, foldCode } from './coupons.ts'

type CouponContext = Pick<AppContext, 'db' | 'encryption' | 'now' | 'payments'>
type Reply = ReplyOf<typeof endpoints.applyCoupon>

/** One reply for every reason, so that guessing codes reveals nothing (attack case 13). */
const REFUSED: Reply = { status: false, message: 'coupon', data: [{ voucher_code: ['coupon'] }] }

/** Sets the coupon of the cart in place of any other; an empty code removes it [CK-2]. */
export async function applyCoupon(
  context: CouponContext,
  buyer: Buyer,
  { token, voucher_code }: { token: string; voucher_code: string },
  address: string,
): Promise<Reply | RetryAfter | Failure<'notFound'>> {
  const code = foldCode(voucher_code)
  const buckets = [
    ...addressBuckets(context.encryption, 'couponAddress', address),
    bucket(context.encryption, 'couponOwner', buyer.owner),
  ]
  const retryAfter = code ? await take(context, buckets) : undefined
  if (retryAfter) return retryAfter
  const reply = await context.db.transaction((inner) => applyTo(inner, context, buyer, token, code))
  if (code && 'status' in reply && reply.status) await giveBack(context, buckets)
  return reply
}

async function applyTo(
  inner: Db,
  context: CouponContext,
  buyer: Buyer,
  token: string,
  code: string,
): Promise<Reply | Failure<'notFound'>> {
  const now = context.now()
  const row = await lockCart(inner, buyer, token)
  if (!row) return { fault: 'notFound' }
  const coupon = code ? await couponOf(inner, now, { owner: buyer.owner, code, cartId: row.id }) : undefined
  if (code && !coupon) return REFUSED
  const party = await partyOf(inner, buyer)
  const content = await contentOf(inner, now, { ...row, couponId: coupon?.id ?? null }, currencyOf(party.country))
  if (coupon && !content.coupon) return REFUSED
  await inner.query('update carts set coupon_id = $2, updated_at = $3 where id = $1', [row.id, coupon?.id ?? null, now])
  const cart = await cartOf({ ...context, db: inner }, content, party, buyer)
  return {
    status: true,
    message: code ? 'applied' : 'removed',
    data: { discount_amount: cart.discount_amount, discount_amount_inr: cart.discount_amount_inr, cart },
  }
}
