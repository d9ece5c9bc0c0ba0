import {
  array,
  boolean,
  coerce,
  defaulted,
  enums,
  integer,
  max,
  min,
  nullable,
  number,
  object,
  optional,
  pattern,
  record,
  size,
  string,
  type,
  unknown,
} from 'superstruct'
import { Episode, FeedFacts } from './podcast.ts'
import { Author, Category, Product } from './catalog.ts'
import { endpoint } from '../http/endpoint.ts'
import { LOCALES } from '../text/locale.ts'
import { SeriesRef } from './series.ts'
import { SiteText } from './site.ts'
import { Nothing } from '../fields/wire-fields.ts'

/** Endpoints for the page build: one paged call per list, so that the number of calls does not grow with every title. */

/** Ids in one call: more would make an address that proxies refuse. */
export const MOST_IDS = 200
/** `1,2,3`: only these entries. */
const Ids = coerce(size(array(min(integer(), 1)), 1, MOST_IDS), pattern(string(), /^\d{1,15}(?:,\d{1,15})*$/), (text) =>
  text.split(',').map(Number),
)
const Page = object({
  /** Last id of the previous page. */
  after: defaulted(coerce(min(integer(), 0), pattern(string(), /^\d{1,15}$/), Number), 0),
  limit: defaulted(coerce(max(min(integer(), 1), 1000), pattern(string(), /^\d{1,4}$/), Number), 500),
  ids: optional(Ids),
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
/** A moment in the history of one database, as one release of the API shows it: `CODE-HISTORY-TRANSACTION`. */
const Revision = pattern(string(), /^[\da-f]{12}-[\da-f]{12}-\d{1,19}$/)
/** Longest time in seconds that `bulkChanges` waits for a change. */
export const LONGEST_WAIT = 20
export const bulkChanges = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/build/changes/',
  input: object({
    since: optional(Revision),
    /** Seconds to wait when nothing has changed yet. */
    wait: defaulted(coerce(max(min(integer(), 0), LONGEST_WAIT), pattern(string(), /^\d{1,2}$/), Number), 0),
  }),
  /**
   * Ids of titles and authors that changed since, also of those that are gone: what `bulkProducts` does not answer of them is
   * no longer shown. An id may come twice in a row, none is ever left out. `is_complete: false` means that everything has to be
   * read, because `since` is absent, of another database or of another release. `is_unchanged`: no list changed either.
   */
  reply: type({
    revision: string(),
    is_complete: boolean(),
    is_unchanged: boolean(),
    titles: array(integer()),
    authors: array(integer()),
  }),
  summary: 'What changed in the catalog since a revision',
})
export const siteOptions = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/build/options/',
  input: Nothing,
  /**
   * Ways to sign in that are set up, and whether this is a demo: pages show nothing else. `media_origin`: the other origin to
   * which the shop redirects for sound, for the content policy.
   */
  reply: type({
    is_demo: boolean(),
    google: boolean(),
    facebook: boolean(),
    mobile: boolean(),
    media_origin: optional(string()),
    /** The hub of WebSub that feeds name. */
    feed_hub: optional(string()),
  }),
  summary: 'What the shop is set up for',
})
export const bulkBrand = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/build/brand/',
  input: Nothing,
  /** What the desk set over the defaults of `brand/` (`BrandSettings`): the page build puts it into the program. */
  reply: type({ settings: record(string(), unknown()) }),
  summary: 'Name, contact, firm, colours, fonts, logo and legal texts as the desk set them',
})
export const bulkProducts = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/build/products/',
  input: Page,
  reply: type({
    data: array(type({ ...Product.schema, related_ids: array(integer()), series: optional(nullable(SeriesRef)) })),
    next: nullable(integer()),
  }),
  summary: 'All titles, page by page',
})
export const bulkAuthors = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/build/authors/',
  input: Page,
  /** `product_ids`: what they wrote; `narrated_ids`: what has their voice. */
  reply: type({
    data: array(type({ ...Author.schema, product_ids: array(integer()), narrated_ids: array(integer()) })),
    next: nullable(integer()),
  }),
  summary: 'All authors and narrators, page by page',
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
  /** Whether `/media/free/chapters-ID.json` exists. */
  chapters: optional(boolean()),
  /** Texts of the shop: `/media/text/TRACK.LANGUAGE.vtt`, or `.txt` without times. */
  texts: optional(nullable(array(type({ locale: enums(LOCALES), is_timed: boolean() })))),
  /** Seconds of its beginning, up to a minute, with its first line. */
  soundbite: optional(nullable(type({ start: number(), duration: nullable(number()), title: string() }))),
  /** Type of `/media/free/transcript-ID`, if there is one. */
  transcript: optional(nullable(string())),
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
