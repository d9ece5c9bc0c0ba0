/**
 * Draws the pictures of the demo catalog (covers, portraits, banners, news) into src/demo/files/; run it after
 * changing a title, a person or the art, with keys to draw just those.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import satori from 'satori'
import sharp from 'sharp'
import { KIDS_PALETTES, PALETTES, type Palette } from '../../src/brand/cover-palettes.ts'
import { FITTING, FITTING_PALETTE } from '../../src/demo/cover-choices.ts'
import { diceOf, mix, pick } from '../../src/server/import/art/palettes.ts'
import { PATTERNS, type PatternName } from '../../src/server/import/art/patterns.ts'
import { demoCollections, demoFolder, demoStories } from '../../src/demo/catalog.ts'
import { people } from '../../src/demo/people.ts'
import type { Story } from '../../src/demo/story.ts'
import { box, loadFonts, text, titleSize } from './cover-layout.ts'

const SIDE = 1024
const only = process.argv.slice(2)
const wanted = (key: string) => only.length === 0 || only.includes(key)
const fonts = await loadFonts()
const fitting: Record<string, PatternName> = FITTING
let bytes = 0

for (const story of demoStories)
  if (wanted(story.key)) await save('covers', story.key, await coverSvg(story), SIDE, 60_000)
for (const person of people)
  if (wanted(person.key)) await save('people', person.key, await portraitSvg(person.key), 480, 25_000)
for (const { key, place } of demoCollections.banners)
  if (wanted(key)) await save('banners', key, bannerSvg(key, place), 1600, 60_000)
for (const [index, { key }] of demoCollections.news.entries())
  if (wanted(key)) await save('news', key, newsSvg(key, index), 1024, 45_000)
console.log(`${Math.round(bytes / 1000)} kB drawn`)

async function coverSvg(story: Story): Promise<string> {
  const colours = paletteOf(story)
  const name = patternOf(story)
  const canvas = { width: SIDE, height: SIDE, colours, dice: diceOf(`${story.key}/drawing`) }
  const art = name === 'letters' ? await letters(colours, diceOf(story.key)) : PATTERNS[name](canvas)
  return frame(SIDE, SIDE, art + inner(await titleCard(story, colours)))
}

function paletteOf({ key, type }: Story): Palette {
  const palettes = type === 'kids' ? KIDS_PALETTES : PALETTES
  return palettes[FITTING_PALETTE[key] ?? -1] ?? pick(palettes, diceOf(`${key}/colours`)())
}

function patternOf({ key, type }: Story): PatternName | 'letters' {
  if (type === 'languagelab') return 'letters'
  return (
    fitting[key] ??
    pick(['hills', 'lattice', 'rangoli', 'river', 'warli', 'paithani', 'peacock', 'terraces'], diceOf(key)())
  )
}

function frame(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}

/** Satori gives a whole document; its ids must not meet those of the pattern. */
function inner(svg: string): string {
  return svg.replaceAll('satori_', 'card_')
}

async function titleCard(story: Story, colours: Palette): Promise<string> {
  const words = story[story.spoken] ?? story.en ?? story.mr
  const other = story.spoken === 'en' ? story.mr : story.en
  const author = people.find((person) => person.key === story.authors[0])?.translations[story.spoken]?.name ?? ''
  const isKids = story.type === 'kids'
  const title = words?.name ?? story.key
  const size = titleSize(title, isKids, story.spoken)
  const leading = story.spoken === 'mr' ? 1.3 : 1.12
  const card = box(
    {
      display: 'flex',
      flexDirection: 'column',
      marginTop: 'auto',
      padding: '30px 44px 34px 66px',
      width: SIDE - 128,
      boxSizing: 'border-box',
      backgroundImage: `linear-gradient(90deg, ${colours.accent} 1.9%, #fffaf0 1.9%)`,
      borderRadius: isKids ? 30 : 10,
      boxShadow: '0 14px 44px rgba(20,8,26,.42)',
    },
    [
      text(title, isKids ? 'Baloo' : 'Tiro', size, isKids ? 700 : 400, '#2a1430', leading),
      box({ display: 'flex', height: 14 }),
      text(author, 'Mukta', 40, 600, colours.accent, 1.35),
      ...(other ? [text(other.name, 'Mukta', 36, 400, '#6d5a70', 1.4)] : []),
    ],
  )
  const square = { width: SIDE, height: SIDE }
  return satori(
    box({ display: 'flex', flexDirection: 'column', ...square, padding: 64, boxSizing: 'border-box' }, [card]),
    {
      ...square,
      fonts,
    },
  )
}

/** Tiles of letters in both scripts: for the language lab. */
async function letters(colours: Palette, dice: () => number): Promise<string> {
  const signs = [...('अआइकखगचजटणतदनपमरलवशसहळक्ष'.replaceAll('क्ष', 'ज्ञ').match(/ज्ञ|./gu) ?? []), ...'ABCEGKMQRSTag']
  const paints = [
    colours.ground,
    colours.deep,
    colours.mid,
    colours.accent,
    mix(colours.ground, colours.deep, 0.4),
    colours.warm,
    colours.light,
  ]
  const tile = 205
  const tiles = Array.from({ length: 25 }, (_, index) => {
    const fill = paints[(index * 3 + Math.floor(index / 5) + Math.floor(dice() * 3)) % paints.length] ?? colours.ground
    const ink =
      fill === colours.warm || fill === colours.light
        ? colours.deep
        : pick([colours.light, colours.warm, colours.light], dice())
    return box(
      {
        display: 'flex',
        width: tile,
        height: tile,
        alignItems: 'center',
        justifyContent: 'center',
        backgroundColor: fill,
        color: ink,
        fontFamily: 'Tiro, Tiro Deva',
        fontSize: 132,
        lineHeight: 1.3,
      },
      pick(signs, dice()),
    )
  })
  const wall = box({ display: 'flex', flexWrap: 'wrap', width: tile * 5, height: tile * 5 }, tiles)
  const svg = await satori(wall, { width: tile * 5, height: tile * 5, fonts })
  return svg.replaceAll('satori_', 'tile_')
}

async function portraitSvg(key: string): Promise<string> {
  const dice = diceOf(key)
  const colours = pick(PALETTES, dice())
  const pattern = pick(
    [PATTERNS.lattice, PATTERNS.rangoli, PATTERNS.paithani, PATTERNS.peacock, PATTERNS.river],
    dice(),
  )
  const name = people.find((person) => person.key === key)?.translations.mr?.name.replace('संत ', '') ?? ''
  const sign = [...new Intl.Segmenter('mr', { granularity: 'grapheme' }).segment(name)][0]?.segment ?? ''
  const letter = await satori(
    box(
      {
        display: 'flex',
        width: 480,
        height: 480,
        alignItems: 'center',
        justifyContent: 'center',
        fontFamily: 'Tiro, Tiro Deva',
        fontSize: 178,
        lineHeight: 1.3,
        color: colours.deep,
      },
      sign,
    ),
    { width: 480, height: 480, fonts },
  )
  const beads = Array.from(
    { length: 36 },
    (_, index) =>
      `<circle transform="rotate(${index * 10} 240 240)" cx="240" cy="84" r="${index % 2 ? 4 : 6.5}" fill="${index % 2 ? colours.light : colours.warm}"/>`,
  ).join('')
  return frame(
    480,
    480,
    `<g transform="scale(.47)">${pattern({ width: SIDE, height: SIDE, colours, dice: diceOf(`${key}/drawing`) })}</g><rect width="480" height="480" fill="${colours.deep}" opacity=".28"/><circle cx="240" cy="240" r="172" fill="${colours.deep}"/>${beads}<circle cx="240" cy="240" r="140" fill="${colours.light}"/><circle cx="240" cy="240" r="130" fill="none" stroke="${colours.accent}" stroke-width="4"/>${inner(letter)}`,
  )
}

function bannerSvg(key: string, place: string): string {
  const choices: Record<string, [keyof typeof PATTERNS, number]> = {
    'home-stories': ['hills', 0],
    'home-free': ['terraces', 2],
    'home-year': ['paithani', 1],
    'family-evening': ['night', 5],
    'family-new': ['river', 6],
    'kids-moon': ['night', 3],
    'kids-forest': ['leaves', 4],
    'kids-kites': ['kites', 1],
    'kids-space': ['night', 5],
  }
  const [pattern, palette] = choices[key] ?? ['hills', 0]
  const colours = (place.startsWith('kids') ? KIDS_PALETTES : PALETTES)[palette]
  if (!colours) throw new Error(`no palette ${palette} for the banner ${key}`)
  return frame(1600, 640, PATTERNS[pattern]({ width: 1600, height: 640, colours, dice: diceOf(key) }))
}

function newsSvg(key: string, index: number): string {
  const { windows, hills, rangoli, sound, night, lattice, peacock } = PATTERNS
  const pattern = [windows, hills, lattice, rangoli, night, sound, peacock][index % 7] ?? hills
  return frame(
    960,
    600,
    pattern({
      width: 960,
      height: 600,
      colours: PALETTES[(index * 3 + 8) % PALETTES.length] ?? pick(PALETTES, 0),
      dice: diceOf(key),
    }),
  )
}

async function save(folder: string, key: string, svg: string, width: number, limit: number) {
  const png = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
    .render()
    .asPng()
  const file = fileURLToPath(new URL(`${folder}/${key}.webp`, demoFolder))
  await mkdir(dirname(file), { recursive: true })
  for (const quality of [86, 80, 74, 68, 60, 52, 44, 36, 28]) {
    const webp = await sharp(png).webp({ quality, effort: 6 }).toBuffer()
    if (webp.length > limit && quality > 28) continue
    bytes += webp.length
    return writeFile(file, webp)
  }
}
