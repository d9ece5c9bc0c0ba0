import {
  array,
  boolean,
  enums,
  integer,
  max,
  min,
  nullable,
  object,
  optional,
  pattern,
  refine,
  size,
  string,
  type,
  type Infer,
} from 'superstruct'
import { Day, field, required } from '../../fields/fields.ts'
import { COUPON_SCOPES } from '../../import/import.ts'
import { endpoint } from '../../http/endpoint.ts'
import { EDITORS, ROLES } from '../staff/roles.ts'
import { plainLine } from '../../text/plain-text.ts'
import { Nothing, status, textUpTo } from '../../fields/wire-fields.ts'

/** Endpoints of the desk for coupons. */

const Coupon = type({
  id: integer(),
  code: string(),
  percent: integer(),
  /** Orders that it is still good for. Null: any number. */
  uses_left: nullable(integer()),
  per_buyer: nullable(integer()),
  applies_to: nullable(array(string())),
  /** First and last day in India, YYYY-MM-DD. */
  starts: nullable(string()),
  ends: nullable(string()),
  is_ended: boolean(),
  version: string(),
  paid_orders: integer(),
  /** What paid orders with it brought, and what it took off, in the smallest unit of each currency. */
  earned_inr: integer(),
  earned_usd: integer(),
  given_inr: integer(),
  given_usd: integer(),
})
export type DeskCoupon = Infer<typeof Coupon>

/** Letters of English, digits, - and _: what every keyboard types and every mail keeps. */
const Code = field((text) => plainLine(text).toUpperCase(), required, [
  'code',
  (text) => /^[A-Z0-9_-]{1,30}$/.test(text),
])
const Count = nullable(max(min(integer(), 1), 1_000_000))
const Uses = max(min(integer(), 0), 1_000_000)
export const CouponForm = object({
  code: Code,
  percent: max(min(integer(), 1), 100),
  uses_left: nullable(Uses),
  /** What the form showed before it was changed: orders that used the coupon since then stay counted. */
  uses_shown: optional(nullable(Uses)),
  per_buyer: Count,
  applies_to: nullable(size(array(enums(COUPON_SCOPES)), 1, COUPON_SCOPES.length)),
  starts: Day,
  ends: Day,
  /** Empty: a new coupon. */
  version: pattern(textUpTo(60), /^[\w-]*$/),
})
export type CouponForm = Infer<typeof CouponForm>

export const deskCoupons = endpoint({
  auth: 'staff',
  roles: ROLES,
  method: 'GET',
  path: '/api/desk/coupons/',
  input: Nothing,
  reply: type({ status, coupons: array(Coupon) }),
  summary: 'Coupons with what they brought, newest first',
})
export const deskCouponSave = endpoint({
  auth: 'staff',
  roles: EDITORS,
  stepUp: true,
  method: 'PUT',
  path: '/api/desk/coupons/',
  input: refine(CouponForm, 'days', ({ starts, ends }) => starts === '' || ends === '' || starts <= ends),
  reply: type({ status, coupon: Coupon }),
  faults: ['exists', 'notFound', 'changedMeanwhile'],
  summary: 'Add a coupon, or change one. Open orders keep their price',
})
