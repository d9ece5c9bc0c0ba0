import { expect, test as base, type Locator, type Page, type Route, type TestInfo } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { BLANK, launchTwice, openSharedContext, resetSharedContext, type SharedContext } from './browser-context.ts'

type Fixtures = {
  /** Messages that a test expects; everything else on the console fails it. */
  expectedErrors: RegExp
  seesCookieNotice: boolean
  /** A browser that has nothing of the shop, not even in its memory: for what is measured, or counted of its requests. */
  isNewBrowser: boolean
  /** Those of the configuration, with which a test may use the context of another. */
  hasUsualOptions: boolean
}
type WorkerFixtures = { shared: { current?: SharedContext | undefined } }

/** What Playwright says in the place of the service worker; and what Chromium says of the router's own preloads where the machine is slow. */
const NO_FAULTS =
  /^Service Worker registration blocked by Playwright|^The resource \S+\.css was preloaded using link preload but not used within a few seconds/
const byte = () => Math.floor(Math.random() * 256)

/** Fails on every unexpected console error or warning, thrown error and refused content policy. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  expectedErrors: [/^(?!)/, { option: true }],
  seesCookieNotice: [false, { option: true }],
  // Every test is a visitor of an address of its own, as the limits of the shop count addresses; TRUST_PROXY of scripts/test.ts lets it say so.
  extraHTTPHeaders: async ({ baseURL: _none }, use) => use({ 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` }),
  isNewBrowser: [false, { option: true }],
  hasUsualOptions: async (
    { bypassCSP, hasTouch, javaScriptEnabled, locale, permissions, serviceWorkers, viewport },
    use,
  ) =>
    use(
      !bypassCSP &&
        !hasTouch &&
        javaScriptEnabled !== false &&
        locale === 'en-US' &&
        !permissions &&
        serviceWorkers === 'block' &&
        viewport?.width === 1440,
    ),
  browser: [
    async ({ playwright, browserName }, use) => {
      const browser = await launchTwice(() => playwright[browserName].launch())
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 0 },
  ],
  shared: [
    async ({ browserName: _none }, use) => {
      const shared: WorkerFixtures['shared'] = {}
      await use(shared)
      await shared.current?.context.close()
    },
    { scope: 'worker' },
  ],
  // A new context has a new process, which reads and compiles the scripts of the shop again: half of the work of a test.
  context: async ({ browser, shared, hasUsualOptions, isNewBrowser, extraHTTPHeaders }, use) => {
    if (isNewBrowser || !hasUsualOptions) {
      const own = await browser.newContext()
      await use(own)
      return own.close()
    }
    const current = (shared.current ??= await openSharedContext(await browser.newContext()))
    await current.context.setExtraHTTPHeaders(extraHTTPHeaders ?? {})
    await use(current.context)
    if (current.canBeReset) return resetSharedContext(current)
    shared.current = undefined
    return current.context.close()
  },
  page: async ({ page, expectedErrors, seesCookieNotice }, use, info) => {
    const unexpected: string[] = []
    const hear = (text: string) => {
      if (!expectedErrors.test(text) && !NO_FAULTS.test(text)) unexpected.push(text)
    }
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        hear(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => hear(error.message))
    if (!seesCookieNotice) await page.addInitScript(() => localStorage.setItem('isShowCookiePolicy', 'false'))
    await use(page)
    if (info.status !== info.expectedStatus) await attachShown(page, info)
    // Answers that are still under way belong to no test any more.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(unexpected, 'unexpected messages on the console').toEqual([])
  },
})

/** Playwright describes the first page of a context, which is the idle one here. */
async function attachShown(page: Page, info: TestInfo): Promise<void> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: unknown) => String(error))
  await info.attach('shown', { body: `${page.url()}\n\`\`\`yaml\n${shown}\n\`\`\`\n` })
}

export { expect }

export const LOCALES = ['en', 'mr'] as const
export const inTree = (locale: string, path: string) => (locale === 'mr' ? `/mr${path}` : path)

/** Everything that fades or slides has come to rest: half-faded text has colours of its own. What turns for ever is not waited for. */
async function expectAtRest(page: Page): Promise<void> {
  const moving = () => {
    const ends = (animation: Animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime)
    return document.getAnimations().filter((animation) => animation.playState === 'running' && ends(animation)).length
  }
  await expect.poll(() => page.evaluate(moving), 'parts that still move').toBe(0)
}

/** How often something has begun to move in this document since it was first asked. */
const movesOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const counter = window as unknown as { moves?: number }
    if (counter.moves === undefined) {
      counter.moves = 0
      for (const start of ['animationstart', 'transitionrun'])
        document.addEventListener(start, () => (counter.moves = (counter.moves ?? 0) + 1), true)
    }
    return counter.moves
  })

/** What axe found while nothing moved. A player that comes back by itself may come while axe looks: then it looks again. */
async function violationsAtRest(page: Page, part: Parameters<typeof axeViolations>[1]): Promise<string[]> {
  for (;;) {
    const before = await movesOf(page)
    await expectAtRest(page)
    const found = await axeViolations(page, part)
    if (found.length === 0 || (await movesOf(page)) === before) return found
  }
}

/**
 * No violation of WCAG 2.2 AA and of axe's best practices: in the dialog that is open, else on the page without its header
 * and footer, which shell/accessible.spec.ts looks at.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsAtRest(page, { exclude: ['body > header', 'body > footer'], orDialog: true })).toEqual([])
}

/** The same for the whole page as it stands. */
export async function expectPageAccessible(page: Page): Promise<void> {
  expect(await violationsAtRest(page, { include: ['html'] })).toEqual([])
}

/** Pages on which a step has run. */
const usedPages = new WeakSet<Page>()

/**
 * One part of a journey. What an earlier part changed of window, network and storage is undone before it, so that it finds a
 * new visitor, whose browser has the files of the shop already. Clocks and scripts that were put into the page stay.
 */
export async function step(page: Page, title: string, body: () => Promise<void>): Promise<void> {
  if (usedPages.has(page)) await forgetVisitor(page)
  usedPages.add(page)
  await test.step(title, body)
}

/** What this page's visitor has done is undone: the next one is a new visitor. */
export async function forgetVisitor(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().setOffline(false)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  await openBlank(page)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies()
}

/** A page by `page.route` in its place would turn off the cache of the browser, which doubles the cost of every page after it. */
export async function openBlank(page: Page): Promise<void> {
  if (page.url().endsWith(BLANK)) return
  await page.waitForFunction(
    () => !('overlay' in document.documentElement.dataset) || document.querySelector('dialog[open]') !== null,
  )
  await page.goto(BLANK)
}

/** "Now playing" is closed and its entry of the history is gone: a navigation before that would be aborted by `history.back`. */
export async function expectPanelClosed(page: Page): Promise<void> {
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(page.locator('html')).not.toHaveAttribute('data-overlay')
}

/** Nothing reaches past the edge of the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const past = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(past, `pixels past the edge of ${page.url()}`).toBeLessThanOrEqual(0)
}

/** Until the scripts of the page are there, a press loads the next one without the router. */
export async function expectRouter(page: Page): Promise<void> {
  await expect(page.locator('signed-in-shell:not(:defined)')).toHaveCount(0)
}

/** Keeps scripts from coming until they are released: all of them, or those of a name. */
export async function holdScripts(page: Page, name = '*'): Promise<{ release: () => Promise<void> }> {
  const routes: Route[] = []
  let isReleased = false
  await page.route(`**/_a/${name}.js`, (route) => (isReleased ? route.continue() : void routes.push(route)))
  return {
    async release() {
      await expect.poll(() => routes.length).toBeGreaterThan(0)
      isReleased = true
      await Promise.all(routes.map((route) => route.continue()))
    },
  }
}

/** Until the page's own scripts run: every custom element that it has is defined. */
export async function scriptsRun(page: Page): Promise<void> {
  await expect(page.locator('body :not(:defined)')).toHaveCount(0)
}

/** A key that belongs to an input method, which suggests words just now. False where the page takes it. */
export const pressComposing = (field: Locator, key: string): Promise<boolean> =>
  field.evaluate(
    (element, pressed) =>
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true, isComposing: true }),
      ),
    key,
  )

/** By the router, which shows a page before its scripts are there. */
export const followLink = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => document.body.appendChild(Object.assign(document.createElement('a'), { href })).click(), path)

/** Path of a demo title as the site itself links it. */
export async function pathOf(page: Page, text: string): Promise<string> {
  const reply = await page.request.get(`/api/search-suggestion/?q=${encodeURIComponent(text)}`)
  const { suggested_products: found } = (await reply.json()) as {
    suggested_products: { id: number; product_slug: string; product_audio_type: string }[]
  }
  const [first] = found
  if (!first) throw new Error(`the demo has no title ${text}`)
  return `/product-details/${first.id}/${first.product_slug}/`
}
