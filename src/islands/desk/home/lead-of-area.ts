import type { Area } from '#contract/desk/staff/areas.ts'
import { ACCOUNTS, type Role } from '#contract/desk/staff/roles.ts'
import type { Messages } from '#i18n/namespaces.ts'

type Leads = Pick<Messages['desk']['home'], 'leads' | 'ordersWithoutRefund'>

/** What a role may do in an area: support sees orders, and pays nothing back. */
export function leadOfArea(messages: Leads, area: Exclude<Area, 'home'>, role: Role): string {
  const mayRefund = ACCOUNTS.some((one) => one === role)
  return area === 'orders' && !mayRefund ? messages.ordersWithoutRefund : messages.leads[area]
}
