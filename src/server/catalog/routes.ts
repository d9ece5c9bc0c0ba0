import type { FastifyInstance } from 'fastify'
import { cursorOf, readCursor } from '#contract/cursor.ts'
import { endpoints } from '#contract/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { findAuthor } from './authors.ts'
import { browseTitles, freeProducts, productTypes } from './browse.ts'
import { categoryPage, categorySliders, findCategory, listCategories } from './categories.ts'
import { createDetails, findTrack, findTracks } from './title-details.ts'
import { lastPlace } from '../listening/progress.ts'
import { latestCards, popularAuthors, shelfCards, SHOP_TYPES, type Shelf } from './shelves.ts'
import { storedType, type StoredType } from './serializers.ts'
import type { AppContext } from '../context.ts'

export function discoveryRoutes(app: FastifyInstance, { db }: AppContext): void {
  shelfRoutes(app, { db })
  browseRoutes(app, { db })
  categoryRoutes(app, { db })
  titleRoutes(app, { db })
}

type Some = Pick<AppContext, 'db'>

function shelfRoutes(app: FastifyInstance, { db }: Some): void {
  const shelf = (name: Shelf, types: StoredType[], limit: number) => shelfCards(db, name, types, limit)
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
  registerEndpoint(app, endpoints.kidsIndexTrending, async ({ limit }) => ({
    trending_picks: await shelf('trending', ['kids'], limit),
  }))
  registerEndpoint(app, endpoints.kidsIndexPopular, async ({ limit }) => ({
    popular_picks: await shelf('popular', ['kids'], limit),
  }))
  registerEndpoint(app, endpoints.kidsIndexEditorsPick, async ({ limit }) => ({
    editor_choice: await shelf('editors_pick', ['kids'], limit),
  }))
  registerEndpoint(app, endpoints.kidsIndexLatestLaunch, async ({ limit }) => ({
    latest_launch: await latestCards(db, ['kids'], limit),
  }))
  registerEndpoint(app, endpoints.audioCoursesFeatured, async ({ limit }) => ({
    featured_product: await shelf('featured', ['languagelab'], limit),
  }))
  registerEndpoint(app, endpoints.audioCoursesTrending, async ({ limit }) => ({
    trending_picks: await shelf('trending', ['languagelab'], limit),
  }))
}

function browseRoutes(app: FastifyInstance, { db }: Some): void {
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
    const type = storedType(product_type)
    return { data: type ? await freeProducts(db, type) : [] }
  })
}

const SLIDER = 12

function categoryRoutes(app: FastifyInstance, { db }: Some): void {
  registerEndpoint(app, endpoints.menuDetails, async ({ menu_slug }, refuse) => {
    const kind = KIND_OF_MENU[menu_slug]
    return kind ? { menu_categories: await categorySliders(db, kind, SLIDER) } : refuse('notFound', 404)
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
      ? { category_products: (await categoryPage(db, id, MOST_COURSES)).cards, category_details: category }
      : refuse('notFound', 404)
  })
}

const MOST_COURSES = 100
/** Menu items that open into categories. */
const KIND_OF_MENU: Record<string, 'genre' | 'kids' | 'languagelab'> = {
  home: 'genre',
  browse: 'genre',
  family: 'genre',
  kids: 'kids',
  'language-lab': 'languagelab',
}

function titleRoutes(app: FastifyInstance, { db }: Some): void {
  const findProduct = createDetails(db)
  registerEndpoint(app, endpoints.productDetails, async ({ id }, refuse) => {
    const found = await findProduct(id)
    return found
      ? { product_details: [found.product], category_product_list: found.neighbours }
      : refuse('notFound', 404)
  })
  registerEndpoint(app, endpoints.authorProduct, async ({ id }, refuse) => {
    const found = await findAuthor(db, id)
    return found ? { author_details: [found.author], author_products: found.titles } : refuse('notFound', 404)
  })
  registerEndpoint(app, endpoints.tracks, async ({ id, offset, limit }, refuse, caller) => {
    if (!/^\d{1,9}$/.test(offset)) return refuse('badInput', 400, { offset: 'pattern' })
    const found = await findTracks(db, id, Number(offset), limit)
    if (!found) return refuse('notFound', 404)
    const last = caller && (await lastPlace(db, caller.userId, id))
    return {
      producttracks: found.tracks,
      last_product_track: last ? ((await findTrack(db, last.track_id)) ?? null) : null,
      count: found.count,
    }
  })
}
