import { endpoints } from '#contract/http/endpoints.ts'
import type {
  Author,
  Banner,
  Category,
  MenuItem,
  Product,
  ProductCard,
  ProductType,
} from '#contract/catalog/catalog.ts'
import type { Endpoint, InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import type { FaqTopic, GiftMessage, News, Plan, SiteText, Testimonial } from '#contract/catalog/site.ts'
import type { CatalogSeries, SeriesRef } from '#contract/catalog/series.ts'
import type { Call } from '#client/call.ts'
import type { ListedTitle } from './tracking/title-details.ts'
import { TrackedMap, trackFields } from './tracking/tracked-source.ts'

export type Title = Product & { related_ids: number[]; series?: SeriesRef | null | undefined }
/** Who wrote or read a title. */
export type Writer = Author & { product_ids: number[]; narrated_ids: number[] }
type Feed = ReplyOf<typeof endpoints.bulkFeeds>['data'][number]
export type PublicTexts = ReplyOf<typeof endpoints.bulkTranscripts>['data'][number]
export type Shelf = Category & { product_ids: number[] }

/** Everything besides titles and authors, as plain data. */
export type Lists = {
  categories: Shelf[]
  menu: MenuItem[]
  types: ProductType[]
  banners: Banner[]
  lists: Record<ListName, ProductCard[]>
  popularAuthors: Author[]
  plans: Plan[]
  giftMessage?: GiftMessage | undefined
  faq: { en: FaqTopic[]; mr: FaqTopic[] }
  testimonials: Testimonial[]
  news: { media: News[]; accolades: News[] }
  texts: SiteText[]
  options: ReplyOf<typeof endpoints.siteOptions>
  feeds: Feed[]
  publicTexts: PublicTexts[]
  series: CatalogSeries[]
}
/** The catalog as the API answers it, in the order of ids. */
export type Catalog = { version: string; titles: Title[]; authors: Writer[]; lists: Lists }
/** A catalog whose titles may be without their details. */
export type ListedCatalog = Omit<Catalog, 'titles'> & { titles: ListedTitle[] }
/** By id. Who looks at all titles sees no details; `get` gives a title with them. */
type TitlesById = Pick<Map<number, Title>, 'get' | 'has' | 'keys' | 'size'> & { values(): MapIterator<ListedTitle> }

/** Everything the pages are made of. Its reads are tracked. */
export type Source = Omit<Lists, 'texts' | 'feeds' | 'publicTexts' | 'series'> & {
  titles: TitlesById
  authors: Map<number, Writer>
  series: Map<number, CatalogSeries>
  texts: Map<string, SiteText>
  /** By the id of the podcast. */
  feeds: Map<number, Feed>
  /** By the id of the title. */
  publicTexts: Map<number, PublicTexts>
}
type ListName =
  | 'trending'
  | 'editors'
  | 'latest'
  | 'featured'
  | 'evergreen'
  | 'popular'
  | 'kidsPopular'
  | 'kidsEditors'
  | 'courses'

const PAGE = 500

export type Read = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<ReplyOf<E>>
type Page<T> = { data: T[]; next: number | null }

/** Calls that throw naming the call that failed: a build must end there [SD-3]. */
export function readWith(call: Call): Read {
  return async (endpoint, input) => {
    const reply = await call(endpoint, input)
    if (reply.ok) return reply.value
    throw new Error(`the API call ${endpoint.method} ${endpoint.path} failed: ${reply.fault}`)
  }
}

/** Reads the whole catalog by lists, never by title. */
export async function readCatalog(call: Call): Promise<Catalog> {
  const read = readWith(call)
  const { version, titles: count } = await read(endpoints.bulkVersion, {})
  const titles = await readPages((after) => read(endpoints.bulkProducts, { after, limit: PAGE }))
  if (titles.length < count)
    throw new Error(
      `the API call GET ${endpoints.bulkProducts.path} failed: it gave ${titles.length} of ${count} titles`,
    )
  const authors = await readPages((after) => read(endpoints.bulkAuthors, { after, limit: PAGE }))
  return { version, titles, authors, lists: await readLists(read) }
}

export async function readLists(read: Read): Promise<Lists> {
  const [parts, shelves, site] = await Promise.all([readParts(read), readShelves(read), readSite(read)])
  return { ...parts, ...shelves, ...site }
}

/** `complete`: gives a title its details, in place. */
export function sourceOf({ titles, authors, lists }: ListedCatalog, complete?: (title: ListedTitle) => Title): Source {
  const { texts, feeds, publicTexts, series, ...rest } = lists
  return trackFields({
    ...rest,
    titles: new TrackedMap(
      'titles',
      titles.map((title) => [title.id, title]),
      complete,
    ) as TitlesById,
    authors: new TrackedMap(
      'authors',
      authors.map((author) => [author.id, author]),
    ),
    series: new TrackedMap(
      'series',
      series.map((one) => [one.id, one]),
    ),
    texts: new TrackedMap(
      'texts',
      texts.map((text) => [text.key, text]),
    ),
    feeds: new TrackedMap(
      'feeds',
      feeds.map((feed) => [feed.product_id, feed]),
    ),
    publicTexts: new TrackedMap(
      'publicTexts',
      publicTexts.map((title) => [title.product_id, title]),
    ),
  })
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
  const [categories, menu, types, banners, feeds, publicTexts, series] = await Promise.all([
    read(endpoints.bulkCategories, {}),
    read(endpoints.menu, {}),
    read(endpoints.indexProductType, {}),
    read(endpoints.banners, {}),
    read(endpoints.bulkFeeds, {}),
    read(endpoints.bulkTranscripts, {}),
    read(endpoints.bulkSeries, {}),
  ])
  return {
    categories: categories.data,
    menu: menu.data,
    types: types.product_type,
    banners: banners.data,
    feeds: feeds.data,
    publicTexts: publicTexts.data,
    series: series.data,
  }
}

async function readShelves(read: Read): Promise<Pick<Lists, 'lists' | 'popularAuthors'>> {
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
    texts: texts.data,
  }
}
