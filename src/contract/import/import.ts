import {
  array,
  boolean,
  defaulted,
  enums,
  max,
  min,
  number,
  object,
  optional,
  pattern,
  size,
  string,
  type Infer,
} from 'superstruct'
import { AGES, CalendarDay, Int4, Key, LanguageTag } from './import-key.ts'
import { NOTIFICATION_KINDS } from '../notifications.ts'
import { LOCALES } from '../text/locale.ts'
import { Episode, FeedFacts } from '../catalog/podcast.ts'
import { SeriesNumber } from '../catalog/series-number.ts'
import { Translations } from '../text/text.ts'

/**
 * The import format of a catalog: the demo, the benchmarks and a publisher's import use the same rows. `Wording` says which
 * texts are HTML; reviews and `institute` are plain text. Keys are chosen by the publisher and make a repeated import an update.
 */
export const AUDIO_TYPES = ['audiobook', 'original', 'podcast', 'kids', 'languagelab'] as const

export const PersonRow = object({
  key: Key,
  translations: Translations,
  /** Path of a picture relative to the import folder. */
  photo: optional(string()),
  /** Shown among popular authors when set, in this order. */
  popular: optional(Int4),
})
export type PersonRow = Infer<typeof PersonRow>

export const CategoryRow = object({
  key: Key,
  /** Genre of the shop, kids shelf or tab of the language courses. */
  kind: enums(['genre', 'kids', 'languagelab']),
  translations: Translations,
  position: defaulted(Int4, 0),
})
export type CategoryRow = Infer<typeof CategoryRow>

/** Files with the text of a recording, relative to the import folder. `spoken`: in the language of the title. */
export const TextFiles = object({ spoken: optional(string()), en: optional(string()), mr: optional(string()) })
export type TextFiles = Infer<typeof TextFiles>

export const TrackRow = object({
  key: Key,
  /** All plain text, including the description. */
  translations: Translations,
  /** Path of an mp3 relative to the import folder; absent when only metadata is known (scale tests). */
  audio: optional(string()),
  /** Only these seconds of the audio: chapters of one file. */
  part: optional(object({ from: min(number(), 0), to: optional(min(number(), 0)) })),
  /** Seconds. Used only when there is no audio to measure. */
  seconds: optional(min(number(), 0)),
  /** Free for everybody; podcast feeds contain it. */
  isFree: optional(boolean()),
  episode: optional(Episode),
  /** Absent: the texts of the shop stay. */
  texts: optional(TextFiles),
  /** The publisher shows the whole text to everybody. */
  isTextPublic: optional(boolean()),
})
export type TrackRow = Infer<typeof TrackRow>

const ReviewRow = object({
  key: Key,
  name: size(string(), 1, 100),
  score: max(min(Int4, 1), 5),
  title: size(string(), 1, 100),
  /** Of older shops; the form takes 100 characters. */
  body: size(string(), 1, 2_000),
  created: string(),
})

/** Shelves that editors fill by hand. */
export const SHELVES = ['trending', 'editors_pick', 'popular', 'featured', 'evergreen'] as const

export const SeriesRow = object({ key: Key, translations: Translations })
export type SeriesRow = Infer<typeof SeriesRow>

export const TitleRow = object({
  key: Key,
  type: enums(AUDIO_TYPES),
  /** Further types that a plan must cover too, for example a course that is a podcast. */
  alsoTypes: optional(array(enums(AUDIO_TYPES))),
  /** Spoken language. */
  spoken: LanguageTag,
  translations: Translations,
  authors: defaulted(array(Key), []),
  directors: defaulted(array(Key), []),
  artists: defaulted(array(Key), []),
  categories: defaulted(array(Key), []),
  /** The one series that it belongs to. */
  series: optional(Key),
  seriesNumber: optional(SeriesNumber),
  isFree: defaulted(boolean(), false),
  /** Included in plans only; cannot be bought alone. */
  subscriptionOnly: defaulted(boolean(), false),
  purchaseOnly: defaulted(boolean(), false),
  /** Gets new episodes: authors are hosts, tracks are episodes. */
  recurring: defaulted(boolean(), false),
  /** Suitable for the whole family. Stored, but not used: /family lists everything that is neither for kids nor a course. */
  family: defaulted(boolean(), false),
  /** Paise, before GST; 0 when the title is not sold alone. */
  priceInr: defaulted(min(Int4, 0), 0),
  /** US cents. */
  priceUsd: defaulted(min(Int4, 0), 0),
  /** YYYY-MM-DD. */
  published: CalendarDay,
  /** Years, `5-8` or `5+`: whom a kids title is for. */
  ages: optional(pattern(string(), AGES)),
  /** Breaks ties in search. Absent: by the place on the shelf of popular titles. */
  popularity: optional(max(min(Int4, 0), 1_000_000_000)),
  /** Shelves with the position on each. */
  shelves: defaulted(array(object({ shelf: enums(SHELVES), position: Int4 })), []),
  /** Path of a square picture of at least 640 px relative to the import folder, or of an mp3 that has one in its tags. */
  cover: optional(string()),
  /** Paths of sample mp3 files. */
  samples: defaulted(array(string()), []),
  /** Texts of the samples, in their order. */
  sampleTexts: optional(array(TextFiles)),
  tracks: defaulted(array(TrackRow), []),
  reviews: defaulted(array(ReviewRow), []),
  /** Institute that offers a course. */
  institute: optional(string()),
  /** Not shown until a later import says otherwise. */
  draft: optional(boolean()),
  feed: optional(FeedFacts),
})
export type TitleRow = Infer<typeof TitleRow>

export const PlanRow = object({
  key: Key,
  /** Days, up to a hundred years. */
  duration: max(min(Int4, 1), 36_500),
  canPurchase: boolean(),
  translations: Translations,
  priceInr: min(Int4, 0),
  priceUsd: min(Int4, 0),
  /** 0 means no discount. */
  discountedInr: min(Int4, 0),
  perDayPrice: number(),
  audioTypes: array(enums(AUDIO_TYPES)),
})

/** Segment of a page path. */
const Slug = pattern(size(string(), 1, 60), /^[a-z0-9-]+$/)
/** Path of a page of this site: browsers read `//name` and `/\name` as another host. */
const SitePath = pattern(size(string(), 1, 500), /^\/(?![/\\])[^\s\\?#]*(?:\?[^\s\\#]*)?$/)

export const MenuRow = object({ slug: Slug, translations: Translations, position: Int4 })
/** Title and questions are plain text; an answer is HTML in `description`, or in `name` when it is short. */
export const FaqRow = object({
  key: Key,
  title: Translations,
  position: Int4,
  queries: array(object({ que: Translations, ans: Translations })),
})
/** All plain text: `name` is the speaker, `description` the quote. */
export const TestimonialRow = object({ key: Key, translations: Translations })
/** Days in India as YYYY-MM-DD, both included. */
const SHOWN_DAYS = { from: optional(CalendarDay), until: optional(CalendarDay) }
export const NewsRow = object({
  key: Key,
  kind: enums(['media', 'accolades']),
  translations: Translations,
  created: string(),
  image: optional(string()),
  ...SHOWN_DAYS,
})
/** What a coupon may be limited to. */
export const COUPON_SCOPES = [...AUDIO_TYPES, 'plan'] as const
export const CouponRow = object({
  code: size(string(), 1, 30),
  percent: max(min(Int4, 1), 100),
  uses: optional(min(Int4, 1)),
  expires: optional(string()),
  /** The first day. */
  starts: optional(string()),
  /** Orders of one buyer. */
  perBuyer: optional(min(Int4, 1)),
  /** What it takes something off: types of titles, and `plan`. Absent: everything. */
  appliesTo: optional(size(array(enums(COUPON_SCOPES)), 1, 6)),
})
/** Free texts of the shop: `gift_message`, `language_lab_intro` …; HTML in `description`. */
export const SiteTextRow = object({ key: Key, translations: Translations })
export const BannerRow = object({
  key: Key,
  place: enums(['home', 'family', 'kids_top', 'kids_middle']),
  translations: Translations,
  image: string(),
  /** Site path of a page, in its English form, or of a file; `/title/KEY` is the page of a title. */
  href: SitePath,
  position: Int4,
  ...SHOWN_DAYS,
})

/** `file` is the path of an EPUB or PDF relative to the import folder. */
export const EbookRow = object({
  key: Key,
  /** Language it is written in. */
  written: enums(LOCALES),
  translations: Translations,
  authors: defaulted(array(Key), []),
  file: string(),
  position: defaulted(Int4, 0),
})
export type EbookRow = Infer<typeof EbookRow>

/** A message to every listener, all plain text: `name` is the title, `description` the body. `track` needs `product`. */
export const NotificationRow = object({
  key: Key,
  kind: enums(NOTIFICATION_KINDS),
  translations: Translations,
  product: optional(Key),
  track: optional(Key),
})
export type NotificationRow = Infer<typeof NotificationRow>

/** Words that mean the same to a listener who searches: who types one finds what the others name. */
export const SynonymRow = object({ key: Key, words: size(array(size(string(), 1, 60)), 2, 100) })

/** All lists except titles, which are streamed. */
export const Collections = object({
  people: array(PersonRow),
  categories: array(CategoryRow),
  series: defaulted(array(SeriesRow), []),
  plans: defaulted(array(PlanRow), []),
  menu: defaulted(array(MenuRow), []),
  faq: defaulted(array(FaqRow), []),
  testimonials: defaulted(array(TestimonialRow), []),
  news: defaulted(array(NewsRow), []),
  coupons: defaulted(array(CouponRow), []),
  texts: defaulted(array(SiteTextRow), []),
  banners: defaulted(array(BannerRow), []),
  ebooks: defaulted(array(EbookRow), []),
  notifications: defaulted(array(NotificationRow), []),
  synonyms: defaulted(array(SynonymRow), []),
})
export type Collections = Infer<typeof Collections>
