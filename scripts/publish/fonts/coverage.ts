import { readFile } from 'node:fs/promises'
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
