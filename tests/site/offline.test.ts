import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { localized } from '#i18n/paths.ts'
import { ADDRESS, allPages, gzipBytes, LOCALES, publishedFiles, read, SITE, tags } from './support/site.ts'

const files = new Set(publishedFiles().map((file) => `/${file}`))
const pages = allPages()
type Icon = { src: string; sizes: string; type: string; purpose: string }
type Manifest = Record<
  'id' | 'name' | 'short_name' | 'lang' | 'start_url' | 'scope' | 'display' | 'theme_color' | 'background_color',
  string
> & {
  icons: Icon[]
  shortcuts: { name: string; url: string; icons: Icon[] }[]
}

describe.each(LOCALES)('the web app manifest in %s', (locale) => {
  const manifest = JSON.parse(read(localized('/manifest.webmanifest', locale).slice(1))) as Manifest

  it('is in the language of the pages that link it, and opens their home page', () => {
    const named = pages
      // The desk is not part of the app.
      .filter(({ path, locale: own }) => own === locale && !path.startsWith(localized('/desk/', locale)))
      .map(({ html }) => tags(html, 'link').find(({ rel }) => rel === 'manifest')?.['href'])
    expect(new Set(named)).toEqual(new Set([localized('/manifest.webmanifest', locale)]))
    expect(manifest).toMatchObject({
      id: '/',
      lang: locale,
      start_url: localized('/', locale),
      scope: '/',
      display: 'standalone',
    })
    expect([manifest.name, manifest.short_name]).toEqual(
      locale === 'en' ? ['Kathavani', 'Kathavani'] : ['कथावाणी', 'कथावाणी'],
    )
    expect([manifest.theme_color, manifest.background_color].every((colour) => /^#[0-9a-f]{6}$/.test(colour))).toBe(
      true,
    )
  })

  it('has icons of the stated sizes, one of them maskable', async () => {
    const icons = [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons: small }) => small)]
    for (const { src, sizes } of icons) {
      const { width, height, format } = await sharp(readFileSync(join(SITE, src))).metadata()
      expect([src, `${width}x${height}`, format]).toEqual([src, sizes, 'png'])
    }
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    const touch = tags(pages[0]?.html ?? '', 'link').find(({ rel }) => rel === 'apple-touch-icon')?.['href']
    expect(files.has(touch ?? '-')).toBe(true)
  })

  it('links published pages', () => {
    expect(
      [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)].filter(
        (path) => !files.has(`${path}index.html`),
      ),
    ).toEqual([])
  })
})

describe('the service worker', () => {
  const worker = read('sw.js')

  it('lists the assets of its publication, which all exist, without those of the desk', () => {
    const named = [...worker.matchAll(/\/_a\/[\w.-]+\.(?:js|css|woff2)/g)].map(([path]) => path)
    const { assets } = JSON.parse(read('manifest.json')) as { assets: string[] }
    const assetPaths = assets.filter((asset) => !/\.(?:br|gz)$/.test(asset)).map((asset) => `/${asset}`)
    expect(assetPaths.length).toBeGreaterThan(50)
    const leftOut = assetPaths.filter((path) => !named.includes(path))
    expect(named.filter((path) => !files.has(path) || !assetPaths.includes(path))).toEqual([])
    // The style sheet and the table of the desk, and nothing that a page or script of guests names.
    expect(leftOut.filter((path) => /\/(?:desk\.[\w-]+\.css|DeskTable\.)/.test(path))).toHaveLength(2)
    const guests = pages.filter(({ path, locale }) => !path.startsWith(localized('/desk/', locale)))
    const scripts = named.filter((path) => path.endsWith('.js')).map((path) => read(path.slice(1)))
    const texts = [...guests.map(({ html }) => html), ...scripts]
    expect(leftOut.filter((path) => texts.some((text) => text.includes(basename(path))))).toEqual([])
  })

  it('is small, in one file, and without paths of the build machine', () => {
    // Workbox is 4 KB of it, the leases of titles 1.3 KB. It is loaded after the first page, and once for each publication.
    expect(gzipBytes(worker)).toBeLessThan(22 * 1024)
    expect(worker).not.toMatch(/importScripts|\bimport\s*[({"'`]|node_modules|file:/)
    expect(worker).not.toContain(SITE)
  })

  it('is revalidated each time, has a stable name, and is precompressed', async () => {
    const { headers, status } = await fetch(`${ADDRESS}/sw.js`, { headers: { 'accept-encoding': 'br' } })
    expect([status, headers.get('cache-control'), headers.get('content-encoding')]).toEqual([200, 'no-cache', 'br'])
    expect(headers.get('content-type')).toMatch(/javascript/)
    expect(headers.get('content-security-policy')).toMatch(/worker-src 'self'.*manifest-src 'self'/)
    expect(read('_headers')).toContain('/sw.js\n  cache-control: no-cache')
    expect(read('nginx.conf')).toMatch(/location = \/sw\.js \{ set \$shop_cache "no-cache"; \}/)
  })

  it('is not part of a page, and is requested after the page is loaded', () => {
    expect(pages.filter(({ html }) => html.includes('/sw.js')).map(({ path }) => path)).toEqual([])
    expect(
      [...files]
        .filter((file) => file.startsWith('/_a/page.') && file.endsWith('.js'))
        .some((file) => read(file.slice(1)).includes('/sw.js')),
    ).toBe(true)
  })

  it.each(LOCALES)(
    'the offline page has the attributes that the service worker replaces in %s, and is in no sitemap',
    (locale) => {
      const path = localized('/offline/', locale)
      const html = read(`${path.slice(1)}index.html`)
      expect([html.includes('<div data-missing="gone" hidden'), html.includes('<div data-kept-here')]).toEqual([
        true,
        true,
      ])
      expect(html).toContain('<meta name="robots" content="noindex">')
      const maps = [...files].filter((file) => /sitemap.*\.xml$/.test(file)).map((file) => read(file.slice(1)))
      expect(maps.some((map) => map.includes('/offline/'))).toBe(false)
    },
  )

  it('every page has the element that shows the age of a saved page', () => {
    expect(pages.filter(({ html }) => !html.includes('<main id="content"')).map(({ path }) => path)).toEqual([])
  })
})
