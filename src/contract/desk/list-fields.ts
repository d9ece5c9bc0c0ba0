import { array, coerce, defaulted, integer, max, min, optional, pattern, size, string, type } from 'superstruct'
import { field, required, tooLong } from '../fields/fields.ts'
import { plainLine, plainText } from '../text/plain-text.ts'
import { textUpTo } from '../fields/wire-fields.ts'

/** Pages of the desk's lists count from 1 and hold fifty rows. */
export const DESK_PAGE = 50
export const PageNumber = coerce(max(min(integer(), 1), 10_000), pattern(string(), /^\d{1,5}$/), Number)
/** Fields of the input of a list. */
export const listInput = { q: defaulted(textUpTo(100), ''), page: defaulted(PageNumber, 1) }
/** Fields of the reply of a list. */
export const listReply = { total: integer(), page: integer(), pages: integer() }

/** Why somebody at the desk does it: read again in the story of the order or the listener. */
const REASON_MAX = 200
export const Reason = field(plainLine, required, tooLong(REASON_MAX))
/** An answer that goes out as a mail. */
const ANSWER_MAX = 4_000
export const Answer = field(plainText, required, tooLong(ANSWER_MAX))

/** Names in both languages; a language that lacks one is absent. */
export const Names = type({ en: optional(string()), mr: optional(string()) })
export const Ids = size(array(min(integer(), 1)), 1, 100)
