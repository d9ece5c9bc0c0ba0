import { isCountry } from '#contract/countries.ts'
import { stateFor } from '#contract/states.ts'
import type { endpoints } from '#contract/endpoints.ts'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import type { Failure, Wait } from '../runtime/failure.ts'
import { buyerOf, type Buyer } from '../http/buyer.ts'
import type { AppContext } from '../context.ts'
import { bucket, giveBack, networkOf, take } from '../http/rate-limits.ts'
import { hashOf, newToken } from '../accounts/sessions.ts'
import { ownsAny } from '../cart/carts.ts'
import { openLines } from '../orders/fulfilment.ts'
import { foldGiftCode } from './gift-codes.ts'
import { itemsOf, wireItem } from '../cart/items.ts'
import { withdraw } from '../orders/order-rows.ts'

type Given = Pick<AppContext, 'db' | 'encryption' | 'now'>
const LIFE_MS = 24 * 3_600_000

/** A token of its own each time, for one gift: whoever types the address of an account gets nothing of that account. */
export async function addGifter(
  context: Given,
  input: InputOf<typeof endpoints.addGiftingUser>,
  address: string,
): Promise<{ token: string } | Wait | Failure<'badInput'>> {
  const state = stateFor(input.country, input.state)
  if (!isCountry(input.country)) return { fault: 'badInput', fields: { country: 'country' } }
  if (state === undefined) return { fault: 'badInput', fields: { state: 'required' } }
  const wait = await take(context, [bucket(context.encryption, 'gifterAddress', networkOf(address))])
  if (wait) return wait
  const token = newToken()
  await context.db.query(
    'insert into gifters (token_hash, email, first_name, last_name, mobile, country, state, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      hashOf(token),
      input.email,
      input.first_name,
      input.last_name,
      input.mobile,
      input.country,
      state,
      new Date(context.now().getTime() + LIFE_MS),
    ],
  )
  return { token }
}

/** The sender changes his mind: by the token of the order, or of the cart that has none yet (case 48). */
export async function cancelGift(
  { db, now }: Given,
  { owner }: Buyer,
  token: string,
): Promise<object | Failure<'notFound' | 'alreadyPaid'>> {
  return db.transaction(async (inner) => {
    const [order] = await inner.query<{ id: number; status: string }>(
      `select o.id, o.status from orders o left join carts c on c.id = o.cart_id
       where o.owner = $2 and o.is_gift and (o.token = $1 or c.token = $1) order by o.id desc limit 1 for update of o`,
      [token, owner],
    )
    if (order?.status === 'paid' || order?.status === 'refunded') return { fault: 'alreadyPaid' }
    const carts = await inner.query(
      `update carts c set closed_at = $3 where owner = $2 and is_gift and closed_at is null
         and (token = $1 or exists (select 1 from orders o where o.cart_id = c.id and o.token = $1)) returning id`,
      [token, owner, now()],
    )
    if (order) await withdraw(inner, order.id, 'cancelled')
    return order || carts.length > 0 ? {} : { fault: 'notFound' }
  })
}

type Redeemed = Omit<ReplyOf<typeof endpoints.redeemGift>, 'status'>
type GiftRow = { orderId: number; redeemedBy: number | null; message: string; sender: string }

/** Once, by whoever was told the code. */
export async function redeem(
  context: Given,
  userId: number,
  code: string,
  address: string,
): Promise<Redeemed | Wait | Failure<'gift' | 'alreadyOwned'>> {
  const buckets = [
    bucket(context.encryption, 'redeemAddress', networkOf(address)),
    bucket(context.encryption, 'redeemOwner', String(userId)),
  ]
  const wait = await take(context, buckets)
  if (wait) return wait
  const opened = await open(context, userId, foldGiftCode(code))
  if ('data' in opened) await giveBack(context, buckets)
  return opened
}

async function open(
  { db, encryption, now }: Given,
  userId: number,
  code: string,
): Promise<Redeemed | Failure<'gift' | 'alreadyOwned'>> {
  return db.transaction(async (inner) => {
    const [gift] = await inner.query<GiftRow>(
      `select g.order_id as "orderId", g.redeemed_by as "redeemedBy", g.message, o.first_name as sender from gifts g join orders o on o.id = g.order_id
       where g.code_mark = $1 and o.status = 'paid' and (g.redeemed_at is null or g.redeemed_by = $2) for update of g, o`,
      [encryption.mark('gift', code), userId],
    )
    if (!gift) return { fault: 'gift' }
    const lines = await inner.query<{ variant: number }>(
      'select variant from order_lines where order_id = $1 order by position',
      [gift.orderId],
    )
    const items = await itemsOf(
      inner,
      lines.map(({ variant }) => variant),
    )
    const isNew = gift.redeemedBy === null
    if (isNew && (await ownsAny(inner, buyerOf(userId), items))) return { fault: 'alreadyOwned' }
    if (isNew) await openLines(inner, now(), gift.orderId, userId, 'gift')
    if (isNew)
      await inner.query('update gifts set redeemed_by = $2, redeemed_at = $3 where order_id = $1', [
        gift.orderId,
        userId,
        now(),
      ])
    return { data: { product_details: items.map(wireItem), first_name: gift.sender, message: gift.message } }
  })
}
