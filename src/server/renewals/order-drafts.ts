import { currencyOf, type Currency } from '#contract/money/money.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { plans } from '../db/schema/orders/plans.ts'
import { buyerOf, type Buyer } from '../http/buyer.ts'
import { canOrder, partyOf, type Party } from '../cart/buyers.ts'
import { sumOfCart } from '../cart/cart-reply.ts'
import { itemsOf, type Item } from '../cart/items.ts'
import type { OrderDraft } from '../orders/insert-order.ts'
import type { MandateRow } from './mandates.ts'

type Renewed = Pick<MandateRow, 'planId'> & { currency: Currency }

async function itemOf(db: Db, { planId, currency }: Renewed): Promise<Item | undefined> {
  const [plan] = await db.query<Pick<Row<typeof plans>, 'variant'>>('select variant from plans where id = $1', [planId])
  const [item] = plan ? await itemsOf(db, [plan.variant], currency) : []
  return item
}

/** Undefined: the plan is no longer for sale in the currency of the mandate. */
export async function planOf(db: Db, mandate: Renewed): Promise<Item | undefined> {
  const item = await itemOf(db, mandate)
  return item?.isForSale ? item : undefined
}

/** The draft of a renewal order at this price. Undefined: the listener cannot buy the plan any more. */
export async function draftOf(
  inner: Db,
  mandate: MandateRow,
  price: number,
): Promise<{ draft: OrderDraft; total: number } | undefined> {
  if (mandate.userId === null) return undefined
  const [item, party] = [await planOf(inner, mandate), await partyOf(inner, buyerOf(mandate.userId))]
  if (!item || !canOrder(party) || currencyOf(party.country) !== mandate.currency) return undefined
  const draft = draftFor(mandate, item, party, price)
  return { draft, total: sumOfCart(draft.content, party).total }
}

function draftFor({ locale }: MandateRow, item: Item, party: Party, price: number): OrderDraft {
  const row = { id: 0, owner: '', token: '', isGift: false, couponId: null }
  return {
    content: { row, items: [{ ...item, priceInr: price, priceUsd: price }], coupon: undefined },
    party,
    locale,
    cartId: null,
  }
}

const ERASED_BUYER: Buyer = { owner: '', userId: null, giverId: null }
const ERASED_CONTACT = { email: '', firstName: '', lastName: '', mobile: '' }
type DebitDraft = { draft: OrderDraft; buyer: Buyer; canSell: boolean }

/**
 * The draft of an order for a debit that the gateway has made, at the price of the mandate, even if the plan is no longer for
 * sale. An incomplete profile is replaced by the buyer data of the first order. `canSell` false: the account was erased, or has
 * another currency now.
 */
export async function draftForDebit(inner: Db, mandate: MandateRow): Promise<DebitDraft> {
  const [item, firstBuyer] = [await itemOf(inner, mandate), await buyerOfFirstOrder(inner, mandate.id)]
  if (!item) throw new Error(`mandate ${mandate.id} has no plan`)
  if (mandate.userId === null)
    return {
      draft: draftFor(mandate, item, { ...firstBuyer, ...ERASED_CONTACT }, mandate.price),
      buyer: ERASED_BUYER,
      canSell: false,
    }
  const profile = await partyOf(inner, buyerOf(mandate.userId))
  const canSell = currencyOf(profile.country) === mandate.currency
  const draft = draftFor(mandate, item, canSell && canOrder(profile) ? profile : firstBuyer, mandate.price)
  return { draft, buyer: buyerOf(mandate.userId), canSell }
}

/** The buyer data stored with the order that created the mandate. */
async function buyerOfFirstOrder(inner: Db, mandateId: number): Promise<Party> {
  const [party] = await inner.query<Party>(
    `select o.email, o.first_name as "firstName", o.last_name as "lastName", o.mobile, o.country, o.state, true as "isComplete"
     from mandates m join payment_attempts a on a.id = m.attempt_id join orders o on o.id = a.order_id where m.id = $1`,
    [mandateId],
  )
  if (!party) throw new Error(`mandate ${mandateId} has no first order`)
  return party
}
