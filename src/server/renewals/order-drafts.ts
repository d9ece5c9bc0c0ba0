import { currencyOf } from '#contract/money.ts'
import type { Db } from '../db/connect.ts'
import { buyerOf, type Buyer } from '../http/buyer.ts'
import { canOrder, partyOf, type Party } from '../cart/buyers.ts'
import { sumOfCart } from '../cart/carts.ts'
import { itemsOf, type Item } from '../cart/items.ts'
import type { Draft } from '../orders/create-order.ts'
import type { MandateRow } from './mandates.ts'

async function itemOf(db: Db, planId: number): Promise<Item | undefined> {
  const [plan] = await db.query<{ variant: number }>('select variant from plans where id = $1', [planId])
  const [item] = plan ? await itemsOf(db, [plan.variant]) : []
  return item
}

/** The plan as it is sold today; undefined when it is not any more. */
export async function planOf(db: Db, planId: number): Promise<Item | undefined> {
  const item = await itemOf(db, planId)
  return item?.isForSale ? item : undefined
}

/** An order of one renewal at this price, and its total; undefined when the listener cannot be sold it any more. */
export async function draftOf(
  inner: Db,
  mandate: MandateRow,
  price: number,
): Promise<{ draft: Draft; total: number } | undefined> {
  if (mandate.userId === null) return undefined
  const [item, party] = [await planOf(inner, mandate.planId), await partyOf(inner, buyerOf(mandate.userId))]
  if (!item || !canOrder(party) || currencyOf(party.country) !== mandate.currency) return undefined
  const draft = draftFor(mandate, item, party, price)
  return { draft, total: sumOfCart(draft.content, party).total }
}

function draftFor({ locale }: MandateRow, item: Item, party: Party, price: number): Draft {
  const row = { id: 0, token: '', isGift: false, couponId: null }
  return {
    content: { row, items: [{ ...item, priceInr: price, priceUsd: price }], coupon: undefined },
    party,
    locale,
    cartId: null,
  }
}

const NOBODY: Buyer = { owner: '', userId: null, gifterId: null }
const ERASED = { email: '', firstName: '', lastName: '', mobile: '' }
export type Billed = { draft: Draft; buyer: Buyer; canSell: boolean }

/**
 * An order of money that the gateway took by itself, at the price that was agreed to, whether the plan is on sale or not. Who
 * tells too little today is who he was when he agreed. `canSell` false: the account is gone, or moved to another currency.
 */
export async function draftOfBilled(inner: Db, mandate: MandateRow): Promise<Billed> {
  const [item, agreed] = [await itemOf(inner, mandate.planId), await whoAgreed(inner, mandate.id)]
  if (!item) throw new Error(`consent ${mandate.id} is of no plan`)
  if (mandate.userId === null)
    return { draft: draftFor(mandate, item, { ...agreed, ...ERASED }, mandate.price), buyer: NOBODY, canSell: false }
  const today = await partyOf(inner, buyerOf(mandate.userId))
  const canSell = currencyOf(today.country) === mandate.currency
  const draft = draftFor(mandate, item, canSell && canOrder(today) ? today : agreed, mandate.price)
  return { draft, buyer: buyerOf(mandate.userId), canSell }
}

/** As it is frozen on the order that the consent came with. */
async function whoAgreed(inner: Db, mandateId: number): Promise<Party> {
  const [party] = await inner.query<Party>(
    `select o.email, o.first_name as "firstName", o.last_name as "lastName", o.mobile, o.country, o.state, true as "isComplete"
     from mandates m join payment_attempts a on a.id = m.attempt_id join orders o on o.id = a.order_id where m.id = $1`,
    [mandateId],
  )
  if (!party) throw new Error(`nobody agreed to ${mandateId}`)
  return party
}
