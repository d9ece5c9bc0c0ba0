import type { Browser, BrowserContext, Page } from '@playwright/test'

/** A file of the shop without a script: in its place the storage of the shop's address can be looked at. */
export const BLANK = '/robots.txt'

/** On a machine without the bus of the system Chromium sometimes ends while it starts; no test has begun then. */
export const launchTwice = (launch: () => Promise<Browser>): Promise<Browser> => launch().catch(launch)

/** A context that the tests of a worker use one after the other. */
export type SharedContext = { context: BrowserContext; idlePage: Page; canBeReset: boolean }

/** The idle page stays open: without a page the process that has read and compiled the scripts of the shop would end. */
export async function openSharedContext(context: BrowserContext): Promise<SharedContext> {
  const shared = { context, idlePage: await context.newPage(), canBeReset: true }
  await shared.idlePage.goto(BLANK)
  // Playwright cannot take a clock out of a context again.
  const install = context.clock.install.bind(context.clock)
  context.clock.install = (time) => {
    shared.canBeReset = false
    return install(time)
  }
  return shared
}

/** Undoes everything that a test left in the context: the next one finds a new visitor in a browser without files. */
export async function resetSharedContext({ context, idlePage }: SharedContext): Promise<void> {
  await Promise.all(context.pages().map((page) => (page === idlePage ? undefined : page.close())))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
  const devtools = await context.newCDPSession(idlePage)
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
  await idlePage.evaluate(clearStorage)
}

async function clearStorage(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  for (const name of await caches.keys()) await caches.delete(name)
  for (const { name } of await indexedDB.databases())
    await new Promise((done) => {
      const deletion = indexedDB.deleteDatabase(name ?? '')
      deletion.onsuccess = done
      deletion.onerror = done
    })
}
