import { ROLES, type Role } from './roles.ts'

export const GROUPS = ['catalog', 'people', 'money', 'shop', 'desk'] as const
export type AreaGroup = (typeof GROUPS)[number]

const everyone = ROLES
const editors = ['owner', 'editor'] as const
const support = ['owner', 'support'] as const
const sales = ['owner', 'support', 'accounts'] as const
const accounts = ['owner', 'accounts'] as const
const owners = ['owner'] as const

/** Who sees which area of the desk. Every call has `roles` of its own: this decides about the menu and the notice of a page only. */
export const areas = {
  home: { group: 'desk', roles: everyone },
  titles: { group: 'catalog', roles: editors },
  names: { group: 'catalog', roles: editors },
  ebooks: { group: 'catalog', roles: editors },
  publish: { group: 'catalog', roles: editors },
  sound: { group: 'catalog', roles: editors },
  doctor: { group: 'catalog', roles: editors },
  import: { group: 'catalog', roles: editors },
  trash: { group: 'catalog', roles: editors },
  orders: { group: 'money', roles: sales },
  figures: { group: 'money', roles: accounts },
  coupons: { group: 'money', roles: editors },
  plans: { group: 'money', roles: editors },
  listeners: { group: 'people', roles: support },
  letters: { group: 'people', roles: support },
  reviews: { group: 'people', roles: support },
  auditions: { group: 'people', roles: support },
  notifications: { group: 'people', roles: editors },
  homePage: { group: 'shop', roles: editors },
  settings: { group: 'shop', roles: owners },
  staff: { group: 'desk', roles: owners },
  audit: { group: 'desk', roles: owners },
  account: { group: 'desk', roles: everyone },
} as const satisfies Record<string, { group: AreaGroup; roles: readonly Role[] }>

export type Area = keyof typeof areas

export const mayEnter = (role: Role, area: Area): boolean => areas[area].roles.some((one) => one === role)
