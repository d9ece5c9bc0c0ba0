import { map } from 'nanostores'
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
import { createList, type List, type ListQuery, type ReadList } from './list.ts'

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

/** Answers that are typed and not sent, by `letter 5` and `audition 7`: they outlive another page or filter of their list. */
export const $answerDrafts = map<Record<string, string>>({})
export const typeAnswer = (to: string, text: string): void => $answerDrafts.setKey(to, text)
/** What was typed since it was sent stays. */
function dropSent(to: string, sent: string): void {
  if ($answerDrafts.get()[to] === sent) $answerDrafts.setKey(to, '')
}

/**
 * Shows what somebody else made of a message, in the place where it is answered: also when a filter of the list would leave it out
 * now, or what is typed for it would go with it.
 */
async function showTheirs<Item extends { id: number; email: string }>(
  list: Pick<List<Item, 'all'>, 'replace' | 'load'>,
  { id, email }: Item,
  read: (query: ListQuery<'all'>) => ReturnType<ReadList<Item, 'all'>>,
): Promise<void> {
  const found = await read({ q: email, filter: 'all', page: 1 })
  const fresh = found.ok ? found.value.data.find((one) => one.id === id) : undefined
  if (!fresh) return list.load()
  list.replace((reply) => ({ ...reply, data: reply.data.map((one) => (one.id === id ? fresh : one)) }))
}

export async function answerLetter(letter: DeskLetter, { text, locale, isDone }: Answer): Promise<Fault> {
  const { id, replies } = letter
  const result = await deskCall(deskAnswerLetter, { id, text, locale, replies: replies.length, is_done: isDone })
  if (result.ok) {
    dropSent(`letter ${id}`, text)
    await letterList.load()
  } else if (result.fault === 'changedMeanwhile')
    await showTheirs(letterList, letter, (query) => deskCall(deskLetters, query))
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

export async function answerAudition(audition: DeskAudition, { text, locale }: Answer): Promise<Fault> {
  const { id, replies } = audition
  const result = await deskCall(deskAnswerAudition, { id, text, locale, replies: replies.length })
  if (result.ok) {
    dropSent(`audition ${id}`, text)
    await auditionList.load()
  } else if (result.fault === 'changedMeanwhile')
    await showTheirs(auditionList, audition, (query) => deskCall(deskAuditions, query))
  return result.ok ? undefined : result.fault
}
