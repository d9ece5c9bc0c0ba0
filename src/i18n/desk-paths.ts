import { areas, type Area, type AreaGroup } from '#contract/desk/staff/areas.ts'
import type { Role } from '#contract/desk/staff/roles.ts'
import { LOCALES, type Locale } from './locales.ts'
import { localized } from './paths.ts'

/** All pages of the desk lie below it. */
export const DESK = '/desk/'

/**
 * The pages of the desk: apart from the table of the shop, which every browser loads. An area without a row is not in the menu
 * yet; its page is `src/pages/[...locale]/desk/<path>.astro`.
 */
const deskTable = {
  home: DESK,
  sound: `${DESK}sound/`,
  signIn: `${DESK}sign-in/`,
  titles: `${DESK}titles/`,
  title: `${DESK}title/`,
  trash: `${DESK}trash/`,
  names: `${DESK}names/`,
  ebooks: `${DESK}ebooks/`,
  orders: `${DESK}orders/`,
  order: `${DESK}order/`,
  listeners: `${DESK}listeners/`,
  listener: `${DESK}listener/`,
  letters: `${DESK}letters/`,
  reviews: `${DESK}reviews/`,
  auditions: `${DESK}auditions/`,
  figures: `${DESK}figures/`,
  invitation: `${DESK}invitation/`,
  publish: `${DESK}publish/`,
  staff: `${DESK}staff/`,
  audit: `${DESK}audit/`,
  account: `${DESK}account/`,
  homePage: `${DESK}home-page/`,
  coupons: `${DESK}coupons/`,
  plans: `${DESK}plans/`,
  settings: `${DESK}settings/`,
  notifications: `${DESK}notifications/`,
  import: `${DESK}import/`,
  doctor: `${DESK}doctor/`,
} as const satisfies Partial<Record<Area | 'signIn' | 'invitation' | 'title' | 'order' | 'listener', string>>

export type DeskRoute = keyof typeof deskTable

/** Whether the page is an area of the menu, and has its name. */
export const isArea = (route: DeskRoute): route is DeskRoute & Area => Object.hasOwn(areas, route)

/** Path of a page of the desk; `query` names what it opens, as `{ id }`. */
export function deskPath(route: DeskRoute, locale: Locale, query: Record<string, string | number> = {}): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return localized(deskTable[route], locale) + (text && `?${text}`)
}

/** The page in both languages. */
export const deskAlternates = (route: DeskRoute): Record<Locale, string> => ({
  en: deskPath(route, 'en'),
  mr: deskPath(route, 'mr'),
})

export type DeskLink = { area: Area; group: AreaGroup; roles: readonly Role[]; path: string }

/** The areas that have a page. */
export function deskLinks(locale: Locale): DeskLink[] {
  const paths: Partial<Record<Area, string>> = deskTable
  return (Object.keys(areas) as Area[]).flatMap((area) => {
    const path = paths[area]
    return path ? [{ area, ...areas[area], path: localized(path, locale) }] : []
  })
}

/** A path below the desk that may be returned to after the sign-in; undefined for every other. */
export function deskReturnPath(wanted: string | null): string | undefined {
  if (!wanted || !/^\/[\w\-./?=&%]*$/.test(wanted)) return undefined
  const { pathname, search } = new URL(wanted, 'https://desk.invalid')
  const isDesk = LOCALES.some((locale) => pathname.startsWith(localized(DESK, locale)))
  const isEntry = /\/desk\/(?:sign-in|invitation)\//.test(pathname)
  return isDesk && !isEntry ? pathname + search : undefined
}
