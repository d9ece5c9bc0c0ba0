import { array, enums, integer, max, min, nullable, object, optional, string, type, type Infer } from 'superstruct'
import { Id, Nothing, status } from '../fields/wire-fields.ts'
import { endpoint } from '../http/endpoint.ts'
import { CURRENCIES } from '../money/money.ts'
import { CalendarDay } from '../import/import-key.ts'
import { period } from './figures.ts'
import { Names } from './list-fields.ts'
import { ACCOUNTS } from './staff/roles.ts'

/** `rate_from`: the day from which the rate of the row holds; null when it held from the beginning. Money in minor units. */
const RoyaltyRow = type({
  person: integer(),
  names: Names,
  currency: enums(CURRENCIES),
  rate_from: optional(nullable(string())),
  sale_rate: integer(),
  thousand_minutes: integer(),
  net_sales: integer(),
  seconds: integer(),
  by_sale: integer(),
  by_minutes: integer(),
})
export type RoyaltyRow = Infer<typeof RoyaltyRow>
export const deskRoyalties = endpoint({
  auth: 'staff',
  roles: ACCOUNTS,
  method: 'GET',
  path: '/api/desk/figures/royalties/',
  input: object(period),
  reply: type({ status, rows: array(RoyaltyRow) }),
  faults: ['period'],
  summary: 'What authors get, by sale and by minutes heard under a plan: a row for each rate that held',
})

/** `sale_rate`: hundredths of a percent. `thousand_minutes`: paise. */
const amounts = { sale_rate: integer(), thousand_minutes: integer() }
const RateChange = type({ from: string(), ...amounts })
export type RateChange = Infer<typeof RateChange>
/** The rates from the beginning, and their changes in the order of their days: absent from a server of an older release. */
const Rate = type({
  person: integer(),
  names: Names,
  ...amounts,
  changes: optional(array(RateChange)),
  version: integer(),
})
export type Rate = Infer<typeof Rate>
export type HeldRate = Omit<RateChange, 'from'> & { from: string | null }

/** The rates that hold on a day; 0 without any. */
export function rateOn(
  rate: Pick<Rate, 'sale_rate' | 'thousand_minutes' | 'changes'> | undefined,
  day: string,
): HeldRate {
  const { sale_rate = 0, thousand_minutes = 0, changes = [] } = rate ?? {}
  return changes.findLast(({ from }) => from <= day) ?? { from: null, sale_rate, thousand_minutes }
}

export const deskRates = endpoint({
  auth: 'staff',
  roles: ACCOUNTS,
  method: 'GET',
  path: '/api/desk/figures/rates/',
  input: Nothing,
  reply: type({ status, data: array(Rate) }),
  summary: 'The royalty rates of all authors',
})

/** `version`: of the rates that were shown; 0: none yet. */
const changed = { person: Id, version: min(integer(), 0) }
const write = {
  auth: 'staff',
  roles: ACCOUNTS,
  stepUp: true,
  reply: type({ status, data: Rate }),
  faults: ['notFound', 'changedMeanwhile'],
} as const
export const deskSetRate = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/desk/figures/rates/:person/',
  /** `from`: the day in India from which they hold; null: from the beginning. Absent, from a page of an older release: from today, or from the beginning when there are none. */
  input: object({
    ...changed,
    from: optional(nullable(CalendarDay)),
    sale_rate: max(min(integer(), 0), 10_000),
    thousand_minutes: max(min(integer(), 0), 100_000_000),
  }),
  summary: 'Set the royalty rates of an author, from a day on',
})
export const deskRemoveRate = endpoint({
  ...write,
  method: 'POST',
  path: '/api/desk/figures/rates/:person/remove/',
  input: object({ ...changed, from: CalendarDay }),
  summary: 'Remove the change of the royalty rates of an author at a day: those before hold on',
})
