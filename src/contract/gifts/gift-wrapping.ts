import { enums, optional } from 'superstruct'
import { asciiDigits } from '../text/digits.ts'
import { Day, EMAIL, EMAIL_MAX, field, tooLong } from '../fields/fields.ts'
import { plainLine } from '../text/plain-text.ts'
import { textUpTo } from '../fields/wire-fields.ts'

/** The voice of a giver: twenty seconds, as a microphone or a studio writes them. */
export const VOICE_MAX_BYTES = 4 * 1024 * 1024
export const VOICE_MAX_SECONDS = 20

/** Where no mail is sent there may be no address. */
export const EmailOrNone = field(plainLine, tooLong(EMAIL_MAX), ['email', (text) => text === '' || EMAIL.test(text)])
/** Empty, or a time of the day as 09:30. */
export const TimeOfDay = field(
  (text) => asciiDigits(plainLine(text)),
  ['time', (text) => /^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/.test(text)],
)

/** What a card is for; its line of greeting stands on it in both languages. */
export const OCCASIONS = ['thought', 'birthday', 'festival', 'wedding', 'thanks', 'success'] as const
/** `link`: the giver sends the link by themselves, and no mail goes to the recipient. */
export const GIFT_WAYS = ['mail', 'link'] as const

export const SPOKEN_MAX = 400
const VOICE_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/
/** How a gift is sent, and what comes with it. Pages of older releases send none of this. */
export const GiftWrapping = {
  deliver_on: optional(Day),
  /** On the clocks of `time_zone`. */
  deliver_time: optional(TimeOfDay),
  time_zone: optional(textUpTo(60)),
  send_by: optional(enums(GIFT_WAYS)),
  occasion: optional(enums(OCCASIONS)),
  /** Id of an uploaded voice, or empty. */
  voice: optional(field(plainLine, ['voiceGone', (text) => VOICE_ID.test(text)])),
  /** What the voice says, for who cannot hear it. */
  spoken: optional(field(plainLine, tooLong(SPOKEN_MAX))),
}
