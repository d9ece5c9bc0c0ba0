import { slugOf } from '#contract/text/slug.ts'
import type { Episode } from '#contract/catalog/podcast.ts'
import type { Translations } from '#contract/text/text.ts'
import type { TitleRow } from '#contract/import/import.ts'
import { namesOf } from '../../search/terms.ts'
import { cleanPlain, cleanTranslations } from '../clean.ts'
import { mainName } from '../collections.ts'
import { existingOf, withExisting, type Existing } from './existing.ts'
import type { StoredTitle } from '../stored/titles.ts'
import { digestOf } from '../../db/upsert.ts'
import type { Import } from '../import-context.ts'
import { readTexts } from '../recorded-texts/read-texts.ts'
import { linksOf, seriesOf } from './links.ts'
import { showing } from './showing.ts'
import { episodeTexts, searchColumns, searchNames } from './search-columns.ts'

export type Ref = { id: number; names: string[] }
export type Refs = { people: Map<string, Ref>; categories: Map<string, Ref>; series: Map<string, Ref> }
export type PreparedTrack = {
  key: string
  position: number
  name: string
  translations: Translations
  seconds: number
  is_free: boolean
  audio_id: number | null
  episode: Episode | null
}
export type PreparedSample = {
  position: number
  map_url: string
  audio_id: number
  seconds: number
  waveform: number[]
}
/** A title with everything resolved, ready to be written. */
export type Prepared = Awaited<ReturnType<typeof prepareTitle>> & object

export type Fault = (field: string, reason: string, given?: string, isWarning?: true) => void

/**
 * Cleans a row, stores its files and resolves people and categories. Missing parts are reported and the rest is imported;
 * a file that cannot be used does not replace the existing one.
 */
export async function prepareTitle(context: Import, refs: Refs, row: TitleRow, line: number, stored?: StoredTitle) {
  const existing = existingOf(stored)
  const reportFault = titleReporter(context, row.key, line)
  const translations = cleanTranslations(row.translations)
  const names = namesOf(translations)
  if (names.length === 0) return reportFault('translations', 'required')
  if (context.missing !== 'remove' && row.priceInr > 0 !== row.priceUsd > 0)
    reportFault(row.priceInr > 0 ? 'priceUsd' : 'priceInr', 'onePrice', undefined, true)
  const links = linksOf(row, refs, reportFault)
  const inSeries = seriesOf(row, refs, reportFault)
  const found = {
    tracks: await tracksOf(context, row, existing, reportFault),
    samples: await samplesOf(context, row, existing, reportFault),
    cover: await coverOf(context, row, existing, reportFault),
  }
  // A title must not be on sale without its sound.
  if (row.tracks.some(({ audio }) => audio) && found.tracks.every((track) => track.audio_id === null))
    return reportFault('tracks', 'noSound')
  const { tracks, samples, cover } = withExisting(found, existing, context.missing, (reason, count) =>
    reportFault('tracks', reason, String(count), true),
  )
  reportSale(context, row, tracks, reportFault)
  const columns = { ...titleColumns(row, translations), ...inSeries, ...showing(row, stored, context.now) }
  const episodes = episodeTexts(columns, tracks)
  const titleNames = [...names, ...(refs.series.get(row.series ?? '')?.names ?? [])]
  const searchable = searchNames(columns, titleNames, links, episodes, refs)
  const search = searchColumns(searchable, [translations, ...episodes], columns.ages)
  const title = { ...columns, cover_id: cover, ...totals(tracks), ...search }
  const texts = await readTexts(context.folder, row, reportFault)
  const parts = { ...links, tracks, samples, shelves: row.shelves, reviews: reviewsOf(row) }
  return {
    title: { ...title, digest: digestOf([title, parts]) },
    ...parts,
    texts,
    line,
    names: Object.values(searchable).flat(),
  }
}

/** A priced title without sound is imported as coming soon, and nobody can buy it. */
function reportSale({ missing }: Import, row: TitleRow, tracks: PreparedTrack[], reportFault: Fault): void {
  const isPriced = !row.isFree && (row.priceInr > 0 || row.priceUsd > 0)
  if (isPriced && tracks.every((track) => track.audio_id === null)) reportFault('tracks', 'pricedSilent')
  if (missing !== 'remove' && tracks.length === 0 && !isPriced) reportFault('audio', 'noTracks', undefined, true)
}

function titleReporter({ report }: Import, key: string, line: number): Fault {
  return (field, reason, given, isWarning) =>
    report({ kind: 'title', line, key, field, reason, ...(given && { given }), ...(isWarning && { isWarning }) })
}

function titleColumns(row: TitleRow, translations: Translations) {
  const name = mainName(translations)
  return {
    key: row.key,
    slug: slugOf(name),
    name,
    audio_type: row.type,
    also_types: [...new Set(row.alsoTypes ?? [])].filter((type) => type !== row.type),
    ...spokenColumns(row.spoken),
    translations,
    is_free: row.isFree,
    subscription_only: row.subscriptionOnly,
    purchase_only: row.purchaseOnly,
    recurring: row.recurring,
    family: row.family,
    price_inr: row.priceInr,
    price_usd: row.priceUsd,
    published: row.published,
    ages: row.ages ?? null,
    popularity: row.popularity ?? shelfPopularity(row),
    institute: row.institute ? cleanPlain(row.institute) : null,
    feed: row.feed ?? null,
  }
}

function spokenColumns(tag: string): { spoken: 'en' | 'mr'; spoken_tag: string | null } {
  if (tag === 'en' || tag === 'mr') return { spoken: tag, spoken_tag: null }
  return { spoken: tag.startsWith('mr-') ? 'mr' : 'en', spoken_tag: tag }
}

/** The first title of the shelf of popular ones is the most popular. */
function shelfPopularity({ shelves }: TitleRow): number {
  const place = shelves.find(({ shelf }) => shelf === 'popular')?.position
  return place === undefined ? 0 : Math.max(1, 1_000 - Math.max(0, place))
}

function totals(tracks: PreparedTrack[]) {
  return {
    track_count: tracks.length,
    total_seconds: Math.round(tracks.reduce((sum, { seconds }) => sum + seconds, 0) * 100) / 100,
  }
}

async function tracksOf(
  { files }: Import,
  row: TitleRow,
  existing: Existing,
  reportFault: Fault,
): Promise<PreparedTrack[]> {
  const tracks: PreparedTrack[] = []
  for (const [index, track] of row.tracks.entries()) {
    const translations = cleanTranslations(track.translations, cleanPlain)
    const audio = track.audio === undefined ? undefined : await files.audio(track.audio, track.part)
    if (typeof audio === 'string') reportFault(`tracks.${index}.audio`, audio, track.audio)
    if (typeof audio === 'object' && audio.note) reportFault(`tracks.${index}.audio`, audio.note, track.audio, true)
    const existingTrack =
      typeof audio === 'string'
        ? existing.tracks.find(({ key, audio_id }) => key === track.key && audio_id !== null)
        : undefined
    const stored =
      typeof audio === 'object'
        ? audio
        : existingTrack && { id: existingTrack.audio_id, seconds: existingTrack.seconds }
    tracks.push({
      key: track.key,
      position: index,
      name: mainName(translations),
      translations,
      seconds: stored?.seconds ?? track.seconds ?? 0,
      is_free: track.isFree ?? false,
      audio_id: stored?.id ?? null,
      episode: track.episode ?? null,
    })
  }
  return tracks
}

async function samplesOf(
  { files }: Import,
  row: TitleRow,
  existing: Existing,
  reportFault: Fault,
): Promise<PreparedSample[]> {
  const samples: PreparedSample[] = []
  for (const [index, path] of row.samples.entries()) {
    const audio = await files.sample(path)
    const existingTrack = existing.samples.find(({ position }) => position === index)
    if (typeof audio === 'string') reportFault(`samples.${index}`, audio, path)
    if (typeof audio === 'string') samples.push(...(existingTrack ? [existingTrack] : []))
    else
      samples.push({
        position: index,
        map_url: `samples/${row.key}/${index}`,
        audio_id: audio.id,
        seconds: audio.seconds,
        waveform: audio.waveform ?? [],
      })
  }
  return samples
}

async function coverOf(
  { files }: Import,
  row: TitleRow,
  existing: Existing,
  reportFault: Fault,
): Promise<number | null> {
  if (row.cover === undefined) return null
  const cover = await files.picture(row.cover, 'covers')
  if (typeof cover === 'string') reportFault('cover', cover, row.cover)
  else if (cover.note) reportFault('cover', cover.note, row.cover, true)
  return typeof cover === 'string' ? existing.cover_id : cover.id
}

function reviewsOf(row: TitleRow) {
  return row.reviews.map(({ key, name, score, title, body, created }) => ({
    key,
    name: cleanPlain(name),
    score,
    title: cleanPlain(title),
    body: cleanPlain(body),
    created_at: new Date(created).toISOString(),
  }))
}
