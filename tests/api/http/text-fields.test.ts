import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { importCatalog, type ImportFault, type ImportSource } from '../../../src/server/import/write-catalog.ts'
import { title } from '../support/fixture.ts'
import { call, idOf, useShop } from '../support/shop.ts'

const shop = useShop()

async function take(source: Partial<ImportSource>): Promise<ImportFault[]> {
  const faults: ImportFault[] = []
  await importCatalog(
    { ...shop().context, report: (fault) => faults.push(fault) },
    { collections: {}, titles: [], folder: shop().folder, ...source },
  )
  return faults
}

async function taken(key: string, wording: object, more: object = {}) {
  await take({ titles: [title(key, {}, { translations: { en: { name: 'A', ...wording } }, ...more })] })
  const [details] = (await call(shop(), endpoints.productDetails, { id: await idOf(shop(), 'products', key) }))
    .product_details
  if (!details) throw new Error(`no details of ${key}`)
  return details
}

const MARKED = '<b>a</b> &lt;img src=x onerror=alert(1)&gt;'
const BARE = 'a <img src=x onerror=alert(1)>'

describe('a text field', () => {
  it.each([
    ['Q & A <3', 'Q & A <3'],
    ['Tom &amp; Jerry', 'Tom & Jerry'],
    ['AT&T &copy=1', 'AT&T &copy=1'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['I <love you', 'I <love you'],
    ['<p>One</p><p>Two<br>three</p>', 'One Two three'],
    ['<script>alert(1)</script>Kept<!-- not -->', 'Kept'],
    ['a&#x200b;b &#2350;', 'ab म'],
    [MARKED, BARE],
  ])('[OP-1] stores the text of %s, decoded once', async (source, expected) => {
    const { custom_translation: translations, name } = await taken('plain', { name: source, shortDescription: source })
    expect([name, translations['en']?.name, translations['en']?.short_description]).toEqual([
      expected,
      expected,
      expected,
    ])
  })

  it('[OP-1] is stored unchanged for a track, a review and the institute', async () => {
    const track = { key: 'texts/1', translations: { en: { name: MARKED, description: MARKED } }, seconds: 5 }
    const review = { key: 'texts-r', name: MARKED, score: 5, title: MARKED, body: MARKED, created: '2026-01-02' }
    const details = await taken(
      'texts',
      {},
      { type: 'languagelab', tracks: [track], reviews: [review], institute: MARKED },
    )
    expect(details.producttracks[0]).toMatchObject({
      title: BARE,
      custom_translation: { en: { name: BARE, description: BARE } },
    })
    expect(details.reviews[0]).toMatchObject({ name: BARE, title: BARE, body: BARE })
    expect(details.institute_name).toBe(BARE)
  })

  it('[AB-1] is stored unchanged for a testimonial and a question', async () => {
    const wording = { en: { name: MARKED, description: `<p>${MARKED}</p>` } }
    const faq = { key: 'texts', title: wording, position: 9, queries: [{ que: wording, ans: wording }] }
    await take({ collections: { testimonials: [{ key: 'texts', translations: wording }], faq: [faq] } })
    const testimonial = (await call(shop(), endpoints.testimonials, { limit: 10 })).data.at(-1)
    expect(testimonial?.custom_translations['en']).toEqual({ user: BARE, comments: BARE })
    const topic = (await call(shop(), endpoints.faq, { language: 'en' })).data.at(-1)
    expect(topic).toMatchObject({ title: BARE, queries: [{ que: BARE, ans: `<p>${MARKED}</p>` }] })
  })
})

describe('an HTML field', () => {
  it('[SB-1] is sanitised, and never decoded into tags', async () => {
    const { custom_translation: translations } = await taken('html', { description: `${MARKED}<script>x</script>` })
    expect(translations['en']?.description).toBe(MARKED)
  })

  it('[AB-1] accepts a text instead only escaped', async () => {
    await take({
      collections: {
        news: [
          {
            key: 'texts',
            kind: 'accolades',
            translations: { en: { name: 'A', shortDescription: MARKED } },
            created: '2026-11-10',
          },
        ],
        texts: [{ key: 'gift_message', translations: { en: { name: MARKED } } }],
      },
    })
    const escaped = 'a &lt;img src=x onerror=alert(1)&gt;'
    expect((await call(shop(), endpoints.news, { limit: 20 })).accolades_news[0]?.description).toBe(escaped)
    expect(
      (await call(shop(), endpoints.giftSubscription, {})).data[0]?.custom_translation['en']?.subscription_message,
    ).toBe(escaped)
  })
})

describe('addresses of a catalog', () => {
  const banner = (href: string) => ({
    key: 'way',
    place: 'home',
    translations: { en: { name: 'A' } },
    image: 'cover.png',
    href,
    position: 5,
  })
  const item = (slug: string) => ({ slug, translations: { en: { name: 'A' } }, position: 9 })

  it.each([
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    'browse',
    '/a b',
    '/a#b',
  ])('[AD-3] reports a banner with the link %j', async (href) => {
    expect(await take({ collections: { banners: [banner(href)] } })).toEqual([
      { kind: 'banner', line: 1, key: 'way', field: 'href', reason: 'pattern' },
    ])
  })

  it.each(['/', '/browse/', '/search/?q=कथा&p=1', '/author/7/पु-ल/'])(
    '[AD-3] accepts a banner with the link %s',
    async (href) => {
      expect(await take({ collections: { banners: [banner(href)] } })).toEqual([])
      expect((await call(shop(), endpoints.banners, {})).data.find((shown) => shown.href === href)).toBeDefined()
    },
  )

  it.each(['Browse', '../x', 'a/b', 'x y', ''])('[AD-3] reports a menu item with the slug %j', async (slug) => {
    expect(await take({ collections: { menu: [item(slug)] } })).toEqual([
      expect.objectContaining({ kind: 'menu', line: 1, field: 'slug' }),
    ])
  })
})
