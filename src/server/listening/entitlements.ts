import {
  buyControls,
  isCovered,
  playAccess,
  type BuyControl,
  type Listener,
  type PlayAccess,
} from '#contract/listening/play-access.ts'
import type { Row } from '../db/row.ts'
import type { products } from '../db/schema/catalog/catalog.ts'
import type { AudioTypeName } from '../db/schema/columns.ts'
import type { libraryEntries } from '../db/schema/listening/library.ts'
import { isOpenTo, OFFER_COLUMNS, type OfferColumns } from '../catalog/offer-columns.ts'
import { audioTypeId } from '../catalog/serializers.ts'
import { coveredTypes } from '../plans/subscriptions.ts'
import type { AppContext } from '../context.ts'

/** How a title came into a library. */
export type How = Row<typeof libraryEntries>['how']
/** What a listener may do with a title. `how` is null when the title is not in the library. */
export type Entitlement = {
  id: number
  isFree: boolean
  isPurchased: boolean
  covered: boolean
  access: PlayAccess
  controls: BuyControl[]
  how: How | null
  addedAt: Date | null
  /** Ids of its audio types. */
  audioTypes: readonly number[]
}
type EntitlementRow = Pick<
  Row<typeof products>,
  'id' | 'is_free' | 'purchase_only' | 'subscription_only' | 'price_inr' | 'price_usd'
> &
  OfferColumns & {
    country: string | null
    types: AudioTypeName[]
    how: How | null
    added_at: Date | null
    is_shown: boolean
  }

async function listenerOf(context: Pick<AppContext, 'db' | 'now'>, userId: number): Promise<Listener> {
  const types = await coveredTypes(context, userId)
  return { signedIn: true, subscribed: types !== undefined, coveredAudioTypes: types ?? [] }
}

/** The entitlements to titles that are published or that the listener owns; the others are missing in the map. */
export async function entitlementsOf(
  context: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  productIds: readonly number[],
): Promise<Map<number, Entitlement>> {
  const listener = await listenerOf(context, userId)
  const rows = await context.db.query<EntitlementRow>(
    `select p.id, p.is_free, p.purchase_only, p.subscription_only, p.price_inr, p.price_usd, ${OFFER_COLUMNS},
       (select country from users where id = $1) as country, p.audio_type || p.also_types as types, e.how, e.added_at,
       p.status = 'published' as is_shown
     from products p left join library_entries e on e.product_id = p.id and e.user_id = $1 where p.id = any($2) and ${isOpenTo('$1')}`,
    [userId, productIds],
    'rights',
  )
  return new Map(rows.map((row) => [row.id, entitlementFor(listener, row)]))
}

function entitlementFor(listener: Listener, row: EntitlementRow): Entitlement {
  const { how } = row
  const title = {
    isFree: row.is_free,
    isPurchased: how === 'purchase' || how === 'gift',
    isInLibrary: how !== null,
    isPurchaseOnly: row.purchase_only,
    isSubscriptionOnly: row.subscription_only,
    isPlayable: row.is_playable,
    audioTypes: row.types.map(audioTypeId),
    priceInr: row.price_inr,
    priceUsd: row.price_usd,
    planCurrencies: row.plan_currencies,
  }
  return {
    id: row.id,
    isFree: title.isFree,
    isPurchased: title.isPurchased,
    covered: isCovered(listener, title),
    access: playAccess(listener, title),
    controls: row.is_shown ? buyControls(listener, row.country ?? 'IN', title) : ['library'],
    how,
    addedAt: row.added_at,
    audioTypes: title.audioTypes,
  }
}

/** Whether a listener may play a whole title: it is free, bought, or covered by a running plan [PL-4]. Undefined: no such title. */
export async function mayListen(
  context: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  productId: number,
): Promise<boolean | undefined> {
  const entitlement = (await entitlementsOf(context, userId, [productId])).get(productId)
  return entitlement && entitlement.access === 'play'
}
