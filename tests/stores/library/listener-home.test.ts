import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { call } from '#client/browser-call.ts'
import { newOfFollows } from '#contract/library/follows.ts'
import { myShelf } from '#contract/library/library.ts'
import { accountOf, announceSignOut, currentSession, endSession } from '#stores/accounts/session.ts'
import { $drawnHome, $homeText, clearHome } from '#stores/library/drawn-home.ts'
import { homeOf } from '#stores/library/listener-home.ts'
import { storeHome } from '../../../src/elements/library/home-shelves.ts'
import { followHome } from '../../../src/elements/library/listener-home.ts'
import { grant } from '../../../src/server/library/library.ts'
import { playerOf, signedIn, withTracks, type Listener } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

// Elements are defined by the page.
vi.hoisted(() => void vi.stubGlobal('HTMLElement', EventTarget))

const shop = useShop()
const network = useNetwork(shop)

/** What of `<listener-home>` is looked at: what stands in it, and the room that is reserved for it. */
class FakeHome {
  innerHTML = ''
  textContent = ''
  readonly properties = new Map<string, string>()
  readonly style = {
    setProperty: (name: string, value: string) => void this.properties.set(name, value),
    removeProperty: (name: string) => void this.properties.delete(name),
  }
  get firstChild(): unknown {
    return this.innerHTML || null
  }
  querySelector(selector: string): unknown {
    return selector === 'section' && this.innerHTML.includes('<section') ? {} : null
  }
  replaceChildren(note?: FakeHome): void {
    this.innerHTML = note?.textContent ?? ''
  }
}

beforeAll(() => void Object.assign(document, { createElement: () => new FakeHome() }))
afterEach(() => {
  page.abort()
  leave()
})

let page = new AbortController()
function openHome(): FakeHome {
  page = new AbortController()
  const home = new FakeHome()
  followHome(home as unknown as HTMLElement, page.signal)
  return home
}
/** As another tab does it. */
function leave(): void {
  endSession()
  announceSignOut()
}

type Someone = Listener & { email: string }
async function someone(): Promise<Someone> {
  const listener = await signedIn(shop())
  return { ...listener, email: `${listener.id}@x.test` }
}
/** Somebody who stopped in a title. */
async function hearer(): Promise<Someone> {
  const listener = await someone()
  const title = await withTracks(shop(), 'kid-1', [600, 300])
  await grant(shop().context, listener.id, title.id, 'gift')
  const report = await playerOf(shop(), listener, title)
  await report('initiate')
  return listener
}
const stored = () => $homeText.get() + $drawnHome.en.get() + $drawnHome.mr.get()

it('[RM-1] [SH-14] what a listener heard goes from the open page with their sign-out in another tab, and comes again with them', async () => {
  const listener = await hearer()
  await beListener(listener)
  const home = openHome()
  for (let visit = 0; visit < 2; visit += 1) {
    await vi.waitUntil(() => home.innerHTML.includes('Lion 1'))
    expect(home.properties.has('min-height')).toBe(true)
    leave()
    expect(home.innerHTML).toBe('')
    expect(home.properties.has('min-height')).toBe(false)
    await beListener(listener)
  }
})

it('[RM-1] a session that the server has ended takes them along, and the next listener of the page sees their own', async () => {
  const next = await someone()
  await beListener(await hearer())
  const home = openHome()
  await vi.waitUntil(() => home.innerHTML.includes('Lion 1'))
  endSession()
  expect(home.innerHTML).toBe('')
  await beListener(next)
  await vi.waitUntil(() => home.innerHTML)
  expect(home.innerHTML).toContain('will stand here')
})

it.each([myShelf.path, newOfFollows.path])(
  '[RM-1] an answer of %s that comes after its listener has left is neither shown nor stored for the next one',
  async (late) => {
    const next = await someone()
    await beListener(await hearer())
    const { promise, resolve } = Promise.withResolvers<void>()
    network.troubles = { [late]: { until: promise } }
    const home = openHome()
    await vi.waitUntil(() => network.requests.some(({ path }) => path === late))
    leave()
    network.troubles = {}
    await beListener(next)
    await vi.waitUntil(() => $homeText.get())
    resolve()
    // The late answer, the page of its title and the texts of both languages take less.
    for (let calls = 0; calls < 5; calls += 1) await call(myShelf, {})
    expect(home.innerHTML).not.toContain('Lion')
    expect(stored()).not.toContain('Lion')
  },
)

it('[RM-1] what plays is not stored when its listener leaves while it is being drawn', async () => {
  await beListener(await hearer())
  const session = await currentSession()
  if (!session) throw new Error('nobody is signed in')
  const storing = storeHome(homeOf(accountOf(session)), session)
  leave()
  clearHome()
  await storing
  expect(stored()).toBe('')
})
