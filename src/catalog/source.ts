import { endpoints } from '#contract/endpoints.ts'
import type { Author, Banner, Category, MenuItem, Product, ProductCard, ProductType } from '#contract/catalog.ts'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import type { FaqTopic, GiftMessage, News, Plan, SiteText, Testimonial } from '#contract/site.ts'
import type { Call } from '#client/call.ts'

export type Title = Product & { related_ids: number[] }
export type Writer = Author & { product_ids: number[] }
export type Feed = ReplyOf<typeof endpoints.bulkFeeds>['data'][number]
export type Shelf = Category & { product_ids: number[] }

/** Everything the pages are made of, read once per build. */
export type Source = {
  version: string
  titles: Map<number, Title>
  authors: Writer[]
  categories: Shelf[]
  menu: MenuItem[]
  types: ProductType[]
  banners: Banner[]
  lists: Record<ListName, ProductCard[]>
  popularAuthors: Author[]
  plans: Plan[]
  giftMessage: GiftMessage | undefined
  faq: { en: FaqTopic[]; mr: FaqTopic[] }
  testimonials: Testimonial[]
  news: { media: News[]; accolades: News[] }
  texts: Map<string, SiteText>
  options: ReplyOf<typeof endpoints.siteOptions>
  /** By the id of the podcast. */
  feeds: Map<number, Feed>
}
export type ListName =
  'trending' | 'editors' | 'latest' | 'featured' | 'evergreen' | 'popular' | 'kidsPopular' | 'kidsEditors' | 'courses'

const PAGE = 500

type Read = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<ReplyOf<E>>
type Page<T> = { data: T[]; next: number | null }

/** Reads the whole catalog by lists, never by title. Throws naming the call that failed: a build must end there (SD-3). */
export async function readSource(call: Call): Promise<Source> {
  const read: Read = async (endpoint, input) => {
    const reply = await call(endpoint, input)
    if (reply.ok) return reply.value
    throw new Error(`the API call ${endpoint.method} ${endpoint.path} failed: ${reply.fault}`)
  }
  const { version, titles: count } = await read(endpoints.bulkVersion, {})
  const titles = await readPages((after) => read(endpoints.bulkProducts, { after, limit: PAGE }))
  if (titles.length < count)
    throw new Error(
      `the API call GET ${endpoints.bulkProducts.path} failed: it gave ${titles.length} of ${count} titles`,
    )
  const [parts, shelves, site] = await Promise.all([readParts(read), readShelves(read), readSite(read)])
  return { version, titles: new Map(titles.map((title) => [title.id, title])), ...parts, ...shelves, ...site }
}

async function readPages<T extends { id: number }>(readPage: (after: number) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = []
  for (let after: number | null = 0; after !== null;) {
    const page: Page<T> = await readPage(after)
    found.push(...page.data)
    after = page.next
  }
  return found
}

async function readParts(read: Read) {
  const [authors, categories, menu, types, banners, feeds] = await Promise.all([
    readPages((after) => read(endpoints.bulkAuthors, { after, limit: PAGE })),
    read(endpoints.bulkCategories, {}),
    read(endpoints.menu, {}),
    read(endpoints.indexProductType, {}),
    read(endpoints.banners, {}),
    read(endpoints.bulkFeeds, {}),
  ])
  return {
    authors,
    categories: categories.data,
    menu: menu.data,
    types: types.product_type,
    banners: banners.data,
    feeds: new Map(feeds.data.map((feed) => [feed.product_id, feed])),
  }
}

async function readShelves(read: Read): Promise<Pick<Source, 'lists' | 'popularAuthors'>> {
  const ten = { limit: 10 }
  const [trending, editors, latest, featured, popular, kidsPopular, kidsEditors, courses] = await Promise.all([
    read(endpoints.indexTrending, ten),
    read(endpoints.indexEditorsPick, { limit: 100 }),
    read(endpoints.indexLatestLaunch, ten),
    read(endpoints.indexFeatured, { limit: 100 }),
    read(endpoints.indexPopular, ten),
    read(endpoints.kidsIndexPopular, ten),
    read(endpoints.kidsIndexEditorsPick, ten),
    read(endpoints.audioCoursesFeatured, ten),
  ])
  return {
    lists: {
      trending: trending.trending_picks,
      editors: editors.editor_choice,
      latest: latest.latest_launch,
      featured: featured.featured_product,
      evergreen: featured.evergreen_picks,
      popular: popular.popular_picks,
      kidsPopular: kidsPopular.popular_picks,
      kidsEditors: kidsEditors.editor_choice,
      courses: courses.featured_product,
    },
    popularAuthors: popular.popular_author,
  }
}

async function readSite(read: Read) {
  const [plans, english, marathi, testimonials, news, texts, gift, options] = await Promise.all([
    read(endpoints.subscriptionList, {}),
    read(endpoints.faq, { language: 'en' }),
    read(endpoints.faq, { language: 'mr' }),
    read(endpoints.testimonials, { limit: 10 }),
    read(endpoints.news, { limit: 20 }),
    read(endpoints.bulkTexts, {}),
    read(endpoints.giftSubscription, {}),
    read(endpoints.siteOptions, {}),
  ])
  return {
    plans: plans.data,
    giftMessage: gift.data[0],
    faq: { en: english.data, mr: marathi.data },
    testimonials: testimonials.data,
    news: { media: news.media_news, accolades: news.accolades_news },
    options,
    texts: new Map(texts.data.map((text) => [text.key, text])),
  }
}
