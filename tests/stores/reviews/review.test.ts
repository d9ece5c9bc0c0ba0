import { expect, it } from 'vitest'
import { reviewForm, startReview } from '#stores/reviews/review.ts'
import { signOut } from '#stores/accounts/sign-out.ts'
import { $session } from '#stores/accounts/session.ts'
import { signedIn } from '../../api/support/listening.ts'
import { idOf, useShop } from '../../api/support/shop.ts'
import { refusal, useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
const network = useNetwork(shop)

const REVIEW = { score: '5', title: 'Good', body: 'Very good' }
function typeReview(): void {
  for (const name of ['score', 'title', 'body'] as const) reviewForm.change(name, REVIEW[name])
}

it.each([
  ['is refused', refusal(422, 'notAllowed')],
  ['is taken', { status: 200, body: '{"status":true}' }],
])('[RV-1] a review that %s after the form of another title was opened changes nothing there', async (_what, reply) => {
  const listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
  const [sent, next] = [await idOf(shop(), 'products', 'kid-1'), await idOf(shop(), 'products', 'kid-2')]
  startReview(sent)
  typeReview()
  const { promise, resolve } = Promise.withResolvers<void>()
  network.troubles = { '/review-add/': { until: promise, ...(reply as { status: number; body: string }) } }
  const sending = reviewForm.submit()
  await expect.poll(() => network.requests.length).toBe(1)
  startReview(next)
  reviewForm.change('title', 'Mine')
  resolve()
  expect(await sending).toBe(false)
  expect(reviewForm.$done.get()).toBe(false)
  expect(reviewForm.$failure.get()).toBeUndefined()
  expect(reviewForm.$values.get()).toMatchObject({ title: 'Mine' })
})

it('[RV-1] what was typed stays when the server has ended the session, and goes with the sign-out', async () => {
  const listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
  startReview(await idOf(shop(), 'products', 'kid-1'))
  typeReview()
  await shop().db.query('delete from sessions where user_id = $1', [listener.id])
  expect(await reviewForm.submit()).toBe(false)
  expect([reviewForm.$failure.get(), $session.get().state]).toEqual(['signedOut', 'out'])
  expect(reviewForm.$values.get()).toEqual(REVIEW)
  await signOut()
  expect(reviewForm.$values.get()).toEqual({ score: '', title: '', body: '' })
  expect(reviewForm.$failure.get()).toBeUndefined()
})

it('[RV-1] what was typed before the server ended the session is not shown to the next listener', async () => {
  const [one, next] = [await signedIn(shop()), await signedIn(shop())]
  const title = await idOf(shop(), 'products', 'kid-1')
  await beListener({ ...one, email: `${one.id}@x.test` })
  startReview(title)
  typeReview()
  await shop().db.query('delete from sessions where user_id = $1', [one.id])
  expect(await reviewForm.submit()).toBe(false)
  startReview(title)
  expect(reviewForm.$values.get()).toEqual(REVIEW)
  await beListener({ ...next, email: `${next.id}@x.test` })
  startReview(title)
  expect(reviewForm.$values.get()).toEqual({ score: '', title: '', body: '' })
})
