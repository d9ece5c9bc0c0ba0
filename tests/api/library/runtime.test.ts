import { expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { grant } from '../../../src/server/library/library.ts'
import { signedIn, withTracks } from '../support/listening.ts'
import { ask } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()

it('[LI-1] the library tells count and length of the same titles, whatever gave them', async () => {
  const { id, token } = await signedIn(shop())
  const ways = [
    ['kid-0', 'purchase', 600],
    ['kid-1', 'free', 300],
    ['kid-2', 'gift', 60],
  ] as const
  for (const [key, how, seconds] of ways)
    await grant(shop().context, id, (await withTracks(shop(), key, [seconds])).id, how)
  const { body } = await ask(shop(), endpoints.myLibrary, { offset: 0, limit: 1 }, { token })
  expect([body.data.mylibrary_products_count, body.data.mylibrary_runtime]).toEqual([3, 960])
})
