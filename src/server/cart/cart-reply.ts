import { brand } from '#brand/brand.ts'
import { priceLines, sumOf, type Cart, type Priced, type Sum, type TaxPlace } from '#contract/cart.ts'
import { currencyOf, priceIn, toAmount, type Currency } from '#contract/money/money.ts'
import { GST, type TaxComponent } from '#contract/money/tax.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { IS_OPEN_PAYMENT } from '../db/payment-states.ts'
import type { Row } from '../db/row.ts'
import type { cartLines } from '../db/schema/orders/cart.ts'
import type { Buyer } from '../http/buyer.ts'
import { canRenew, mayConsent } from '../plans/renewal-rules.ts'
import { nextPlanStart } from '../plans/subscriptions.ts'
import type { Party } from './buyers.ts'
import { isDiscounted, type Coupon } from './coupons.ts'
import { serializePricedItem, type Item } from './items.ts'

export type CartRow = { id: number; owner: string; token: string; isGift: boolean; couponId: number | null }
export type CartContent = { row: CartRow; items: Item[]; coupon: Coupon | undefined }
type ReplyContext = Pick<AppContext, 'db' | 'now' | 'payments'>

/** The sum in the currency of the buyer. */
export function sumOfCart({ items, coupon }: CartContent, place: TaxPlace): Sum {
  const currency = currencyOf(place.country)
  return sumOf(
    items.map((item) => priceIn(currency, item)),
    coupon?.percent ?? 0,
    place,
    brand.gstState,
    discountable({ items, coupon }, currency),
  )
}

/** What each item contributes to the discount: nothing when the coupon is for other things. */
export const discountable = ({ items, coupon }: Pick<CartContent, 'items' | 'coupon'>, currency: Currency): number[] =>
  items.map((item) => (coupon && !isDiscounted(coupon, item) ? 0 : priceIn(currency, item)))

const GATEWAYS = ['payu', 'ccavenue', 'paypal'] as const

export async function cartOf(
  context: ReplyContext,
  content: CartContent,
  place: TaxPlace & Pick<Party, 'isEvident'>,
  { userId }: Buyer,
): Promise<Cart> {
  const { row, items, coupon } = content
  const sum = sumOfCart(content, place)
  const { subtotal, discount, taxes, total } = sum
  const discountIn = (country: string) => toAmount(sumOfCart(content, { country, state: '' }).discount)
  const rate = (component: TaxComponent) => (taxes.some((line) => line.component === component) ? GST[component] : 0)
  return {
    token: row.token,
    quantity: items.length,
    gift_cart: row.isGift,
    lines: await linesOf(context, content, sum, currencyOf(place.country), userId),
    voucher_code: coupon?.code ?? null,
    discount_amount: discountIn(''),
    discount_amount_inr: discountIn('IN'),
    tax_rate: { standard_rate: { CGST: rate('CGST'), SGST: rate('SGST'), IGST: rate('IGST') } },
    summary: {
      currency: currencyOf(place.country),
      subtotal: toAmount(subtotal),
      discount: toAmount(discount),
      taxes: taxes.map((line) => ({ ...line, amount: toAmount(line.amount) })),
      total: toAmount(total),
    },
    charged_in: place.isEvident ? place.country : null,
    gateways: GATEWAYS.filter((gateway) => context.payments[gateway]),
    can_renew: userId !== null && !row.isGift && mayRenew(context, items, place),
  }
}

/** Lines `l` of the cart `c` for which a payment is under way. */
export const IS_UNDER_WAY = `exists (select from orders o join order_lines m on m.order_id = o.id join payment_attempts a on a.order_id = o.id
    where o.cart_id = c.id and o.status = 'open' and m.variant = l.variant and ${IS_OPEN_PAYMENT})`

async function variantsUnderWay(db: Db, { id }: CartRow): Promise<Set<number>> {
  const lines = await db.query<Pick<Row<typeof cartLines>, 'variant'>>(
    `select l.variant from carts c join cart_lines l on l.cart_id = c.id where c.id = $1 and ${IS_UNDER_WAY}`,
    [id],
  )
  return new Set(lines.map(({ variant }) => variant))
}

/** Lines with what each costs in this sum. A plan has the time at which it starts, a title whether that plan covers it. */
async function linesOf(
  { db, now }: ReplyContext,
  { row, items, coupon }: CartContent,
  sum: Sum,
  currency: Currency,
  userId: number | null,
): Promise<Cart['lines']> {
  const plan = row.isGift ? undefined : items.find(({ isPlan }) => isPlan)
  const startsAt = plan && userId !== null ? await nextPlanStart(db, now(), userId) : undefined
  const underWay = await variantsUnderWay(db, row)
  const priced = priceLines(
    items.map((item) => priceIn(currency, item)),
    sum,
    discountable({ items, coupon }, currency),
  )
  return items.map((item, at) => ({
    variant: item.variant,
    quantity: 1 as const,
    data: null,
    product: serializePricedItem(item),
    ...amountsOf(priced[at]),
    is_under_way: underWay.has(item.variant),
    starts_at: item === plan ? (startsAt?.toISOString() ?? null) : null,
    in_plan: plan !== undefined && startsAt === undefined && !item.isPlan && isIn(plan, item),
  }))
}

function amountsOf(line: Priced = { price: 0, discount: 0, taxes: { CGST: 0, SGST: 0, IGST: 0 } }) {
  const [base, tax] = [line.price - line.discount, line.taxes.CGST + line.taxes.SGST + line.taxes.IGST]
  return { base: toAmount(base), tax: toAmount(tax), paid: toAmount(base + tax) }
}

/** A title without types is in no plan. */
const isIn = (plan: Item, title: Item): boolean =>
  title.types.length > 0 && title.types.every((type) => plan.types.includes(type))

/** A renewal costs the price of the plan without a coupon. */
function mayRenew(context: Pick<AppContext, 'payments'>, items: Item[], place: TaxPlace): boolean {
  const [plan, currency] = [items.find(({ isPlan }) => isPlan), currencyOf(place.country)]
  return (
    plan !== undefined &&
    canRenew(context, currency) &&
    mayConsent(currency, sumOf([priceIn(currency, plan)], 0, place, brand.gstState).total)
  )
}
