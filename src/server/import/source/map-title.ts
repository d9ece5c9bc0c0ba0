import type { TrackRow } from '#contract/import.ts'
import { LOCALES } from '#contract/text.ts'
import { shown } from './fault.ts'
import { keyOf } from './keys.ts'
import { createMapper, type Row, type Tell } from './map-row.ts'
import type { Names } from './names.ts'
import { isAddress, type Paths } from './paths.ts'
import { nameOf, soundIn, soundOf, trackKey, type Sound } from './sound.ts'
import { SPECS } from './columns.ts'
import type { Cells } from '../tables/line.ts'

export type Loose = Record<string, unknown>
/** What titles are mapped with. */
export type Desk = {
  root: string
  paths: Paths
  people: Names
  categories: Names
  /** Rows of the files of tracks and reviews, by the key of their title. */
  tracks: Map<string, Row[]>
  reviews: Map<string, Row[]>
  /** Names with commas, of which was told already. */
  doubted: Set<string>
  /** The day a title of the shop carries, or today. */
  dayOf(key: string): Promise<string>
}
const { map: mapTrack } = createMapper(SPECS.tracks)
const { map: mapReview } = createMapper(SPECS.reviews)
const CATEGORY_KINDS: Record<string, string> = { kids: 'kids', languagelab: 'languagelab' }

/** A title's key, type and people, without a look at its files. Undefined when it has no name to be called by. */
export function headOf({ values, translations }: Row, tell: Tell): Loose | undefined {
  const name = translations.en?.name ?? translations.mr?.name
  if (!name) return void tell({ field: 'name', reason: 'required' })
  const spoken = values['spoken'] ?? (translations.en && translations.mr ? undefined : translations.mr ? 'mr' : 'en')
  if (!spoken) return void tell({ field: 'spoken', reason: 'whichSpoken' })
  const { slug, audio: _, ...rest } = values
  const key = values['key'] ?? slug ?? keyOf(name)
  const isFree = values['priceInr'] === 'free' && { priceInr: 0, isFree: true }
  return { type: 'audiobook', ...rest, ...isFree, key, spoken, translations }
}

export const kindOf = (head: Loose): string => CATEGORY_KINDS[String(head['type'])] ?? 'genre'
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** The row as the import service takes it: people and categories by their keys, tracks and cover out of the files. */
export async function finishTitle(desk: Desk, head: Loose, row: Row, tell: Tell): Promise<Loose | undefined> {
  const key = String(head['key'])
  const kind = kindOf(head)
  const files = await filesOf(desk, head, row, tell)
  if (!files) return undefined
  const { tracks, samples, cover } = files
  const keysOf = (field: string, names: Names, of?: string) =>
    textsIn(head[field]).map((given) => keyIn(desk, { field, given, names, of }, tell))
  const reviews = [
    ...objectsIn(head['reviews']).flatMap((cells) => mapReview(cells, tell) ?? []),
    ...(desk.reviews.get(key) ?? []),
  ]
  if (Boolean(head['priceInr']) !== Boolean(head['priceUsd']))
    tell({ field: head['priceInr'] ? 'priceUsd' : 'priceInr', reason: 'onePrice', isWarning: true })
  if (tracks.length === 0) tell({ field: 'audio', reason: 'noTracks', isWarning: true })
  const published = head['published'] ?? (await desk.dayOf(key))
  return {
    ...head,
    published,
    ...Object.fromEntries(['authors', 'directors', 'artists'].map((field) => [field, keysOf(field, desk.people)])),
    categories: keysOf('categories', desk.categories, kind),
    tracks,
    samples,
    cover,
    reviews: reviews.flatMap((review, index) => reviewOf({ key, published }, review, index, tell)),
  }
}

type Mention = { field: string; given: string; names: Names; of: string | undefined }

function keyIn({ doubted }: Desk, { field, given, names, of }: Mention, tell: Tell): string {
  if (/,\s/.test(given) && !doubted.has(given)) {
    doubted.add(given)
    tell({ field, reason: 'comma', given, isWarning: true })
  }
  return names.keyOf(given, of)
}

const objectsIn = (value: unknown): Cells[] =>
  Array.isArray(value)
    ? value.flatMap((one) =>
        typeof one === 'object' && one !== null && !Array.isArray(one) ? [Object.entries(one)] : [],
      )
    : []

/** Undefined, and told, when its sound is somewhere else: without it the title would be empty. */
async function filesOf(desk: Desk, head: Loose, row: Row, tell: Tell): Promise<Sound | undefined> {
  const key = String(head['key'])
  const given = textsIn(row.values['audio'])
  const listed = [
    ...objectsIn(head['tracks']).flatMap((cells) => mapTrack(cells, tell) ?? []),
    ...(desk.tracks.get(key) ?? []),
  ]
  const own = given.length > 0 ? given : await folderOf(desk.paths, [key, ...namesOf(row)])
  const address = own.find(isAddress)
  if (address) return void tell({ field: 'audio', reason: 'address', given: shown(address) })
  const found = await soundOf(desk.root, desk.paths, key, own)
  const cover = typeof head['cover'] === 'string' ? await pathOf(desk, head['cover'], 'cover', tell) : found.cover
  const samples: string[] = []
  for (const path of textsIn(head['samples'])) {
    const sample = await pathOf(desk, path, 'samples', tell)
    if (sample) samples.push(sample)
  }
  return {
    tracks: listed.length > 0 ? await tracksOf(desk, key, listed, found.tracks, tell) : found.tracks,
    samples: samples.length > 0 ? samples : found.samples,
    ...(cover && { cover }),
  }
}

const namesOf = ({ values, translations }: Row): string[] => [
  String(values['slug'] ?? ''),
  ...LOCALES.map((locale) => translations[locale]?.name ?? ''),
]

/** A folder with sound, or a file of it, that is called as the title is. */
async function folderOf(paths: Paths, names: string[]): Promise<string[]> {
  for (const name of names.filter(Boolean)) {
    if (name.includes('/')) continue
    const found = await paths.find(name)
    if (found?.isFolder && found.path && (await soundIn(paths, found.path)).length > 0) return [found.path]
    const file = await paths.find(`${name}.mp3`)
    if (file && !file.isFolder) return [file.path]
  }
  return []
}

/** Undefined, and told, for what lies on the net: an import takes files. */
async function pathOf({ paths }: Desk, given: string, field: string, tell: Tell): Promise<string | undefined> {
  if (isAddress(given)) return void tell({ field, reason: 'address', given: shown(given) })
  return (await paths.find(given))?.path ?? given
}

/** Tracks of a list. One that names no file has the one at its place in the title's folder, when there are as many. */
async function tracksOf(desk: Desk, titleKey: string, rows: Row[], found: TrackRow[], tell: Tell): Promise<TrackRow[]> {
  const ordered = rows.every(({ values }) => typeof values['position'] === 'number')
    ? rows.toSorted((a, b) => Number(a.values['position']) - Number(b.values['position']))
    : rows
  const tracks: TrackRow[] = []
  for (const [index, { values, translations }] of ordered.entries()) {
    const { key, audio, from, to, seconds, isFree } = values
    const own = typeof audio === 'string' ? await pathOf(desk, audio, 'tracks.audio', tell) : undefined
    const beside = audio === undefined && found.length === ordered.length ? found[index] : undefined
    const path = own ?? beside?.audio
    tracks.push({
      key: trackKey(titleKey, typeof key === 'string' ? key : `${index + 1}`),
      translations: Object.keys(translations).length > 0 ? translations : nameOf('', index, path),
      ...(path && { audio: path }),
      ...(typeof from === 'number'
        ? { part: { from, ...(typeof to === 'number' && { to }) } }
        : beside?.part && { part: beside.part }),
      ...(typeof seconds === 'number' && { seconds }),
      ...(typeof isFree === 'boolean' && { isFree }),
    })
  }
  return tracks
}

/** A review that lacks its name or stars costs itself, not the title. */
function reviewOf({ key, published }: Loose, { values }: Row, index: number, tell: Tell): Loose[] {
  const { title: _, key: own, heading, body = '', ...rest } = values
  const lacks = ['name', 'score'].find((field) => values[field] === undefined)
  if (lacks) tell({ field: `reviews.${lacks}`, reason: 'required' })
  const title = heading ?? (String(body).slice(0, 60) || '…')
  const whole = {
    created: published,
    ...rest,
    key: trackKey(String(key), `review-${typeof own === 'string' ? own : index + 1}`),
    title,
    body: body || title,
  }
  return lacks ? [] : [whole]
}
