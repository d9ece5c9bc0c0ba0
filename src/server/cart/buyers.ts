import { stateFor } from '#contract/states.ts'
import type { TaxPlace } from '#contract/cart.ts'
import type { Db } from '../db/connect.ts'
import type { Buyer } from '../http/buyer.ts'

/** Who an order is made out to, as the shop knows it. */
export type Party = TaxPlace & {
  email: string
  firstName: string
  lastName: string
  mobile: string
  isComplete: boolean
}

const FIELDS = 'first_name as "firstName", last_name as "lastName", mobile, country, state'

export async function partyOf(db: Db, { userId, gifterId }: Buyer): Promise<Party> {
  const [row] = await db.query<Party>(
    userId === null
      ? `select email, ${FIELDS}, true as "isComplete" from gifters where id = $1`
      : `select coalesce(email, contact_email) as email, ${FIELDS}, profile_completed as "isComplete" from users where id = $1`,
    [userId ?? gifterId],
  )
  if (!row) throw new Error('a buyer who is nobody')
  return row
}

/** D5, C5: what every order needs. In India the state is the place of supply, which the law wants on the invoice. */
export function canOrder({ country, state, email, isComplete }: Party): boolean {
  return isComplete && email !== '' && stateFor(country, state) !== undefined
}
