import { assert } from 'superstruct'
import { endpoints } from '#contract/endpoints.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { TestShop } from './shop.ts'

let visitor = 0

/** A search from an address of its own: one address may not ask so often. */
export async function searchAs({ app }: TestShop, q: string): Promise<ReplyOf<typeof endpoints.search>> {
  visitor += 1
  const url = `${endpoints.search.path}?q=${encodeURIComponent(q)}`
  const response = await app.inject({ url, remoteAddress: `10.1.${visitor >> 8}.${visitor & 255}` })
  if (response.statusCode !== 200) throw new Error(`search for ${q}: ${response.statusCode} ${response.body}`)
  const reply: unknown = response.json()
  assert(reply, endpoints.search.reply)
  return reply
}
