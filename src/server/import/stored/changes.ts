import { LOCALES, type Locale } from '#contract/text/locale.ts'
import type { Translations } from '#contract/text/text.ts'
import type { Prepared } from '../titles/prepare.ts'
import { shown } from '../source/fault.ts'
import type { StoredTitle } from './titles.ts'

/** One field of a title that an import changes. Without `before` it was empty, without `after` it is lost. */
export type FieldChange = { field: string; before?: string; after?: string }
/** `isNew`: the shop did not have the title. */
export type TitleChange = {
  kind: 'title'
  key: string
  /** As the import leaves them; absent of a title that goes. */
  names?: Partial<Record<Locale, string>>
  line: number
  file?: string
  isNew?: true
  isGone?: true
  fields: FieldChange[]
}
export type ReportChange = (change: TitleChange) => void

type Side = { values: Record<string, string>; lists: Record<string, string[]> }
const yesNo = (value: boolean): string => (value ? 'yes' : '')
const hundredths = (amount: number): string => (amount > 0 ? String(amount / 100) : '')

/** What differs between the title of the shop and the prepared one; empty when the import would change nothing. */
export function changesOf(stored: StoredTitle, { title, ...parts }: Prepared): FieldChange[] {
  const before = sideOf(stored, stored)
  const after = sideOf(title, parts)
  const values = Object.keys({ ...before.values, ...after.values }).flatMap((field) =>
    difference(field, before.values[field], after.values[field]),
  )
  const lists = Object.keys(before.lists).flatMap((field) =>
    listDifference(field, before.lists[field] ?? [], after.lists[field] ?? []),
  )
  return [...values, ...lists]
}

/** What a new title begins with, as it was understood: a day, a price or an age that was read wrong is seen. */
export function beginningOf({ title, ...parts }: Prepared): FieldChange[] {
  const values = { ...textsOf('', title.translations), ...valuesOf(title), ...namedIn(parts) }
  return Object.entries(values).flatMap(([field, value]) => difference(field, '', String(value)))
}

function difference(field: string, before = '', after = ''): FieldChange[] {
  if (before === after) return []
  return [{ field, ...(before && { before: shown(before) }), ...(after && { after: shown(after) }) }]
}

/** Short entries are named, longer lists are counted. */
function listDifference(field: string, before: string[], after: string[]): FieldChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const left = before.filter((entry) => !after.includes(entry))
  const isNamed = field === 'authors' || field === 'directors' || field === 'artists' || field === 'categories'
  const text = (list: string[]) =>
    isNamed || field === 'shelves' ? list.join(';') : list.length > 0 ? `${list.length}` : ''
  const changes = difference(field, text(before), text(after))
  if (changes.length > 0) return changes
  return [{ field, before: text(before), after: `${text(after)}, ${left.length} of them changed` }]
}

type Columns = Pick<
  StoredTitle,
  | 'audio_type'
  | 'also_types'
  | 'spoken'
  | 'spoken_tag'
  | 'translations'
  | 'is_free'
  | 'subscription_only'
  | 'purchase_only'
  | 'recurring'
  | 'family'
  | 'price_inr'
  | 'price_usd'
  | 'published'
  | 'ages'
  | 'popularity'
  | 'institute'
  | 'status'
  | 'withheld'
  | 'feed'
  | 'cover_id'
  | 'series'
  | 'series_number'
>
type Parts = Pick<StoredTitle, 'people' | 'categories' | 'shelves' | 'reviews'> & {
  tracks: Omit<StoredTitle['tracks'][number], 'path'>[]
  samples: Omit<StoredTitle['samples'][number], 'path'>[]
}

function sideOf(columns: Columns, parts: Parts): Side {
  const { tracks, samples, shelves, reviews } = parts
  return {
    values: { ...textsOf('', columns.translations), ...valuesOf(columns) },
    lists: {
      ...namedIn(parts),
      shelves: shelves.map(({ shelf, position }) => `${shelf}:${position}`).toSorted(),
      tracks: tracks.map((track) =>
        stable([
          track.key,
          textsOf('', track.translations),
          track.seconds,
          track.is_free,
          track.audio_id,
          track.episode ?? null,
        ]),
      ),
      samples: samples.map((sample) => stable([sample.audio_id, sample.map_url, sample.seconds, sample.waveform])),
      reviews: reviews.map((review) => stable(review)),
    },
  }
}

/** Keys of those whom a title names, and of its genres. */
function namedIn({ people, categories }: Pick<Parts, 'people' | 'categories'>) {
  const keysOf = (wanted: string) => people.filter(({ role }) => role === wanted).map(({ key }) => key)
  return {
    authors: keysOf('author'),
    directors: keysOf('director'),
    artists: keysOf('artist'),
    categories: categories.map(({ key }) => key),
  }
}

function valuesOf(columns: Columns): Record<string, string> {
  return {
    type: columns.audio_type,
    alsoTypes: columns.also_types.join(';'),
    spoken: columns.spoken_tag ?? columns.spoken,
    isFree: yesNo(columns.is_free),
    subscriptionOnly: yesNo(columns.subscription_only),
    purchaseOnly: yesNo(columns.purchase_only),
    recurring: yesNo(columns.recurring),
    family: yesNo(columns.family),
    priceInr: hundredths(columns.price_inr),
    priceUsd: hundredths(columns.price_usd),
    published: columns.published,
    ages: columns.ages ?? '',
    popularity: String(columns.popularity || ''),
    institute: columns.institute ?? '',
    series: columns.series ?? '',
    seriesNumber: columns.series_number === null ? '' : String(columns.series_number),
    shown: columns.withheld ?? (columns.status === 'published' ? 'yes' : ''),
    feed: columns.feed ? stable(columns.feed) : '',
    cover: columns.cover_id === null ? '' : `picture ${columns.cover_id}`,
  }
}

export const namesIn = (translations: Translations): Partial<Record<Locale, string>> =>
  Object.fromEntries(
    LOCALES.flatMap((locale) => (translations[locale]?.name ? [[locale, translations[locale].name]] : [])),
  )

function textsOf(prefix: string, translations: Translations): Record<string, string> {
  const entries = LOCALES.flatMap((locale) =>
    Object.entries(translations[locale] ?? {}).map(
      ([word, text]) => [`${prefix}${word}.${locale}`, String(text)] as const,
    ),
  )
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** JSON with sorted names: the database has its own order. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}
