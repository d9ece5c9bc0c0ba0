import { array, boolean, defaulted, enums, nullable, number, object, refine, string, type } from 'superstruct'
import { DAY_MS } from '../time/day.ts'
import { endpoint } from '../http/endpoint.ts'
import { bareMobile, CountryCode, Day, Email, field, Message, PersonName, required } from '../fields/fields.ts'
import { EmailOrNone, GIFT_WAYS, GiftWrapping, OCCASIONS, TimeOfDay, VOICE_MAX_BYTES } from './gift-wrapping.ts'
import { instantIn, isTimeZone } from '../time/time-zones.ts'
import { Item } from '../orders/orders.ts'
import { lengthOf } from '../text/plain-text.ts'
import { Nothing, status, textUpTo } from '../fields/wire-fields.ts'

/** Fields of gifts, used by forms and server. */

const GIFT_NAME_MIN = 2

const GiftName = refine(PersonName, 'tooShort', (text) => lengthOf(text) >= GIFT_NAME_MIN)
/** `isPhone` checks it by its country: its rules are too large for this file, which pages load. */
const GiftMobile = field(bareMobile, required, ['giftMobile', (text) => /^\+?\d{6,15}$/.test(text)])
/** Where no mail is sent nobody is called either. */
const GiftMobileOrNone = field(bareMobile, ['giftMobile', (text) => text === '' || /^\+?\d{6,15}$/.test(text)])
const Person = { first_name: GiftName, last_name: GiftName, email: Email, country: CountryCode, mobile: GiftMobile }

/** `state`: one of the 37, when the country is India. */
export const GuestGiver = object({ ...Person, state: string() })

/** The recipient in the order of a gift. Address and number are required for a gift by mail. */
export const GiftRecipient = type({
  ...Person,
  email: EmailOrNone,
  mobile: GiftMobileOrNone,
  message: Message,
  ...GiftWrapping,
})

const DELIVERY_DAYS_AHEAD = 366

/** Whether a gift can be sent on this day (YYYY-MM-DD): today, wherever the giver is, or a day of the next year. */
function isDeliverable(day: string, now: Date): boolean {
  const isoDayAfter = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(0, 10)
  return day >= isoDayAfter(-DAY_MS / 2) && day <= isoDayAfter(DELIVERY_DAYS_AHEAD * DAY_MS)
}

export const DELIVERY_TIME = '09:00'
type Delivery = { deliver_on?: string | undefined; deliver_time?: string | undefined; time_zone?: string | undefined }

/** The moment of a gift, when its day has a time zone: pages of older releases name the day alone. */
export function deliveryMoment({ deliver_on: day, deliver_time: time, time_zone: zone }: Delivery): Date | undefined {
  return day && zone ? instantIn(zone, day, time || DELIVERY_TIME) : undefined
}

/** Fault codes by field of the day, the hour and the zone. */
export function deliveryFaults(delivery: Delivery, now: Date): Record<string, string> {
  const { deliver_on: day, time_zone: zone } = delivery
  if (!day) return {}
  if (zone && !isTimeZone(zone)) return { time_zone: 'timeZone' }
  const moment = deliveryMoment(delivery)
  if (!moment) return isDeliverable(day, now) ? {} : { deliver_on: 'deliveryDay' }
  if (moment <= now) return { deliver_on: 'deliveryPast' }
  return moment.getTime() > now.getTime() + DELIVERY_DAYS_AHEAD * DAY_MS ? { deliver_on: 'deliveryDay' } : {}
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
  faults: ['gift', 'notYet', 'alreadyOwned'],
  idempotent: true,
  summary: 'Redeem a gift by its code; the listener then owns it',
})

const Code = textUpTo(40)
/** `address` is signed and ends soon. */
const Voice = type({ address: string(), seconds: number(), spoken: string() })

/**
 * `waiting`: until `opens_at`; `gone`: its money went back; `redeemed`: by somebody else; `mine`: by the caller. Asking changes nothing,
 * so that a program which looks at links opens no gift.
 */
export const lookAtGift = endpoint({
  auth: 'anyone',
  method: 'POST',
  path: '/api/gift/look/',
  input: object({ code: Code }),
  reply: type({
    status,
    data: type({
      state: enums(['waiting', 'ready', 'redeemed', 'mine', 'gone']),
      opens_at: nullable(string()),
      first_name: string(),
      occasion: enums(OCCASIONS),
      has_voice: boolean(),
    }),
  }),
  faults: ['gift'],
  summary: 'Whether the gift of a link can be opened; not what it is',
})
export const openGift = endpoint({
  auth: 'anyone',
  method: 'POST',
  path: '/api/gift/open/',
  input: object({ code: Code }),
  reply: type({
    status,
    data: type({
      product_details: array(type(Item)),
      first_name: string(),
      message: string(),
      occasion: enums(OCCASIONS),
      voice: nullable(Voice),
    }),
  }),
  faults: ['gift', 'notYet', 'giftGone'],
  summary: 'Open the gift of a link: what it is, its message and voice. It is redeemed by `redeemGift`',
})
/** Whoever reads a mailbox has the code already; the address of the account is proved to be theirs. */
export const waitingGifts = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v1/waiting-gifts/',
  input: Nothing,
  reply: type({
    status,
    data: array(type({ code: string(), first_name: string(), occasion: enums(OCCASIONS) })),
  }),
  summary: 'Gifts that were mailed to the address of this listener and that nobody has redeemed, with their codes',
})
/** `anySound` is false where the server has no ffmpeg: then a voice has to be an mp3. */
export const giftVoiceRules = endpoint({
  auth: 'public',
  method: 'GET',
  path: '/api/gift-voice/',
  input: Nothing,
  reply: type({ status, any_sound: boolean() }),
  summary: 'Which sounds can be the voice of a gift',
})
export const sendGiftVoice = endpoint({
  auth: 'buyer',
  method: 'POST',
  path: '/api/gift-voice/',
  multipart: { file: 'voice', maxBytes: VOICE_MAX_BYTES },
  input: Nothing,
  reply: type({ status, voice: string(), seconds: number() }),
  faults: ['fileType', 'fileSize', 'voiceLong', 'voiceShort', 'onlyMp3'],
  summary: 'Upload the voice of a giver, of at most twenty seconds; an order of a gift names it',
})

const OrderToken = textUpTo(200)
/** Moments are ISO times, null until they come. `code`: of the link. */
const GivenGift = type({
  send_by: enums(GIFT_WAYS),
  code: nullable(string()),
  deliver_at: nullable(string()),
  time_zone: nullable(string()),
  sent_at: nullable(string()),
  opened_at: nullable(string()),
  redeemed_at: nullable(string()),
  voice: nullable(Voice),
})
export const givenGift = endpoint({
  auth: 'buyer',
  method: 'GET',
  path: '/api/given-gift/:token/',
  input: object({ token: OrderToken }),
  reply: type({ status, data: GivenGift }),
  faults: ['notFound'],
  summary: 'What became of a paid gift, for its giver; with its link and voice',
})
export const moveGift = endpoint({
  auth: 'buyer',
  giverLink: true,
  method: 'PUT',
  path: '/api/given-gift/:token/',
  /** Without a day it goes out at once. */
  input: object({ token: OrderToken, deliver_on: Day, deliver_time: TimeOfDay, time_zone: textUpTo(60) }),
  reply: type({ status, data: GivenGift }),
  faults: ['notFound', 'alreadySent'],
  summary: 'Change the day and hour of a gift until it is sent',
})
export const resendGift = endpoint({
  auth: 'buyer',
  giverLink: true,
  method: 'POST',
  path: '/api/given-gift/:token/send/',
  input: object({ token: OrderToken }),
  reply: type({ status }),
  faults: ['notFound', 'notSendable'],
  summary: 'Mail a gift to its recipient once more, with the same link',
})
