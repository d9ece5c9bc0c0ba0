import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#client/call.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { localized } from '#i18n/paths.ts'
import { ADDRESS, allPages, dataOf, LOCALES, read, tags, unescapeHtml, type Page } from './support/site.ts'

/** Texts that the publisher shows to everybody, as pages [LN-6]. */
const { siteUrl } = JSON.parse(read('manifest.json')) as { siteUrl: string }
const pages = allPages()
const textPages = pages.filter(({ path }) => LOCALES.some((locale) => path.startsWith(localized('/read/', locale))))
const idOf = ({ path }: Page) => Number(path.match(/\/(\d+)\//)?.[1])
/** What a reader without a script sees. */
const wordsOf = (html: string) =>
  unescapeHtml(html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')

type Texts = ReplyOf<typeof endpoints.bulkTranscripts>['data'][number]
const texts = new Map<number, Texts>()
const named = new Map<number, string[]>()

beforeAll(async () => {
  const call = createClient({ base: ADDRESS })
  const reply = await call(endpoints.bulkTranscripts, {})
  if (!reply.ok) throw new Error(reply.fault)
  for (const title of reply.value.data) texts.set(title.product_id, title)
  const titles = await call(endpoints.bulkProducts, { after: 0, limit: 500 })
  if (!titles.ok) throw new Error(titles.fault)
  for (const { id, custom_translation: names } of titles.value.data)
    named.set(
      id,
      LOCALES.filter((locale) => names[locale]?.name),
    )
})

describe('public texts', () => {
  it('[LN-6] have pages in each language of their title, and no other title has', () => {
    const expected = [...texts.keys()].flatMap((id) => (named.get(id) ?? []).map((locale) => `${locale} ${id}`))
    expect(expected.length).toBeGreaterThan(3)
    expect([...new Set(textPages.map((page) => `${page.locale} ${idOf(page)}`))].toSorted()).toEqual(
      expected.toSorted(),
    )
  })

  it('[LN-6] are whole without a script, in all their languages', () => {
    for (const [id, title] of texts)
      for (const locale of named.get(id) ?? []) {
        const own = textPages.filter((page) => page.locale === locale && idOf(page) === id)
        const words = own.map(({ html }) => wordsOf(html)).join(' ')
        const missing = title.texts.flatMap(({ cues }) => cues.filter(({ text }) => !words.includes(text)))
        expect(missing, `${locale} ${id}`).toEqual([])
      }
  })

  it('[LN-6] lead from the title and to each second of it', () => {
    for (const page of textPages) {
      const links = tags(page.html, 'a').map(({ href = '' }) => href)
      const seconds = links.filter((href) => href.includes('&t='))
      const [text] = texts.get(idOf(page))?.texts ?? []
      const start = Math.floor((text?.cues[0]?.start ?? 0) / 1000)
      expect(seconds[0], page.path).toMatch(
        new RegExp(`details/${idOf(page)}/[^/]+/\\?track=${text?.track_id}&t=${start}$`),
      )
      const title = pages.find(({ path }) => path === decodeURIComponent(seconds[0]?.split('?')[0] ?? ''))
      expect(
        tags(title?.html ?? '', 'a').some(({ href = '' }) => decodeURIComponent(href) === page.path),
        page.path,
      ).toBe(true)
    }
  })

  it('[LN-6] are told to machines as what is spoken', () => {
    for (const page of textPages) {
      const own = texts.get(idOf(page))?.texts.filter(({ is_spoken: isSpoken }) => isSpoken) ?? []
      const objects = dataOf(page.html).filter((node) => node['@type'] === 'AudioObject')
      expect(
        objects.map(({ transcript }) => transcript),
        page.path,
      ).toEqual(own.map(({ cues }) => cues.map(({ text }) => text).join(' ')))
      expect(objects.every(({ url }) => String(url).startsWith(`${siteUrl}/`))).toBe(true)
    }
  })
})
