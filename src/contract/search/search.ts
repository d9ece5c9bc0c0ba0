import { slug as p } from '#brand/brand.ts'
import {
  array,
  boolean,
  coerce,
  enums,
  integer,
  max,
  min,
  nullable,
  object,
  optional,
  pattern,
  size,
  string,
  type,
} from 'superstruct'
import { CategoryRef, Picture, ProductCard } from '../catalog/catalog.ts'
import { endpoint } from '../http/endpoint.ts'
import { LOCALES } from '../text/locale.ts'
import { Amount } from '../money/money.ts'

const cards = array(ProductCard)
const status = boolean()

const searchGroups = [`podcast`, 'audiobook', `${p}original`, 'kids', 'language-lab'] as const
const groups = <S>(struct: S) =>
  Object.fromEntries(searchGroups.map((group) => [group, struct])) as Record<(typeof searchGroups)[number], S>
export type SearchGroup = (typeof searchGroups)[number]
export const SEARCH_GROUPS: readonly SearchGroup[] = ['kids', 'audiobook', `${p}original`, 'podcast', 'language-lab']

/** Letters that the search box takes. The server takes more: an address may be typed. */
export const SEARCH_MAX = 50

/** Titles of a group in a reply: without a `limit`, added by each “show more”, and at most. Full rows of two, three, four and six cards. */
export const RESULTS = { usual: 24, added: 60, most: 300 } as const
const Limit = coerce(max(min(integer(), 1), RESULTS.most), pattern(string(), /^\d{1,3}$/), Number)

export const search = endpoint({
  auth: 'guest-search',
  method: 'GET',
  path: '/api/v2/search/',
  /** `group`: only its titles come, to show more of them. */
  input: object({ q: size(string(), 1, 200), limit: optional(Limit), group: optional(enums(SEARCH_GROUPS)) }),
  reply: type({
    status,
    ...groups(cards),
    total_product_count: type(groups(integer())),
    top_products: cards,
    /** Typed words that no title has together with the others: the results are those of the rest. */
    dropped_words: optional(array(string())),
  }),
  summary: 'Grouped search results',
})
const Suggestion = type({ id: integer(), name: string(), custom_translation: CategoryRef.schema.custom_translation })
export const searchSuggestion = endpoint({
  auth: 'guest-search',
  method: 'GET',
  path: '/api/search-suggestion/',
  input: object({ q: size(string(), 1, 200) }),
  reply: type({
    suggested_products: array(
      type({
        ...Suggestion.schema,
        product_slug: string(),
        product_audio_type: string(),
        // Absent in replies of an older server.
        cover: optional(nullable(Picture)),
        spoken: optional(enums(LOCALES)),
        is_free: optional(boolean()),
        price: optional(Amount),
        inr_price: optional(Amount),
      }),
    ),
    suggested_authors: array(Suggestion),
  }),
  summary: 'Suggestions while typing',
})
