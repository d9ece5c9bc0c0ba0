import { afterEach, describe, expect, it } from 'vitest'
import { announceSignOut, endSession } from '#stores/accounts/session.ts'
import { $follows, follow, isFollowed, loadFollows } from '#stores/library/follows.ts'
import { signedIn } from '../../api/support/listening.ts'
import { idOf, useShop } from '../../api/support/shop.ts'
import { refusal, useNetwork, type Trouble } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
const network = useNetwork(shop)
const FOLLOWS = '/v1/follows/'

/** What is asked after a change has no answer. */
const noList = (): Trouble => ({ passes: 1, then: refusal(429, 'tooMany') })

function leave(): void {
  endSession()
  announceSignOut()
}
afterEach(leave)

async function beSomebody(): Promise<number> {
  const listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
  await loadFollows()
  return listener.id
}
function ready() {
  const now = $follows.get()
  if (now.state !== 'ready') throw new Error(`the list is ${now.state}`)
  return now
}
const serial = async () => ({ kind: 'title' as const, id: await idOf(shop(), 'products', 'cast') })

describe('following', () => {
  it('[RM-5] what the server has taken is shown also when the list cannot be fetched after it, each way', async () => {
    await beSomebody()
    const followed = await serial()
    network.troubles = { [FOLLOWS]: noList() }
    expect(await follow(followed, true)).toBeUndefined()
    expect(isFollowed(ready(), followed)).toBe(true)
    network.troubles = { [FOLLOWS]: noList() }
    expect(await follow(followed, false)).toBeUndefined()
    expect(isFollowed(ready(), followed)).toBe(false)
    network.troubles = {}
    await follow(followed, true)
    expect(ready()).toMatchObject({ follows: [followed], added: [] })
    // The row of the list.
    network.troubles = { [FOLLOWS]: noList() }
    expect(await follow(ready().follows[0] ?? followed, false)).toBeUndefined()
    expect(ready().follows).toEqual([])
  })

  it('[RM-5] what somebody followed who left meanwhile is not shown as followed by the next listener', async () => {
    await beSomebody()
    const followed = await serial()
    const { promise, resolve } = Promise.withResolvers<void>()
    network.troubles = { [FOLLOWS]: { until: promise } }
    const following = follow(followed, true)
    await expect.poll(() => network.requests.some(({ body }) => body !== undefined)).toBe(true)
    leave()
    network.troubles = {}
    await beSomebody()
    network.troubles = { [FOLLOWS]: refusal(429, 'tooMany') }
    resolve()
    await following
    expect(isFollowed(ready(), followed)).toBe(false)
  })
})
