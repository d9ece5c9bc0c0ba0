import { assert, type Struct } from 'superstruct'
import { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { TestShop } from './shop.ts'

let visitor = 0

/** A search from an address of its own: one address may not ask so often. */
export const searchAs = (shop: TestShop, q: string) => askAs(shop, endpoints.search, q)
export const suggestAs = (shop: TestShop, q: string) => askAs(shop, endpoints.searchSuggestion, q)

type Asked = typeof endpoints.search | typeof endpoints.searchSuggestion
async function askAs<E extends Asked>({ app }: TestShop, { path, reply: struct }: E, q: string): Promise<ReplyOf<E>> {
  visitor += 1
  const url = `${path}?q=${encodeURIComponent(q)}`
  const response = await app.inject({ url, remoteAddress: `10.1.${visitor >> 8}.${visitor & 255}` })
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body}`)
  const reply: unknown = response.json()
  assert(reply, struct as Struct<ReplyOf<E>>)
  return reply
}
