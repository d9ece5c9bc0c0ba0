import { DAY_MS } from '#contract/time/day.ts'
import { isCountry } from '#contract/fields/countries.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import { phoneOf } from '#contract/fields/phone.ts'
import { stateFor } from '#contract/fields/states.ts'
import { hashOf, newToken } from '../accounts/sessions.ts'
import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import type { givers } from '../db/schema/accounts.ts'
import { addressBuckets, take } from '../http/rate-limits.ts'
import { giverOfLink } from './giver-link.ts'
import type { Failure, RetryAfter } from '../runtime/failure.ts'

const LIFE_MS = DAY_MS

/** Returns a new token for one gift. It gives no access to an account, even if the address belongs to one. */
export async function addGiver(
  context: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  input: InputOf<typeof endpoints.addGiftingUser>,
  address: string,
): Promise<{ token: string } | RetryAfter | Failure<'badInput'>> {
  const state = stateFor(input.country, input.state)
  const mobile = phoneOf(input.mobile, input.country)
  if (!isCountry(input.country)) return { fault: 'badInput', fields: { country: 'country' } }
  if (mobile === undefined) return { fault: 'badInput', fields: { mobile: 'giftMobile' } }
  if (state === undefined) return { fault: 'badInput', fields: { state: 'required' } }
  const retryAfter = await take(context, addressBuckets(context.encryption, 'giverAddress', address))
  if (retryAfter) return retryAfter
  const token = newToken()
  await context.db.query(
    'insert into gifters (token_hash, email, first_name, last_name, mobile, country, state, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      hashOf(token),
      input.email,
      input.first_name,
      input.last_name,
      mobile,
      input.country,
      state,
      new Date(context.now().getTime() + LIFE_MS),
    ],
  )
  return { token }
}

/** The guest to whom a gift token belongs; where it is enough, also the token of a mailed link. It opens a gift cart and its order, never an account (attack case 49). */
export async function giverOf(
  context: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  token: string,
  hasLink: boolean,
): Promise<number | undefined> {
  const { db, now } = context
  const linked = hasLink ? giverOfLink(context, token) : undefined
  if (linked) return linked
  const [giver] = await db.query<Pick<Row<typeof givers>, 'id'>>(
    'select id from gifters where token_hash = $1 and expires_at > $2',
    [hashOf(token), now()],
  )
  return giver?.id
}
