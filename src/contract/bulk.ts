import {
  array,
  boolean,
  coerce,
  defaulted,
  integer,
  max,
  min,
  nullable,
  optional,
  number,
  object,
  pattern,
  string,
  type,
} from 'superstruct'
import { Episode, FeedFacts } from './podcast.ts'
import { Author, Category, Product } from './catalog.ts'
import { endpoint } from './endpoint.ts'
import { SiteText } from './site.ts'
import { Nothing } from './wire-fields.ts'

/** Endpoints for the page build: one paged call per list, so that the number of calls does not grow with every title. */

const Page = object({
  /** Last id of the previous page. */
  after: defaulted(coerce(min(integer(), 0), pattern(string(), /^\d{1,15}$/), Number), 0),
  limit: defaulted(coerce(max(min(integer(), 1), 1000), pattern(string(), /^\d{1,4}$/), Number), 500),
})

export const bulkVersion = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/build/version/',
  input: Nothing,
  /** `version` changes with every change that pages show; `updated_at` is the time of the last one. */
  reply: type({ version: string(), updated_at: string(), titles: number() }),
  summary: 'Version of the catalog',
})
export const siteOptions = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/build/options/',
  input: Nothing,
  /** Ways to sign in that are set up, and whether this is a demo: pages show nothing else. */
  reply: type({ is_demo: boolean(), google: boolean(), facebook: boolean(), mobile: boolean() }),
  summary: 'What the shop is set up for',
})
export const bulkProducts = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/build/products/',
  input: Page,
  reply: type({ data: array(type({ ...Product.schema, related_ids: array(integer()) })), next: nullable(integer()) }),
  summary: 'All titles, page by page',
})
export const bulkAuthors = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/build/authors/',
  input: Page,
  reply: type({ data: array(type({ ...Author.schema, product_ids: array(integer()) })), next: nullable(integer()) }),
  summary: 'All authors, page by page',
})
export const bulkCategories = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/build/categories/',
  input: Nothing,
  reply: type({ data: array(type({ ...Category.schema, product_ids: array(integer()) })) }),
  summary: 'All categories with the ids of their titles',
})
export const bulkTexts = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/build/texts/',
  input: Nothing,
  reply: type({ data: array(SiteText) }),
  summary: 'Free texts of the shop',
})
/** A free file of a podcast below `/media/free/`. `track_id` is null for a sample. */
const FeedEpisode = type({
  file: string(),
  track_id: nullable(integer()),
  bytes: integer(),
  seconds: number(),
  /** Of an episode that moved in: what its old feed said. */
  episode: optional(nullable(Episode)),
})
export const bulkFeeds = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/build/feeds/',
  input: Nothing,
  reply: type({
    data: array(
      type({
        product_id: integer(),
        artwork: nullable(string()),
        feed: optional(nullable(FeedFacts)),
        episodes: array(FeedEpisode),
      }),
    ),
  }),
  summary: 'Free episodes of all podcasts, for their feeds',
})
