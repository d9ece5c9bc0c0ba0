import { slug as p } from '#brand/brand.ts'
import { DEFAULT_LOCALE, type Locale } from './locales.ts'

/** The only route table; `i18n/routes.ts` says how each route is published. `*`: anything may follow. */
export const table = {
  home: '/',
  family: '/family/',
  kids: '/kids/',
  languageLab: '/language-lab/',
  browse: '/browse/',
  tryFree: `/try-free-${p}/`,
  radio: '/radio/',
  subscribe: '/subscribe/',
  aboutUs: '/about-us/',
  faq: '/faq/',
  contact: '/contact/',
  offline: '/offline/',
  privacyPolicy: '/privacy-policy/',
  privacyChoices: '/privacy-choices/',
  accessibility: '/accessibility/',
  termsOfService: '/terms-of-service/',
  director: '/director/',
  publisher: '/publisher/',
  artist: '/artist/',
  writer: '/writer/',
  audiobooks: '/audiobooks/',
  original: `/${p}-original/`,
  podcast: '/podcast/',
  redeemGift: '/redeem-gift/',
  purchaseTitle: '/purchase-title/',
  gift: `/gift-${p}/`,
  audition: '/audition/',
  signIn: '/sign-in/*',
  registration: '/registration/*',
  signUp: '/sign-up/:token/*',
  resetPassword: '/reset-password/:token/',
  certificate: '/certificate/:code/',
  search: '/search/:text/',
  weeklyNews: '/weekly-news/',
  paymentSuccess: '/payment-success/:token/',
  paymentFailure: '/payment-failure/:token/',
  paymentCancel: '/payment-cancel/:token/',
  library: '/library/',
  marks: '/marks/',
  checkout: '/checkout/',
  proceedPayment: '/proceed-payment/',
  logout: '/logout/',
  author: '/author/:id/:slug/',
  series: '/series/:id/:slug/',
  product: '/product-details/:id/:slug/',
  course: '/audio-course-product-details/:id/:slug/',
  transcript: '/read/:id/:slug/',
  kidsCategory: '/category-details/:id/:slug/',
  familyCategory: '/family-category-details/:slug/',
  languageLabCategory: '/language-lab-category-details/:id/:slug/',
} as const

export type RouteName = keyof typeof table

/** The fixed beginning of a route and its parameters. */
export function partsOf(name: RouteName): { base: string; rest: string } {
  const path = table[name]
  const at = path.search(/[:*]|$/)
  return { base: path.slice(0, at), rest: path.slice(at) }
}

/** `page` is the further page of a list, below the path of the first. */
export type PathParams = {
  id?: number | string
  slug?: string
  text?: string
  token?: string
  code?: string
  page?: number
}

/** The only maker of links: site path of a route in a language, with trailing slash, percent-encoded. */
export function pathTo(name: RouteName, locale: Locale, params: PathParams = {}): string {
  const { base, rest } = partsOf(name)
  const path = (Object.keys(params).length === 0 ? '' : rest)
    .replace('*', '')
    .replace(/:(\w+)/g, (_, key: keyof PathParams) => encodeURIComponent(String(params[key] ?? '-')))
  const further = params.page && params.page > 1 ? `page/${params.page}/` : ''
  return localized(base + path + further, locale)
}

/** Opens the profile dialog of the library, for accounts without a complete profile; it leads on to `next`. */
export const newProfilePath = (locale: Locale, next?: string): string =>
  `${pathTo('library', locale)}?profile=new${next ? `&next=${encodeURIComponent(next)}` : ''}`

/** The sign-in page, which returns to `back` [SI-7]. */
export const signInPath = (locale: Locale, back: string): string =>
  `${pathTo('signIn', locale)}?next=${encodeURIComponent(back)}`

/** A page, which puts a title or plan into the cart of whoever comes back to it (elements/cart/fulfil-wish.ts). */
export function wishPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>, variant: number | string): string {
  const query = new URLSearchParams(search)
  query.set('buy', String(variant))
  return `${pathname}?${query}`
}

/** The page of a wish, where nothing is fulfilled and no gift begins. */
export function withoutWish(path: string): string {
  const [page = '', search] = path.split('?')
  const query = new URLSearchParams(search)
  query.delete('buy')
  query.delete('begin')
  return query.size > 0 ? `${page}?${query}` : page
}

type TrackPlace = { id: number; slug: string; isCourse: boolean; track?: number | undefined }

/** A title, or one of its tracks, which begins to play there [PR-4, PD-5]. */
export function trackPath(locale: Locale, { id, slug, isCourse, track }: TrackPlace): string {
  const page = pathTo(isCourse ? 'course' : 'product', locale, { id, slug })
  return track === undefined ? page : `${page}?track=${track}`
}

type TitleAddress = { id: number; slug: string; type?: string | undefined }

/** A course has a path of its own. */
export const pathToTitle = (locale: Locale, { id, slug, type }: TitleAddress): string =>
  trackPath(locale, { id, slug, isCourse: type === 'languagelab' })

type LinkedTitle = { id: number; product_slug: string; product_audio_type: string }

/** The same for a title as the API names it. */
export function titlePath(locale: Locale, title: LinkedTitle, track?: number): string {
  const { id, product_slug: slug, product_audio_type: kind } = title
  return trackPath(locale, { id, slug, isCourse: kind === 'languagelab', track })
}

/** The title that the path of its page names. */
export const titleIdIn = (path: string): number | undefined => Number(/-details\/(\d+)\//.exec(path)?.[1]) || undefined

/** The feed of a podcast: a file, not a page, so it has no row in the table. */
export const feedPath = (id: number, locale: Locale): string => localized(`/podcast-feed/${id}.xml`, locale)

/** What a browser installs the shop by: a file too. */
export const manifestPath = (locale: Locale): string => localized('/manifest.webmanifest', locale)

/** The path of an English page in another language. */
export function localized(path: string, locale: Locale): string {
  return locale === DEFAULT_LOCALE ? path : `/${locale}${path}`
}

/** Menu slugs of the server become routes: home is `/`, others are `/{slug}/`. */
export function menuPath(slug: string, locale: Locale): string {
  return localized(slug === 'home' ? '/' : `/${slug}/`, locale)
}

/** Ends the path, not its query, with the slash that every page has. */
export const withSlash = (href: string): string => href.replace(/^([^?]*[^/?])(?=\?|$)/, '$1/')

/** Slugs that a menu may have, home first. */
export const menuSlugs = (): string[] => [
  'home',
  ...Object.values(table).flatMap((route) => {
    const slug = /^\/([a-z0-9-]+)\/\*?$/.exec(route)?.[1]
    return slug ? [slug] : []
  }),
]

/** Whether a menu item leads to a page of the shop, one without parameters. */
export function isMenuSlug(slug: string): boolean {
  const path = menuPath(slug, DEFAULT_LOCALE)
  return Object.values(table).some((route) => route.replace('*', '') === path && !route.includes(':'))
}
