import { expect, it } from 'vitest'
import { reviewForm, startReview } from '#stores/reviews/review.ts'
import { signedIn } from '../../api/support/listening.ts'
import { idOf, useShop } from '../../api/support/shop.ts'
import { refusal, useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
const network = useNetwork(shop)

it.each([
  ['is refused', refusal(422, 'notAllowed')],
  ['is taken', { status: 200, body: '{"status":true}' }],
])('[RV-1] a review that %s after the form of another title was opened changes nothing there', async (_what, reply) => {
  const listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
  const [sent, next] = [await idOf(shop(), 'products', 'kid-1'), await idOf(shop(), 'products', 'kid-2')]
  startReview(sent)
  for (const [name, text] of [
    ['score', '5'],
    ['title', 'Good'],
    ['body', 'Very good'],
  ] as const)
    reviewForm.change(name, text)
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
