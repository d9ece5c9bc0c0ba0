import type { FastifyInstance } from 'fastify'
import { cursorOf, readCursor } from '#contract/http/cursor.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { JsonText, registerEndpoint } from '../http/register-endpoint.ts'
import { findAuthor } from './authors.ts'
import { allSeries, findSeries } from './series/series.ts'
import { browseTitles, freeProducts, productTypes } from './browse.ts'
import { categoryPage, categorySliders, findCategory, listCategories } from './categories.ts'
import { allCategories, authorPage, catalogVersion, productPage, productsOf } from './bulk.ts'
import type { CardTexts } from './cache/card-texts.ts'
import { awaitChanges } from './changes/changes.ts'
import { allFeeds } from './feeds.ts'
import { storedSettings } from './changes/brand-settings.ts'
import { countPageView } from './page-views.ts'
import { listBanners, listFaq, listGiftMessages, listMenu, listNews, listTestimonials, listTexts } from './site.ts'
import { createDetails, findWithdrawn } from './title-details.ts'
import { latestCards, popularAuthors, shelfCards, SHOP_TYPES, type Shelf } from './shelves.ts'
import type { AudioTypeName } from '../db/schema/columns.ts'
import { parseAudioType } from './serializers.ts'
import type { AppContext } from '../context.ts'

export function catalogRoutes(app: FastifyInstance, context: AppContext, cardTexts: CardTexts): void {
  shelfRoutes(app, context)
  kidsShelfRoutes(app, context)
  browseRoutes(app, context)
  categoryRoutes(app, context)
  titleRoutes(app, context, cardTexts)
  siteRoutes(app, context)
  bulkRoutes(app, context)
}

function shelfRoutes(app: FastifyInstance, { readDb: db }: AppContext): void {
  const shelf = (name: Shelf, types: AudioTypeName[], limit: number) => shelfCards(db, name, types, limit)
  registerEndpoint(app, endpoints.indexTrending, async ({ limit }) => ({
    trending_picks: await shelf('trending', SHOP_TYPES, limit),
  }))
  registerEndpoint(app, endpoints.indexEditorsPick, async ({ limit }) => ({
    editor_choice: await shelf('editors_pick', SHOP_TYPES, limit),
  }))
  registerEndpoint(app, endpoints.indexLatestLaunch, async ({ limit }) => ({
    latest_launch: await latestCards(db, SHOP_TYPES, limit),
  }))
  registerEndpoint(app, endpoints.indexFeatured, async ({ limit }) => ({
    featured_product: await shelf('featured', SHOP_TYPES, limit),
    evergreen_picks: await shelf('evergreen', SHOP_TYPES, limit),
  }))
  registerEndpoint(app, endpoints.indexPopular, async ({ limit }) => ({
    popular_picks: await shelf('popular', SHOP_TYPES, limit),
    popular_author: await popularAuthors(db, limit),
  }))
  registerEndpoint(app, endpoints.audioCoursesFeatured, async ({ limit }) => ({
    featured_product: await shelf('featured', ['languagelab'], limit),
  }))
  registerEndpoint(app, endpoints.audioCoursesTrending, async ({ limit }) => ({
    trending_picks: await shelf('trending', ['languagelab'], limit),
  }))
}

function kidsShelfRoutes(app: FastifyInstance, { readDb: db }: AppContext): void {
  const shelf = (name: Shelf, limit: number) => shelfCards(db, name, ['kids'], limit)
  registerEndpoint(app, endpoints.kidsIndexTrending, async ({ limit }) => ({
    trending_picks: await shelf('trending', limit),
  }))
  registerEndpoint(app, endpoints.kidsIndexPopular, async ({ limit }) => ({
    popular_picks: await shelf('popular', limit),
  }))
  registerEndpoint(app, endpoints.kidsIndexEditorsPick, async ({ limit }) => ({
    editor_choice: await shelf('editors_pick', limit),
  }))
  registerEndpoint(app, endpoints.kidsIndexLatestLaunch, async ({ limit }) => ({
    latest_launch: await latestCards(db, ['kids'], limit),
  }))
}

function browseRoutes(app: FastifyInstance, { readDb: db }: AppContext): void {
  registerEndpoint(app, endpoints.indexProductType, async () => ({
    product_type: await productTypes(db, SHOP_TYPES, 'genre'),
  }))
  registerEndpoint(app, endpoints.kidsSubcategory, async () => ({
    product_type: await productTypes(db, ['kids'], 'kids'),
  }))
  registerEndpoint(app, endpoints.browse, async ({ product_type, category }) => ({
    data: { total_products: await browseTitles(db, product_type ?? 'family', category ?? '') },
  }))
  registerEndpoint(app, endpoints.tryFree, async ({ product_type }) => {
    const type = parseAudioType(product_type)
    return { data: type ? await freeProducts(db, type) : [] }
  })
}

const TITLES_PER_SLIDER = 12
const MAX_COURSES = 100

function categoryRoutes(app: FastifyInstance, { readDb: db }: AppContext): void {
  registerEndpoint(app, endpoints.menuDetails, async ({ menu_slug }, refuse) => {
    const kind = KIND_OF_MENU[menu_slug]
    return kind ? { menu_categories: await categorySliders(db, kind, TITLES_PER_SLIDER) } : refuse('notFound', 404)
  })
  registerEndpoint(app, endpoints.kidCategoryProducts, async ({ categoryId, size, cursor }, refuse) => {
    const after = cursor === undefined ? undefined : readCursor(cursor)
    if (cursor !== undefined && !after) return refuse('badInput', 400, { cursor: 'pattern' })
    const category = await findCategory(db, categoryId, 'kids')
    if (!category) return refuse('notFound', 404)
    const { cards, next, count } = await categoryPage(db, categoryId, size, after)
    const path = next && `/api/v2/kid-category-products/${categoryId}/?size=${size}&cursor=${cursorOf(next)}`
    return { category_product_list: cards, category_details: category, next: path ?? null, count }
  })
  registerEndpoint(app, endpoints.categoryListLanguageLab, async () => ({
    category_list: await listCategories(db, ['languagelab']),
  }))
  registerEndpoint(app, endpoints.categoryProductListLanguageLab, async ({ categoryId, limit }, refuse) => {
    if (!(await findCategory(db, categoryId, 'languagelab'))) return refuse('notFound', 404)
    return { category_products: (await categoryPage(db, categoryId, limit)).cards }
  })
  registerEndpoint(app, endpoints.languageLabProducts, async ({ id }, refuse) => {
    const category = await findCategory(db, id, 'languagelab')
    return category
      ? { category_products: (await categoryPage(db, id, MAX_COURSES)).cards, category_details: category }
      : refuse('notFound', 404)
  })
}

/** Menu items that show categories. */
const KIND_OF_MENU: Record<string, 'genre' | 'kids' | 'languagelab'> = {
  home: 'genre',
  browse: 'genre',
  family: 'genre',
  kids: 'kids',
  'language-lab': 'languagelab',
}

function titleRoutes(app: FastifyInstance, context: AppContext, cardTexts: CardTexts): void {
  const { readDb: db } = context
  const findProduct = createDetails(db, cardTexts)
  registerEndpoint(app, endpoints.productDetails, async ({ id }, refuse, caller) => {
    const found = await findProduct(id)
    if (found) return new JsonText(found)
    const withdrawn = caller && (await findWithdrawn(context.db, id, caller.userId))
    if (!withdrawn) return refuse('notFound', 404)
    return { product_details: [withdrawn.product], category_product_list: withdrawn.related }
  })
  registerEndpoint(app, endpoints.authorProduct, async ({ id }, refuse) => {
    const found = await findAuthor(db, id)
    if (!found) return refuse('notFound', 404)
    return {
      author_details: [found.author],
      author_products: found.titles,
      narrated_products: found.narrated,
    }
  })
  registerEndpoint(app, endpoints.seriesProducts, async ({ id }, refuse) => {
    const found = await findSeries(db, id)
    return found ? { series_details: [found.series], series_products: found.titles } : refuse('notFound', 404)
  })
  registerEndpoint(
    app,
    endpoints.productAnalytics,
    async (view, refuse) => ((await countPageView(context, view)) === 'counted' ? {} : refuse('notFound', 404)),
    { limitPerMinute: 60 },
  )
}

function siteRoutes(app: FastifyInstance, { readDb: db, isClosed }: AppContext): void {
  registerEndpoint(app, endpoints.menu, async () => ({ data: await listMenu(db) }))
  registerEndpoint(app, endpoints.faq, async ({ language }) => ({ data: await listFaq(db, language) }))
  registerEndpoint(app, endpoints.testimonials, async ({ limit }) => ({ data: await listTestimonials(db, limit) }))
  registerEndpoint(app, endpoints.news, async ({ limit }) => ({
    accolades_news: await listNews(db, 'accolades', limit),
    media_news: await listNews(db, 'media', limit),
  }))
  registerEndpoint(app, endpoints.banners, async () => ({ data: await listBanners(db) }))
  registerEndpoint(app, endpoints.giftSubscription, async () => ({ data: await listGiftMessages(db) }))
  registerEndpoint(app, endpoints.maintenance, async () => ({ is_maintenance: await isClosed() }))
}

/** Whole lists for the build of the site: from the primary, because a build follows a change of the catalog. */
function bulkRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  registerEndpoint(app, endpoints.siteOptions, () => ({
    is_demo: context.isDemo === true,
    google: context.identities.google !== undefined,
    facebook: context.identities.facebook !== undefined,
    mobile: context.sms !== undefined,
    ...(context.delivery.origin && { media_origin: context.delivery.origin }),
    ...(context.feedHub && { feed_hub: context.feedHub }),
  }))
  registerEndpoint(app, endpoints.bulkBrand, async () => ({
    settings: (await storedSettings(db)).settings as Record<string, unknown>,
  }))
  registerEndpoint(app, endpoints.bulkVersion, () => catalogVersion(db))
  registerEndpoint(app, endpoints.bulkProducts, ({ after, limit, ids }) =>
    ids ? productsOf(db, ids) : productPage(db, after, limit),
  )
  registerEndpoint(app, endpoints.bulkAuthors, ({ after, limit, ids }) => authorPage(db, after, limit, ids))
  registerEndpoint(app, endpoints.bulkChanges, ({ since, wait }) => awaitChanges(context, since, wait))
  registerEndpoint(app, endpoints.bulkCategories, async () => ({ data: await allCategories(db) }))
  registerEndpoint(app, endpoints.bulkSeries, async () => ({ data: await allSeries(db) }))
  registerEndpoint(app, endpoints.bulkTexts, async () => ({ data: await listTexts(db) }))
  registerEndpoint(app, endpoints.bulkFeeds, async () => ({ data: await allFeeds(db) }))
}
