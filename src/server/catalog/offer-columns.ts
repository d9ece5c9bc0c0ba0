import type { Currency } from '#contract/money/money.ts'
import { isOwned } from '../db/ownership.ts'

/** Columns of a product `p` that decide how it is offered (contract/listening/play-access.ts). */
export type OfferColumns = { is_playable: boolean; plan_currencies: Currency[] }

/** A title with sound in at least one track: the others are coming soon and never sold. */
export const IS_PLAYABLE = 'exists (select from current_tracks s where s.product_id = p.id and s.audio_id is not null)'

const hasPlan = (price: string) =>
  `exists (select from plans n where n.can_purchase and n.${price} > 0
     and (p.audio_type || p.also_types) <@ array(select a.audio_type from plan_audio_types a where a.plan_id = n.id))`

/** Currencies of the plans with which a listener may play a title. */
export const PLAN_CURRENCIES = `case when p.purchase_only then '{}' else array_remove(array[case when ${hasPlan('price_inr')} then 'INR' end,
    case when ${hasPlan('price_usd')} then 'USD' end], null) end`

export const OFFER_COLUMNS = `${IS_PLAYABLE} as is_playable, ${PLAN_CURRENCIES} as plan_currencies`

/** SQL: a listener bought the title `p` or got it as a gift. What is bought stays, also when the shop no longer shows it. */
export const isOwnedBy = (user: string): string =>
  `exists (select from library_entries o where o.product_id = p.id and o.user_id = ${user} and ${isOwned('o')})`

/** SQL: the title `p` is in the catalog, or belongs to the listener. */
export const isOpenTo = (user: string): string => `(p.status = 'published' or ${isOwnedBy(user)})`
