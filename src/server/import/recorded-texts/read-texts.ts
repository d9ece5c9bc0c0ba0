import { readFile, stat } from 'node:fs/promises'
import { basename, extname, join, relative, sep } from 'node:path'
import type { TextFiles, TitleRow } from '#contract/import/import.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import type { Cue } from '#contract/transcripts/transcripts.ts'
import { parseMediaOverlay } from '../../transcripts/formats/media-overlay.ts'
import { EPUB_FILE, parseText } from '../../transcripts/formats/parse-text.ts'
import type { Parsed, ParseFailure } from '../../transcripts/formats/parsed.ts'
import { digestOfText } from '../../transcripts/store-transcripts.ts'
import type { Fault } from '../titles/prepare.ts'

/** A text that an import brings. `track`: its key; `sample`: its place. */
export type PreparedText = {
  track: string | null
  sample: number | null
  locale: Locale
  cues: readonly Cue[]
  isTimed: boolean
  isPublic: boolean | undefined
  digest: string
}

/** Books hold pictures and sound too. */
const MAX_BYTES = { text: 20 * 2 ** 20, book: 1_000 * 2 ** 20 }
type Place = Pick<PreparedText, 'track' | 'sample' | 'isPublic'> & {
  field: string
  audio: string
  at: number
  of: number
}

/** Reads the texts that a row names. One that cannot be used is reported, and the rest is imported. */
export async function readTexts(folder: string, row: TitleRow, reportFault: Fault): Promise<PreparedText[]> {
  const spoken: Locale = row.spoken === 'mr' || row.spoken.startsWith('mr-') ? 'mr' : 'en'
  const books = new Map<string, Map<string, Parsed> | ParseFailure>()
  const texts: PreparedText[] = []
  const add = async (files: TextFiles | undefined, place: Place) => {
    for (const [language, path] of Object.entries(files ?? {})) {
      const locale = LOCALES.find((one) => one === language) ?? spoken
      const parsed = await readOne({ folder, path, locale, books }, place)
      const field = `${place.field}.${locale}`
      if ('fault' in parsed) reportFault(field, `text.${parsed.fault}`, shownPlace(path, parsed))
      else {
        for (const note of parsed.notes) reportFault(field, `text.${note}`, path, true)
        const { cues, isTimed } = parsed
        const { track, sample, isPublic } = place
        texts.push({ track, sample, locale, cues, isTimed, isPublic, digest: digestOfText(parsed) })
      }
    }
  }
  for (const [at, { key, texts: files, audio = '', isTextPublic }] of row.tracks.entries())
    await add(files, {
      track: key,
      sample: null,
      field: `tracks.${at}.text`,
      audio,
      at,
      of: row.tracks.length,
      isPublic: isTextPublic,
    })
  for (const [at, files] of (row.sampleTexts ?? []).entries())
    await add(files, {
      track: null,
      sample: at,
      field: `samples.${at}.text`,
      audio: row.samples[at] ?? '',
      at,
      of: row.samples.length,
      isPublic: undefined,
    })
  return texts
}

const shownPlace = (path: string, { line }: { fault: string; line?: number }) =>
  line === undefined ? path : `${path} line ${line}`

type Source = { folder: string; path: string; locale: Locale; books: Map<string, Map<string, Parsed> | ParseFailure> }

async function readOne(
  { folder, path, locale, books }: Source,
  place: Place,
): Promise<Parsed | ParseFailure | { fault: string }> {
  const file = join(folder, path)
  const within = relative(folder, file)
  // A row may only name files of its own folder.
  if (!within || within === '..' || within.startsWith(`..${sep}`) || path.includes('\0'))
    return { fault: 'outsideFolder' }
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) return { fault: 'missing' }
  const isBook = EPUB_FILE.test(path)
  if (found.size > (isBook ? MAX_BYTES.book : MAX_BYTES.text)) return { fault: 'tooLarge' }
  if (!isBook) return parseText(path, await readFile(file), locale)
  const book = books.get(path) ?? parseMediaOverlay(await readFile(file))
  books.set(path, book)
  return book instanceof Map ? (overlayOf(book, place) ?? { fault: 'noOverlay' }) : book
}

const stem = (path: string) => basename(path, extname(path)).toLowerCase()

/** The lines of the sound file with the name of the track; else of the one at its place, when book and title have as many. */
export function overlayOf(
  book: ReadonlyMap<string, Parsed>,
  { audio, at, of }: Pick<Place, 'audio' | 'at' | 'of'>,
): Parsed | undefined {
  const named = [...book].find(([path]) => stem(path) === stem(audio))
  if (named) return named[1]
  return book.size === of ? [...book.values()][at] : undefined
}
