import { basename, extname, join } from 'node:path'
import { tagsOf } from '../media/tags.ts'
import { dateOf } from '../tables/dates.ts'
import { AUDIO_NAME, type Paths } from './paths.ts'
import { isDisc, soundIn } from './sound.ts'
import type { Cells } from '../tables/line.ts'
import { language } from '../tables/languages.ts'

/** Sound files of one title. */
type Album = { path: string; files: string[] }
const MAX_DEPTH = 6

/** Titles of a folder without a table: each folder with sound, or each mp3 at the top, described by its tags. */
export async function* albumRows(root: string, paths: Paths): AsyncGenerator<{ path: string; cells: Cells }> {
  for await (const album of albumsIn(root, paths, '', 0))
    yield { path: album.path, cells: await cellsOf(root, paths, album) }
}

async function* albumsIn(root: string, paths: Paths, path: string, depth: number): AsyncGenerator<Album> {
  if (depth > MAX_DEPTH) return
  const folders = (await paths.entries(path)).filter(({ isFolder }) => isFolder).map(({ name }) => name)
  const files = await soundIn(paths, path)
  if (path === '') yield* topLevelAlbums(root, files)
  else if (files.length > 0) yield { path, files: [path] }
  for (const name of folders) if (!isDisc(name)) yield* albumsIn(root, paths, join(path, name), depth + 1)
}

/** Files at the top belong together when their tags name one album. */
async function* topLevelAlbums(root: string, files: string[]): AsyncGenerator<Album> {
  const albums = new Map<string, Album>()
  for (const file of files) {
    const name = (await tagsOf(join(root, file)))?.common.album?.trim()
    const path = name || file.slice(0, -extname(file).length)
    albums.set(path, { path, files: [...(albums.get(path)?.files ?? []), file] })
  }
  yield* albums.values()
}

async function cellsOf(root: string, paths: Paths, { path, files }: Album): Promise<Cells> {
  const [first = ''] = files
  const file = AUDIO_NAME.test(first) ? first : (await soundIn(paths, first))[0]
  const common = file ? (await tagsOf(join(root, file)))?.common : undefined
  const people = peopleOf(common)
  const published = dateOf(common?.releasedate ?? common?.date ?? '') ?? dateOf(String(common?.year ?? ''))
  const [comment] = common?.comment ?? []
  const cells: [string, unknown][] = [
    ['name', common?.album?.trim() || basename(path).replaceAll('_', ' ')],
    ['authors', people.authors],
    ['artists', people.artists],
    ['categories', common?.genre ?? []],
    ['series', common?.movement?.trim() || undefined],
    ['seriesNumber', common?.movement ? (common.movementIndex.no ?? undefined) : undefined],
    ['published', published],
    ['spoken', spokenIn(common?.language)],
    ['description', common?.description?.[0] ?? comment?.text],
    ['audio', files],
  ]
  return cells.filter(([, cell]) => cell !== undefined)
}

type Common = NonNullable<Awaited<ReturnType<typeof tagsOf>>>['common']

/** Usual tags of audiobooks: the album artist is the author; the composer, or an artist who is not the album artist, is the reader. */
function peopleOf(common: Common | undefined): { authors: string[]; artists: string[] } {
  const { albumartist, artist, composer = [] } = common ?? {}
  const author = albumartist ?? artist
  const reader = artist !== author && artist ? [artist] : []
  return { authors: author ? [author] : [], artists: composer.length > 0 ? composer : reader }
}

/** Tags contain any text; an unknown language is ignored. */
function spokenIn(tag: string | undefined): unknown {
  const reading = language(tag ?? '')
  return 'value' in reading ? reading.value : undefined
}
