import * as accounts from '../accounts/accounts.ts'
import * as auditions from '../auditions.ts'
import * as bulk from '../catalog/bulk.ts'
import * as cart from '../cart.ts'
import * as catalog from '../catalog/catalog.ts'
import * as contact from '../contact.ts'
import * as courses from '../courses.ts'
import * as deskMembers from '../desk/staff/members.ts'
import * as deskEpisodes from '../desk/titles/episodes.ts'
import * as deskHome from '../desk/home.ts'
import * as deskNames from '../desk/catalog/names.ts'
import * as deskHistory from '../desk/history.ts'
import * as deskAuditions from '../desk/auditions.ts'
import * as deskFigures from '../desk/figures.ts'
import * as deskLetters from '../desk/letters.ts'
import * as deskListeners from '../desk/listeners.ts'
import * as deskReviews from '../desk/reviews.ts'
import * as deskRoyalties from '../desk/royalties.ts'
import * as deskOrders from '../desk/orders.ts'
import * as deskPublish from '../desk/publish.ts'
import * as deskSound from '../desk/sound.ts'
import * as deskCatalog from '../desk/catalog/catalog.ts'
import * as deskCoupons from '../desk/shop/coupons.ts'
import * as deskNotifications from '../desk/notifications.ts'
import * as deskSettings from '../desk/shop/settings.ts'
import * as deskShopLists from '../desk/shop/shop-lists.ts'
import * as deskStaff from '../desk/staff/staff.ts'
import * as deskTitles from '../desk/titles/titles.ts'
import * as deskTitleTable from '../desk/titles/title-table.ts'
import * as deskTranscripts from '../desk/transcripts.ts'
import * as deskUploads from '../desk/uploads/uploads.ts'
import * as devices from '../accounts/devices.ts'
import * as discovery from '../catalog/discovery.ts'
import * as ebooks from '../ebooks.ts'
import type { Endpoint } from './endpoint.ts'
import * as follows from '../library/follows.ts'
import * as gifts from '../gifts/gifts.ts'
import * as library from '../library/library.ts'
import * as listening from '../listening/listening.ts'
import * as marks from '../library/marks.ts'
import * as newOrder from '../orders/new-order.ts'
import * as notifications from '../notifications.ts'
import * as offline from '../offline/offline.ts'
import * as offlineLeases from '../offline/offline-leases.ts'
import * as orders from '../orders/orders.ts'
import * as passkeys from '../accounts/passkeys.ts'
import * as pauses from '../listening/pauses.ts'
import * as payments from '../payments.ts'
import * as plans from '../plans/plans.ts'
import * as privacy from '../privacy.ts'
import * as profile from '../accounts/profile.ts'
import * as renewals from '../plans/renewals.ts'
import * as reviews from '../reviews.ts'
import * as search from '../search/search.ts'
import * as series from '../catalog/series.ts'
import * as sessions from '../accounts/sessions.ts'
import * as transcripts from '../transcripts/transcripts.ts'

type EndpointsOf<Module> = { [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name] }

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value

/** Picks the endpoints: domain modules export structs and rules too. */
function endpointsOf<Module extends object>(module: Module): EndpointsOf<Module> {
  return Object.fromEntries(Object.entries(module).filter(([, value]) => isEndpoint(value))) as EndpointsOf<Module>
}

/** Every endpoint of the shop by name. */
export const endpoints = {
  ...endpointsOf(accounts),
  ...endpointsOf(auditions),
  ...endpointsOf(bulk),
  ...endpointsOf(cart),
  ...endpointsOf(catalog),
  ...endpointsOf(contact),
  ...endpointsOf(courses),
  ...endpointsOf(deskMembers),
  ...endpointsOf(deskEpisodes),
  ...endpointsOf(deskHome),
  ...endpointsOf(deskNames),
  ...endpointsOf(deskHistory),
  ...endpointsOf(deskAuditions),
  ...endpointsOf(deskFigures),
  ...endpointsOf(deskRoyalties),
  ...endpointsOf(deskLetters),
  ...endpointsOf(deskListeners),
  ...endpointsOf(deskReviews),
  ...endpointsOf(deskOrders),
  ...endpointsOf(deskPublish),
  ...endpointsOf(deskSound),
  ...endpointsOf(deskCatalog),
  ...endpointsOf(deskCoupons),
  ...endpointsOf(deskNotifications),
  ...endpointsOf(deskSettings),
  ...endpointsOf(deskShopLists),
  ...endpointsOf(deskStaff),
  ...endpointsOf(deskTitles),
  ...endpointsOf(deskTitleTable),
  ...endpointsOf(deskTranscripts),
  ...endpointsOf(deskUploads),
  ...endpointsOf(devices),
  ...endpointsOf(discovery),
  ...endpointsOf(ebooks),
  ...endpointsOf(follows),
  ...endpointsOf(gifts),
  ...endpointsOf(library),
  ...endpointsOf(listening),
  ...endpointsOf(marks),
  ...endpointsOf(newOrder),
  ...endpointsOf(notifications),
  ...endpointsOf(offline),
  ...endpointsOf(offlineLeases),
  ...endpointsOf(orders),
  ...endpointsOf(passkeys),
  ...endpointsOf(pauses),
  ...endpointsOf(payments),
  ...endpointsOf(plans),
  ...endpointsOf(privacy),
  ...endpointsOf(profile),
  ...endpointsOf(renewals),
  ...endpointsOf(reviews),
  ...endpointsOf(search),
  ...endpointsOf(series),
  ...endpointsOf(sessions),
  ...endpointsOf(transcripts),
}
export const endpointList: [string, Endpoint][] = Object.entries(endpoints)
