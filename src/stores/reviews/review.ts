import type { Infer } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { reviewAdd, ReviewForm } from '#contract/reviews.ts'
import { createForm, type Sent } from '../form.ts'
import { $entitlements } from '../listening/entitlements.ts'
import { $session, $signOuts, accountOf, isStillIn } from '../accounts/session.ts'

const PATIENCE_MS = 30_000
const EMPTY = { score: '', title: '', body: '' }
let product: number | undefined
/** Who typed last. */
let account: string | undefined

export const reviewForm = createForm(ReviewForm, EMPTY, send)

/** A review typed for another title, or by another listener, is dropped. */
export function startReview(titleId: number): void {
  const now = $session.get()
  const who = now.state === 'in' ? accountOf(now.session) : account
  if (titleId !== product || who !== account) clearReview()
  product = titleId
  account = who
  reviewForm.rest()
}

/** Cancelling drops the typed review. */
export function clearReview(): void {
  for (const name of ['score', 'title', 'body'] as const) reviewForm.change(name, '')
}

async function send(review: Infer<typeof ReviewForm>): Promise<Sent | undefined> {
  // The form of another title may be opened during the request.
  const titleId = product
  if (titleId === undefined) return { ok: false, fault: 'notFound' }
  const now = $session.get()
  const result = await call(reviewAdd, { product: titleId, ...review }, AbortSignal.timeout(PATIENCE_MS))
  // The answer to who has left is nobody else's; one that ended their session is theirs.
  if (now.state === 'in' && !isStillIn(now.session) && $session.get().state === 'in') return undefined
  if (result.ok || result.fault === 'alreadyReviewed') showReviewed(titleId)
  return product === titleId ? result : undefined
}

// Only at sign-out: what was typed outlives a session that the server ended.
$signOuts.listen(reviewForm.forget)

/** The page says so at once. */
function showReviewed(titleId: number): void {
  const rights = $entitlements.get()
  if (rights?.product_id === titleId) $entitlements.set({ ...rights, may_review: false, has_reviewed: true })
}
