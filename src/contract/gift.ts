/** Fields of gifts, with the rules of C5: the forms and the server read the same ones. */
import { object, refine, string, type } from 'superstruct'
import { bareMobile, CountryCode, Email, field, Message, PersonName, required } from './fields.ts'
import { lengthOf } from './plain-text.ts'

export const GIFT_NAME_MIN = 2

const GiftName = refine(PersonName, 'tooShort', (text) => lengthOf(text) >= GIFT_NAME_MIN)
const GiftMobile = field(bareMobile, required, ['giftMobile', (text) => /^\d{10}$/.test(text)])
const Person = { first_name: GiftName, last_name: GiftName, email: Email, country: CountryCode, mobile: GiftMobile }

/** `state`: one of the 37, when the country is India. */
export const GiftSender = object({ ...Person, state: string() })
/** What an order of a gift says about who is given. */
export const GiftRecipient = type({ ...Person, message: Message })
