import { array, boolean, defaulted, enums, integer, nullable, object, optional, size, string, type } from 'superstruct'
import { Author, Banner, Category, CategorySlider, MenuItem, Product, ProductCard, ProductType } from './catalog.ts'
import { endpoint } from '../http/endpoint.ts'
import { MAINTENANCE_PATH } from '../maintenance-path.ts'
import { FaqTopic, GiftMessage, News, Plan, Testimonial } from './site.ts'
import { Id, Limit, Nothing, PageSize } from '../fields/wire-fields.ts'

/** Public endpoints for shelves, lists and texts of the shop. */

const shelf = { auth: 'guest-index', method: 'GET', input: Limit } as const
const cards = array(ProductCard)

export const menu = endpoint({
  auth: 'guest-dashboard',
  method: 'GET',
  path: '/api/v2/menu/',
  input: Nothing,
  reply: type({ data: array(MenuItem) }),
  summary: 'Menu items of the header',
})
export const menuDetails = endpoint({
  auth: 'guest-dashboard',
  method: 'POST',
  path: '/api/v1/menu/menu-details/',
  input: object({ menu_slug: size(string(), 1, 60) }),
  reply: type({ menu_categories: array(CategorySlider) }),
  faults: ['notFound'],
  summary: 'Categories under a menu item, with their titles',
})
export const indexProductType = endpoint({
  auth: 'guest-index',
  method: 'GET',
  path: '/api/v2/index-product-type/',
  input: Nothing,
  reply: type({ product_type: array(ProductType) }),
  summary: 'Types of the shop with counts and genres',
})

const status = boolean()
export const indexTrending = endpoint({
  ...shelf,
  path: '/api/v2/index-trending/:limit',
  reply: type({ status, trending_picks: cards }),
  summary: 'Trending titles',
})
export const indexEditorsPick = endpoint({
  ...shelf,
  path: '/api/v2/index-editors-pick/:limit',
  reply: type({ status, editor_choice: cards }),
  summary: 'Picks of the editors',
})
export const indexLatestLaunch = endpoint({
  ...shelf,
  path: '/api/v2/index-latest-launch/:limit',
  reply: type({ status, latest_launch: cards }),
  summary: 'Newest titles',
})
export const indexFeatured = endpoint({
  ...shelf,
  path: '/api/v2/index-featured/:limit',
  reply: type({ status, featured_product: cards, evergreen_picks: cards }),
  summary: 'Featured and evergreen titles',
})
export const indexPopular = endpoint({
  ...shelf,
  path: '/api/v2/index-popular/:limit',
  reply: type({ status, popular_picks: cards, popular_author: array(Author) }),
  summary: 'Popular titles and authors',
})
export const kidsIndexTrending = endpoint({
  ...shelf,
  path: '/api/v2/kids-index-trending/:limit',
  reply: type({ status, trending_picks: cards }),
  summary: 'Trending titles for kids',
})
export const kidsIndexPopular = endpoint({
  ...shelf,
  path: '/api/v2/kids-index-popular/:limit',
  reply: type({ status, popular_picks: cards }),
  summary: 'Popular titles for kids',
})
export const kidsIndexEditorsPick = endpoint({
  ...shelf,
  path: '/api/v2/kids-index-editors-pick/:limit',
  reply: type({ status, editor_choice: cards }),
  summary: 'Picks of the editors for kids',
})
export const kidsIndexLatestLaunch = endpoint({
  ...shelf,
  path: '/api/v2/kids-index-latest-launch/:limit',
  reply: type({ status, latest_launch: cards }),
  summary: 'Newest titles for kids',
})
export const audioCoursesFeatured = endpoint({
  ...shelf,
  path: '/api/audio-courses-index-featured/:limit/',
  reply: type({ status, featured_product: cards }),
  summary: 'Featured courses',
})
export const audioCoursesTrending = endpoint({
  ...shelf,
  path: '/api/v2/audio-courses-index-trending/:limit',
  reply: type({ status, trending_picks: cards }),
  summary: 'Trending courses',
})

export const tryFree = endpoint({
  auth: 'guest-product',
  method: 'POST',
  path: '/api/v2/tryfree-products/',
  input: object({ product_type: defaulted(size(string(), 1, 60), 'audiobook') }),
  reply: type({ status, data: array(Product) }),
  summary: 'Free titles of a type with their tracks',
})
export const kidsSubcategory = endpoint({
  auth: 'guest-index',
  method: 'GET',
  path: '/api/v2/kids-subcategory/',
  input: Nothing,
  reply: type({ status, product_type: array(ProductType) }),
  summary: 'Shelves for kids',
})
export const kidCategoryProducts = endpoint({
  auth: 'guest-index',
  method: 'GET',
  path: '/api/v2/kid-category-products/:categoryId/',
  input: object({ categoryId: Id, size: PageSize, cursor: optional(size(string(), 1, 60)) }),
  reply: type({
    status,
    category_product_list: cards,
    category_details: Category,
    /** Path of the next page, null on the last. */
    next: nullable(string()),
    count: integer(),
  }),
  faults: ['notFound'],
  summary: 'Titles of a kids category, page by page',
})
export const categoryListLanguageLab = endpoint({
  auth: 'guest-index',
  method: 'GET',
  path: '/api/v2/category-list/language-lab/',
  input: Nothing,
  reply: type({ status, category_list: array(Category) }),
  summary: 'Tabs of the language lab',
})
export const categoryProductListLanguageLab = endpoint({
  auth: 'guest-index',
  method: 'GET',
  path: '/api/v2/category-product-list/language-lab/:categoryId/:limit',
  input: object({ categoryId: Id, limit: PageSize }),
  reply: type({ status, category_products: cards }),
  faults: ['notFound'],
  summary: 'Courses of a tab',
})
export const languageLabProducts = endpoint({
  auth: 'guest-index',
  method: 'GET',
  path: '/api/language-lab-products/:id/',
  input: object({ id: Id }),
  reply: type({ status, category_products: cards, category_details: Category }),
  faults: ['notFound'],
  summary: 'All courses of a language-lab category',
})

export const authorProduct = endpoint({
  auth: 'guest-product',
  method: 'GET',
  path: '/api/author-product/:id/',
  input: object({ id: Id }),
  /** `narrated_products`: what has the voice of the person. Absent in replies of an older server. */
  reply: type({ status, author_details: array(Author), author_products: cards, narrated_products: optional(cards) }),
  faults: ['notFound'],
  summary: 'An author with titles',
})
export const faq = endpoint({
  auth: 'guest-dashboard',
  method: 'GET',
  path: '/api/v1/FAQ/:language',
  input: object({ language: enums(['en', 'mr']) }),
  reply: type({ data: array(FaqTopic) }),
  summary: 'Questions and answers by topic',
})
export const testimonials = endpoint({
  auth: 'guest-dashboard',
  method: 'GET',
  path: '/api/testimonials/:limit/',
  input: Limit,
  reply: type({ status, data: array(Testimonial) }),
  summary: 'What listeners say',
})
export const news = endpoint({
  auth: 'guest-dashboard',
  method: 'GET',
  path: '/api/news/:limit/',
  input: Limit,
  reply: type({ status, accolades_news: array(News), media_news: array(News) }),
  summary: 'Press',
})
export const subscriptionList = endpoint({
  auth: 'guest-subscription',
  method: 'GET',
  path: '/api/subscription-list/',
  input: Nothing,
  reply: type({ status, data: array(Plan) }),
  summary: 'Plans',
})
export const giftSubscription = endpoint({
  auth: 'guest-subscription',
  method: 'GET',
  path: '/api/gift-subscription/',
  input: Nothing,
  reply: type({ status, data: array(GiftMessage) }),
  summary: 'Message about gifts',
})
export const maintenance = endpoint({
  auth: 'public',
  method: 'GET',
  path: MAINTENANCE_PATH,
  input: Nothing,
  reply: type({ is_maintenance: boolean() }),
  summary: 'Whether the shop is closed for work',
})
export const banners = endpoint({
  auth: 'guest-dashboard',
  method: 'GET',
  path: '/api/v2/banners/',
  input: Nothing,
  reply: type({ data: array(Banner) }),
  summary: 'Banners by place',
})
