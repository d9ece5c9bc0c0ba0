import { basename, dirname, extname, join } from 'node:path'
import type { TextFiles } from '#contract/import/import.ts'
import { LOCALES } from '#contract/text/locale.ts'
import { TEXT_FILE } from '../../transcripts/formats/parse-text.ts'
import type { Paths } from '../source/paths.ts'

/** Of several texts of one recording and language, the one with times comes first. */
const FORMATS = ['vtt', 'srt', 'json', 'md', 'markdown', 'txt']

/** `01.vtt` and `01.mr.txt` beside `01.mp3`; undefined without a text. */
export async function textsBeside(paths: Paths, audio: string): Promise<TextFiles | undefined> {
  const stem = basename(audio, extname(audio))
  const entries = await paths.entries(dirname(audio) === '.' ? '' : dirname(audio))
  const found: TextFiles = {}
  for (const language of ['spoken', ...LOCALES] as const) {
    const start = language === 'spoken' ? stem : `${stem}.${language}`
    const named = entries
      .filter(({ name, isFolder }) => !isFolder && TEXT_FILE.test(name) && isSameStem(name, start))
      .toSorted((a, b) => rank(a.name) - rank(b.name))
    const [file] = named
    if (file) found[language] = join(dirname(audio), file.name)
  }
  return Object.keys(found).length > 0 ? found : undefined
}

const rank = (name: string) => FORMATS.indexOf(extname(name).slice(1).toLowerCase())
const isSameStem = (name: string, stem: string) =>
  basename(name, extname(name)).normalize('NFC').toLowerCase() === stem.normalize('NFC').toLowerCase()

const COLUMNS = [
  ['text', 'spoken'],
  ['textEn', 'en'],
  ['textMr', 'mr'],
] as const

/** Files that the columns of a row name; undefined without any. */
export async function textsNamed(
  values: Record<string, unknown>,
  pathOf: (value: string, column: string) => Promise<string | undefined>,
): Promise<TextFiles | undefined> {
  const texts: TextFiles = {}
  for (const [column, language] of COLUMNS) {
    const value = values[column]
    const path = typeof value === 'string' ? await pathOf(value, `tracks.${column}`) : undefined
    if (path) texts[language] = path
  }
  return Object.keys(texts).length > 0 ? texts : undefined
}

/** Sound that the shop has already lies in no folder of the publisher. */
export async function textsOfSound(paths: Paths, audio: string | undefined): Promise<TextFiles | undefined> {
  return audio && !audio.startsWith('media/') ? textsBeside(paths, audio) : undefined
}
