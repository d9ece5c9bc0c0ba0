import { isNear } from '#contract/search/name-match.ts'
import { foldedWords, latinSpellings, wordKeys } from '#contract/listening/sound-key.ts'

type TypedWord = { word: string; weight: number }
type Token = { from: number; to: number; words: string[] }
export type LineMatch = { score: number; marks: [from: number, to: number][] }

const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’‘ʼ\u200c\u200d]*/gu
const LEVELS = { same: 1, sound: 0.95, near: 0.7 }
/** Lines with no more of what was typed are other lines. */
const LEAST_COVERAGE = 0.5
/** What is left after coverage is for words in their order, and for lines that are not much more than what was typed. */
const SHARES = { coverage: 0.75, order: 0.2, whole: 0.05 }

/** How well a line is the typed one, and where; undefined when it is another. */
export function matchLine(typed: readonly TypedWord[], text: string): LineMatch | undefined {
  const tokens = tokensOf(text)
  const best = typed.map(({ word }) => placesOf(word, tokens))
  const places = inOrder(best)
  const total = typed.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return undefined
  const covered = typed.reduce((sum, { weight }, at) => sum + weight * (best[at]?.level ?? 0), 0) / total
  if (covered <= LEAST_COVERAGE) return undefined
  const pairs = typed.length - 1
  const followed = places.filter(
    (place, at) => at > 0 && place !== undefined && place - (places[at - 1] ?? -9) === 1,
  ).length
  const order = pairs === 0 ? 1 : followed / pairs
  const whole = Math.min(1, typed.length / Math.max(1, tokens.length))
  const score = SHARES.coverage * covered + SHARES.order * order + SHARES.whole * whole
  return { score: Math.round(score * 1_000) / 1_000, marks: marksOf(places, best, tokens) }
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    words: foldedWords(word),
  }))
}

type Places = { level: number; at: number[] }

/** The tokens that are the word, by the best of the ways to be it. */
function placesOf(word: string, tokens: readonly Token[]): Places {
  const spellings = latinSpellings(word)
  const keys = wordKeys(word)
  const levels = tokens.map((token) =>
    Math.max(0, ...token.words.map((other) => levelOf({ word, spellings, keys }, other))),
  )
  const level = Math.max(0, ...levels)
  return { level, at: level === 0 ? [] : levels.flatMap((one, at) => (one === level ? [at] : [])) }
}

function levelOf(
  { word, spellings, keys }: { word: string; spellings: string[]; keys: string[] },
  other: string,
): number {
  if (word === other || spellings.some((spelling) => latinSpellings(other).includes(spelling))) return LEVELS.same
  const others = wordKeys(other)
  if (keys.some((key) => others.includes(key))) return LEVELS.sound
  return keys.some((key) => others.some((one) => isNear(key, one))) ? LEVELS.near : 0
}

/** Of several places of a word the one after the word before it. */
function inOrder(best: readonly Places[]): (number | undefined)[] {
  let last = -1
  return best.map(({ at }) => {
    const next = at.find((place) => place === last + 1) ?? at.find((place) => place > last) ?? at[0]
    last = next ?? last
    return next
  })
}

/** Neighbouring words are one mark. */
function marksOf(
  places: readonly (number | undefined)[],
  best: readonly Places[],
  tokens: readonly Token[],
): [number, number][] {
  const marked = new Set(places.flatMap((place, at) => (place === undefined || !best[at]?.level ? [] : [place])))
  const marks: [number, number][] = []
  for (const [at, token] of tokens.entries()) {
    const last = marks.at(-1)
    if (!marked.has(at)) continue
    if (last && marked.has(at - 1)) last[1] = token.to
    else marks.push([token.from, token.to])
  }
  return marks
}
