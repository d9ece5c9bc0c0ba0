import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { productDetails, type Product } from '#contract/catalog/catalog.ts'
import { CURRENCIES } from '#contract/money/money.ts'
import { offerIn } from '#contract/listening/play-access.ts'
import { offered } from '#contract/catalog/views.ts'

/** A title to give; `unsold`: it is free, part of plans only, or gone. */
export type GiftTitle =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed'; id: number }
  | { state: 'unsold' }
  | { state: 'ready'; title: Product }
export const $giftTitle = atom<GiftTitle>({ state: 'none' })

/** In either currency; the form shows the one of the giver. */
const isSold = (title: Product): boolean =>
  CURRENCIES.some((currency) => offerIn(currency, offered(title)).kind === 'price')

export async function loadGiftTitle(id: number): Promise<Product | undefined> {
  $giftTitle.set({ state: 'loading' })
  const result = await call(productDetails, { id })
  if (!result.ok && result.fault !== 'notFound') return void $giftTitle.set({ state: 'failed', id })
  const title = result.ok ? result.value.product_details.find(isSold) : undefined
  $giftTitle.set(title ? { state: 'ready', title } : { state: 'unsold' })
  return title
}
