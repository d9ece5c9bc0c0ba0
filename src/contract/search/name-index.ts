import { array, enums, integer, optional, record, string, type, type Infer } from 'superstruct'
import { audioTypes } from '../catalog/audio-type.ts'
import { INDEX_PARTS } from './index-files.ts'
import { LOCALES } from '../text/locale.ts'
import { significantWords } from './name-match.ts'
import { foldText, latinSpellings, wordKeys } from '../listening/sound-key.ts'

/**
 * Static files of a publication from which the search box suggests before the server answers, also offline. The names of ten
 * thousand titles and their authors must stay below 150 KB: each id is the difference to the one before, and names are lines.
 */
const Names = type({ ids: array(integer()), en: string(), mr: string() })
export const NameFile = type({ titles: Names, authors: Names })
export type NameFile = Infer<typeof NameFile>
/** A name that is missing is empty. */
export type IndexedName = { id: number; en: string; mr: string }

/** What a suggestion shows beside the name, by the id of the title. Prices in paise and cents; -1 when the title is free. */
export const FactsFile = record(
  string(),
  type({
    kind: enums(audioTypes),
    spoken: optional(enums(LOCALES)),
    inr: integer(),
    usd: integer(),
    cover: optional(string()),
  }),
)
export type FactsFile = Infer<typeof FactsFile>
export type TitleFacts = FactsFile[string]

/** The part of the index that holds a key. */
function partOf(key: string): string {
  const letter = /^[a-z]/.test(key) ? key.charAt(0) : /^\d/.test(key) ? '0' : '_'
  return INDEX_PARTS.find((part) => part.includes(letter)) ?? '_'
}

export function indexPart(name: string): string {
  const [first = ''] = significantWords(foldText(name))
  return partOf(wordKeys(first)[0] ?? '')
}

/** The parts that most probably hold what begins with the typed text. */
export function typedParts(typed: string): string[] {
  const [first = ''] = significantWords(foldText(typed))
  return [...new Set([...wordKeys(first), ...latinSpellings(first)].map(partOf))]
}

const oneLine = (name: string) => name.replaceAll('\n', ' ')

function toNames(entries: readonly IndexedName[]): NameFile['titles'] {
  const sorted = entries.toSorted((a, b) => a.id - b.id)
  return {
    ids: sorted.map(({ id }, at) => id - (sorted[at - 1]?.id ?? 0)),
    en: sorted.map(({ en }) => oneLine(en)).join('\n'),
    mr: sorted.map(({ mr }) => oneLine(mr)).join('\n'),
  }
}

export function toNameFile(titles: readonly IndexedName[], authors: readonly IndexedName[]): NameFile {
  return { titles: toNames(titles), authors: toNames(authors) }
}

/** The entries of a list of a file, newest first. */
export function readNames({ ids, en, mr }: NameFile['titles']): IndexedName[] {
  const [english, marathi] = [en.split('\n'), mr.split('\n')]
  let id = 0
  return ids.map((step, at) => ({ id: (id += step), en: english[at] ?? '', mr: marathi[at] ?? '' })).toReversed()
}
