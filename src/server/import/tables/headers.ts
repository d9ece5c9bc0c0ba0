import type { Wording } from '#contract/text.ts'
import type { Read } from './values.ts'

/** Fields of one kind of row: how each is read, and by what other names publishers call it. */
export type Spec = {
  fields: Record<string, { read: Read; also?: readonly string[]; isList?: boolean }>
  wording: readonly (keyof Wording)[]
}
export type Meant = { field: string } | { word: keyof Wording; locale?: 'en' | 'mr' }

const LOCALE_WORDS = {
  en: ['en', 'eng', 'english', 'इंग्रजी', 'इंग्रजीत'],
  mr: ['mr', 'mar', 'marathi', 'मराठी', 'मराठीत'],
}
const WORD_NAMES: Record<keyof Wording, readonly string[]> = {
  name: ['title', 'titlename', 'booktitle', 'bookname', 'fullname', 'शीर्षक', 'नाव', 'पुस्तकाचेनाव'],
  shortDescription: ['summary', 'subtitle', 'tagline', 'blurb', 'short', 'shortdesc', 'थोडक्यात'],
  description: [
    'desc',
    'descriptionhtml',
    'longdescription',
    'about',
    'synopsis',
    'details',
    'bio',
    'biography',
    'वर्णन',
    'माहिती',
  ],
  exercise: ['exercises', 'homework'],
}

/** Letters and digits of any script; case, spaces and signs between them say nothing. */
export const foldHeader = (header: string): string => wordsOf(header).join('')

function wordsOf(header: string): string[] {
  return header
    .normalize('NFC')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}

function localeOf(word: string): 'en' | 'mr' | undefined {
  if (LOCALE_WORDS.en.includes(word)) return 'en'
  return LOCALE_WORDS.mr.includes(word) ? 'mr' : undefined
}

/** What the columns of a file mean, asked column by column. */
export function createHeaders(spec: Spec): {
  meant(header: string): Meant | undefined
  nearest(header: string): string | undefined
} {
  const names = new Map<string, Meant>()
  for (const word of spec.wording) for (const name of [word, ...WORD_NAMES[word]]) names.set(foldHeader(name), { word })
  for (const [field, { also = [] }] of Object.entries(spec.fields))
    for (const name of [field, ...also]) names.set(foldHeader(name), { field })
  const known = new Map<string, Meant | undefined>()

  return { meant: (header) => (known.has(header) ? known.get(header) : remember(header)), nearest }

  function remember(header: string): Meant | undefined {
    const found = names.get(foldHeader(header)) ?? localized(wordsOf(header)) ?? loosely(header)
    known.set(header, found)
    return found
  }

  /** `Price (incl. GST)`, `Author / Writer`. */
  function loosely(header: string): Meant | undefined {
    const parts = [header.replace(/\(.*?\)|\[.*?\]/g, ''), ...header.split(/[/|]/)]
    return parts.map((part) => names.get(foldHeader(part))).find((found) => found !== undefined)
  }

  /** `name.mr`, `Marathi name`, `शीर्षक (मराठी)`. */
  function localized(words: string[]): Meant | undefined {
    const locale = words.map(localeOf).find((found) => found !== undefined)
    if (!locale) return undefined
    const found = names.get(words.filter((word) => !localeOf(word)).join(''))
    return found && 'word' in found ? { ...found, locale } : undefined
  }

  function nearest(header: string): string | undefined {
    const folded = foldHeader(header)
    const ranked = [...spec.wording, ...Object.keys(spec.fields)].map((name) => ({
      name,
      steps: stepsBetween(folded, foldHeader(name)),
    }))
    const [best] = ranked.toSorted((a, b) => a.steps - b.steps)
    return best && best.steps <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined
  }
}

/** Letters to put in, take out or change to make one of the other. */
function stepsBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const change = (before[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      row.push(Math.min(change, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = row
  }
  return before[other.length] ?? 0
}
