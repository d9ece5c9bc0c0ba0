import { currencyOf } from '#contract/money/money.ts'
import { stateFor } from '#contract/fields/states.ts'
import type { TaxPlace } from '#contract/cart.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { users } from '../db/schema/accounts.ts'
import type { orders } from '../db/schema/orders/orders.ts'
import type { Buyer } from '../http/buyer.ts'

type UserRow = Pick<
  Row<typeof users>,
  'first_name' | 'last_name' | 'mobile' | 'country' | 'state' | 'network_country'
> & {
  paid_country: Row<typeof orders>['country'] | null
  paid_state: Row<typeof orders>['state'] | null
  email: string
  is_complete: boolean
}

/** The billing details of a buyer, as the account or the gift form states them. */
export type Party = TaxPlace & {
  email: string
  firstName: string
  lastName: string
  mobile: string
  isComplete: boolean
  /** The place is not that of the profile. */
  isEvident?: boolean
}

/** The columns that `users` and `gifters` share. */
const COLUMNS = 'first_name, last_name, mobile, country, state'
/** Of the last paid order of a user. */
const LAST_PAID = `from orders o where o.user_id = users.id and o.status = 'paid' and o.total > 0 order by o.paid_at desc limit 1`

export async function partyOf(db: Db, { userId, giverId }: Buyer): Promise<Party> {
  const [row] = await db.query<UserRow>(
    userId === null
      ? `select email, ${COLUMNS}, true as is_complete, null as network_country, null as paid_country, null as paid_state from gifters where id = $1`
      : `select coalesce(email, contact_email) as email, ${COLUMNS}, profile_completed as is_complete, network_country,
           (select o.country ${LAST_PAID}) as paid_country, (select o.state ${LAST_PAID}) as paid_state from users where id = $1`,
    [userId ?? giverId],
  )
  if (!row) throw new Error(`Buyer u${userId} g${giverId} has no row.`)
  const { email, first_name: firstName, last_name: lastName, mobile, is_complete: isComplete } = row
  return { email, firstName, lastName, mobile, isComplete, ...evidentPlace(row) }
}

/**
 * Where the buyer is charged. The profile says it, unless two other facts agree against it: the network, and the country of
 * the last payment. Countries abroad count as one: they pay the same.
 */
function evidentPlace({
  country,
  state,
  network_country: network,
  paid_country,
  paid_state,
}: UserRow): TaxPlace & Pick<Party, 'isEvident'> {
  const isElsewhere = (other: string | null): boolean => other !== null && currencyOf(other) !== currencyOf(country)
  return isElsewhere(network) && isElsewhere(paid_country) && paid_country !== null
    ? { country: paid_country, state: paid_state ?? '', isEvident: true }
    : { country, state }
}

/** Keeps the country of the network, when the proxy names it. */
export async function rememberNetworkCountry(db: Db, { userId }: Buyer, country: string | undefined): Promise<void> {
  if (country)
    await db.query('update users set network_country = $2 where id = $1 and network_country is distinct from $2', [
      userId,
      country,
    ])
}

/** Whether the details suffice for an order. In India the law requires the state on the invoice: it is the place of supply. */
export function canOrder({ country, state, email, isComplete }: Party): boolean {
  return isComplete && email !== '' && stateFor(country, state) !== undefined
}
