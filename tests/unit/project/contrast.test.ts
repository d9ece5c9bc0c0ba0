import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  contrast,
  mix,
  rgbOf,
  SIGN_CONTRAST,
  TEXT_CONTRAST,
  TEXT_ON,
  TEXT_ON_MIXED,
  weakPairs,
} from '../../../src/brand/contrast.ts'
import { coloursOf, recolour, type Theme } from '../../../src/brand/tokens.ts'

const SRC = new URL('../../../src/', import.meta.url).pathname
const tokens = readFileSync(join(SRC, 'brand/colours.css'), 'utf8')

const colorsIn = (css: string) =>
  Object.fromEntries([...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/gi)].map(([, name = '', hex = '']) => [name, hex]))
const [lightCss = '', darkCss = ''] = tokens.split('@media (prefers-color-scheme: dark)')
const light: Record<string, string> = colorsIn(lightCss)
const themes: Record<Theme, Record<string, string>> = { light, dark: { ...light, ...colorsIn(darkCss) } }

function rgb(theme: Theme, name: string) {
  const hex = name.startsWith('#') ? name : themes[theme][name]
  if (!hex) throw new Error(`no colour ${name}`)
  return rgbOf(hex)
}
const PAIRS = Object.entries(TEXT_ON).flatMap(([color, grounds]) =>
  grounds.map((ground): [string, string] => [color, ground]),
)
/** Bars, knobs and pictures that are still to come: no text stands on them. */
const WITHOUT_TEXT = ['line', 'soft', 'on-leaf', 'brand-soft', 'brand-night-raised']
/** The backdrop of dialogs: no text stands on it. */
const MIXED_WITHOUT_TEXT = ['brand-night 60']
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
  const mixed = new Set([
    ...TEXT_ON_MIXED.map(([, over, part]) => `${over} ${Math.round(part * 100)}`),
    ...MIXED_WITHOUT_TEXT,
  ])
  expect(mixedGrounds().length).toBeGreaterThan(3)
  expect(mixedGrounds().filter((ground) => !mixed.has(ground))).toEqual([])
})

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(PAIRS)('[AX-1] text in %s is readable on %s', (color, ground) => {
    expect(contrast(rgb(theme, color), rgb(theme, ground))).toBeGreaterThanOrEqual(TEXT_CONTRAST)
  })

  it.each(TEXT_ON_MIXED.map((pair) => [...pair] as const))(
    '[AX-1] text in %s is readable on %s mixed by %d into %s',
    (color, over, part, under) => {
      expect(contrast(rgb(theme, color), mix(rgb(theme, over), part, rgb(theme, under)))).toBeGreaterThanOrEqual(
        TEXT_CONTRAST,
      )
    },
  )

  it('[AX-1] every rule with text colour and background is readable', () => {
    const rules = rulesWithBoth()
    expect(rules.length).toBeGreaterThan(15)
    const weak = rules
      .map((rule) => ({ ...rule, ratio: contrast(rgb(theme, rule.color), rgb(theme, rule.ground)) }))
      .filter(({ ratio }) => ratio < TEXT_CONTRAST)
    expect(weak).toEqual([])
  })

  it('[PD-2] stars contrast with the page and with a card', () => {
    const star = rgb(theme, 'rating')
    for (const ground of ['paper', 'card'])
      expect(contrast(star, rgb(theme, ground)), ground).toBeGreaterThanOrEqual(SIGN_CONTRAST)
  })
})

describe('the colours of a publisher', () => {
  it('[DK-11] begin as those of the style sheet, in both themes', () => {
    expect(themes).toMatchObject(coloursOf())
    expect(recolour(tokens, {})).toBe(tokens)
    expect(weakPairs({})).toEqual([])
  })

  it('[DK-11] take the place of a token in its theme, and of what follows from it', () => {
    const css = recolour(tokens, { light: { kumkum: '#123456' } })
    expect(css.match(/#123456/g)).toHaveLength(2)
    expect(css).toContain('--brand-kumkum: #123456;')
    expect(css.split('@media')[1]).toBe(tokens.split('@media')[1])
  })

  it('[DK-11] are refused pair by pair when they cannot be read', () => {
    const weak = weakPairs({ light: { kumkum: '#ff9999' } })
    expect(weak.map(({ theme, color, ground }) => `${theme} ${color} ${ground}`)).toContain('light kumkum paper')
    expect(weak.every(({ ratio, needed }) => ratio < needed)).toBe(true)
    expect(weakPairs({ dark: { rating: '#2b2030' } })).toMatchObject([
      { theme: 'dark', color: 'rating', needed: SIGN_CONTRAST },
      { theme: 'dark', color: 'rating', needed: SIGN_CONTRAST },
    ])
  })
})
