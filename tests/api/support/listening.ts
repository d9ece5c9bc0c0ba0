import { endpoints } from '#contract/http/endpoints.ts'
import { titleUrl } from '#contract/listening/listening.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { ask, makeListener } from './personas.ts'
import { idOf, type TestShop } from './shop.ts'

export type Listener = { id: number; token: string }
export type Title = { id: number; key: string; tracks: number[]; keys: string[] }

let created = 0

/** A listener who is signed in on one device. */
export async function signedIn(shop: TestShop, name = `ears${(created += 1)}`): Promise<Listener> {
  const id = await makeListener(shop, `${name}@x.test`)
  return { id, token: await openSession(shop.context, id) }
}

/** The same listener on another device. */
export const otherDevice = async (shop: TestShop, { id }: Listener): Promise<Listener> => ({
  id,
  token: await openSession(shop.context, id),
})

/** Gives a title tracks of these lengths, all with the sound of the fixture. */
export async function withTracks({ db }: TestShop, key: string, lengths: number[]): Promise<Title> {
  const [product] = await db.query<{ id: number }>('select id from products where key = $1', [key])
  const id = product?.id ?? 0
  await db.query('delete from tracks where product_id = $1', [id])
  const keys = lengths.map((_, index) => `${key}/t${index}`)
  const tracks = await db.query<{ id: number }>(
    `insert into tracks (key, product_id, position, name, translations, seconds, audio_id)
     select k, $1, n - 1, k, '{"en":{"name":"Track"}}', l, (select id from media_files where kind = 'audio' order by id limit 1)
     from unnest($2::text[], $3::float8[]) with ordinality as t(k, l, n) returning id`,
    [id, keys, lengths],
  )
  await db.query(
    'update products set track_count = $2, total_seconds = (select sum(s) from unnest($3::float8[]) s) where id = $1',
    [id, lengths.length, lengths],
  )
  return { id, key, tracks: tracks.map((track) => track.id), keys }
}

const DAY_MS = 86_400_000

/** Days from now; the plan runs already when `from` is negative. */
export async function subscribe(
  shop: TestShop,
  { id }: Listener,
  plan: string,
  [from, to]: [number, number] = [-1, 30],
): Promise<void> {
  const at = (days: number) => new Date(shop.clock.now.getTime() + days * DAY_MS)
  const planId = await idOf(shop, 'plans', plan)
  await shop.db.query('insert into subscriptions (user_id, plan_id, starts_at, ends_at) values ($1, $2, $3, $4)', [
    id,
    planId,
    at(from),
    at(to),
  ])
}

export async function accessTo(shop: TestShop, { token }: Listener, id: number) {
  const { body } = await ask(shop, endpoints.titleAccess, { product_ids: [id] }, { token })
  return body.titles[0]
}

export const address = (shop: TestShop, { token }: Listener, id: number, key: string) =>
  ask(shop, endpoints.trackSignedUrl, { url: titleUrl(id), key }, { token })

type Input = InputOf<typeof endpoints.player>
/** Reports of one listener on one track; a browser asks for the address first. */
export async function playerOf(shop: TestShop, { token, id }: Listener, title: Title, index = 0) {
  await address(shop, { token, id }, title.id, title.keys[index] ?? '')
  return (request_type: Input['request_type'], more: Partial<Input> = {}) =>
    ask(
      shop,
      endpoints.player,
      { request_type, product_id: title.id, track_id: title.tracks[index], ...more },
      { token },
    )
}
