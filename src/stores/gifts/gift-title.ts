import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { productDetails, type Product } from '#contract/catalog.ts'
import { toMinor } from '#contract/money.ts'

/** A title that is to be given; `unsold`: it is free, comes with plans only, or is gone. */
export type GiftTitle =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed'; id: number }
  | { state: 'unsold' }
  | { state: 'ready'; title: Product }
export const $giftTitle = atom<GiftTitle>({ state: 'none' })

/** As the server has it (services/selling/items.ts). */
const isSold = (title: Product): boolean =>
  title.can_purchase && toMinor(title.inr_price) > 0 && toMinor(title.price) > 0

export async function loadGiftTitle(id: number): Promise<Product | undefined> {
  $giftTitle.set({ state: 'loading' })
  const result = await call(productDetails, { id })
  if (!result.ok && result.fault !== 'notFound') return void $giftTitle.set({ state: 'failed', id })
  const title = result.ok ? result.value.product_details.find(isSold) : undefined
  $giftTitle.set(title ? { state: 'ready', title } : { state: 'unsold' })
  return title
}
