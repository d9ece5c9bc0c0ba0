import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localized } from '#i18n/paths.ts'
import {
  allPages,
  entryPages,
  gzipBytes,
  LOCALES,
  publishedFiles,
  read,
  scriptsOf,
  tags,
  type Locale,
  type Page,
} from './support/site.ts'

/** Byte budgets, each file compressed by itself with gzip -9. */
const KB = 1024
const READING_JS = 20 * KB
/** 136 until lines of the cart said when a plan starts and what it covers; 130 until suggestions came from the browser itself (3.4 KB) and the player got its list of keys and its whole-title button (2 KB): src/DECISIONS.md. */
const USING_JS = 141 * KB
/** 205 until what plays could fill the window and a listener's home began with what they heard, 213 until places could be marked, 222 until titles could be saved, 234 until lines of samples could be shared and tracks arrived in parts: src/DECISIONS.md. */
const ALL_JS = 238 * KB
const PAGE_AND_STYLES = 22 * KB
const WARNING = 0.9
/** Loaded at the first touch of a carousel, for the ebooks, to write a review, to save audio or a title offline, with the volume slider, or with a dialog of the player, with the first mark, or for the home page of a listener: only in the sum of everything. */
const EXTRAS =
  /\/(?:banner-swiper|ebooks|offline-copy-state|offline|offline-copies|offer-title|offline-replies|offline-title|offline-title-state|offlineTitles|offline-visit|plyr|reviews|PlayerDialog|NowPlaying|remember-heard|listener-home|home|home-element|home-shelves|home-titles|LinesDialog|LinesFrame|SampleLines|SharedLines|LineShare|LinePractice|transcripts|change-edition|follow-choices|pauses|dialogs|marks|play-mark|use-removal)\./

const pages = allPages()
/** Product pages of a language from the lightest to the heaviest, with what each weighs. */
function weigh(locale: Locale): { page: Page; html: number; css: number }[] {
  const found = entryPages(pages, '/product-details/', locale).map((page) => ({
    page,
    html: gzipBytes(page.html),
    css: sum(stylesOf(page)),
  }))
  return found.toSorted((a, b) => a.html + a.css - b.html - b.css)
}

const sizes = new Map<string, number>()
function bytesOf(path: string): number {
  const known = sizes.get(path) ?? gzipBytes(read(path.slice(1)))
  sizes.set(path, known)
  return known
}
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + bytesOf(file), 0)

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g
const LATE_IMPORT = /\bimport\(\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g

/** The messages of one language each: nobody loads those of both. */
const MESSAGES = /i18n\/(\w+)\/\w+\.json["'`]\s*:[^{}]*?\bimport\(\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g
function lateImports(code: string, locale: Locale): string[] {
  const foreign = [...code.matchAll(MESSAGES)].flatMap(([, language, target]) => (language === locale ? [] : [target]))
  return [...code.matchAll(LATE_IMPORT)].flatMap(([, target = '']) => (foreign.includes(target) ? [] : [target]))
}

/** The scripts and everything that they import; with `late`, what they import later too, in this language. */
function closure(entries: readonly string[], late?: Locale, without = /^(?!)/): Set<string> {
  const found = new Set<string>()
  const queue = [...entries]
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (found.has(path) || without.test(path)) continue
    found.add(path)
    const code = read(path.slice(1))
    const folder = posix.dirname(path)
    const targets = [...code.matchAll(STATIC_IMPORT)].map(([, target = '']) => target)
    if (late) targets.push(...lateImports(code, late))
    queue.push(...targets.map((target) => posix.join(folder, target)))
  }
  return found
}

const preloadsOf = ({ html }: Page) =>
  tags(html, 'link').flatMap(({ rel, href }) => (rel === 'modulepreload' && href ? [href] : []))
const islandsOf = ({ html }: Page) =>
  tags(html, 'astro-island').map((island) => [island['component-url'] ?? '', island['renderer-url'] ?? ''])
const stylesOf = ({ html }: Page) =>
  tags(html, 'link').flatMap(({ rel, href }) => (rel === 'stylesheet' && href ? [href] : []))

function inlineScripts({ html }: Page): string[] {
  return [...html.matchAll(/<script(?![^>]*(?:\ssrc=|type="application))[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => code,
  )
}

function readingBytes(page: Page): number {
  const inline = inlineScripts(page).reduce((total, code) => total + gzipBytes(code), 0)
  return inline + sum(closure([...scriptsOf(page), ...preloadsOf(page)]))
}

function usingBytes(page: Page, locale: Locale, without?: RegExp): number {
  const inline = inlineScripts(page).reduce((total, code) => total + gzipBytes(code), 0)
  return inline + sum(closure([...scriptsOf(page), ...preloadsOf(page), ...islandsOf(page).flat()], locale, without))
}

function say(what: string, bytes: number, budget: number): void {
  const warning = bytes > budget * WARNING ? ' WARNING: over 90 %' : ''
  process.stdout.write(`${what}: ${bytes} bytes of ${budget}${warning}\n`)
}

describe.each(LOCALES)('in %s', (locale) => {
  const weighed = weigh(locale)
  const median = weighed[Math.floor(weighed.length / 2)]
  const largest = weighed.at(-1)
  const reading: [string, Page | undefined][] = [
    ['home', pages.find(({ path }) => path === localized('/', locale))],
    ['product', largest?.page],
  ]

  it.each(reading)('[SD-2] a guest who reads the %s page downloads at most 20 KB of JavaScript', (name, page) => {
    if (!page) throw new Error(`the ${name} page is not published`)
    const bytes = readingBytes(page)
    say(`JS to read the ${name} page in ${locale}`, bytes, READING_JS)
    expect(scriptsOf(page).length).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(READING_JS)
  })

  it.each(reading)('[SD-2] a guest who reads the %s page downloads no React', (name, page) => {
    if (!page) throw new Error(`the ${name} page is not published`)
    const files = closure([...scriptsOf(page), ...preloadsOf(page)])
    const renderers = islandsOf(page).map(([, renderer = '']) => renderer)
    expect(renderers.length).toBeGreaterThan(0)
    expect(
      [...files].filter(
        (file) => renderers.includes(file) || read(file.slice(1)).includes('react.transitional.element'),
      ),
    ).toEqual([])
  })

  it.each(reading)('search, samples, cart and player in use on the %s page stay within the budget', (name, page) => {
    if (!page) throw new Error(`the ${name} page is not published`)
    const [using, all] = [usingBytes(page, locale, EXTRAS), usingBytes(page, locale)]
    say(`JS in use on the ${name} page in ${locale}, before Plyr`, using, USING_JS)
    say(`JS of everything on the ${name} page in ${locale}`, all, ALL_JS)
    expect(using).toBeGreaterThan(readingBytes(page))
    expect(all).toBeGreaterThan(using)
    expect(using).toBeLessThanOrEqual(USING_JS)
    expect(all).toBeLessThanOrEqual(ALL_JS)
  })

  it.each([
    ['median', median],
    ['largest', largest],
  ])('HTML and styles of the %s product page stay within the budget', (name, one) => {
    if (!one) throw new Error('no product page is published')
    say(
      `HTML ${one.html} + CSS ${one.css} of the ${name} product page in ${locale}`,
      one.html + one.css,
      PAGE_AND_STYLES,
    )
    expect(weighed.length).toBeGreaterThan(10)
    expect(one.html + one.css).toBeLessThanOrEqual(PAGE_AND_STYLES)
  })
})

it('every imported chunk is published', () => {
  const known = new Set(publishedFiles().map((file) => `/${file}`))
  const scripts = [...known].filter((file) => file.endsWith('.js'))
  const missing = scripts
    .flatMap((file) => LOCALES.flatMap((locale) => [...closure([file], locale)]))
    .filter((file) => !known.has(file))
  expect(scripts.length).toBeGreaterThan(5)
  expect(missing).toEqual([])
})

it('[AX-2] no page preloads more than two fonts, which are all published', () => {
  const known = new Set(publishedFiles().map((file) => `/${file}`))
  const fonts = pages.map((page) => ({
    path: page.path,
    fonts: tags(page.html, 'link').filter(({ rel, as }) => rel === 'preload' && as === 'font'),
  }))
  expect(fonts.filter(({ fonts: found }) => found.length > 2).map(({ path }) => path)).toEqual([])
  expect(fonts.flatMap(({ fonts: found }) => found.filter(({ href = '' }) => !known.has(href)))).toEqual([])
  expect(fonts.some(({ fonts: found }) => found.length > 0)).toBe(true)
})

it('pages load nothing from other origins', () => {
  const LOADING = new Set(['stylesheet', 'preload', 'modulepreload', 'icon', 'manifest', 'preconnect', 'dns-prefetch'])
  const foreign = pages.flatMap((page) => {
    const { path, html } = page
    const links = tags(html, 'link').flatMap(({ rel = '', href = '' }) => (LOADING.has(rel) ? [href] : []))
    const sources = ['script', 'img', 'source', 'audio', 'video', 'iframe', 'object', 'embed', 'track'].flatMap(
      (name) =>
        tags(html, name).flatMap(({ src, srcset, poster, data }) => [
          src,
          poster,
          data,
          ...(srcset ?? '').split(',').map((part) => part.trim().split(' ')[0]),
        ]),
    )
    const loaded = [...links, ...sources, ...scriptsOf(page)].filter(
      (address) => address !== undefined && address !== '',
    )
    expect(loaded.length, path).toBeGreaterThan(3)
    return loaded.filter((address) => !/^\/(?!\/)/.test(address ?? '')).map((address) => `${address} on ${path}`)
  })
  expect(foreign).toEqual([])
})

it('style sheets load nothing from other origins', () => {
  const styles = publishedFiles().filter((file) => file.endsWith('.css'))
  const foreign = styles.flatMap((file) =>
    [...read(file).matchAll(/(?:url\(\s*["']?|@import\s*["'])([^"')]+)/g)].flatMap(([, address = '']) =>
      /^(?:\/(?!\/)|\.|data:image|#)/.test(address) ? [] : `${address} in ${file}`,
    ),
  )
  expect(styles.some((file) => read(file).includes('url('))).toBe(true)
  expect(foreign).toEqual([])
})
