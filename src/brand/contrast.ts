import { coloursOf, THEMES, type Colours, type Theme, type ThemeColours } from './tokens.ts'

/** Contrast of WCAG 2.2: of text (1.4.3), and of signs that are no text (1.4.11). */
export const TEXT_CONTRAST = 4.5
export const SIGN_CONTRAST = 3

type Rgb = readonly [number, number, number]

/** Of `#rrggbb`. */
export const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

export const mix = (over: Rgb, part: number, under: Rgb): Rgb =>
  over.map((value, at) => value * part + (under[at] ?? 0) * (1 - part)) as unknown as Rgb

function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, bright = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (bright + 0.05) / (dark + 0.05)
}

/** The grounds on which text of a colour stands. A colour or ground that a style sheet uses must be here. */
export const TEXT_ON: Record<string, readonly string[]> = {
  ink: ['paper', 'card'],
  soft: ['paper', 'card'],
  kumkum: ['paper', 'card'],
  'kumkum-deep': ['paper', 'card'],
  leaf: ['paper', 'card'],
  teal: ['paper', 'card'],
  turmeric: ['night'],
  'on-kumkum': ['kumkum', 'kumkum-deep'],
  'on-turmeric': ['turmeric'],
  'on-leaf': ['leaf'],
  'on-night': ['night'],
  'on-night-soft': ['night'],
  'on-kids': ['kids'],
  paper: ['ink'],
  card: ['ink'],
  // The same in both themes: pictures, badges and the player.
  'brand-ink': ['brand-card', 'brand-turmeric', 'brand-turmeric-bright'],
  'brand-card': ['brand-kumkum', 'brand-leaf'],
  'brand-on-night': ['brand-night'],
  'brand-on-night-soft': ['brand-night'],
  'brand-turmeric': ['brand-night'],
  'brand-turmeric-bright': ['brand-night'],
}
/** Grounds that are mixed in the style sheets, and the text that stands on them: text, what is put over the ground, how much of it, the ground. */
export const TEXT_ON_MIXED: readonly (readonly [string, string, number, string])[] = [
  ['ink', 'card', 0.86, 'paper'],
  ['ink', 'paper', 0.82, 'card'],
  ['kumkum', 'turmeric', 0.16, 'paper'],
  ['ink', 'ink', 0.08, 'paper'],
  ['ink', 'ink', 0.08, 'card'],
  ['ink', 'turmeric', 0.28, 'card'],
  ['ink', 'turmeric', 0.16, 'paper'],
  ['soft', 'turmeric', 0.16, 'paper'],
]
/** Stars contrast with the page and with a card. */
const SIGN_ON: Record<string, readonly string[]> = { rating: ['paper', 'card'] }

/** `ground` may be two colours, when one is mixed into the other. */
export type WeakPair = { theme: Theme; color: string; ground: string; ratio: number; needed: number }

const pairsOf = (table: Record<string, readonly string[]>): (readonly [string, string])[] =>
  Object.entries(table).flatMap(([color, grounds]) => grounds.map((ground) => [color, ground] as const))

function pairsIn(theme: Theme, colours: Colours): WeakPair[] {
  const rgb = (name: string) => rgbOf(colours[name] ?? '#000000')
  const pair = (color: string, ground: string, under: Rgb, needed: number): WeakPair => ({
    theme,
    color,
    ground,
    ratio: Math.floor(contrast(rgb(color), under) * 100) / 100,
    needed,
  })
  return [
    ...pairsOf(TEXT_ON).map(([color, ground]) => pair(color, ground, rgb(ground), TEXT_CONTRAST)),
    ...TEXT_ON_MIXED.map(([color, over, part, ground]) =>
      pair(color, `${over} ${ground}`, mix(rgb(over), part, rgb(ground)), TEXT_CONTRAST),
    ),
    ...pairsOf(SIGN_ON).map(([color, ground]) => pair(color, ground, rgb(ground), SIGN_CONTRAST)),
  ]
}

/** Pairs of colours that could not be read or seen, the worst first. */
export function weakPairs(changed: ThemeColours): WeakPair[] {
  const all = coloursOf(changed)
  return THEMES.flatMap((theme) => pairsIn(theme, all[theme]))
    .filter(({ ratio, needed }) => ratio < needed)
    .toSorted((one, other) => one.ratio / one.needed - other.ratio / other.needed)
}
