import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#client/call.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { isoDuration } from '#contract/time/duration.ts'
import type { Product } from '#contract/catalog/catalog.ts'
import { ADDRESS, allPages, dataOf, entryPages, LOCALES, read, tags, unescapeHtml, type Page } from './support/site.ts'
import { faultsOf, isNode, nodesIn, typeOf, type Node } from './support/vocabulary.ts'

/** Structured data of the pages [SD-7], held against the API and against schema.org. */
const KIND: Record<string, string> = { audiobook: 'Audiobook', kids: 'Audiobook', languagelab: 'Course' }

const pages = allPages()
const { siteUrl } = JSON.parse(read('manifest.json')) as { siteUrl: string }
const titles = new Map<number, Product>()

/** An address without the escapes that it may or may not have. */
const plain = (address: unknown) => decodeURIComponent(String(address))
const ofType = (page: Page, type: string) => dataOf(page.html).filter((node) => node['@type'] === type)
const pageAt = (path: string) => pages.filter((page) => page.path === path)
const idOf = ({ path }: Page) => Number(path.match(/\/(\d+)\//)?.[1])

const titlePages = LOCALES.flatMap((locale) => [
  ...entryPages(pages, '/product-details/', locale),
  ...entryPages(pages, '/audio-course-product-details/', locale),
])
function worksOf(page: Page): { page: Page; title: Product; work: Node } {
  const title = titles.get(idOf(page))
  const [work] = dataOf(page.html).filter((node) => ['Audiobook', 'PodcastSeries', 'Course'].includes(typeOf(node)))
  if (!title || !work) throw new Error(`${page.path} has no title or no structured data`)
  return { page, title, work }
}

beforeAll(async () => {
  const call = createClient({ base: ADDRESS })
  for (let after: number | null = 0; after !== null;) {
    const reply: Awaited<ReturnType<typeof call<typeof endpoints.bulkProducts>>> = await call(endpoints.bulkProducts, {
      after,
      limit: 500,
    })
    if (!reply.ok) throw new Error(`the API does not give its titles: ${reply.fault}`)
    for (const title of reply.value.data) titles.set(title.id, title)
    after = reply.value.next
  }
})

describe('on every page', () => {
  it('[SD-7] is valid JSON with the context and properties of schema.org', () => {
    const faults = pages.flatMap(({ path, html }) =>
      dataOf(html).flatMap((data) => [
        ...(data['@context'] === 'https://schema.org' ? [] : [`${path}: no context`]),
        ...faultsOf(data).map((fault) => `${path}: ${fault}`),
      ]),
    )
    expect(pages.filter(({ html }) => dataOf(html).length > 0).length).toBeGreaterThan(140)
    expect(faults).toEqual([])
  })

  it('[SD-7] cannot end its script element', () => {
    const blocks = pages.flatMap(({ html }) =>
      [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, json = '']) => json),
    )
    expect(blocks.filter((json) => json.includes('<'))).toEqual([])
  })

  it('[SD-7] has absolute addresses', () => {
    const relative = pages.flatMap(({ path, html }) =>
      nodesIn(dataOf(html)).flatMap((node) =>
        ['url', 'item', 'image', 'logo'].flatMap((key) =>
          key in node && !String(node[key]).startsWith(`${siteUrl}/`) ? [`${key} on ${path}`] : [],
        ),
      ),
    )
    expect(relative).toEqual([])
  })

  it('[SD-7] has the visible breadcrumbs in order, the last one the page itself', () => {
    const trailed = pages.filter(({ html }) => html.includes('<nav class="crumbs'))
    const faults = trailed.flatMap((page) => {
      const seen = [
        ...(page.html.match(/<nav class="crumbs[\s\S]*?<\/nav>/)?.[0] ?? '').matchAll(/<li\b[^>]*>([\s\S]*?)<\/li>/g),
      ]
      const names = seen.map(([, step = '']) => unescapeHtml(step.replace(/<[^>]+>/g, '')))
      const [list] = ofType(page, 'BreadcrumbList')
      const steps = nodesIn(list?.['itemListElement'])
      const isTold =
        steps.map((step) => step['name']).join() === names.join() &&
        steps.map((step) => step['position']).join() === names.map((_, at) => at + 1).join()
      return isTold && plain(steps.at(-1)?.['item']) === `${siteUrl}${page.path}` ? [] : [page.path]
    })
    expect(trailed.length).toBeGreaterThan(100)
    expect(faults).toEqual([])
  })
})

describe('by kind', () => {
  it.each(LOCALES)('[SD-7] the home page in %s describes the shop and its search', (locale) => {
    const [home] = pageAt(locale === 'mr' ? '/mr/' : '/')
    if (!home) throw new Error('no home page')
    expect(ofType(home, 'Organization')).toHaveLength(1)
    const [site] = ofType(home, 'WebSite')
    expect(site).toMatchObject({
      url: `${siteUrl}${home.path}`,
      inLanguage: locale,
      potentialAction: { '@type': 'SearchAction' },
    })
    expect(JSON.stringify(site)).toContain(`${home.path}search/{text}/`)
  })

  it.each(LOCALES)('[SD-7] the FAQ page in %s has all its visible questions', (locale) => {
    const [faq] = pageAt(locale === 'mr' ? '/mr/faq/' : '/faq/')
    if (!faq) throw new Error('no FAQ page')
    const seen = [...faq.html.matchAll(/<summary>\s*<h3>([^<]+)<\/h3>/g)].map(([, question = '']) =>
      unescapeHtml(question),
    )
    const faqPages = ofType(faq, 'FAQPage')
      .flatMap((data) => nodesIn(data['mainEntity']))
      .filter((node) => typeOf(node) === 'Question')
    expect(faqPages.length).toBeGreaterThan(3)
    expect(faqPages.map((question) => question['name'])).toEqual(seen)
    expect(faqPages.filter((question) => !isNode(question['acceptedAnswer']))).toEqual([])
  })

  it('[SD-7] every title has the type of its audio type', () => {
    const faults = titlePages
      .map(worksOf)
      .filter(({ title, work }) => typeOf(work) !== (KIND[title.product_audio_type] ?? 'PodcastSeries'))
    expect(titlePages.length).toBeGreaterThan(80)
    expect(new Set(titlePages.map((page) => typeOf(worksOf(page).work)))).toEqual(
      new Set(['Audiobook', 'PodcastSeries', 'Course']),
    )
    expect(faults.map(({ page }) => page.path)).toEqual([])
  })

  it('[SD-7] a title has name, author, picture, language and length', () => {
    const faults = titlePages.map(worksOf).filter(({ page, title, work }) => {
      const length =
        work['duration'] ??
        (isNode(work['hasCourseInstance']) ? work['hasCourseInstance']['courseWorkload'] : undefined)
      const seconds = title.total_tracks_length
      const isLong = typeOf(work) === 'PodcastSeries' || length === (seconds > 0 ? isoDuration(seconds) : undefined)
      const names =
        nodesIn(work['author']).length ===
        title.authors.filter((author) => author.custom_translation[page.locale]?.name).length
      return !(
        work['name'] === title.custom_translation[page.locale]?.name &&
        work['inLanguage'] === title.spoken &&
        plain(work['url']) === `${siteUrl}${page.path}` &&
        names &&
        isLong
      )
    })
    expect(faults.map(({ page }) => page.path)).toEqual([])
  })
})

describe('offers and ratings', () => {
  const offersOf = (work: Node) => nodesIn(work['offers']).filter((node) => typeOf(node) === 'Offer')

  it('[SD-7] a title for sale has prices in rupees and dollars, in ASCII digits in both languages', () => {
    const paidPages = titlePages
      .map(worksOf)
      .filter(({ title }) => !title.is_free && !title.subscription_only && title.can_purchase)
    const faults = paidPages.filter(({ title, work }) => {
      const prices = offersOf(work).map((offer) => `${String(offer['priceCurrency'])} ${String(offer['price'])}`)
      return prices.join() !== [`INR ${title.inr_price.amount}`, `USD ${title.price.amount}`].join()
    })
    expect(paidPages.length).toBeGreaterThan(30)
    expect(faults.map(({ page }) => page.path)).toEqual([])
    expect(
      paidPages.flatMap(({ work }) => offersOf(work)).filter((offer) => !/^\d+\.\d{2}$/.test(String(offer['price']))),
    ).toEqual([])
  })

  it('[SD-7] each currency has its region, and rupees are marked as without tax', () => {
    const offers = titlePages.flatMap((page) => offersOf(worksOf(page).work))
    const ruleOf: Record<string, (offer: Node) => boolean> = {
      INR: (offer) =>
        'eligibleRegion' in offer &&
        JSON.stringify(offer['priceSpecification'] ?? { free: offer['price'] }).match(
          /"valueAddedTaxIncluded":false|"0\.00"/,
        ) !== null,
      USD: (offer) => 'ineligibleRegion' in offer,
    }
    expect(offers.filter((offer) => !ruleOf[String(offer['priceCurrency'])]?.(offer))).toEqual([])
  })

  it('[SD-7] tells the ages of exactly the titles that have some', () => {
    const works = titlePages.map(worksOf)
    expect(works.some(({ title }) => title.ages?.endsWith('+'))).toBe(true)
    const wrong = works.filter(({ title, work }) => work['typicalAgeRange'] !== title.ages?.replace(/\+$/, '-'))
    expect(wrong.map(({ page }) => page.path)).toEqual([])
  })

  it('[SD-7] a free title has the price 0 and is marked as free', () => {
    const free = titlePages.map(worksOf).filter(({ title }) => title.is_free)
    expect(free.length).toBeGreaterThan(5)
    expect(free.filter(({ work }) => work['isAccessibleForFree'] !== true).map(({ page }) => page.path)).toEqual([])
    expect(
      free
        .filter(
          ({ work }) =>
            offersOf(work)
              .map((offer) => offer['price'])
              .join() !== '0.00,0.00',
        )
        .map(({ page }) => page.path),
    ).toEqual([])
  })

  it('[SD-7] a title that only plans cover has no offer', () => {
    const planned = titlePages.map(worksOf).filter(({ title }) => title.subscription_only)
    expect(planned.length).toBeGreaterThan(0)
    expect(planned.filter(({ work }) => offersOf(work).length > 0).map(({ page }) => page.path)).toEqual([])
  })

  it('[SD-7] a rating exists only with the count of reviews of the API', () => {
    const faults = titlePages.map(worksOf).filter(({ title, work }) => {
      const rating = work['aggregateRating']
      if (title.review_count === 0) return rating !== undefined
      return (
        !isNode(rating) ||
        rating['reviewCount'] !== title.review_count ||
        rating['ratingValue'] !== title.total_reviews ||
        title.total_reviews > 5
      )
    })
    expect(faults.map(({ page }) => page.path)).toEqual([])
    expect(new Set(titlePages.map((page) => 'aggregateRating' in worksOf(page).work))).toEqual(new Set([true, false]))
  })
})

it('an author page describes the person', () => {
  const people = LOCALES.flatMap((locale) => entryPages(pages, '/author/', locale))
  expect(people.length).toBeGreaterThan(10)
  expect(people.filter((page) => ofType(page, 'Person').length !== 1).map(({ path }) => path)).toEqual([])
  expect(
    people.filter(
      (page) =>
        !tags(page.html, 'meta').some(
          (meta) => meta['property'] === 'og:title' && meta['content'] === ofType(page, 'Person')[0]?.['name'],
        ),
    ),
  ).toEqual([])
})
