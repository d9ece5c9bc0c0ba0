import { LOCALES } from '#contract/text/locale.ts'
import { shown } from './fault.ts'
import type { ReadRow, RawRow } from './read-row.ts'
import { textsNamed, textsOfSound } from '../recorded-texts/beside-sound.ts'
import { createMapper, type ReportProblem, type Row } from './map-row.ts'
import { partsOf, seriesIn, type Names } from './names.ts'
import { isAddress, type Paths } from './paths.ts'
import { soundIn, soundOf, trackKey, type Sound } from './sound.ts'
import { ROW_SPECS } from './columns.ts'
import { textsIn, type KnownTitle, type KnownTitles } from './title-head.ts'
import type { Cells } from '../tables/line.ts'

/** What the mapping of every title needs. */
export type MappingContext = {
  root: string
  paths: Paths
  people: Names
  categories: Names
  series: Names
  /** Rows of the tables of tracks and reviews, by the key of their title. */
  tracks: Map<string, Row[]>
  reviews: Map<string, Row[]>
  /** Names with commas that were reported already. */
  reportedCommas: Set<string>
  titles: KnownTitles
  today: string
  /** Covers may be web addresses. */
  fetchesCovers: boolean
}
const { map: mapTrack } = createMapper(ROW_SPECS.tracks)
const { map: mapReview } = createMapper(ROW_SPECS.reviews)
const CATEGORY_KINDS: Record<string, string> = { kids: 'kids', languagelab: 'languagelab' }

export const kindOf = (head: RawRow, known?: KnownTitle): string =>
  CATEGORY_KINDS[String(head['type'] ?? known?.type)] ?? 'genre'

/** The row for `importCatalog`: people and categories as keys, tracks and cover from the files. */
export async function mapTitle(
  context: MappingContext,
  head: RawRow,
  row: Row,
  reportProblem: ReportProblem,
): Promise<ReadRow | undefined> {
  const key = String(head['key'])
  const known = context.titles.get(key)
  const kind = kindOf(head, known)
  const files = await filesOf(context, head, row, reportProblem)
  if (!files) return undefined
  const { tracks, samples, cover } = files
  const keysOf = (field: string, names: Names, of?: string) => {
    if (!(field in head)) return {}
    const given = of ? partsOf(names, textsIn(head[field]), of) : textsIn(head[field])
    return { [field]: given.map((value) => keyIn(context, { field, value, names, of }, reportProblem)) }
  }
  const reviews = [
    ...objectsIn(head['reviews']).flatMap((cells) => mapReview(cells, reportProblem) ?? []),
    ...(context.reviews.get(key) ?? []),
  ]
  const published = head['published'] ?? known?.published ?? context.today
  const { cover: _, series: __, seriesEn: ___, seriesMr: ____, ...rest } = head
  const { names: seriesNames, place } = seriesIn(context.series, row)
  const series = context.series.keyIn(seriesNames)
  const whole = {
    ...rest,
    published,
    ...Object.assign({}, ...['authors', 'directors', 'artists'].map((field) => keysOf(field, context.people))),
    ...keysOf('categories', context.categories, kind),
    ...(series && { series }),
    ...(place !== undefined && rest['seriesNumber'] === undefined && { seriesNumber: place }),
    tracks,
    samples,
    ...(files.sampleTexts && { sampleTexts: files.sampleTexts }),
    ...(cover && { cover }),
    reviews: reviews.flatMap((review, index) => reviewOf({ key, published }, review, index, reportProblem)),
  }
  return { row: whole, cleared: outOfSeries(row.cleared, series) }
}

/** A title that leaves its series has no number in it. */
const outOfSeries = (cleared: ReadonlySet<string>, series: string | undefined): ReadonlySet<string> =>
  series === undefined && ['series', 'seriesEn', 'seriesMr'].some((column) => cleared.has(column))
    ? new Set([...cleared, 'series', 'seriesNumber'])
    : cleared

type Mention = { field: string; value: string; names: Names; of: string | undefined }

function keyIn(
  { reportedCommas }: MappingContext,
  { field, value, names, of }: Mention,
  reportProblem: ReportProblem,
): string {
  if (/,\s/.test(value) && !reportedCommas.has(value)) {
    reportedCommas.add(value)
    reportProblem({ field, reason: 'comma', given: value, isWarning: true })
  }
  return names.keyOf(value, of)
}

const objectsIn = (value: unknown): Cells[] =>
  Array.isArray(value)
    ? value.flatMap((one) =>
        typeof one === 'object' && one !== null && !Array.isArray(one) ? [Object.entries(one)] : [],
      )
    : []

/** Reports and returns undefined when the sound is a web address: the title would be empty. */
async function filesOf(
  context: MappingContext,
  head: RawRow,
  row: Row,
  reportProblem: ReportProblem,
): Promise<(Omit<Sound, 'tracks'> & { tracks: RawRow[] }) | undefined> {
  const key = String(head['key'])
  const paths = textsIn(row.values['audio'])
  const listed = [
    ...objectsIn(head['tracks']).flatMap((cells) => mapTrack(cells, reportProblem) ?? []),
    ...(context.tracks.get(key) ?? []),
  ]
  const ownFiles = paths.length > 0 ? paths : await folderOf(context.paths, [key, ...namesOf(row)])
  const address = ownFiles.find(isAddress)
  if (address) return void reportProblem({ field: 'audio', reason: 'address', given: shown(address) })
  const found = await soundOf(context.root, context.paths, key, ownFiles)
  const cover = typeof head['cover'] === 'string' ? await coverOf(context, head['cover'], reportProblem) : found.cover
  const samples: string[] = []
  for (const path of textsIn(head['samples'])) {
    const sample = await pathOf(context, path, 'samples', reportProblem)
    if (sample) samples.push(sample)
  }
  return {
    tracks: listed.length > 0 ? await tracksOf(context, key, listed, found.tracks, reportProblem) : found.tracks,
    samples: samples.length > 0 ? samples : found.samples,
    ...(samples.length === 0 && found.sampleTexts && { sampleTexts: found.sampleTexts }),
    ...(cover && { cover }),
  }
}

const namesOf = ({ values, translations }: Row): string[] => [
  String(values['slug'] ?? ''),
  ...LOCALES.map((locale) => translations[locale]?.name ?? ''),
]

/** A folder or file of sound with the name of the title. */
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

async function coverOf(
  context: MappingContext,
  value: string,
  reportProblem: ReportProblem,
): Promise<string | undefined> {
  if (!isAddress(value)) return pathOf(context, value, 'cover', reportProblem)
  return context.fetchesCovers
    ? value
    : void reportProblem({ field: 'cover', reason: 'coverAddress', given: shown(value) })
}

/** Reports and returns undefined for a web address: an import reads files only. */
async function pathOf(
  { paths }: MappingContext,
  value: string,
  field: string,
  reportProblem: ReportProblem,
): Promise<string | undefined> {
  if (isAddress(value)) return void reportProblem({ field, reason: 'address', given: shown(value) })
  return (await paths.find(value))?.path ?? value
}

/** Tracks of a list. A track without a file gets the file at its position in the folder, when both have the same number. */
async function tracksOf(
  context: MappingContext,
  titleKey: string,
  rows: Row[],
  found: Sound['tracks'],
  reportProblem: ReportProblem,
): Promise<RawRow[]> {
  const ordered = rows.every(({ values }) => typeof values['position'] === 'number')
    ? rows.toSorted((a, b) => Number(a.values['position']) - Number(b.values['position']))
    : rows
  const tracks: RawRow[] = []
  for (const [index, { values, translations }] of ordered.entries()) {
    const { key, wholeKey, audio, from, to, seconds, isFree, feedEpisode: episode, published } = values
    const ownPath = typeof audio === 'string' ? await pathOf(context, audio, 'tracks.audio', reportProblem) : undefined
    const fileAtPosition = audio === undefined && found.length === ordered.length ? found[index] : undefined
    const path = ownPath ?? fileAtPosition?.audio
    const texts =
      (await textsNamed(values, (value, column) => pathOf(context, value, column, reportProblem))) ??
      (await textsOfSound(context.paths, path))
    tracks.push({
      key: wholeKey ?? trackKey(titleKey, typeof key === 'string' ? key : `${index + 1}`),
      translations,
      named: true,
      ...(path && { audio: path }),
      ...(typeof from === 'number'
        ? { part: { from, ...(typeof to === 'number' && { to }) } }
        : fileAtPosition?.part && { part: fileAtPosition.part }),
      ...(typeof seconds === 'number' && { seconds }),
      ...(typeof isFree === 'boolean' && { isFree }),
      ...(episode !== undefined && { episode }),
      ...(published !== undefined && { published }),
      ...(texts && { texts }),
      ...(typeof values['isTextPublic'] === 'boolean' && { isTextPublic: values['isTextPublic'] }),
    })
  }
  return tracks
}

/** At the end of a word. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/\s+\S{0,30}$/, '')}…`

const reviewKey = (titleKey: string, own: string): string =>
  trackKey(titleKey, own.startsWith(`${titleKey}/`) ? own : `review-${own}`)

/** A review without name or stars is skipped; the title is imported. */
function reviewOf({ key, published }: RawRow, { values }: Row, index: number, reportProblem: ReportProblem): RawRow[] {
  const { title: _, key: ownKey, wholeKey, heading, body = '', ...rest } = values
  const missingField = ['name', 'score'].find((field) => values[field] === undefined)
  if (missingField) reportProblem({ field: `reviews.${missingField}`, reason: 'required' })
  const title = cut(String(heading ?? (String(body).slice(0, 60) || '…')), 100)
  const shortened = ['name', 'heading', 'body'].find(
    (field) => String(values[field] ?? '').length > (field === 'body' ? 2_000 : 100),
  )
  if (shortened)
    reportProblem({
      field: `reviews.${shortened}`,
      reason: 'shortened',
      given: shown(values[shortened]),
      isWarning: true,
    })
  const whole = {
    created: published,
    ...rest,
    key: wholeKey ?? reviewKey(String(key), typeof ownKey === 'string' ? ownKey : `${index + 1}`),
    title,
    ...(values['name'] !== undefined && { name: cut(String(values['name']), 100) }),
    body: cut(String(body), 2_000) || title,
  }
  return missingField ? [] : [whole]
}
