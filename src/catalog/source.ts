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
  /** By the id of the podcast. */
  feeds: Map<number, Feed>
}
export type ListName =
  'trending' | 'editors' | 'latest' | 'featured' | 'evergreen' | 'popular' | 'kidsPopular' | 'kidsEditors' | 'courses'

const PAGE = 500

/** Reads the whole catalog by lists, never by title. Throws naming the call that failed: a build must end there (SD-3). */
export async function readSource(call: Call): Promise<Source> {
  async function must<E extends Endpoint>(row: E, input: InputOf<E>): Promise<ReplyOf<E>> {
    const made = await call(row, input)
    if (made.ok) return made.value
    throw new Error(`the API call ${row.method} ${row.path} failed: ${made.fault}`)
  }
  async function all<T extends { id: number }>(
    read: (after: number) => Promise<{ data: T[]; next: number | null }>,
  ): Promise<T[]> {
    const found: T[] = []
    for (let after: number | null = 0; after !== null;) {
      const page: { data: T[]; next: number | null } = await read(after)
      found.push(...page.data)
      after = page.next
    }
    return found
  }

  const ten = { limit: 10 }
  const { version, titles: counted } = await must(endpoints.bulkVersion, {})
  const titles = await all((after) => must(endpoints.bulkProducts, { after, limit: PAGE }))
  if (titles.length < counted)
    throw new Error(
      `the API call GET ${endpoints.bulkProducts.path} failed: it gave ${titles.length} of ${counted} titles`,
    )
  const [authors, categories, menu, types, banners, trending, editors, latest, featured, popular] = await Promise.all([
    all((after) => must(endpoints.bulkAuthors, { after, limit: PAGE })),
    must(endpoints.bulkCategories, {}),
    must(endpoints.menu, {}),
    must(endpoints.indexProductType, {}),
    must(endpoints.banners, {}),
    must(endpoints.indexTrending, ten),
    must(endpoints.indexEditorsPick, { limit: 100 }),
    must(endpoints.indexLatestLaunch, ten),
    must(endpoints.indexFeatured, ten),
    must(endpoints.indexPopular, ten),
  ])
  const [kidsPopular, kidsEditors, courses, plans, english, marathi, testimonials, news, texts, feeds, gift] =
    await Promise.all([
      must(endpoints.kidsIndexPopular, ten),
      must(endpoints.kidsIndexEditorsPick, ten),
      must(endpoints.audioCoursesFeatured, ten),
      must(endpoints.subscriptionList, {}),
      must(endpoints.faq, { language: 'en' }),
      must(endpoints.faq, { language: 'mr' }),
      must(endpoints.testimonials, ten),
      must(endpoints.news, { limit: 20 }),
      must(endpoints.bulkTexts, {}),
      must(endpoints.bulkFeeds, {}),
      must(endpoints.giftSubscription, {}),
    ])
  return {
    version,
    titles: new Map(titles.map((title) => [title.id, title])),
    authors,
    categories: categories.data,
    menu: menu.data,
    types: types.product_type,
    banners: banners.data,
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
    plans: plans.data,
    giftMessage: gift.data[0],
    faq: { en: english.data, mr: marathi.data },
    testimonials: testimonials.data,
    news: { media: news.media_news, accolades: news.accolades_news },
    texts: new Map(texts.data.map((text) => [text.key, text])),
    feeds: new Map(feeds.data.map((feed) => [feed.product_id, feed])),
  }
}
