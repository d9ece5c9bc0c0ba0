import {
  boolean,
  coerce,
  defaulted,
  integer,
  max,
  min,
  number,
  object,
  optional,
  pattern,
  refine,
  size,
  string,
  type,
} from 'superstruct'

/** Ids arrive as text in paths and as numbers in bodies. */
export const Id = coerce(min(integer(), 1), pattern(string(), /^\d{1,15}$/), Number)
export const PageSize = defaulted(coerce(max(min(integer(), 1), 100), pattern(string(), /^\d{1,3}$/), Number), 10)
/** Milliseconds since 1970 by the clock of a browser, which may be set to anything: unlike an `integer`, it may be larger than the database stores. */
export const Moment = refine(min(number(), 0), 'moment', Number.isInteger)
export const Nothing = object({})
export const Limit = object({ limit: PageSize })

/** First field of most replies. */
export const status = boolean()
export const textUpTo = (limit: number) => size(string(), 0, limit)
/** Limited by the longest policy; the service checks the policy that is set. */
export const passwordText = textUpTo(128)
/** Forms show these rules before the first input. */
export const passwordRules = optional(type({ min: integer(), max: integer() }))
/** Offset and limit of the paged lists of a listener. */
export const OffsetPage = object({ offset: integer(), limit: integer() })
