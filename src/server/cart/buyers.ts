import { stateFor } from '#contract/states.ts'
import type { TaxPlace } from '#contract/cart.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { users } from '../db/schema/accounts.ts'
import type { Buyer } from '../http/buyer.ts'

type UserRow = Pick<Row<typeof users>, 'first_name' | 'last_name' | 'mobile' | 'country' | 'state'> & {
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
}

/** The columns that `users` and `gifters` share. */
const COLUMNS = 'first_name, last_name, mobile, country, state'

export async function partyOf(db: Db, { userId, gifterId }: Buyer): Promise<Party> {
  const [row] = await db.query<UserRow>(
    userId === null
      ? `select email, ${COLUMNS}, true as is_complete from gifters where id = $1`
      : `select coalesce(email, contact_email) as email, ${COLUMNS}, profile_completed as is_complete from users where id = $1`,
    [userId ?? gifterId],
  )
  if (!row) throw new Error(`Buyer u${userId} g${gifterId} has no row.`)
  const { email, first_name: firstName, last_name: lastName, mobile, country, state, is_complete: isComplete } = row
  return { email, firstName, lastName, mobile, country, state, isComplete }
}

/** Whether the details suffice for an order. In India the law requires the state on the invoice: it is the place of supply. */
export function canOrder({ country, state, email, isComplete }: Party): boolean {
  return isComplete && email !== '' && stateFor(country, state) !== undefined
}
