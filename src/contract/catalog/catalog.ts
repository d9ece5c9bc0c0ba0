import { slug as p } from '#brand/brand.ts'
import {
  array,
  boolean,
  defaulted,
  enums,
  integer,
  nullable,
  number,
  object,
  optional,
  record,
  size,
  string,
  type,
  type Infer,
} from 'superstruct'
import { audioTypes } from './audio-type.ts'
import { endpoint } from '../http/endpoint.ts'
import { Amount, CURRENCIES } from '../money/money.ts'
import { CustomTranslation } from '../text/translation.ts'
import { Id, PageSize, status } from '../fields/wire-fields.ts'

/** A cover or photo in the media store: one base path, up to four widths, two formats (`{base}-{width}.avif|webp`). */
export const Picture = type({ base: string(), widths: array(integer()), alt_key: optional(string()) })
export type Picture = Infer<typeof Picture>

export const PersonRef = type({ id: integer(), name: string(), custom_translation: CustomTranslation })
export type PersonRef = Infer<typeof PersonRef>

export const CategoryRef = type({
  id: integer(),
  name: string(),
  custom_translation: CustomTranslation,
  product_type_value: optional(string()),
})
export type CategoryRef = Infer<typeof CategoryRef>

export const SampleTrack = type({
  /** Identifies the sample in `get-sample-signed-url`. */
  map_url: string(),
  /** Seconds, measured. */
  track_length: number(),
  /** 48 loudness steps from 0 to 100. */
  waveform: optional(array(integer())),
})
export type SampleTrack = Infer<typeof SampleTrack>

export const Track = type({
  id: integer(),
  key: string(),
  title: string(),
  /** All plain text, including the description. */
  custom_translation: CustomTranslation,
  /** Seconds. */
  track_length: number(),
  position: integer(),
  is_free: optional(boolean()),
  /** Of an episode: the day it came out in India, YYYY-MM-DD. */
  published: optional(string()),
  /** In the details of a title: there are lines to read along, for whoever may hear the track. */
  has_text: optional(boolean()),
})
export type Track = Infer<typeof Track>

/** The data of a title card. */
export const ProductCard = type({
  id: integer(),
  product_slug: string(),
  name: string(),
  custom_translation: CustomTranslation,
  images: type({ image1: nullable(string()), image2: nullable(string()), image3: nullable(string()) }),
  cover: nullable(Picture),
  is_free: boolean(),
  is_purchased: boolean(),
  /** False: no track has sound, so the title is coming soon and is not offered. */
  is_playable: optional(boolean()),
  product_audio_type: enums(audioTypes),
  sampletracks: array(SampleTrack),
  authors: array(PersonRef),
  directors: array(PersonRef),
  artists: array(PersonRef),
  category: array(CategoryRef),
  total_tracks: integer(),
  /** Seconds; hours with two decimals on screen. */
  total_tracks_length: number(),
  /** Stars 0–5, the mean of approved reviews. */
  total_reviews: number(),
  review_count: integer(),
  price: Amount,
  inr_price: Amount,
  variant: integer(),
  /** YYYY-MM-DD */
  published: string(),
  /** Spoken language. */
  spoken: enums(['en', 'mr']),
  /** BCP 47 tag of a spoken language other than these two; `spoken` is then the nearer one. */
  spoken_tag: optional(nullable(string())),
  /** Of kids titles: `5-8` or `5+`, in years. */
  ages: optional(nullable(string())),
  /** Breaks ties in search; a higher number is more popular. */
  popularity: optional(integer()),
})
export type ProductCard = Infer<typeof ProductCard>

/** All plain text. */
export const Review = type({ title: string(), body: string(), created_date: string(), score: number(), name: string() })
export type Review = Infer<typeof Review>

export const Product = type({
  ...ProductCard.schema,
  /** Descriptions are sanitised HTML. */
  custom_translation: CustomTranslation,
  subscription_only: boolean(),
  purchase_only: boolean(),
  recurring_product: boolean(),
  subscription_product: boolean(),
  can_purchase: boolean(),
  /** Currencies in which plans that cover the title are sold. */
  plan_currencies: optional(array(enums(CURRENCIES))),
  audio_type: type({ id: integer(), slug: string(), name: string() }),
  kid_category: array(CategoryRef),
  producttracks: array(Track),
  last_product_track: nullable(Track),
  total_tracks_completion: number(),
  reviews: array(Review),
  institute_name: nullable(string()),
  institute_logo: nullable(string()),
  /** `courseExercise` returns the exercise itself. */
  has_exercise: optional(boolean()),
  /** The shop no longer shows it: only its owners get it, without an offer. */
  is_withdrawn: optional(boolean()),
  /** ISO time of the last change of anything that the title shows. */
  updated_at: string(),
})
export type Product = Infer<typeof Product>

export const Author = type({
  id: integer(),
  name: string(),
  profile_image: nullable(string()),
  photo: nullable(Picture),
  custom_translation: CustomTranslation,
})
export type Author = Infer<typeof Author>

export const Category = type({
  id: integer(),
  name: string(),
  custom_translation: CustomTranslation,
  icon_image: nullable(string()),
  kind: enums(['genre', 'kids', 'languagelab']),
})
export type Category = Infer<typeof Category>

export const ProductType = type({
  product_type_value: string(),
  product_type_count: integer(),
  product_type_categories: array(Category),
})
export type ProductType = Infer<typeof ProductType>

export const MenuItem = type({ slug: string(), custom_translation: CustomTranslation })
export type MenuItem = Infer<typeof MenuItem>

export const Banner = type({
  id: integer(),
  place: string(),
  image: Picture,
  href: string(),
  custom_translation: CustomTranslation,
})
export type Banner = Infer<typeof Banner>

/** A shelf with its titles. */
export const CategorySlider = type({
  id: integer(),
  name: string(),
  custom_translation: CustomTranslation,
  products: array(ProductCard),
})
export type CategorySlider = Infer<typeof CategorySlider>

/** Endpoints of a title and its tracks. */

/** A listener also gets a withdrawn title that they own. */
export const productDetails = endpoint({
  auth: 'anyone',
  method: 'GET',
  path: '/api/v2/product-details/:id/',
  input: object({ id: Id }),
  reply: type({ status, product_details: array(Product), category_product_list: array(ProductCard) }),
  faults: ['notFound'],
  summary: 'Details of a title',
})
export const tracks = endpoint({
  auth: 'anyone',
  method: 'GET',
  path: '/api/tracks/:id/:offset/:limit/',
  input: object({ id: Id, offset: defaulted(string(), '0'), limit: PageSize }),
  /** `last_product_track`: the track that this listener played last. */
  reply: type({ status, producttracks: array(Track), last_product_track: nullable(Track), count: integer() }),
  faults: ['notFound'],
  summary: 'Tracks of a title',
})

const cards = array(ProductCard)

export const browse = endpoint({
  auth: 'guest-index',
  method: 'POST',
  path: `/api/v2/browse-${p}-products/`,
  input: object({
    /** The shop has one catalog: taken and not used. Cached pages send the second name. */
    browse_product: optional(size(string(), 0, 60)),
    [`browse_${p}`]: optional(size(string(), 0, 60)),
    /** Category id, or empty for all. */
    category: optional(size(string(), 0, 60)),
    product_type: defaulted(size(string(), 1, 60), 'family'),
  }),
  reply: type({
    data: type({
      total_products: record(
        string(),
        type({
          count: integer(),
          all_product: cards,
          /** Titles with a name in the language. */
          named: optional(type({ en: integer(), mr: integer() })),
        }),
      ),
    }),
  }),
  summary: 'Titles by type and genre',
})
