import { brand } from '#brand.ts'
import { DEFAULT_LOCALE, type Locale } from './locales.ts'

/**
 * The one route table (D2, C2). `page`: one page per language. `catalog`: one page per entry of the catalog and a shell for
 * entries newer than the last build. `shell`: free parameters, always served by the prerendered shell (SD-5). `private`: a
 * shell of one fixed path that shows a listener's own data (SD-9). Hosts get their rewrite rules from here.
 */
export type RouteKind = 'page' | 'catalog' | 'shell' | 'private'

const p = brand.slug
const table = {
  home: ['page', '/'],
  family: ['page', '/family/'],
  kids: ['page', '/kids/'],
  languageLab: ['page', '/language-lab/'],
  browse: ['page', '/browse/'],
  tryFree: ['page', `/try-free-${p}/`],
  subscribe: ['page', '/subscribe/'],
  aboutUs: ['page', '/about-us/'],
  faq: ['page', '/faq/'],
  contact: ['page', '/contact/'],
  privacyPolicy: ['page', '/privacy-policy/'],
  termsOfService: ['page', '/terms-of-service/'],
  director: ['page', '/director/'],
  publisher: ['page', '/publisher/'],
  artist: ['page', '/artist/'],
  writer: ['page', '/writer/'],
  audiobooks: ['page', '/audiobooks/'],
  original: ['page', `/${p}-original/`],
  podcast: ['page', '/podcast/'],
  redeemGift: ['page', '/redeem-gift/'],
  purchaseTitle: ['page', '/purchase-title/'],
  gift: ['page', `/gift-${p}/`],
  audition: ['page', '/audition/'],
  signIn: ['shell', '/sign-in/', '*'],
  registration: ['shell', '/registration/', '*'],
  signUp: ['shell', '/sign-up/', ':token/*'],
  resetPassword: ['shell', '/reset-password/', ':token/'],
  search: ['shell', '/search/', ':text/'],
  paymentSuccess: ['shell', '/payment-success/', ':token/'],
  paymentFailure: ['shell', '/payment-failure/', ':token/'],
  paymentCancel: ['shell', '/payment-cancel/', ':token/'],
  library: ['private', '/library/'],
  checkout: ['private', '/checkout/'],
  proceedPayment: ['private', '/proceed-payment/'],
  logout: ['private', '/logout/'],
  author: ['catalog', '/author/', ':id/:slug/'],
  product: ['catalog', '/product-details/', ':id/:slug/'],
  course: ['catalog', '/audio-course-product-details/', ':id/:slug/'],
  kidsCategory: ['catalog', '/category-details/', ':id/:slug/'],
  familyCategory: ['page', '/family-category-details/', ':slug/'],
  languageLabCategory: ['catalog', '/language-lab-category-details/', ':id/:slug/'],
} as const satisfies Record<string, readonly [RouteKind, string, string?]>

export type RouteName = keyof typeof table
export type Route = { name: RouteName; kind: RouteKind; base: string; rest: string }

export const routes: Route[] = Object.entries(table).map(([name, row]) => ({
  // Object.entries forgets the key type that the table has.
  name: name as RouteName,
  kind: row[0],
  base: row[1],
  rest: row.length > 2 ? (row[2] ?? '') : '',
}))

const byName = new Map(routes.map((route) => [route.name, route]))

/** `page` is the further page of a list, below the path of the first. */
export type PathParams = { id?: number | string; slug?: string; text?: string; token?: string; page?: number }

/** The only maker of links: site path of a route in a language, with trailing slash, percent-encoded. */
export function pathTo(name: RouteName, locale: Locale, params: PathParams = {}): string {
  const route = byName.get(name)
  if (!route) throw new Error(`no route ${name}`)
  const rest = Object.keys(params).length === 0 ? '' : route.rest
  const path = rest.replace('*', '').replace(/:(\w+)/g, (_, key: keyof PathParams) => encodeURIComponent(String(params[key] ?? '-')))
  const further = params.page && params.page > 1 ? `page/${params.page}/` : ''
  return localized(route.base + path + further, locale)
}

/** The feed of a podcast: a file, not a page, so it has no row in the table. */
export const feedPath = (id: number, locale: Locale): string => localized(`/podcast-feed/${id}.xml`, locale)

/** Path of the English tree as it is called in the other language's tree. */
export function localized(path: string, locale: Locale): string {
  return locale === DEFAULT_LOCALE ? path : `/${locale}${path}`
}

/** Menu slugs of the server become routes (D2: home maps to `/`, others to `/{slug}/`). */
export function menuPath(slug: string, locale: Locale): string {
  return localized(slug === 'home' ? '/' : `/${slug}/`, locale)
}
