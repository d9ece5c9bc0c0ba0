import { toAmount, type Currency } from '#contract/money/money.ts'
import type { Cart } from '#contract/cart.ts'
import type { Db } from '../db/connect.ts'
import { IS_PLAYABLE } from '../catalog/offer-columns.ts'
import { planNames } from '../plans/plan-names.ts'
import type { AudioTypeName, StoredTranslations } from '../db/schema/columns.ts'
import {
  serializeAudioType,
  serializeImages,
  serializePicture,
  serializeTranslations,
  type StoredPicture,
} from '../catalog/serializers.ts'

/** The title or plan of a variant. Prices are the current ones, in paise and cents. */
export type Item = {
  variant: number
  id: number
  isPlan: boolean
  translations: StoredTranslations
  slug: string
  type: AudioTypeName | null
  cover: StoredPicture
  days: number | null
  priceInr: number
  priceUsd: number
  isForSale: boolean
  /** Of a plan: what it covers. Of a title: what a plan has to cover; empty when it is sold alone. */
  types: AudioTypeName[]
}

const COVER = `(select jsonb_build_object('path', m.path, 'widths', m.widths) from media_files m where m.id = p.cover_id)`
/** In the currency of the buyer ($2), or in both where the buyer is not known. */
const priced = (inr: string, usd: string): string =>
  `case $2::text when 'INR' then ${inr} > 0 when 'USD' then ${usd} > 0 else ${inr} > 0 and ${usd} > 0 end`
const ITEMS = `select variant, id, true as "isPlan", translations, '' as slug, null as type, null::jsonb as cover, duration_days as days,
    case when discounted_inr > 0 then discounted_inr else price_inr end as "priceInr", price_usd as "priceUsd",
    can_purchase and ${priced('price_inr', 'price_usd')} as "isForSale",
    array(select a.audio_type from plan_audio_types a where a.plan_id = plans.id) as types
  from plans where variant = any($1)
  union all select p.variant, p.id, false, p.translations, p.slug, p.audio_type, ${COVER}, null, p.price_inr, p.price_usd,
    p.status = 'published' and not p.is_free and not p.subscription_only and ${IS_PLAYABLE} and ${priced('p.price_inr', 'p.price_usd')},
    case when p.purchase_only then '{}' else p.audio_type || p.also_types end
  from products p where p.variant = any($1)`

/** Items in the order of the variants; unknown variants are left out. `currency`: for sale in this one suffices. */
export async function itemsOf(db: Db, variants: readonly number[], currency?: Currency): Promise<Item[]> {
  if (variants.length === 0) return []
  const rows = await db.query<Item>(ITEMS, [variants, currency ?? null], 'items')
  const found = new Map(rows.map((item) => [item.variant, item]))
  return variants.flatMap((variant) => found.get(variant) ?? [])
}

/** The name of a title or plan in the languages it has. */
export const namesOf = (translations: StoredTranslations): Pick<ItemReply, 'name' | 'custom_translation'> => ({
  name: translations.en?.name ?? translations.mr?.name ?? '',
  custom_translation: serializeTranslations(translations, true),
})

/** A plan says that it is one. */
export const itemNames = ({ isPlan, translations }: Pick<Item, 'isPlan' | 'translations'>) =>
  namesOf(isPlan ? planNames(translations) : translations)

type ItemReply = Omit<Cart['lines'][number]['product'], 'price' | 'inr_price'>

export function serializeItem({
  id,
  isPlan,
  translations,
  slug,
  type,
  cover,
  days,
}: Pick<Item, 'id' | 'isPlan' | 'translations' | 'slug' | 'type' | 'cover' | 'days'>): ItemReply {
  return {
    id,
    ...itemNames({ isPlan, translations }),
    images: serializeImages(cover),
    cover: serializePicture(cover),
    subscription_product: isPlan,
    product_type: isPlan || !type ? 'subscription_product' : serializeAudioType(type),
    product_slug: slug,
    days,
  }
}

export const serializePricedItem = (item: Item): Cart['lines'][number]['product'] => ({
  ...serializeItem(item),
  price: toAmount(item.priceUsd),
  inr_price: toAmount(item.priceInr),
})
