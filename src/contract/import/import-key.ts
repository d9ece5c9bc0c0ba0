import { pattern, string } from 'superstruct'

/** Of a row of the import: ASCII; must never change; unique per kind of row. */
export const Key = pattern(string(), /^[a-z0-9][a-z0-9._/-]{0,119}$/)

/** `5-8` or `5+`. */
export const AGES = /^\d{1,2}(?:-\d{1,2}|\+)$/

/** BCP 47, in its usual case: `en-CA`, `hi`. */
export const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/
