import * as account from './calls/account.ts'
import * as bulk from './calls/bulk.ts'
import * as commerce from './calls/commerce.ts'
import * as discovery from './calls/discovery.ts'
import * as listening from './calls/listening.ts'
import type { Endpoint } from './endpoint.ts'

const { OffsetPage: _page, ...accountCalls } = account
const { SEARCH_GROUPS: _groups, ...discoveryCalls } = discovery

/** Every call of the shop by name. */
export const endpoints = { ...discoveryCalls, ...bulk, ...accountCalls, ...listening, ...commerce }
export const endpointList: [string, Endpoint][] = Object.entries(endpoints)
