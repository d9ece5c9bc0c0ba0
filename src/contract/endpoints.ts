import * as account from './calls/account.ts'
import * as audition from './calls/audition.ts'
import * as browse from './calls/browse.ts'
import * as bulk from './calls/bulk.ts'
import * as certificates from './calls/certificates.ts'
import * as cartCounts from './calls/cart-count.ts'
import * as cart from './calls/cart.ts'
import * as gifts from './calls/gifts.ts'
import * as orders from './calls/orders.ts'
import * as payment from './calls/payment.ts'
import * as plans from './calls/plans.ts'
import * as contactRows from './calls/contact.ts'
import * as devices from './calls/devices.ts'
import * as discovery from './calls/discovery.ts'
import * as library from './calls/library.ts'
import * as ebookRows from './calls/ebooks.ts'
import * as listening from './calls/listening.ts'
import * as offline from './calls/offline.ts'
import * as notifications from './calls/notifications.ts'
import * as product from './calls/product.ts'
import * as profile from './calls/profile.ts'
import * as renewals from './calls/renewals.ts'
import * as reviews from './calls/reviews.ts'
import * as samples from './calls/samples.ts'
import * as searches from './calls/search.ts'
import type { Endpoint } from './endpoint.ts'

const { SIGN_IN_STATUSES: _statuses, SIGN_IN_MESSAGES: _messages, ...accountCalls } = account
const { COLLABORATIONS: _types, HumanChallenge: _challenge, ...contactCalls } = contactRows
const { CartItem: _item, Cart: _cart, ...cartCalls } = cart
const { ORDER_STATUSES: _orderStatuses, PAYMENT_STATES: _paymentStates, ...orderCalls } = orders
const { ListenedPlace: _place, ...libraryCalls } = library
const { RENEWAL_ENDS: _ends, ...renewalCalls } = renewals
const { Profile: _profile, ...profileCalls } = profile
const { SEARCH_GROUPS: _groups, ...searchCalls } = searches

/** Every call of the shop by name. */
export const endpoints = {
  ...discovery,
  ...product,
  ...browse,
  ...searchCalls,
  ...samples,
  ...bulk,
  ...accountCalls,
  ...profileCalls,
  ...devices,
  ...notifications,
  ...ebookRows,
  ...audition,
  ...contactCalls,
  ...listening,
  ...offline,
  ...certificates,
  ...reviews,
  ...renewalCalls,
  ...libraryCalls,
  ...cartCalls,
  ...cartCounts,
  ...gifts,
  ...orderCalls,
  ...payment,
  ...plans,
}
export const endpointList: [string, Endpoint][] = Object.entries(endpoints)
