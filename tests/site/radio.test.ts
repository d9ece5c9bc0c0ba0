import { describe, expect, it } from 'vitest'
import { is } from 'superstruct'
import { createClient } from '#client/call.ts'
import type { Product } from '#contract/catalog/catalog.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { pricelessOf, RadioFile, radioPartPath, type RadioSample } from '#contract/listening/radio.ts'
import { localized, titlePath } from '#i18n/paths.ts'
import { ADDRESS, allPages, dataOf, gzipBytes, LOCALES, publishedFiles, read, tags } from './support/site.ts'

const call = createClient({ base: ADDRESS })
const files = publishedFiles()
const pages = allPages()

async function publishedTitles(): Promise<Product[]> {
  const reply = await call(endpoints.bulkProducts, { after: 0, limit: 500 })
  if (!reply.ok) throw new Error(reply.fault)
  return reply.value.data
}
const titles = await publishedTitles()

describe.each(LOCALES)('the radio in %s', (locale) => {
  const page = pages.find(({ path }) => path === localized('/radio/', locale))
  const html = page?.html ?? ''
  const parts = (tags(html, 'sample-radio')[0]?.['parts'] ?? '').split(' ').map(Number)
  const texts = parts.map((part) => read(radioPartPath(locale, part).slice(1)))
  const samples = texts.flatMap((text) => (JSON.parse(text) as RadioFile).samples)

  it('[RM-6] plays every title of the language that has a sample, and nothing else', () => {
    const expected = titles.filter((title) => title.sampletracks[0] && title.custom_translation[locale]?.name)
    expect(expected.length).toBeGreaterThan(20)
    expect(samples.map(({ id }) => id)).toEqual(expected.map(({ id }) => id).toSorted((a, b) => a - b))
    expect(texts.every((text) => is(JSON.parse(text), RadioFile))).toBe(true)
  })

  it('[RM-6] says of each what its page says, and leads there', () => {
    const wrong = samples.filter((sample: RadioSample) => {
      const title = titles.find(({ id }) => id === sample.id)
      if (!title) return true
      const path = titlePath(locale, { ...title, product_audio_type: sample.kind ?? '' })
      const shown = pages.find((one) => one.path === decodeURIComponent(path))?.html ?? ''
      return (
        sample.name !== title.custom_translation[locale]?.name ||
        !shown.includes(title.sampletracks[0]?.map_url ?? '-') ||
        sample.sample !== title.sampletracks[0]?.map_url ||
        sample.kind !== title.product_audio_type ||
        (pricelessOf(sample.inr ?? 0) === 'free') !== (title.is_free && title.is_playable !== false)
      )
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('[RM-6] the page names all parts that there are, and none besides', () => {
    const published = files.filter((file) => file.startsWith(`radio-samples/${locale}/`) && file.endsWith('.json'))
    expect(published.toSorted()).toEqual(parts.map((part) => `radio-samples/${locale}/${part}.json`).toSorted())
  })

  it('[RM-6] is found: in the sitemap with its other language, with a description and its place', () => {
    const links = tags(html, 'link')
    expect(links.find(({ rel }) => rel === 'canonical')?.['href']).toMatch(
      new RegExp(`${localized('/radio/', locale)}$`),
    )
    expect(links.filter(({ rel, hreflang }) => rel === 'alternate' && hreflang)).not.toEqual([])
    expect(page?.isHidden).toBe(false)
    expect(tags(html, 'meta').find(({ name }) => name === 'description')?.['content']?.length).toBeGreaterThan(40)
    expect(dataOf(html).map((data) => data['@type'])).toContain('BreadcrumbList')
    const maps = files.filter((file) => /^sitemap-\d+\.xml$/.test(file)).map(read)
    expect(maps.some((map) => map.includes(`${localized('/radio/', locale)}</loc>`))).toBe(true)
  })

  it('[RM-6] is small: the page, and a sample of a part', () => {
    const each = texts.reduce((sum, text) => sum + gzipBytes(text), 0) / samples.length
    process.stdout.write(`radio ${locale}: ${gzipBytes(html)} bytes of HTML, ${Math.round(each)} bytes a sample\n`)
    expect(gzipBytes(html)).toBeLessThan(18 * 1024)
    // Two hundred of them, the most in a part, stay below 20 KB.
    expect(each).toBeLessThan(100)
  })

  it('[RM-6] is linked from every page, and from the free titles with a word about it', () => {
    const path = localized('/radio/', locale)
    const free = pages.find((one) => one.path === localized('/try-free-kathavani/', locale))?.html ?? ''
    expect(tags(free, 'a').filter(({ href }) => href === path)).toHaveLength(2)
    const home = pages.find((one) => one.path === localized('/', locale))?.html ?? ''
    expect(tags(home, 'a').filter(({ href }) => href === path)).toHaveLength(1)
  })

  it('[RM-6] loads its script on no other page', () => {
    const named = pages.filter(({ html: other }) => /\/_a\/radio[\w.-]*\.js/.test(other)).map(({ path }) => path)
    expect(named.toSorted()).toEqual(['/mr/radio/', '/radio/'])
  })
})
