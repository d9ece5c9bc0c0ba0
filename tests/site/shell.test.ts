import { describe, expect, it } from 'vitest'
import { localized, menuPath } from '#i18n/paths.ts'
import { allPages, ADDRESS, LOCALES, read, type Locale } from './support/site.ts'
import { plans } from '../../src/demo/plans.ts'

type Named = { custom_translation: Record<string, { name?: string }> }
type Title = Named & { id: number; is_free: boolean; sampletracks: unknown[]; cover: object | null }

const api = async <Reply>(path: string): Promise<Reply> =>
  (await (await fetch(`${ADDRESS}/api/${path}`)).json()) as Reply
const pageOf = (path: string, locale: Locale) => read(`${localized(path, locale).slice(1)}index.html`)
const hrefsIn = (html: string) => [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = '']) => href)
const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const between = (html: string, from: RegExp, to: string) => {
  const start = html.search(from)
  return start < 0 ? '' : html.slice(start, html.indexOf(to, start))
}
const sectionOf = (html: string, id: string) =>
  between(html, new RegExp(`<section[^>]*aria-labelledby="${id}"`), '</section>')
const articlesIn = (html: string) => html.split('<article').slice(1)

describe.each(LOCALES)('the frame of the pages in %s', (locale) => {
  const home = pageOf('/', locale)
  const nav = between(home, /<nav id="main-menu"/, '</nav>')
  const footer = between(home, /<footer/, '</footer>')

  it('[SH-3] has the menu of the server in its order, with subscribe highlighted and a list below family', async () => {
    const { data } = await api<{ data: (Named & { slug: string })[] }>('v2/menu/')
    const wanted = data.flatMap(({ slug, custom_translation: names }) => {
      const name = names[locale]?.name
      return name ? [[menuPath(slug, locale), name]] : []
    })
    const shown = [...nav.matchAll(/<li>\s*(?:<clear-genre>)?<a href="([^"]+)"([^>]*)>([^<]+)<\/a>/g)]
    const own = shown.filter(([, href = '']) => !href.includes('family-category-details'))
    expect(own.map(([, href, , name]) => [href, name])).toEqual(wanted)
    expect(own.filter(([, , rest = '']) => rest.includes('highlight')).map(([, href]) => href)).toEqual([
      localized('/subscribe/', locale),
    ])
    expect(hrefsIn(between(nav, /<details/, '</details>'))).toEqual(
      ['latest_launch', 'popular_titles', 'editors_pick'].map((list) =>
        localized(`/family-category-details/${list}/`, locale),
      ),
    )
  })

  it('[SH-9] has a footer of links that all lead to a page, with the first shelves for courses and kids', async () => {
    const { data } = await api<{ data: (Named & { id: number; kind: string })[] }>('build/categories/')
    const known = new Set(allPages().map(({ path }) => path))
    const links = hrefsIn(footer)
    const pages = links
      .filter((href) => href.startsWith('/') && href.endsWith('/'))
      .map((href) => decodeURIComponent(href))
    expect(pages.filter((path) => !known.has(path))).toEqual([])
    for (const [kind, base] of [
      ['kids', '/category-details/'],
      ['languagelab', '/language-lab-category-details/'],
    ] as const) {
      const ids = data.filter((one) => one.kind === kind).map(({ id }) => id)
      const shown = pages.flatMap((path) => Number(path.split(localized(base, locale))[1]?.split('/')[0]) || [])
      expect([kind, shown]).toEqual([kind, ids.slice(0, 4)])
    }
    for (const network of ['facebook.com', 'instagram.com', 'youtube.com', 'x.com'])
      expect([
        network,
        links.some((href) => href.startsWith(`https://www.${network}/`) || href.startsWith(`https://${network}/`)),
      ]).toEqual([network, true])
    for (const leaflet of ['listeners', 'schools']) expect(links).toContain(`/leaflets/${leaflet}-${locale}.pdf`)
  })

  it('[SH-14] stands around every page but registration and the desk', () => {
    const bare = allPages().filter(
      ({ path, html }) => path.startsWith(localized('/', locale)) && !/<header class="head"/.test(html),
    )
    expect(
      bare
        .filter(
          ({ path }) =>
            !path.startsWith(localized('/registration/', locale)) &&
            !path.startsWith(localized('/desk/', locale)) &&
            (locale === 'mr' || !path.startsWith('/mr/')),
        )
        .map(({ path }) => path),
    ).toEqual([])
    const registration = pageOf('/registration/', locale)
    expect([registration.includes('<header class="head"'), registration.includes('<footer')]).toEqual([false, false])
  })
})

describe.each(LOCALES)('blocks of the home page in %s', (locale) => {
  const home = pageOf('/', locale)
  const BLOCKS = {
    editors: '/family-category-details/editors_pick/',
    latest: '/family-category-details/latest_launch/',
    popular: '/family-category-details/popular_titles/',
  }
  const titles = api<{ data: Title[] }>('build/products/?limit=500').then(
    ({ data }) => new Map(data.map((title) => [title.id, title])),
  )
  const idOf = (card: string) => Number(/-details\/(\d+)\//.exec(card)?.[1])

  it.each([...Object.keys(BLOCKS), 'evergreen'])(
    '[HM-2] %s has a cover for each title, a sample where there is one, and Free on free titles alone',
    async (id) => {
      const known = await titles
      const cards = articlesIn(sectionOf(home, id))
      expect(cards.length).toBeGreaterThan(0)
      for (const card of cards) {
        const title = known.get(idOf(card))
        const seen = [/<img /, /<sample-button/, /class="free-badge"/].map((part) => part.test(card))
        expect([idOf(card), ...seen]).toEqual([title?.id, true, (title?.sampletracks.length ?? 0) > 0, title?.is_free])
      }
    },
  )

  it('[HM-2] popular authors have their pictures and lead to their pages', () => {
    const links = sectionOf(home, 'authors').split('<li>').slice(1)
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect(link).toMatch(/<a href="(?:\/mr)?\/author\/\d+\/[^"]+"[\s\S]*<img /)
  })

  it.each(Object.entries(BLOCKS))(
    '[HM-3] "view all" of %s leads to the list with all of its titles, and to more',
    async (id, path) => {
      const block = sectionOf(home, id)
      expect(between(block, /<a class="acting all"/, '</a>')).toContain(`href="${localized(path, locale)}"`)
      const list = articlesIn(pageOf(path, locale)).map(idOf)
      const missing = articlesIn(block)
        .map(idOf)
        .filter((one) => !list.includes(one))
      expect(missing).toEqual([])
    },
  )

  it('[HM-3] is there for more than five titles only', () => {
    const sliders = allPages()
      .filter((page) => page.locale === locale)
      .flatMap(({ html }) => html.split('<section class="slider').slice(1))
      .map((part) => part.slice(0, part.indexOf('</section>')))
    const counted = sliders.map((part) => ({
      cards: articlesIn(part).length,
      hasAll: part.includes('class="acting all"'),
    }))
    expect(counted.filter(({ cards, hasAll }) => hasAll && cards <= 5)).toEqual([])
    expect(counted.some(({ cards }) => cards > 0 && cards <= 5)).toBe(true)
    expect(counted.some(({ hasAll }) => hasAll)).toBe(true)
  })
})

describe.each(LOCALES)('plans in %s', (locale) => {
  const cards = articlesIn(pageOf('/subscribe/', locale)).map((card) => card.slice(0, card.indexOf('</article>')))
  const devanagari = (text: string) =>
    locale === 'mr' ? text.replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? digit) : text
  const money = (minor: number) =>
    devanagari(`₹${(minor / 100).toLocaleString('en-IN', { minimumFractionDigits: minor % 100 ? 2 : 0 })}`)

  it('[SB-1] are numbered in the order of their length, those on inquiry last', () => {
    const sorted = plans.toSorted((a, b) => Number(b.canPurchase) - Number(a.canPurchase) || a.duration - b.duration)
    expect(cards.map((card, index) => plain(card).includes(sorted[index]?.translations[locale]?.name ?? '-'))).toEqual(
      sorted.map(() => true),
    )
    expect(cards.map((card) => plain(/class="number"[^>]*>([^<]+)/.exec(card)?.[1] ?? ''))).toEqual(
      sorted.map((_, index) => devanagari(String(index + 1))),
    )
  })

  it('[SB-1] tell what is paid, what is in it, what it was, and what a day costs', () => {
    for (const { canPurchase, priceInr, discountedInr, duration, translations } of plans.filter(
      (one) => one.canPurchase,
    )) {
      const card =
        cards.find((one) => plain(/<h2>([^<]+)<\/h2>/.exec(one)?.[1] ?? '') === translations[locale]?.name) ?? ''
      const price = discountedInr || priceInr
      const taxed = (amount: number) => amount + Math.floor((amount * 18 + 50) / 100)
      const paid = taxed(price)
      const rupees = between(card, /<span class="inr"/, 'class="usd"')
      expect(canPurchase).toBe(true)
      expect(plain(/<strong>([\s\S]*?)<\/strong>/.exec(rupees)?.[1] ?? '')).toBe(money(paid))
      expect(plain(rupees)).toContain(`${money(price)} +`)
      expect(plain(rupees)).toContain(money(Math.ceil(paid / duration)))
      // What it was has its tax too, like what is paid.
      const struck = /<s>([\s\S]*?)<\/s>/.exec(rupees)?.[1] ?? ''
      expect([struck !== '', plain(struck).includes(money(taxed(priceInr)))]).toEqual(Array(2).fill(discountedInr > 0))
    }
  })

  it('[SB-1] mark the lowest price a day among those that open the same, and say of GST to India alone', () => {
    const lowest = cards.filter((card) => card.includes('class="lowest"')).map((card) => /<h2>([^<]+)/.exec(card)?.[1])
    expect(lowest).toEqual([plans.find(({ key }) => key === 'plan-365')?.translations[locale]?.name])
    const lead = between(pageOf('/subscribe/', locale), /<header class="lead/, '</header>')
    const gst = /GST|जीएसटी/
    expect([gst.test(lead), gst.test(lead.replace(/<span class="inr"[\s\S]*?<\/span>/, ''))]).toEqual([true, false])
  })

  it('[GI-1] say on the page of gifts too what each opens and leaves out', () => {
    const gifts = plain(pageOf('/gift-kathavani/', locale))
    for (const { canPurchase, translations } of plans.filter((one) => one.canPurchase)) {
      expect(canPurchase).toBe(true)
      for (const [, point = ''] of (translations[locale]?.description ?? '').matchAll(/<li>(.*?)<\/li>/g))
        expect(gifts).toContain(point)
    }
  })

  it('[SB-1] recommend one', () => {
    const recommended = cards.filter((card) => card.includes('class="badge"'))
    expect(
      recommended.map((card) =>
        plain(card).includes(plans.find(({ key }) => key === 'plan-365')?.translations[locale]?.name ?? '-'),
      ),
    ).toEqual([true])
  })
})

it('[HM-4] a banner about one title leads to it', async () => {
  const { data } = await api<{ data: Title[] }>('build/products/?limit=500')
  const names = new Map(data.map(({ id, custom_translation: words }) => [id, words['en']?.name]))
  const slides = pageOf('/kids/', 'en').split('class="swiper-slide"').slice(1)
  const led = slides.flatMap((slide) => {
    const id = /^[^>]*>\s*<a href="\/product-details\/(\d+)\//.exec(slide)?.[1]
    return id ? [[plain(/<strong>([\s\S]*?)<\/strong>/.exec(slide)?.[1] ?? ''), names.get(Number(id))]] : []
  })
  expect(led).toEqual([
    ['The moon takes the roll call', 'School of Moonlight'],
    ['Into the Panchatantra forest', 'Panchatantra'],
    ['Up goes the green kite', 'The Kite That Stayed'],
    ['Up, up, said the ant', 'An Ant in Space'],
  ])
})

describe('a page whose form needs JavaScript', () => {
  it.each([
    [
      '/audition/',
      'The form needs JavaScript. Without it, write to help@kathavani.test.',
      'या अर्जासाठी जावास्क्रिप्ट लागते.',
    ],
    ['/sign-in/', 'Signing in needs JavaScript.', 'लॉग इन करण्यासाठी जावास्क्रिप्ट लागते.'],
  ])('[AD-1] [SI-1] says so without it: %s', (path, english, marathi) => {
    const shown = (locale: Locale) => plain(between(pageOf(path, locale), /<p class="without-script/, '</p>'))
    expect(shown('en')).toContain(english)
    expect(shown('mr')).toContain(marathi)
  })
})
