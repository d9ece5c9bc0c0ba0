import { coerce, integer, max, min, object, pattern, string, defaulted } from 'superstruct'

/** Ids arrive as text in paths and as numbers in bodies. */
export const Id = coerce(min(integer(), 1), pattern(string(), /^\d{1,15}$/), Number)
export const PageSize = defaulted(coerce(max(min(integer(), 1), 100), pattern(string(), /^\d{1,3}$/), Number), 10)
export const Nothing = object({})
export const Limit = object({ limit: PageSize })
