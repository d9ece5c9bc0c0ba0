import { basename, dirname, extname, join } from 'node:path'
import type { TextFiles, TrackRow } from '#contract/import/import.ts'
import { plainLine } from '#contract/text/plain-text.ts'
import type { Translations } from '#contract/text/text.ts'
import { tagsOf } from '../media/tags.ts'
import { textsBeside } from '../recorded-texts/beside-sound.ts'
import { keyOf, shortHash } from './keys.ts'
import { mostlyIn } from './map-row.ts'
import { AUDIO_NAME, type Paths } from './paths.ts'

type Tags = Awaited<ReturnType<typeof tagsOf>>
export type Sound = { tracks: TrackRow[]; samples: string[]; sampleTexts?: TextFiles[]; cover?: string }
const COVER_NAME = /^(?:cover|folder|front|image|artwork|मुखपृष्ठ).*\.(?:jpe?g|png|webp|avif|tiff?)$/i
const PICTURE_NAME = /\.(?:jpe?g|png|webp|avif|tiff?)$/i
const SAMPLE_NAME = /^(?:sample|preview|नमुना)/i

/** Tracks, samples and cover from the files of a title: mp3s in the order of their numbers, or one mp3 with chapters. */
export async function soundOf(root: string, paths: Paths, titleKey: string, named: string[]): Promise<Sound> {
  const files = await filesOf(paths, named)
  const tracks = files.filter((file) => !SAMPLE_NAME.test(basename(file)))
  const tags = new Map<string, Tags>()
  for (const file of tracks) tags.set(file, await tagsOf(join(root, file)))
  const [first] = tracks
  const cover = first && ((await coverInFolder(paths, named)) ?? (await coverInTags(root, first)))
  const samples = files.filter((file) => SAMPLE_NAME.test(basename(file)))
  const sampleTexts = await Promise.all(samples.map(async (file) => (await textsBeside(paths, file)) ?? {}))
  return {
    tracks: await withTexts(paths, rowsOf(titleKey, tracks, tags)),
    samples,
    ...(sampleTexts.some((texts) => Object.keys(texts).length > 0) && { sampleTexts }),
    ...(cover && { cover }),
  }
}

/** A file of chapters has one text for all of them, which no chapter can have. */
async function withTexts(paths: Paths, rows: TrackRow[]): Promise<TrackRow[]> {
  const added: TrackRow[] = []
  for (const row of rows) {
    const texts = row.audio && !row.part ? await textsBeside(paths, row.audio) : undefined
    added.push(texts ? { ...row, texts } : row)
  }
  return added
}

/** A missing path stays as it is, so that the import reports it. */
async function filesOf(paths: Paths, named: string[]): Promise<string[]> {
  const files: string[] = []
  for (const path of named) {
    const found = await paths.find(path)
    const inside = found?.isFolder ? await soundIn(paths, found.path) : []
    files.push(...(inside.length > 0 ? inside : [found?.path ?? path]))
  }
  return [...new Set(files)]
}

const DISC = /^(?:cd|disc|disk|dvd|part|भाग)[\s._-]*[\d०-९]+$/iu
export const isDisc = (name: string): boolean => DISC.test(name)

/** Sound files in a folder and in the folders of its discs. */
export async function soundIn(paths: Paths, folder: string): Promise<string[]> {
  const entries = await paths.entries(folder)
  const own = entries
    .filter(({ name, isFolder }) => !isFolder && AUDIO_NAME.test(name))
    .map(({ name }) => join(folder, name))
  for (const disc of entries.filter(({ name, isFolder }) => isFolder && isDisc(name)))
    own.push(...(await soundIn(paths, join(folder, disc.name))))
  return own
}

async function coverInFolder(paths: Paths, named: string[]): Promise<string | undefined> {
  const [first = ''] = named
  const found = await paths.find(first)
  if (!found?.isFolder) return undefined
  const names = (await paths.entries(found.path)).map(({ name }) => name)
  const pictures = names.filter((name) => PICTURE_NAME.test(name))
  const cover = pictures.find((name) => COVER_NAME.test(name)) ?? (pictures.length === 1 ? pictures[0] : undefined)
  return cover && join(found.path, cover)
}

async function coverInTags(root: string, file: string): Promise<string | undefined> {
  const tags = await tagsOf(join(root, file), { withPicture: true })
  return tags?.common.picture?.length ? file : undefined
}

function rowsOf(titleKey: string, files: string[], tags: Map<string, Tags>): TrackRow[] {
  const [only = ''] = files
  const chapters = files.length === 1 ? chaptersOf(tags.get(only)) : []
  if (chapters.length > 1)
    return chapters.map(({ title, part }, index) => ({
      key: trackKey(titleKey, `chapter-${index + 1}`),
      translations: nameOf(title, index),
      audio: only,
      part,
    }))
  const ordered = inOrder(files, tags)
  const areDiscs = new Set(files.map((file) => basename(file))).size < files.length
  return ordered.map((file, index) => ({
    key: trackKey(titleKey, areDiscs ? stemOf(file).replaceAll('/', '-') : basename(stemOf(file))),
    translations: nameOf(tags.get(file)?.common.title ?? '', index, stemOf(file)),
    audio: file,
  }))
}

/** Chapters cover the whole file: the first starts at 0, and each ends where the next starts. */
function chaptersOf(tags: Tags) {
  const named = tags?.format.chapters ?? []
  const real = named.filter(({ start }, index) => start < (named[index + 1]?.start ?? Infinity))
  return real.map(({ title, start }, index) => {
    const next = real[index + 1]
    return { title, part: { from: index === 0 ? 0 : start, ...(next && { to: next.start }) } }
  })
}

/** Ordered by numbers in file names; without them by track numbers in the tags, if all differ. */
function inOrder(files: string[], tags: Map<string, Tags>): string[] {
  if (files.every((file) => /[\d०-९]/.test(basename(file)))) return files
  const locationOf = (file: string) =>
    (tags.get(file)?.common.disk.no ?? 0) * 10_000 + (tags.get(file)?.common.track.no ?? 0)
  const numbers = new Set(files.map(locationOf))
  return numbers.size === files.length ? files.toSorted((a, b) => locationOf(a) - locationOf(b)) : files
}

const stemOf = (file: string): string => join(dirname(file), basename(file, extname(file)))

const MAX_KEY_LENGTH = 120
const KEY = /^[a-z0-9][a-z0-9._/-]{0,119}$/
/** Does not change when files are added, so that listeners keep their saved positions. */
export function trackKey(titleKey: string, name: string): string {
  if (name.startsWith(`${titleKey}/`) && KEY.test(name)) return name
  const own = keyOf(name)
  if (own.startsWith(`${titleKey}/`)) return own
  const key = `${titleKey}/${own}`
  return key.length <= MAX_KEY_LENGTH ? key : `${titleKey}/${shortHash(name)}`
}

/** "01 - The arrival" becomes "The arrival"; a bare number becomes "Chapter 1". */
export function nameOf(title: string, index: number, stem = ''): Translations {
  const bare =
    plainLine(title) ||
    plainLine(
      basename(stem)
        .replace(/_+/g, ' ')
        .replace(/^[\s\d०-९]+[\s.)–-]+(?=\S)/u, ''),
    )
  if (bare && !/^[\d०-९]+$/.test(bare)) return { [mostlyIn(bare)]: { name: bare.slice(0, 300) } }
  return {
    en: { name: `Chapter ${index + 1}` },
    mr: { name: `प्रकरण ${new Intl.NumberFormat('mr-IN-u-nu-deva', { useGrouping: false }).format(index + 1)}` },
  }
}
