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

const PAIRS: [string, string][] = [
  ...['ink', 'soft', 'kumkum', 'kumkum-deep', 'leaf', 'teal'].flatMap((color): [string, string][] => [
    [color, 'paper'],
    [color, 'card'],
  ]),
  ['on-kumkum', 'kumkum'],
  ['on-kumkum', 'kumkum-deep'],
  ['on-turmeric', 'turmeric'],
  ['on-leaf', 'leaf'],
  ['on-night', 'night'],
  ['on-night-soft', 'night'],
  ['on-kids', 'kids'],
  ['paper', 'ink'],
]
/** Grounds that are mixed in the style sheets, and the text that stands on them. */
const MIXED: [string, string, number, string][] = [
  ['ink', 'ink', 0.08, 'paper'],
  ['ink', 'ink', 0.08, 'card'],
  ['ink', 'turmeric', 0.28, 'card'],
  ['ink', 'turmeric', 0.16, 'paper'],
  ['soft', 'turmeric', 0.16, 'paper'],
]

/** Rules that set both the colour of the text and its ground. */
function rulesWithBoth(): { where: string; color: string; ground: string }[] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:css|astro)$/.test(name))
  return files.flatMap((name) => {
    const code = readFileSync(join(SRC, name), 'utf8')
    const css = name.endsWith('.css')
      ? code
      : [...code.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, part]) => part).join('\n')
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

it('[AX-1] the measure is that of WCAG', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5)
  expect(contrast(rgb('light', '#777777'), rgb('light', '#ffffff'))).toBeCloseTo(4.48, 2)
})

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(PAIRS)('[AX-1] text in %s is readable on %s', (color, ground) => {
    expect(contrast(rgb(theme, color), rgb(theme, ground))).toBeGreaterThanOrEqual(TEXT)
  })

  it.each(MIXED)('[AX-1] text in %s is readable on %s mixed by %d into %s', (color, over, part, under) => {
    expect(contrast(rgb(theme, color), mix(rgb(theme, over), part, rgb(theme, under)))).toBeGreaterThanOrEqual(TEXT)
  })

  it('[AX-1] every rule that sets text and ground is readable', () => {
    const rules = rulesWithBoth()
    expect(rules.length).toBeGreaterThan(15)
    const weak = rules
      .map((rule) => ({ ...rule, ratio: contrast(rgb(theme, rule.color), rgb(theme, rule.ground)) }))
      .filter(({ ratio }) => ratio < TEXT)
    expect(weak).toEqual([])
  })

  it('[PD-2] stars can be told from the page and from a card', () => {
    const star = rgb(theme, 'rating')
    for (const ground of ['paper', 'card'])
      expect(contrast(star, rgb(theme, ground)), ground).toBeGreaterThanOrEqual(SIGN)
  })
})
