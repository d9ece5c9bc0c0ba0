import names from '#components/desk/desk-names.css?url'
import shop from '#components/desk/desk-shop.css?url'
import sales from '#components/desk/sales.css?url'
import sound from '#components/desk/sound.css?url'
import titles from '#components/desk/titles.css?url'
import type { DeskRoute } from '#i18n/desk-paths.ts'

/** Styles of the areas of the desk, as addresses: an import would put them into the sheet of every page of the shop. */
export const deskSheets: Partial<Record<DeskRoute, string>> = {
  ...{ titles, title: titles, trash: titles },
  ...{ names, ebooks: names },
  ...{ sound },
  ...{ orders: sales, order: sales, figures: sales, listeners: sales, listener: sales },
  ...{ letters: sales, reviews: sales, auditions: sales },
  ...{ homePage: shop, coupons: shop, plans: shop, notifications: shop, import: shop, doctor: shop, settings: shop },
}
