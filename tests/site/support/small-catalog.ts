import type { Change } from './proxy.ts'

type Row = {
  id: number
  product_slug?: string
  profile_image?: string | null
  href?: string | null
  authors?: Row[]
  artists?: Row[]
}
type Title = Row & { product_audio_type: string; is_free: boolean; custom_translation: Record<string, unknown> }

/** Audio types with one free title, and whether one for sale comes with it: eight titles in all. */
const TYPES: [type: string, isSold: boolean][] = [
  ['audiobook', true],
  ['kathavanioriginal', true],
  ['podcast', false],
  ['kids', true],
  ['languagelab', false],
]

/**
 * Reduces every answer of the shop to eight titles, their authors and narrators, because the cost of a build grows with its pages.
 * All of them have both languages.
 */
export async function smallCatalog(address: string): Promise<Change> {
  const reply = await fetch(`${address}/api/build/products/?limit=500`)
  const { data } = (await reply.json()) as { data: Title[] }
  const bilingual = data.filter((row) => 'en' in row.custom_translation && 'mr' in row.custom_translation)
  const chosen = TYPES.flatMap(([type, isSold]) => {
    const ofType = bilingual.filter((row) => row.product_audio_type === type)
    return [ofType.find((row) => row.is_free), isSold ? ofType.find((row) => !row.is_free) : undefined]
  }).filter((row) => row !== undefined)
  const titles = new Set(chosen.map(({ id }) => id))
  const people = new Set(
    chosen.flatMap(({ authors = [], artists = [] }) => [...authors, ...artists]).map(({ id }) => id),
  )
  const isIn = (row: unknown, key: string): boolean => {
    if (typeof row === 'number') return !key.endsWith('_ids') || titles.has(row)
    if (typeof row !== 'object' || row === null) return true
    const { id, product_slug, profile_image, href } = row as Row
    if (product_slug !== undefined) return titles.has(id)
    const linked = /product-details\/(\d+)\//.exec(href ?? '')?.[1]
    if (linked) return titles.has(Number(linked))
    return profile_image === undefined || people.has(id)
  }
  const reduce = (answer: unknown, key = ''): unknown => {
    if (Array.isArray(answer)) return answer.filter((row) => isIn(row, key)).map((row) => reduce(row))
    if (typeof answer !== 'object' || answer === null) return answer
    return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, reduce(value, name)]))
  }
  return (path, answer: unknown) => {
    if (path.startsWith('/api/build/version/')) return { ...(answer as object), titles: chosen.length }
    if (!/^\/api\/build\/(?:feeds|transcripts)\//.test(path)) return reduce(answer)
    const { data: feeds, ...rest } = answer as { data: { product_id: number }[] }
    return { ...rest, data: feeds.filter(({ product_id }) => titles.has(product_id)) }
  }
}
