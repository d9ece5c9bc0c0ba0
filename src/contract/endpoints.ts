import * as account from './calls/account.ts'
import * as audition from './calls/audition.ts'
import * as browse from './calls/browse.ts'
import * as bulk from './calls/bulk.ts'
import * as commerce from './calls/commerce.ts'
import * as contactRows from './calls/contact.ts'
import * as discovery from './calls/discovery.ts'
import * as listening from './calls/listening.ts'
import * as profile from './calls/profile.ts'
import * as samples from './calls/samples.ts'
import * as searches from './calls/search.ts'
import type { Endpoint } from './endpoint.ts'

const { SIGN_IN_STATUSES: _statuses, SIGN_IN_MESSAGES: _messages, ...accountCalls } = account
const { COLLABORATIONS: _types, HumanChallenge: _challenge, ...contactCalls } = contactRows
const { SEARCH_GROUPS: _groups, ...searchCalls } = searches

/** Every call of the shop by name. */
export const endpoints = {
  ...discovery,
  ...browse,
  ...searchCalls,
  ...samples,
  ...bulk,
  ...accountCalls,
  ...profile,
  ...audition,
  ...contactCalls,
  ...listening,
  ...commerce,
}
export const endpointList: [string, Endpoint][] = Object.entries(endpoints)
