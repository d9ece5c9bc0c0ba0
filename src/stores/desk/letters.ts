import type { Locale } from '#contract/text/locale.ts'
import {
  deskAnswerAudition,
  deskAuditions,
  deskDecideAudition,
  type AuditionState,
  type DeskAudition,
} from '#contract/desk/auditions.ts'
import { deskAnswerLetter, deskLetterDone, deskLetters, type DeskLetter } from '#contract/desk/letters.ts'
import { deskDecideReviews, deskReviews, type DeskReview, type ReviewState } from '#contract/desk/reviews.ts'
import { deskCall } from './call.ts'
import { createList } from './list.ts'

export const letterList = createList<DeskLetter, 'open' | 'done' | 'all'>('open', (query, signal) =>
  deskCall(deskLetters, query, signal),
)
export const reviewList = createList<DeskReview, ReviewState>('waiting', (query, signal) =>
  deskCall(deskReviews, query, signal),
)
export const auditionList = createList<DeskAudition, AuditionState | 'all'>('waiting', (query, signal) =>
  deskCall(deskAuditions, query, signal),
)

type Fault = string | undefined
type Answer = { text: string; locale: Locale; isDone: boolean }

export async function answerLetter({ id, replies }: DeskLetter, { text, locale, isDone }: Answer): Promise<Fault> {
  const result = await deskCall(deskAnswerLetter, { id, text, locale, replies: replies.length, is_done: isDone })
  // Also when somebody else has answered: their answer is read before another one is sent.
  if (result.ok || result.fault === 'changedMeanwhile') await letterList.load()
  return result.ok ? undefined : result.fault
}

export async function setLetterDone(id: number, isDone: boolean): Promise<Fault> {
  const result = await deskCall(deskLetterDone, { id, is_done: isDone })
  if (result.ok) await letterList.load()
  return result.ok ? undefined : result.fault
}

/** Returns what undoes it. */
export async function decideReviews(reviews: { id: number; state: ReviewState }[]) {
  const result = await deskCall(deskDecideReviews, { reviews })
  if (result.ok) await reviewList.load()
  return result
}

export async function decideAudition(id: number, state: AuditionState) {
  const result = await deskCall(deskDecideAudition, { id, state })
  if (result.ok) await auditionList.load()
  return result
}

export async function answerAudition({ id, replies }: DeskAudition, { text, locale }: Answer): Promise<Fault> {
  const result = await deskCall(deskAnswerAudition, { id, text, locale, replies: replies.length })
  if (result.ok || result.fault === 'changedMeanwhile') await auditionList.load()
  return result.ok ? undefined : result.fault
}
