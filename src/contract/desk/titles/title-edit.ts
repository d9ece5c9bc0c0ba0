import {
  array,
  boolean,
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
  type Infer,
} from 'superstruct'
import { AUDIO_TYPES } from '../../import/import.ts'
import { AGES, CalendarDay, Key, LanguageTag } from '../../import/import-key.ts'
import { SeriesNumber } from '../../catalog/series-number.ts'
import { Translations } from '../../text/text.ts'

/** A stored object as the import names it. */
export const MediaPath = pattern(string(), /^media\/(?:audio\/[a-z0-9]{8,64}\.mp3|covers\/[a-z0-9]{8,64})$/)
/** Hundredths, up to a million rupees or dollars. */
const Price = max(min(integer(), 0), 100_000_000)
const Keys = array(Key)
/** Far above what titles have, so that every imported one can be saved. */
const MOST = { people: 1_000, samples: 100, tracks: 10_000, institute: 2_000 }

/** `key`: absent for a new track. A track keeps its key when it is renamed, moved or gets another file, and with it the places of listeners. */
export const TrackEdit = object({
  key: optional(Key),
  translations: Translations,
  audio: nullable(MediaPath),
  /** Of the sound; the server measures it and believes nobody. */
  seconds: optional(min(integer(), 0)),
  isFree: boolean(),
})
export type TrackEdit = Infer<typeof TrackEdit>

/** What an editor changes of a title, in the words of the import's rows: a save is an import of one row. All texts but `description` and `exercise` are plain. */
export const TitleEdit = object({
  type: enums(AUDIO_TYPES),
  spoken: LanguageTag,
  translations: Translations,
  authors: size(Keys, 0, MOST.people),
  directors: size(Keys, 0, MOST.people),
  artists: size(Keys, 0, MOST.people),
  categories: size(Keys, 0, MOST.people),
  /** Absent, from a page of an older release: it stays. */
  series: optional(nullable(Key)),
  seriesNumber: optional(nullable(SeriesNumber)),
  isFree: boolean(),
  subscriptionOnly: boolean(),
  purchaseOnly: boolean(),
  recurring: boolean(),
  /** Paise before GST, and US cents. */
  priceInr: Price,
  priceUsd: Price,
  published: CalendarDay,
  ages: nullable(pattern(string(), AGES)),
  institute: nullable(size(string(), 1, MOST.institute)),
  /** Null: the shop draws one. */
  cover: nullable(MediaPath),
  samples: size(array(MediaPath), 0, MOST.samples),
  tracks: size(array(TrackEdit), 0, MOST.tracks),
})
export type TitleEdit = Infer<typeof TitleEdit>

/** The same as it is stored: an import need not pass the limits of the form, and its title is shown all the same. */
export const StoredTitle = type({
  ...TitleEdit.schema,
  spoken: string(),
  authors: Keys,
  directors: Keys,
  artists: Keys,
  categories: Keys,
  priceInr: integer(),
  priceUsd: integer(),
  institute: nullable(string()),
  samples: array(MediaPath),
  tracks: array(TrackEdit),
})

/** `removed`: an import with `--replace` did not name it. */
export const TITLE_STATES = ['shown', 'scheduled', 'draft', 'hidden', 'removed', 'trash'] as const
export type TitleState = (typeof TITLE_STATES)[number]

/** What an editor does with a title as a whole. `hide` is also how a title is taken down: who bought it keeps it. */
export const STATE_CHANGES = ['publish', 'schedule', 'hide', 'trash', 'restore'] as const
export type StateChange = (typeof STATE_CHANGES)[number]

/** What a title lacks, in the order in which an editor would add it. */
export const TITLE_GAPS = [
  'english',
  'marathi',
  'tracks',
  'silent',
  'cover',
  'description',
  'author',
  'category',
  'price',
  'onePrice',
  'sample',
] as const
export type TitleGap = (typeof TITLE_GAPS)[number]
