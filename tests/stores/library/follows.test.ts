import { afterEach, describe, expect, it } from 'vitest'
import { announceSignOut, endSession } from '#stores/accounts/session.ts'
import { $follows, changeWeeklyNews, follow, isFollowed, loadFollows } from '#stores/library/follows.ts'
import { signedIn } from '../../api/support/listening.ts'
import { idOf, useShop } from '../../api/support/shop.ts'
import { refusal, useNetwork, type Trouble } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
const network = useNetwork(shop)
const FOLLOWS = '/v1/follows/'
const WEEKLY = '/follows/weekly/'

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

describe('the weekly mail', () => {
  const isSaved = async (id: number) =>
    (await shop().db.query('select 1 from weekly_news where user_id = $1', [id])).length > 0
  const asked = () => network.requests.filter(({ path }) => path.endsWith(WEEKLY)).map(({ body }) => body)

  it('[RM-5] a list that was asked for before a change does not take the change back', async () => {
    await beSomebody()
    const before = { status: true, follows: [], is_weekly: false, has_address: true }
    const { promise, resolve } = Promise.withResolvers<void>()
    network.troubles = { [FOLLOWS]: { until: promise, status: 200, body: JSON.stringify(before) } }
    const late = loadFollows()
    expect(await changeWeeklyNews(true)).toBeUndefined()
    resolve()
    await late
    expect(ready().isWeekly).toBe(true)
  })

  it('[RM-5] changes go to the server one after the other, and what is no longer wanted by then is not sent', async () => {
    const id = await beSomebody()
    const { promise, resolve } = Promise.withResolvers<void>()
    network.troubles = { [WEEKLY]: { until: promise } }
    const changes = [changeWeeklyNews(true)]
    await expect.poll(asked).toHaveLength(1)
    network.troubles = {}
    changes.push(changeWeeklyNews(false), changeWeeklyNews(true), changeWeeklyNews(false))
    expect(ready().isWeekly).toBe(false)
    resolve()
    expect(await Promise.all(changes)).toEqual([undefined, undefined, undefined, undefined])
    expect(asked()).toEqual([{ is_wanted: true }, { is_wanted: false }])
    expect([ready().isWeekly, await isSaved(id)]).toEqual([false, false])
  })

  it('[RM-5] changes that were not saved are taken back to what the server has', async () => {
    await beSomebody()
    network.troubles = { [WEEKLY]: 'cut' }
    const changes = [changeWeeklyNews(true), changeWeeklyNews(false)]
    expect(await Promise.all(changes)).toContain('offline')
    expect(ready().isWeekly).toBe(false)
    network.troubles = { [WEEKLY]: { passes: 1, then: 'cut' } }
    await changeWeeklyNews(true)
    expect(await changeWeeklyNews(false)).toBe('offline')
    expect(ready().isWeekly).toBe(true)
  })

  it('[RM-5] a wish of somebody who left is not sent for the next listener, nor shown to them', async () => {
    await beSomebody()
    const { promise, resolve } = Promise.withResolvers<void>()
    network.troubles = { [WEEKLY]: { until: promise } }
    const changes = [changeWeeklyNews(false)]
    await expect.poll(asked).toHaveLength(1)
    changes.push(changeWeeklyNews(true))
    leave()
    network.troubles = {}
    const next = await beSomebody()
    resolve()
    await Promise.all(changes)
    expect(asked()).toHaveLength(1)
    expect([ready().isWeekly, await isSaved(next)]).toEqual([false, false])
  })
})
