import sharp from 'sharp'
import { CARD, KIDS_PALETTES, PALETTES, type Palette } from '#brand/cover-palettes.ts'
import type { AudioTypeName } from '../../db/schema/columns.ts'
import { outlinesOf, type Outlines } from '../../runtime/pdf/outlines.ts'
import type { Face } from '../../runtime/pdf/fonts.ts'
import { diceOf, pick } from './palettes.ts'
import { PATTERNS, type PatternName } from './patterns.ts'

/** What is drawn on a cover; the key chooses pattern and colours. */
export type CoverFacts = { key: string; type: AudioTypeName; name: string; author: string }

const SIDE = 1024
const EDGE = 64
const INSET = { left: 66, right: 44, top: 34, bottom: 36 }
const ROOM = SIDE - 2 * EDGE - INSET.left - INSET.right
const LARGEST = 112
const SMALLEST = 44
const MAX_LINES = 3

const DRAWN: readonly PatternName[] = [
  'hills',
  'lattice',
  'rangoli',
  'river',
  'warli',
  'paithani',
  'peacock',
  'terraces',
  'leaves',
  'night',
]
const DEVANAGARI = /\p{Script=Devanagari}/u

/** The demo has a wider choice, made by hand (demo/cover-choices.ts). */
function coloursFor(key: string, isKids: boolean): Palette {
  return pick(isKids ? KIDS_PALETTES : PALETTES, diceOf(`${key}/colours`)())
}

/** A cover for a title that has none, as PNG: the same facts give the same picture on every machine. */
export async function drawCover(facts: CoverFacts): Promise<Buffer> {
  const isKids = facts.type === 'kids'
  const colours = coloursFor(facts.key, isKids)
  const canvas = { width: SIDE, height: SIDE, colours, dice: diceOf(`${facts.key}/drawing`) }
  const art = PATTERNS[pick(DRAWN, diceOf(facts.key)())](canvas)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">${art}${await card(facts, colours, isKids)}</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()
}

async function card({ name, author }: CoverFacts, { accent }: Palette, isKids: boolean): Promise<string> {
  const { size, lines } = await fittedLines(name, isKids ? 'bold' : 'title')
  const leading = size * (DEVANAGARI.test(name) ? 1.35 : 1.16)
  const by = author ? await outlinesOf(author, 'bold', 38) : undefined
  const height = INSET.top + lines.length * leading + (by ? 62 : 0) + INSET.bottom
  const top = SIDE - EDGE - height
  const radius = isKids ? 30 : 10
  const text = lines.map((line, index) => placed(line, CARD.ink, top + INSET.top + leading * (index + 0.78)))
  return `<rect x="${EDGE}" y="${top}" width="${SIDE - 2 * EDGE}" height="${height}" rx="${radius}" fill="${accent}"/><path d="M${EDGE + 18} ${top}h${SIDE - 2 * EDGE - 18 - radius}a${radius} ${radius} 0 0 1 ${radius} ${radius}v${height - 2 * radius}a${radius} ${radius} 0 0 1 -${radius} ${radius}h-${SIDE - 2 * EDGE - 18 - radius}z" fill="${CARD.ground}"/>${text.join('')}${by ? placed(by, accent, top + height - INSET.bottom - 6) : ''}`
}

/** A name that is wider than the card is drawn narrower. */
function placed({ width, svg }: Outlines, fill: string, baseline: number): string {
  const squeeze = Math.min(1, ROOM / width)
  return `<g fill="${fill}" transform="translate(${EDGE + INSET.left} ${baseline}) scale(${squeeze} 1)">${svg}</g>`
}

/** The largest size at which the title needs no more than three lines; what is left of an endless one is cut. */
async function fittedLines(name: string, face: Face): Promise<{ size: number; lines: Outlines[] }> {
  for (let size = LARGEST; size > SMALLEST; size -= 6) {
    const lines = await wrapped(name, face, size)
    if (lines.length <= (size > 78 ? 1 : MAX_LINES) && lines.every(({ width }) => width <= ROOM)) return { size, lines }
  }
  return { size: SMALLEST, lines: (await wrapped(name, face, SMALLEST)).slice(0, MAX_LINES + 1) }
}

async function wrapped(name: string, face: Face, size: number): Promise<Outlines[]> {
  const lines: { text: string; drawn: Outlines }[] = []
  for (const word of name.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    const longer = last && { text: `${last.text} ${word}`, drawn: await outlinesOf(`${last.text} ${word}`, face, size) }
    if (longer && longer.drawn.width <= ROOM) lines[lines.length - 1] = longer
    else lines.push({ text: word, drawn: await outlinesOf(word, face, size) })
  }
  return lines.map(({ drawn }) => drawn)
}
