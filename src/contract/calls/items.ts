/** What is sold, and its sums: shared by carts, orders and gifts. */
import { array, boolean, enums, integer, nullable, number, string, type } from 'superstruct'
import { audioTypes } from '../audio-type.ts'
import { Picture } from '../catalog.ts'
import { CURRENCIES, Amount } from '../money.ts'
import { CustomTranslation } from '../translation.ts'

const TaxLine = type({ component: enums(['CGST', 'SGST', 'IGST']), percent: number(), amount: Amount })
/** What stands in a cart or an order. A plan has `days` and no picture. */
export const Item = {
  id: integer(),
  name: string(),
  custom_translation: CustomTranslation,
  images: type({ image1: nullable(string()), image2: nullable(string()), image3: nullable(string()) }),
  cover: nullable(Picture),
  subscription_product: boolean(),
  product_type: enums(['subscription_product', ...audioTypes]),
  /** Empty for a plan. */
  product_slug: string(),
  days: nullable(integer()),
}
/** What the buyer will pay, in the buyer's currency: all figures of the summary. */
export const Summary = type({ currency: enums(CURRENCIES), subtotal: Amount, discount: Amount, taxes: array(TaxLine), total: Amount })
