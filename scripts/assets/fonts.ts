// Makes font subsets with the few Devanagari letters of English pages (language switch, line that suggests Marathi, tagline), so that an English reader
// does not load 200 kB for three words. Run after changing those words: node scripts/assets/fonts.ts
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { localeNames } from '../../src/i18n/locales.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { home } = JSON.parse(await readFile(`${root}i18n/mr/catalog.json`, 'utf8')) as {
  home: { headline: string; headlineOther: string }
}
const { header } = JSON.parse(await readFile(`${root}i18n/mr/shell.json`, 'utf8')) as {
  header: { inThisLanguage: string }
}

for (const [source, name, text] of [
  ['tiro-devanagari-marathi/files/tiro-devanagari-marathi-devanagari-400-normal.woff2', 'tiro-words', home.headline],
  [
    'tiro-devanagari-marathi/files/tiro-devanagari-marathi-latin-400-normal.woff2',
    'tiro-words-latin',
    home.headlineOther,
  ],
  ['mukta/files/mukta-devanagari-600-normal.woff2', 'mukta-words', localeNames.mr + header.inThisLanguage],
  ['mukta/files/mukta-devanagari-400-normal.woff2', 'rupee', '₹'],
] as const) {
  const font = await subsetFont(await readFile(`${root}node_modules/@fontsource/${source}`), text, {
    targetFormat: 'woff2',
  })
  await mkdir(`${root}src/brand/fonts`, { recursive: true })
  await writeFile(`${root}src/brand/fonts/${name}.woff2`, font)
  console.log(`${name} ${font.length} bytes`)
}
