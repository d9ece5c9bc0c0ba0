import type { RadioChoice, RadioSample } from '#contract/listening/radio.ts'

/** What the listener liked and disliked, by genre. */
export type Scores = Readonly<Record<string, number>>
type Situation = {
  samples: readonly RadioSample[]
  heard: ReadonlySet<number>
  /** What was heard last. */
  last?: RadioSample | undefined
  choice: RadioChoice
  scores: Scores
  /** 0 to below 1. */
  random: () => number
}

/** Each point doubles, or halves, how soon a genre comes; further points change nothing. */
const MOST_POINTS = 6
export const POINTS = { saved: 2, heard: 0.5, skipped: -1 } as const

/** Who wants stories wants neither lessons nor, unasked, titles for children; these play when they are chosen, and alone. */
const ONLY_CHOSEN: readonly unknown[] = ['kids', 'languagelab']

export function fits({ kind, spoken }: RadioSample, choice: RadioChoice): boolean {
  if (choice.spoken !== 'all' && spoken !== choice.spoken) return false
  return choice.kind === 'all' ? !ONLY_CHOSEN.includes(kind) : kind === choice.kind
}

/**
 * The sample that comes next. None comes twice before all that fit were heard; no author comes twice in a row as long as another
 * order is possible; chosen genres come before others; and by chance, what the listener likes comes sooner.
 */
export function pickNext({ samples, heard, last, choice, scores, random }: Situation) {
  const fitting = samples.filter((sample) => fits(sample, choice))
  const unheard = fitting.filter(({ id }) => !heard.has(id))
  const isNewRound = unheard.length === 0
  const left = isNewRound ? withoutLast(fitting, last) : unheard
  const sample = byChance(chosenFirst(otherAuthor(left, last), choice.genres), scores, random)
  return sample && { sample, isNewRound, isOnlyOne: fitting.length === 1 }
}

function withoutLast(samples: readonly RadioSample[], last: RadioSample | undefined): readonly RadioSample[] {
  const others = samples.filter(({ id }) => id !== last?.id)
  return others.length > 0 ? others : samples
}

/** Who is unknown is nobody else. */
const authorOf = ({ author, id }: RadioSample): string => (author ? `author ${author.id}` : `title ${id}`)

/** An author of more than half of what is left must come now: later two of theirs would meet. */
function otherAuthor(left: readonly RadioSample[], last: RadioSample | undefined): readonly RadioSample[] {
  const lastAuthor = last && authorOf(last)
  for (const [author, group] of Map.groupBy(left, authorOf))
    if (group.length * 2 > left.length && author !== lastAuthor) return group
  const others = left.filter((sample) => authorOf(sample) !== lastAuthor)
  return others.length > 0 ? others : left
}

function chosenFirst(left: readonly RadioSample[], genres: readonly number[]): readonly RadioSample[] {
  const chosen = left.filter((sample) => sample.genres?.some((id) => genres.includes(id)))
  return chosen.length > 0 ? chosen : left
}

function weightOf({ genres = [] }: RadioSample, scores: Scores): number {
  const points = genres.reduce((sum, id) => sum + (scores[id] ?? 0), 0)
  return 2 ** Math.max(-MOST_POINTS, Math.min(MOST_POINTS, points))
}

function byChance(left: readonly RadioSample[], scores: Scores, random: () => number): RadioSample | undefined {
  const weights = left.map((sample) => weightOf(sample, scores))
  let rest = random() * weights.reduce((sum, weight) => sum + weight, 0)
  return left.find((_, at) => (rest -= weights[at] ?? 0) < 0) ?? left.at(-1)
}

/** The scores after something was saved, heard to its end, or skipped. */
export function scored(scores: Scores, { genres = [] }: RadioSample, points: number): Scores {
  const within = (value: number) => Math.max(-MOST_POINTS, Math.min(MOST_POINTS, value))
  return { ...scores, ...Object.fromEntries(genres.map((id) => [id, within((scores[id] ?? 0) + points)])) }
}
