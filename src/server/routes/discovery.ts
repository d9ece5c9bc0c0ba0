import type { FastifyInstance } from 'fastify'
import { cursorOf, endpoints as rows, readCursor } from '#contract/index.ts'
import { serve } from '../lib/serve.ts'
import { findAuthor } from '../services/authors.ts'
import { browseTitles, freeProducts, productTypes } from '../services/browse.ts'
import { categoryPage, categorySliders, findCategory, listCategories } from '../services/categories.ts'
import { createDetails, findTrack, findTracks } from '../services/details.ts'
import { lastPlace } from '../services/progress.ts'
import { latestCards, popularAuthors, shelfCards, SHOP_TYPES, type Shelf } from '../services/shelves.ts'
import { storedType, type StoredType } from '../services/wire.ts'
import type { World } from '../world.ts'

export function discoveryRoutes(app: FastifyInstance, { db }: World): void {
  shelfRoutes(app, { db })
  browseRoutes(app, { db })
  categoryRoutes(app, { db })
  titleRoutes(app, { db })
}

type Some = Pick<World, 'db'>

function shelfRoutes(app: FastifyInstance, { db }: Some): void {
  const shelf = (name: Shelf, types: StoredType[], limit: number) => shelfCards(db, name, types, limit)
  serve(app, rows.indexTrending, async ({ limit }) => ({ trending_picks: await shelf('trending', SHOP_TYPES, limit) }))
  serve(app, rows.indexEditorsPick, async ({ limit }) => ({ editor_choice: await shelf('editors_pick', SHOP_TYPES, limit) }))
  serve(app, rows.indexLatestLaunch, async ({ limit }) => ({ latest_launch: await latestCards(db, SHOP_TYPES, limit) }))
  serve(app, rows.indexFeatured, async ({ limit }) => ({
    featured_product: await shelf('featured', SHOP_TYPES, limit),
    evergreen_picks: await shelf('evergreen', SHOP_TYPES, limit),
  }))
  serve(app, rows.indexPopular, async ({ limit }) => ({
    popular_picks: await shelf('popular', SHOP_TYPES, limit),
    popular_author: await popularAuthors(db, limit),
  }))
  serve(app, rows.kidsIndexTrending, async ({ limit }) => ({ trending_picks: await shelf('trending', ['kids'], limit) }))
  serve(app, rows.kidsIndexPopular, async ({ limit }) => ({ popular_picks: await shelf('popular', ['kids'], limit) }))
  serve(app, rows.kidsIndexEditorsPick, async ({ limit }) => ({ editor_choice: await shelf('editors_pick', ['kids'], limit) }))
  serve(app, rows.kidsIndexLatestLaunch, async ({ limit }) => ({ latest_launch: await latestCards(db, ['kids'], limit) }))
  serve(app, rows.audioCoursesFeatured, async ({ limit }) => ({ featured_product: await shelf('featured', ['languagelab'], limit) }))
  serve(app, rows.audioCoursesTrending, async ({ limit }) => ({ trending_picks: await shelf('trending', ['languagelab'], limit) }))
}

function browseRoutes(app: FastifyInstance, { db }: Some): void {
  serve(app, rows.indexProductType, async () => ({ product_type: await productTypes(db, SHOP_TYPES, 'genre') }))
  serve(app, rows.kidsSubcategory, async () => ({ product_type: await productTypes(db, ['kids'], 'kids') }))
  serve(app, rows.browse, async ({ product_type, category }) => ({
    data: { total_products: await browseTitles(db, product_type ?? 'family', category ?? '') },
  }))
  serve(app, rows.tryFree, async ({ product_type }) => {
    const type = storedType(product_type)
    return { data: type ? await freeProducts(db, type) : [] }
  })
}

const SLIDER = 12

function categoryRoutes(app: FastifyInstance, { db }: Some): void {
  serve(app, rows.menuDetails, async ({ menu_slug }, refuse) => {
    const kind = KIND_OF_MENU[menu_slug]
    return kind ? { menu_categories: await categorySliders(db, kind, SLIDER) } : refuse('notFound', 404)
  })
  serve(app, rows.kidCategoryProducts, async ({ categoryId, size, cursor }, refuse) => {
    const after = cursor === undefined ? undefined : readCursor(cursor)
    if (cursor !== undefined && !after) return refuse('badInput', 400, { cursor: 'pattern' })
    const category = await findCategory(db, categoryId, 'kids')
    if (!category) return refuse('notFound', 404)
    const { cards, next, count } = await categoryPage(db, categoryId, size, after)
    const path = next && `/api/v2/kid-category-products/${categoryId}/?size=${size}&cursor=${cursorOf(next)}`
    return { category_product_list: cards, category_details: category, next: path ?? null, count }
  })
  serve(app, rows.categoryListLanguageLab, async () => ({ category_list: await listCategories(db, ['languagelab']) }))
  serve(app, rows.categoryProductListLanguageLab, async ({ categoryId, limit }, refuse) => {
    if (!(await findCategory(db, categoryId, 'languagelab'))) return refuse('notFound', 404)
    return { category_products: (await categoryPage(db, categoryId, limit)).cards }
  })
  serve(app, rows.languageLabProducts, async ({ id }, refuse) => {
    const category = await findCategory(db, id, 'languagelab')
    return category ? { category_products: (await categoryPage(db, id, MOST_COURSES)).cards, category_details: category } : refuse('notFound', 404)
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
  serve(app, rows.productDetails, async ({ id }, refuse) => {
    const found = await findProduct(id)
    return found ? { product_details: [found.product], category_product_list: found.neighbours } : refuse('notFound', 404)
  })
  serve(app, rows.authorProduct, async ({ id }, refuse) => {
    const found = await findAuthor(db, id)
    return found ? { author_details: [found.author], author_products: found.titles } : refuse('notFound', 404)
  })
  serve(app, rows.tracks, async ({ id, offset, limit }, refuse, caller) => {
    if (!/^\d{1,9}$/.test(offset)) return refuse('badInput', 400, { offset: 'pattern' })
    const found = await findTracks(db, id, Number(offset), limit)
    if (!found) return refuse('notFound', 404)
    const last = caller && (await lastPlace(db, caller.userId, id))
    return { producttracks: found.tracks, last_product_track: last ? ((await findTrack(db, last.track_id)) ?? null) : null, count: found.count }
  })
}
