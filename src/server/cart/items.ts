import { toAmount } from '#contract/money.ts'
import type { Cart } from '#contract/cart.ts'
import type { Db } from '../db/connect.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import {
  wireImages,
  wirePicture,
  wireType,
  wireWords,
  type StoredPicture,
  type StoredType,
} from '../catalog/serializers.ts'

/** What a variant stands for. Prices are what is asked today, in paise and cents. */
export type Item = {
  variant: number
  id: number
  isPlan: boolean
  translations: StoredTranslations
  slug: string
  type: StoredType | null
  cover: StoredPicture
  days: number | null
  priceInr: number
  priceUsd: number
  isForSale: boolean
}

const COVER = `(select jsonb_build_object('path', m.path, 'widths', m.widths) from media_files m where m.id = p.cover_id)`
const ITEMS = `select variant, id, true as "isPlan", translations, '' as slug, null as type, null::jsonb as cover, duration_days as days,
    case when discounted_inr > 0 then discounted_inr else price_inr end as "priceInr", price_usd as "priceUsd",
    can_purchase and price_inr > 0 and price_usd > 0 as "isForSale"
  from plans where variant = any($1)
  union all select p.variant, p.id, false, p.translations, p.slug, p.audio_type, ${COVER}, null, p.price_inr, p.price_usd,
    p.status = 'published' and not p.is_free and not p.subscription_only and p.price_inr > 0 and p.price_usd > 0
  from products p where p.variant = any($1)`

/** In the order of the variants; those that nothing stands behind are left out. */
export async function itemsOf(db: Db, variants: readonly number[]): Promise<Item[]> {
  if (variants.length === 0) return []
  const rows = await db.query<Item>(ITEMS, [variants], 'items')
  const found = new Map(rows.map((item) => [item.variant, item]))
  return variants.flatMap((variant) => found.get(variant) ?? [])
}

type Wired = Omit<Cart['lines'][number]['product'], 'price' | 'inr_price'>

export function wireItem({
  id,
  isPlan,
  translations,
  slug,
  type,
  cover,
  days,
}: Pick<Item, 'id' | 'isPlan' | 'translations' | 'slug' | 'type' | 'cover' | 'days'>): Wired {
  return {
    id,
    name: translations.en?.name ?? translations.mr?.name ?? '',
    custom_translation: wireWords(translations, true),
    images: wireImages(cover),
    cover: wirePicture(cover),
    subscription_product: isPlan,
    product_type: isPlan || !type ? 'subscription_product' : wireType(type),
    product_slug: slug,
    days,
  }
}

export const pricedItem = (item: Item): Cart['lines'][number]['product'] => ({
  ...wireItem(item),
  price: toAmount(item.priceUsd),
  inr_price: toAmount(item.priceInr),
})
