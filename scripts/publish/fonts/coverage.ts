import { readFile } from 'node:fs/promises'
import { textOf } from '../build/page-bytes.ts'
import { syllablesOf } from './syllables.ts'

const ROOT = new URL('../../../', import.meta.url)
const CORE = new URL('src/brand/fonts/mukta-deva-core.json', ROOT)
/** The whole font of the package; a test holds that it is the one of the web. */
const WHOLE = new URL('src/server/runtime/pdf/fonts/mukta-devanagari-400-normal.ttf', ROOT)

/** Whether the core font draws all Devanagari of a text as the whole font does. */
export type Coverage = (text: string) => boolean

/** HarfBuzz is loaded only for syllables that the list of the core does not have, because it takes milliseconds for each. */
export async function coreCoverage(): Promise<Coverage> {
  const core = JSON.parse(await readFile(CORE, 'utf8')) as { syllables: string; glyphs: string }
  const isCovered = new Map(core.syllables.split(' ').map((syllable) => [syllable, true]))
  const { openFont, shapingGlyphs } = await import('./shaping.ts')
  const glyphs = new Set(core.glyphs.split(' ').map(Number))
  const font = openFont(await readFile(WHOLE))
  const check = (syllable: string): boolean => {
    const known = isCovered.get(syllable)
    if (known !== undefined) return known
    const found = [...shapingGlyphs(font, syllable)].every((glyph) => glyphs.has(glyph))
    isCovered.set(syllable, found)
    return found
  }
  return (text) => [...syllablesOf(text)].every(check)
}

/** Letters, signs and joiners of Devanagari, as the bytes of a page show them. A syllable never leaves its word. */
const WORD = /(?:\xe0[\xa4\xa5][\x80-\xbf]|\xe2\x80[\x8c\x8d])+/g

/** The same for the bytes of a page (`readBytes`). Each word is looked at once, because thousands of pages share most of them. */
export function pageCoverage(isCovered: Coverage): Coverage {
  const known = new Map<string, boolean>()
  const check = (word: string): boolean => {
    const found = known.get(word)
    if (found !== undefined) return found
    const answer = isCovered(textOf(word))
    // Not the word itself, which keeps its whole page in memory.
    known.set(Buffer.from(word, 'latin1').toString('latin1'), answer)
    return answer
  }
  return (page) => (page.match(WORD) ?? []).every(check)
}
