import type { Cart } from '#contract/cart.ts'
import { currencyOf, type Currency } from '#contract/money/money.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import { isOwned } from '../db/ownership.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { libraryEntries } from '../db/schema/listening/library.ts'
import type { cartLines } from '../db/schema/orders/cart.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Buyer } from '../http/buyer.ts'
import type { AppContext } from '../context.ts'
import { newToken } from '../accounts/sessions.ts'
import { canOrder, partyOf } from './buyers.ts'
import { cartOf, IS_UNDER_WAY, type CartContent, type CartRow } from './cart-reply.ts'
import { couponOf, usefulCoupon } from './coupons.ts'
import { itemsOf, type Item } from './items.ts'

type CartContext = Pick<AppContext, 'db' | 'now' | 'payments'>
type ChangedCart = { data: { quantity: number; token: string } }
type AddFault = 'alreadyInCart' | 'anotherPlan' | 'alreadyOwned' | 'notFound' | 'notForSale' | 'profileIncomplete'

const CART = 'select id, owner, token, is_gift as "isGift", coupon_id as "couponId" from carts'

/** What is being paid for is not counted. */
export async function countLines({ db }: Pick<AppContext, 'db' | 'now'>, owner: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from carts c join cart_lines l on l.cart_id = c.id
     where c.owner = $1 and not c.is_gift and c.closed_at is null and not ${IS_UNDER_WAY}`,
    [owner],
  )
  return row?.count ?? 0
}

export async function addLines(
  context: CartContext,
  buyer: Buyer,
  input: InputOf<typeof endpoints.addToCart>,
): Promise<ChangedCart | Failure<AddFault>> {
  const isGift = isGiftCart(buyer, input.gift_cart)
  const party = await partyOf(context.db, buyer)
  if (!canOrder(party)) return { fault: 'profileIncomplete' }
  const variants = input.cart_lines.map(({ variant }) => variant)
  const items = await itemsOf(context.db, variants, currencyOf(party.country))
  if (items.length < variants.length) return { fault: 'notFound' }
  if (items.some(({ isForSale }) => !isForSale)) return { fault: 'notForSale' }
  if (!isGift && (await ownsAny(context.db, buyer, items))) return { fault: 'alreadyOwned' }
  const wanted = { items, isGift, replacesPlan: input.replace_plan === true, currency: currencyOf(party.country) }
  return context.db.transaction((inner) => addTo(inner, context.now(), buyer, wanted))
}

type Wanted = { items: Item[]; isGift: boolean; replacesPlan: boolean; currency: Currency }

/** One plan at a time: another one takes its place only where the buyer asked for that. */
async function addTo(
  inner: Db,
  now: Date,
  buyer: Buyer,
  { items, isGift, replacesPlan, currency }: Wanted,
): Promise<ChangedCart | Failure<AddFault>> {
  const cart = await openCart(inner, now, buyer, isGift)
  const { items: before } = await contentOf(inner, now, cart, currency)
  const newPlan = items.find(({ isPlan }) => isPlan)
  const otherPlan = before.find(({ isPlan, variant }) => isPlan && newPlan && variant !== newPlan.variant)
  if (otherPlan && !replacesPlan) return { fault: 'anotherPlan' }
  if (otherPlan)
    await inner.query('delete from cart_lines where cart_id = $1 and variant = $2', [cart.id, otherPlan.variant])
  const existing = before.filter((item) => item !== otherPlan)
  const variants = new Set([...existing, ...items].map(({ variant }) => variant))
  const plans = [...existing, ...items].filter(({ isPlan }) => isPlan)
  if (variants.size < existing.length + items.length || plans.length > 1) return { fault: 'alreadyInCart' }
  await inner.query(
    'insert into cart_lines (cart_id, variant) select $1, v from unnest($2::bigint[]) with ordinality as t(v, n) order by n on conflict do nothing',
    [cart.id, items.map(({ variant }) => variant)],
  )
  await touch(inner, now, cart)
  return { data: { quantity: variants.size, token: cart.token } }
}

/** Opens the cart of the buyer and locks it, so that concurrent changes follow each other. */
async function openCart(inner: Db, now: Date, buyer: Buyer, isGift: boolean): Promise<CartRow> {
  // A payment may close the cart while its lock is waited for: then there is room for a new one.
  const cart = (await findOrOpenCart(inner, now, buyer, isGift)) ?? (await findOrOpenCart(inner, now, buyer, isGift))
  if (!cart) throw new Error(`The cart of ${buyer.owner} does not exist after its insert.`)
  return cart
}

async function findOrOpenCart(
  inner: Db,
  now: Date,
  { owner, userId, giverId }: Buyer,
  isGift: boolean,
): Promise<CartRow | undefined> {
  await inner.query(
    `insert into carts (token, user_id, gifter_id, is_gift, updated_at) values ($1, $2, $3, $4, $5) on conflict (owner, is_gift) where closed_at is null do nothing`,
    [newToken(), userId, giverId, isGift, now],
  )
  const [cart] = await inner.query<CartRow>(
    `${CART} where owner = $1 and is_gift = $2 and closed_at is null for update`,
    [owner, isGift],
  )
  return cart
}

/** Carts that nobody changes are deleted after a time (privacy/retention.ts). */
const touch = (inner: Db, now: Date, { id }: CartRow) =>
  inner.query('update carts set updated_at = $2 where id = $1', [id, now])

export async function removeLines(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  buyer: Buyer,
  token: string,
  variants: number[],
): Promise<ChangedCart | Failure<'notFound'>> {
  return db.transaction(async (inner) => {
    const cart = await lockCart(inner, buyer, token)
    if (!cart) return { fault: 'notFound' }
    await inner.query('delete from cart_lines where cart_id = $1 and variant = any($2)', [cart.id, variants])
    await touch(inner, now(), cart)
    const { items } = await contentOf(inner, now(), cart, currencyOf((await partyOf(inner, buyer)).country))
    return { data: { quantity: items.length, token: cart.token } }
  })
}

/** Locks the open cart with this token; undefined when it belongs to another buyer. */
export async function lockCart(inner: Db, { owner }: Buyer, token: string): Promise<CartRow | undefined> {
  const [cart] = await inner.query<CartRow>(
    `${CART} where token = $1 and owner = $2 and closed_at is null for update`,
    [token, owner],
  )
  return cart
}

/** The items that are still for sale in the currency of the buyer, and the coupon if it is still valid. */
export async function contentOf(db: Db, now: Date, row: CartRow, currency: Currency): Promise<CartContent> {
  const lines = await db.query<Pick<Row<typeof cartLines>, 'variant'>>(
    'select variant from cart_lines where cart_id = $1 order by place',
    [row.id],
  )
  const items = (
    await itemsOf(
      db,
      lines.map(({ variant }) => variant),
      currency,
    )
  ).filter(({ isForSale }) => isForSale)
  const coupon =
    row.couponId === null ? undefined : await couponOf(db, now, { owner: row.owner, id: row.couponId, cartId: row.id })
  return { row, items, coupon: usefulCoupon(coupon, items) }
}

export async function showCart(context: CartContext, buyer: Buyer, isGift = false): Promise<{ data: Cart[] }> {
  const { db, now } = context
  const [row] = await db.query<CartRow>(`${CART} where owner = $1 and is_gift = $2 and closed_at is null`, [
    buyer.owner,
    isGiftCart(buyer, isGift),
  ])
  if (!row) return { data: [] }
  const party = await partyOf(db, buyer)
  return { data: [await cartOf(context, await contentOf(db, now(), row, currencyOf(party.country)), party, buyer)] }
}

/** A guest has only a gift cart. */
const isGiftCart = ({ userId }: Buyer, isGift: boolean): boolean => isGift || userId === null

/** Whether the buyer owns one of the titles by purchase or gift. */
export async function ownsAny(db: Db, buyer: Buyer, items: Item[]): Promise<boolean> {
  return (await ownedOf(db, buyer, items)).length > 0
}

/** The titles among the items that the buyer owns by purchase or gift. */
export async function ownedOf(db: Db, { userId }: Buyer, items: Item[]): Promise<Item[]> {
  const titles = items.filter(({ isPlan }) => !isPlan)
  if (titles.length === 0 || userId === null) return []
  const owned = await db.query<Pick<Row<typeof libraryEntries>, 'product_id'>>(
    `select e.product_id from library_entries e where e.user_id = $1 and e.product_id = any($2) and ${isOwned('e')}`,
    [userId, titles.map(({ id }) => id)],
  )
  return titles.filter(({ id }) => owned.some(({ product_id: productId }) => productId === id))
}
