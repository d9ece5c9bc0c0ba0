import { array, defaulted, object, optional, refine, string, type } from 'superstruct'
import { endpoint } from './endpoint.ts'
import { bareMobile, CountryCode, Day, Email, field, Message, PersonName, required } from './fields.ts'
import { Item } from './orders.ts'
import { lengthOf } from './plain-text.ts'
import { status, textUpTo } from './wire-fields.ts'

/** Fields of gifts, used by forms and server. */

export const GIFT_NAME_MIN = 2

const GiftName = refine(PersonName, 'tooShort', (text) => lengthOf(text) >= GIFT_NAME_MIN)
/** `isPhone` checks it by its country: its rules are too large for this file, which pages load. */
const GiftMobile = field(bareMobile, required, ['giftMobile', (text) => /^\+?\d{6,15}$/.test(text)])
const Person = { first_name: GiftName, last_name: GiftName, email: Email, country: CountryCode, mobile: GiftMobile }

/** `state`: one of the 37, when the country is India. */
export const GuestGiver = object({ ...Person, state: string() })
/** The recipient in the order of a gift. */
export const GiftRecipient = type({ ...Person, message: Message, deliver_on: optional(Day) })

const DAY_MS = 86_400_000
export const DELIVERY_DAYS_AHEAD = 366

/** Whether a gift can be sent on this day (YYYY-MM-DD): today, wherever the giver is, or a day of the next year. */
export function isDeliverable(day: string, now: Date): boolean {
  const isoDayAfter = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(0, 10)
  return day >= isoDayAfter(-DAY_MS / 2) && day <= isoDayAfter(DELIVERY_DAYS_AHEAD * DAY_MS)
}

/** Endpoints of gifts: giving without an account, cancelling, redeeming. */

export const addGiftingUser = endpoint({
  auth: 'guest-subscription',
  method: 'POST',
  path: '/api/add-gifting-user/',
  /** `state`: one of the 37, when the country is India. */
  input: object({ ...GuestGiver.schema, state: defaulted(textUpTo(40), '') }),
  reply: type({ status, token: string() }),
  summary: 'Register a guest buyer of a gift: returns a token for one gift cart, to be sent as `Authorization: Gift …`',
})
export const cancelGiftOrder = endpoint({
  auth: 'buyer',
  method: 'POST',
  path: '/api/cancel-gift-order/',
  /** Token of the order, or of the gift cart before there is an order. */
  input: object({ token: textUpTo(200) }),
  reply: type({ status }),
  faults: ['notFound', 'alreadyPaid'],
  summary: 'Cancel a gift that is not paid, and empty its cart',
})
export const redeemGift = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/redeem-gift/',
  input: object({ code: textUpTo(40) }),
  reply: type({ status, data: type({ product_details: array(type(Item)), first_name: string(), message: string() }) }),
  faults: ['gift', 'alreadyOwned'],
  idempotent: true,
  summary: 'Redeem a gift by its code; the listener then owns it',
})
