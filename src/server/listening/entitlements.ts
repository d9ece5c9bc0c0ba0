import { isCovered, playAccess, type Listener, type PlayAccess } from '#contract/access.ts'
import type { Db } from '../db/connect.ts'
import { audioTypeId, type StoredType } from '../catalog/serializers.ts'

export type How = 'purchase' | 'subscription' | 'free' | 'gift'
/** What a listener may do with a title. `how`: it is in the library. */
export type Right = {
  id: number
  isFree: boolean
  isPurchased: boolean
  covered: boolean
  access: PlayAccess
  how: How | null
  addedAt: Date | null
}
type Given = { db: Db; now: () => Date }
type Row = {
  id: number
  is_free: boolean
  purchase_only: boolean
  types: StoredType[]
  how: How | null
  added_at: Date | null
}

/** Ids of the audio types that the running plans open; undefined when no plan runs. */
export async function coveredTypes({ db, now }: Given, userId: number): Promise<number[] | undefined> {
  const rows = await db.query<{ audio_type: StoredType | null }>(
    `select distinct a.audio_type from subscriptions s left join plan_audio_types a on a.plan_id = s.plan_id
     where s.user_id = $1 and s.status = 'active' and s.starts_at <= $2 and s.ends_at > $2`,
    [userId, now()],
    'covered types',
  )
  return rows.length > 0
    ? rows.flatMap(({ audio_type: type }) => (type ? audioTypeId(type) : [])).toSorted((a, b) => a - b)
    : undefined
}

export async function listenerOf(context: Given, userId: number): Promise<Listener> {
  const types = await coveredTypes(context, userId)
  return { signedIn: true, subscribed: types !== undefined, coveredAudioTypes: types ?? [] }
}

/** The rights to those of the titles that are published (C4). */
export async function rightsOf(
  context: Given,
  userId: number,
  productIds: readonly number[],
): Promise<Map<number, Right>> {
  const listener = await listenerOf(context, userId)
  const rows = await context.db.query<Row>(
    `select p.id, p.is_free, p.purchase_only, p.audio_type || p.also_types as types, e.how, e.added_at
     from products p left join library_entries e on e.product_id = p.id and e.user_id = $1 where p.id = any($2) and p.status = 'published'`,
    [userId, productIds],
    'rights',
  )
  return new Map(rows.map((row) => [row.id, rightOf(listener, row)]))
}

function rightOf(listener: Listener, { id, is_free, purchase_only, types, how, added_at }: Row): Right {
  const isPurchased = how === 'purchase' || how === 'gift'
  const title = { isFree: is_free, isPurchased, isPurchaseOnly: purchase_only, audioTypes: types.map(audioTypeId) }
  return {
    id,
    isFree: is_free,
    isPurchased,
    covered: isCovered(listener, title),
    access: playAccess(listener, title),
    how,
    addedAt: added_at,
  }
}

/** The one question before anything whole is heard: free, bought, or covered by what runs (PL-4). Undefined: no such title. */
export async function mayListen(context: Given, userId: number, productId: number): Promise<boolean | undefined> {
  const right = (await rightsOf(context, userId, [productId])).get(productId)
  return right && right.access === 'play'
}
