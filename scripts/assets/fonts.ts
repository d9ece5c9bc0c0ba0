// Makes the web fonts of the brand in src/brand/fonts, without hinting and with what pages need of them:
// - `mukta-deva-core`, the first font of Marathi pages: the glyphs of common Marathi and of the texts of this shop. Pages with other
//   syllables use the whole font (scripts/publish/fonts).
// - Latin fonts without rare letters, and small ones with the few words of the other script.
// Run after changing i18n, the brand or a font package: node scripts/assets/fonts.ts [files with further texts, for example an exported catalog]
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fontverter from 'fontverter'
import { localeNames } from '../../src/i18n/locales.ts'
import { filesBelow } from '../publish/files.ts'
import { openFont, shapingGlyphs } from '../publish/fonts/shaping.ts'
import { syllablesOf } from '../publish/fonts/syllables.ts'
import { cutFont } from './cut-font.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = `${root}src/brand/fonts`
const MUKTA = 'mukta/files/mukta'
const TIRO = 'tiro-devanagari-marathi/files/tiro-devanagari-marathi'

const charactersIn = (...ranges: [first: number, last: number][]) =>
  ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .map((code) => String.fromCodePoint(code))
    .join('')
/** The `unicode-range` of the core in fonts.css: others come from the whole font. */
const CORE = charactersIn(
  ...([
    [0x901, 0x903],
    [0x905, 0x914],
    [0x915, 0x939],
    [0x93c, 0x94d],
    [0x950, 0x950],
    [0x960, 0x960],
    [0x964, 0x970],
    [0x972, 0x972],
    [0x200c, 0x200d],
    [0x20b9, 0x20b9],
    [0x25cc, 0x25cc],
  ] as [number, number][]),
)
const LATIN = `${charactersIn([0x20, 0x7e], [0xa0, 0xff], [0x2010, 0x2015], [0x2018, 0x201e])}ıŒœ•…‹›™−→`
const DEVANAGARI = charactersIn([0x900, 0x97f], [0x1cd0, 0x1cf9], [0x200c, 0x200d], [0xa8e0, 0xa8ff])

const trueTypeOf = async (source: string) =>
  fontverter.convert(await readFile(`${root}node_modules/@fontsource/${source}-normal.woff2`), 'truetype')

async function save(name: string, font: Buffer): Promise<void> {
  await writeFile(`${folder}/${name}.woff2`, font)
  console.log(`${name} ${font.length} bytes`)
}

/** Texts that stand in the program, and files of the command line. */
async function ownTexts(): Promise<string> {
  const below = await Promise.all(
    ['i18n/mr', 'src/brand', 'src/demo', 'src/i18n'].map((name) => filesBelow(root + name)),
  )
  const files = below.flat().filter((file) => /\.(?:json|md|ts)$/.test(file) && !file.startsWith(folder))
  const texts = await Promise.all([...files, ...process.argv.slice(2)].map((file) => readFile(file, 'utf8')))
  return texts.join('\n')
}

async function saveCore(): Promise<void> {
  const common = await readFile(new URL('marathi-syllables.txt', import.meta.url), 'utf8')
  const syllables = [...syllablesOf(`${common} ${await ownTexts()}`)]
    .filter((one) => [...one].every(isInCore))
    .toSorted()
  const mukta = await trueTypeOf(`${MUKTA}-devanagari-400`)
  const font = openFont(mukta)
  const glyphs = new Set<number>()
  for (const syllable of syllables) for (const glyph of shapingGlyphs(font, syllable)) glyphs.add(glyph)
  await save('mukta-deva-core', await cutFont(mukta, { text: CORE, glyphs }))
  const list = { syllables: syllables.join(' '), glyphs: [...glyphs].toSorted((a, b) => a - b).join(' ') }
  await writeFile(`${folder}/mukta-deva-core.json`, `${JSON.stringify(list, null, 2)}\n`)
}
const isInCore = (character: string) => CORE.includes(character)

const { home } = JSON.parse(await readFile(`${root}i18n/mr/catalog.json`, 'utf8')) as {
  home: { headline: string }
}
const { header } = JSON.parse(await readFile(`${root}i18n/mr/shell.json`, 'utf8')) as {
  header: { inThisLanguage: string }
}
await mkdir(folder, { recursive: true })
await saveCore()
for (const [source, name, text] of [
  [`${MUKTA}-devanagari-400`, 'mukta-deva', DEVANAGARI],
  [`${TIRO}-devanagari-400`, 'tiro-deva', DEVANAGARI],
  [`${MUKTA}-latin-400`, 'mukta-latin', LATIN],
  [`${MUKTA}-latin-600`, 'mukta-latin-600', LATIN],
  [`${TIRO}-latin-400`, 'tiro-latin', LATIN],
  [`${TIRO}-devanagari-400`, 'tiro-words', home.headline],
  [`${MUKTA}-devanagari-600`, 'mukta-words', localeNames.mr + header.inThisLanguage],
  [`${MUKTA}-devanagari-400`, 'rupee', '₹'],
] as const) {
  const font = await trueTypeOf(source)
  const isFewWords = /words/.test(name)
  const glyphs = isFewWords ? { glyphs: shapingGlyphs(openFont(font), text) } : {}
  await save(name, await cutFont(font, { text, ...glyphs }))
}
