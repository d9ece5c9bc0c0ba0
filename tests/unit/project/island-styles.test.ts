import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = new URL('../../../src/', import.meta.url).pathname
const ISLAND = 'islands/listening/'
/** What every class of the player and the sample bar begins with: they stand over all pages, among the styles of each. */
const OWN = /^(?:player|sound)(?:-|$)/
/** Of the pages (styles/base.css) and of Plyr. */
const SHARED = new Set(['unseen', 'button', 'quiet', 'plyr', 'plyr__controls', 'plyr__volume', 'svg'])

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
const read = (name: string) => readFileSync(join(SRC, name), 'utf8')
const styleOf = (name: string) =>
  (name.endsWith('.css') ? read(name) : [...read(name).matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].join('\n'))
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/@import[^;]+;|url\([^)]*\)/g, '')
const classesIn = (css: string) => [...css.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name)

it('[AX-1] the styles of the player name no class of a page', () => {
  const sheets = files.filter((name) => name.startsWith(ISLAND) && name.endsWith('.css'))
  expect(sheets).toHaveLength(4)
  const foreign = sheets.flatMap((name) => classesIn(styleOf(name)).map((found) => `${name} .${found}`))
  expect(
    foreign.filter((found) => !OWN.test(found.split('.').pop() ?? '') && !SHARED.has(found.split('.').pop() ?? '')),
  ).toEqual([])
})

it('[AX-1] the parts of the player have no class that a page may style', () => {
  const parts = files.filter((name) => name.startsWith(ISLAND) && name.endsWith('.tsx'))
  const classes = parts.flatMap((name) =>
    [...read(name).matchAll(/className="([^"]+)"/g)].flatMap(([, all = '']) =>
      all.split(' ').map((one) => `${name} ${one}`),
    ),
  )
  expect(classes.length).toBeGreaterThan(20)
  const isFine = (one: string) => OWN.test(one) || SHARED.has(one)
  expect(classes.filter((one) => !isFine(one.split(' ')[1] ?? ''))).toEqual([])
})

it('[AX-1] no other style sheet names a class of the player', () => {
  const others = files.filter((name) => /\.(?:css|astro)$/.test(name) && !name.startsWith(ISLAND))
  const leaks = others.flatMap((name) =>
    classesIn(styleOf(name))
      .filter((one) => OWN.test(one))
      .map((one) => `${name} .${one}`),
  )
  expect(leaks).toEqual([])
})

it('[AX-1] the focus is not shown in the colour of faults', () => {
  const rules = files
    .filter((name) => /\.(?:css|astro)$/.test(name))
    .flatMap((name) =>
      [...styleOf(name).matchAll(/outline(?:-color)?:[^;]*kumkum[^;]*;/g)].map(([rule]) => `${name} ${rule}`),
    )
  expect(rules).toEqual([])
})
