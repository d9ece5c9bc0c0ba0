import { array, enums, integer, number, optional, string, type, type Infer } from 'superstruct'
import { audioTypes } from '../catalog/audio-type.ts'
import { LOCALES, type Locale } from '../text/locale.ts'

/** Static files of a publication with what the sample radio plays and shows: each holds the titles of a range of ids that have a sample. */
const RADIO_FOLDER = '/radio-samples/'
const IDS_PER_PART = 200
export const radioPart = (id: number): number => Math.floor(id / IDS_PER_PART)
export const radioPartPath = (locale: Locale, part: number): string => `${RADIO_FOLDER}${locale}/${part}.json`

/** Why there is no price: -1, -2 and so on stand for them in the place of the price. */
const PRICELESS = ['free', 'soon', 'subscribe', 'none'] as const
type Priceless = (typeof PRICELESS)[number]
export const offerNumber = (kind: Priceless): number => -1 - PRICELESS.indexOf(kind)
export const pricelessOf = (offer: number): Priceless | undefined => PRICELESS[-1 - offer]

/** A title with its sample, in the language of the page. A copy on the device knows no more than its sound and its name. */
export const RadioSample = type({
  id: integer(),
  slug: string(),
  name: string(),
  author: optional(type({ id: integer(), name: string() })),
  kind: optional(enums(audioTypes)),
  /** Absent: another language than the two of the pages. */
  spoken: optional(enums(LOCALES)),
  genres: optional(array(integer())),
  /** Of the whole title. */
  seconds: optional(integer()),
  /** Identifies the sample, and how long it is. */
  sample: string(),
  length: number(),
  cover: optional(type({ base: string(), widths: array(integer()) })),
  variant: optional(integer()),
  /** Paise and cents before tax, or an `offerNumber`. */
  inr: optional(integer()),
  usd: optional(integer()),
})
export type RadioSample = Infer<typeof RadioSample>

export const RadioFile = type({ samples: array(RadioSample) })
export type RadioFile = Infer<typeof RadioFile>

/** `all`: books, originals and podcasts. Titles for children and language courses play for who chooses them, and nothing else does then. */
export const RadioChoice = type({
  spoken: enums(['all', ...LOCALES]),
  kind: enums(['all', ...audioTypes]),
  genres: array(integer()),
})
export type RadioChoice = Infer<typeof RadioChoice>
