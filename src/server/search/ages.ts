import { readAges } from '#contract/catalog/ages.ts'
import { foldText } from '#contract/listening/sound-key.ts'

/** Prefix of a key that is an age in years. */
const AGE = '@'
/** An age above is of a grown-up: 100 years are no age for which somebody looks for titles. */
const OLDEST_CHILD = 17

const keysBetween = (from: number, to: number): string[] =>
  Array.from({ length: Math.max(0, Math.min(to, OLDEST_CHILD) - from + 1) }, (_, index) => `${AGE}${from + index}`)

/** The keys of the ages that a title is for. */
export function ageKeys(ages: string | null | undefined): string[] {
  const years = readAges(ages)
  return years ? keysBetween(years.from, years.to ?? OLDEST_CHILD) : []
}

/** One age or two, apart: 12 is not 1 to 2. */
const YEARS = String.raw`(?:(?<from>\d{1,2}) (?:to |ते )?)?(?<to>\d{1,2})`
/** In folded text: 6 year olds, 5 to 8 yrs, 6yo, ages 5 8, वय 6, 6 वर्षांच्या, 6 varshachya. */
const TYPED_AGES = [
  String.raw`${YEARS} ?(?:years?|yrs?|yo)(?: olds?)?`,
  String.raw`(?:ages?|aged)(?: of)? ${YEARS}`,
  String.raw`(?:वय|वयोगट)(?: वर्षे)? ${YEARS}`,
  String.raw`${YEARS} ?(?:वर्ष|varsh|warsh)[\p{L}\p{M}]*`,
].map((pattern) => new RegExp(`(?:^| )${pattern}(?= |$)`, 'u'))

/** The age of a child in a typed text, with its keys and the text beside it; undefined where it names none. */
export function takeAge(typed: string): { age: string; keys: string[]; rest: string } | undefined {
  const text = foldText(typed)
  const match = TYPED_AGES.map((pattern) => pattern.exec(text)).find((found) => found !== null)
  if (!match) return undefined
  const to = Number(match.groups?.['to'])
  const keys = keysBetween(Number(match.groups?.['from'] ?? to), to)
  if (keys.length === 0) return undefined
  return { age: match[0].trim(), keys, rest: text.replace(match[0], ' ').trim() }
}
