import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Contrast of text (WCAG 2.2, 1.4.3), computed from the tokens for every pair in use. Signs that are no text need less (1.4.11). */
const TEXT = 4.5
const SIGN = 3
const SRC = new URL('../../../src/', import.meta.url).pathname
const tokens = readFileSync(join(SRC, 'brand/colours.css'), 'utf8')

type Rgb = readonly [number, number, number]
type Theme = 'light' | 'dark'

const colorsIn = (css: string) =>
  Object.fromEntries([...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/gi)].map(([, name = '', hex = '']) => [name, hex]))
const [lightCss = '', darkCss = ''] = tokens.split('@media (prefers-color-scheme: dark)')
const light: Record<string, string> = colorsIn(lightCss)
const themes: Record<Theme, Record<string, string>> = { light, dark: { ...light, ...colorsIn(darkCss) } }

function rgb(theme: Theme, name: string): Rgb {
  const hex = name.startsWith('#') ? name : themes[theme][name]
  if (!hex) throw new Error(`no colour ${name}`)
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
}
const mix = (over: Rgb, part: number, under: Rgb): Rgb =>
  over.map((value, at) => value * part + (under[at] ?? 0) * (1 - part)) as unknown as Rgb

function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, bright = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (bright + 0.05) / (dark + 0.05)
}

/** The grounds on which text of a colour stands. A colour or ground that a style sheet uses must be here. */
const TEXT_ON: Record<string, string[]> = {
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
const PAIRS = Object.entries(TEXT_ON).flatMap(([color, grounds]) =>
  grounds.map((ground): [string, string] => [color, ground]),
)
/** Bars, knobs and pictures that are still to come: no text stands on them. */
const WITHOUT_TEXT = ['line', 'soft', 'on-leaf', 'brand-soft', 'brand-night-raised']
/** The backdrop of dialogs: no text stands on it. */
const MIXED_WITHOUT_TEXT = ['brand-night 60']
/** Grounds that are mixed in the style sheets, and the text that stands on them. */
const MIXED: [string, string, number, string][] = [
  ['ink', 'card', 0.86, 'paper'],
  ['ink', 'paper', 0.82, 'card'],
  ['kumkum', 'turmeric', 0.16, 'paper'],
  ['ink', 'ink', 0.08, 'paper'],
  ['ink', 'ink', 0.08, 'card'],
  ['ink', 'turmeric', 0.28, 'card'],
  ['ink', 'turmeric', 0.16, 'paper'],
  ['soft', 'turmeric', 0.16, 'paper'],
]

/** Every style sheet, and the styles of every component. */
function styles(): { name: string; css: string }[] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:css|astro)$/.test(name))
  return files.map((name) => {
    const code = readFileSync(join(SRC, name), 'utf8')
    if (name.endsWith('.css')) return { name, css: code }
    return { name, css: [...code.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, part]) => part).join('\n') }
  })
}

/** Tokens that a property of the style sheets takes by itself. */
function tokensOf(property: RegExp): string[] {
  const found = styles().flatMap(({ css }) =>
    [...css.matchAll(new RegExp(`(?<![-\\w])(?:${property.source}):\\s*var\\(--([\\w-]+)\\);`, 'g'))].map(
      ([, token = '']) => token,
    ),
  )
  return [...new Set(found)].toSorted()
}

/** Grounds that are mixed: what is put over the ground, and how much of it. */
function mixedGrounds(): string[] {
  const MIX = /background(?:-color)?:\s*color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%,/g
  return [...new Set(styles().flatMap(({ css }) => [...css.matchAll(MIX)].map(([, over, part]) => `${over} ${part}`)))]
}

/** Rules that set both the colour of the text and its ground. */
function rulesWithBoth(): { where: string; color: string; ground: string }[] {
  return styles().flatMap(({ name, css }) => {
    return [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) => {
      const color = body.match(/(?:^|[;\s])color:\s*(?:var\(--([\w-]+)\)|(#[0-9a-f]{6}));/i)
      const ground = body.match(/\sbackground(?:-color)?:\s*(?:var\(--([\w-]+)\)|(#[0-9a-f]{6}));/i)
      return color && ground
        ? [
            {
              where: `${name} ${selector.trim()}`,
              color: color[1] ?? color[2] ?? '',
              ground: ground[1] ?? ground[2] ?? '',
            },
          ]
        : []
    })
  })
}

it('[AX-1] the formula is that of WCAG', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5)
  expect(contrast(rgb('light', '#777777'), rgb('light', '#ffffff'))).toBeCloseTo(4.48, 2)
})

it('[AX-1] every text colour and every background of the style sheets is in the tables', () => {
  const [colors, grounds] = [tokensOf(/color/), tokensOf(/background(?:-color)?/)]
  expect(colors.length).toBeGreaterThan(10)
  expect(grounds.length).toBeGreaterThan(5)
  expect(colors.filter((token) => !TEXT_ON[token])).toEqual([])
  const known = new Set([...Object.values(TEXT_ON).flat(), ...WITHOUT_TEXT])
  expect(grounds.filter((token) => !known.has(token))).toEqual([])
  const mixed = new Set([...MIXED.map(([, over, part]) => `${over} ${Math.round(part * 100)}`), ...MIXED_WITHOUT_TEXT])
  expect(mixedGrounds().length).toBeGreaterThan(3)
  expect(mixedGrounds().filter((ground) => !mixed.has(ground))).toEqual([])
})

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(PAIRS)('[AX-1] text in %s is readable on %s', (color, ground) => {
    expect(contrast(rgb(theme, color), rgb(theme, ground))).toBeGreaterThanOrEqual(TEXT)
  })

  it.each(MIXED)('[AX-1] text in %s is readable on %s mixed by %d into %s', (color, over, part, under) => {
    expect(contrast(rgb(theme, color), mix(rgb(theme, over), part, rgb(theme, under)))).toBeGreaterThanOrEqual(TEXT)
  })

  it('[AX-1] every rule with text colour and background is readable', () => {
    const rules = rulesWithBoth()
    expect(rules.length).toBeGreaterThan(15)
    const weak = rules
      .map((rule) => ({ ...rule, ratio: contrast(rgb(theme, rule.color), rgb(theme, rule.ground)) }))
      .filter(({ ratio }) => ratio < TEXT)
    expect(weak).toEqual([])
  })

  it('[PD-2] stars contrast with the page and with a card', () => {
    const star = rgb(theme, 'rating')
    for (const ground of ['paper', 'card'])
      expect(contrast(star, rgb(theme, ground)), ground).toBeGreaterThanOrEqual(SIGN)
  })
})
