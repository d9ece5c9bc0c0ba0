import { grant } from '../../../src/server/library/library.ts'
import { subscribe, withTracks, type Title } from '../../api/support/listening.ts'
import { makeListener } from '../../api/support/personas.ts'
import type { TestShop } from '../../api/support/shop.ts'
import type { Person } from './device.ts'
import { MarksModel } from './marks-model.ts'
import { PlacesModel } from './places-model.ts'

const DAY_MS = 86_400_000
const PLAN_DAYS = [30, 2.6, 4.3, 0.8]

export type Followed = { kind: 'person' | 'title' | 'series'; id: number }
export const nameOf = ({ kind, id }: Followed): string => `${kind} ${id}`

/** A listener with what they have a right to and what the models know of them. */
export type Listener = Person & {
  marks: MarksModel
  places: PlacesModel
  /** By `nameOf`: what the shop took last. */
  follows: Map<string, boolean>
  planEnds: number
  owns: Set<number>
}

/** The shop of the week: a free title, one that plans cover, one that is only sold, and what can be followed. */
export type Catalog = {
  free: Title
  covered: Title
  sold: Title
  all: Title[]
  lengths: Map<number, number>
  news: Followed[]
}

export async function makeCatalog(shop: TestShop): Promise<Catalog> {
  await shop.db.query("update products set is_free = true where key = 'kid-1'")
  await shop.db.query("update products set purchase_only = true where key = 'chhava'")
  const free = await withTracks(shop, 'kid-1', [120, 90])
  const covered = await withTracks(shop, 'shriman-yogi', [150, 80, 70])
  const sold = await withTracks(shop, 'chhava', [100, 140])
  const rows = await shop.db.query<{ id: number; seconds: number }>('select id, seconds from tracks')
  const people = await shop.db.query<{ id: number }>(
    `select distinct l.person_id as id from product_people l join products p on p.id = l.product_id
     where l.role = 'author' and p.status = 'published' order by 1 limit 3`,
  )
  const serials = await shop.db.query<{ id: number }>(
    "select id from products where recurring and status = 'published' order by id limit 2",
  )
  const news = [
    ...people.map(({ id }): Followed => ({ kind: 'person', id })),
    ...serials.map(({ id }): Followed => ({ kind: 'title', id })),
  ]
  const lengths = new Map(rows.map(({ id, seconds }) => [id, seconds]))
  return { free, covered, sold, all: [free, covered, sold], lengths, news }
}

export async function makeListeners(shop: TestShop): Promise<Listener[]> {
  const names = ['asha', 'vasant', 'meera', 'ravi']
  const begun = shop.clock.now.getTime()
  return Promise.all(
    names.map(async (name, index) => {
      const email = `${name}-week@x.test`
      const id = await makeListener(shop, email)
      const days = PLAN_DAYS[index] ?? 1
      await subscribe(shop, { id, token: '' }, 'plan-30', [-1, days])
      return {
        ...{ name, email, id, marks: new MarksModel(), places: new PlacesModel(), follows: new Map() },
        ...{ planEnds: begun + days * DAY_MS, owns: new Set<number>() },
      }
    }),
  )
}

export function hasRight(catalog: Catalog, { planEnds, owns }: Listener, title: number, at: number): boolean {
  if (title === catalog.free.id || owns.has(title)) return true
  return title === catalog.covered.id && at < planEnds
}

/** What settles an order, or a refund, calls. */
export async function buy(shop: TestShop, listener: Listener, title: number, isGift: boolean): Promise<void> {
  await grant(shop.context, listener.id, title, isGift ? 'gift' : 'purchase')
  listener.owns.add(title)
}

export async function refund(shop: TestShop, listener: Listener, title: number): Promise<void> {
  await shop.db.query('delete from library_entries where user_id = $1 and product_id = $2', [listener.id, title])
  listener.owns.delete(title)
}
