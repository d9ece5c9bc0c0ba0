import type { Page } from '@playwright/test'
import { expect, inTree, LOCALES, pathOf, test } from '../support/test.ts'

type Shift = { value: number; parts: string[] }

/**
 * Collects layout shifts from the first paint on. `hadRecentInput` is not asked: nobody touches these pages, and Chromium says it
 * also for half a second after the window got its size.
 */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    const collect = (entries: PerformanceEntryList) => {
      for (const entry of entries as unknown as LayoutShift[])
        shifts.push({
          value: entry.value,
          parts: entry.sources.map(({ node }) =>
            node instanceof Element ? `${node.localName}.${node.className}` : '',
          ),
        })
    }
    const observer = new PerformanceObserver((list) => collect(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // The observer hears of a shift some time after it.
    Object.assign(window, { allShifts: () => (collect(observer.takeRecords()), shifts) })
  })
}
type LayoutShift = { value: number; sources: { node?: Node }[] }
const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { allShifts: () => Shift[] }).allShifts())

/** Fonts wait until the page was painted without them, as on a slow line; the function lets them through. */
async function holdFonts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const paintedWithoutFonts = (page: Page) =>
  page.waitForFunction(
    () =>
      document.readyState !== 'loading' &&
      performance.getEntriesByName('first-contentful-paint').length > 0 &&
      [...document.fonts].some(({ status }) => status === 'loading'),
  )
const someFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
  })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true })

  for (const locale of LOCALES)
    test(`[SP-1] nothing shifts when the fonts come late, in ${locale}`, async ({ browser, page }) => {
      const title = await pathOf(page, 'dnyaneshwari')
      const author = '/author/1/sant-dnyaneshwar/'
      for (const path of ['/', '/browse/', title, author, '/faq/', '/kids/', '/subscribe/', '/family/'])
        await test.step(`on ${path}`, async () => {
          // A visitor of their own for each page: nothing is cached.
          const visit = await browser.newPage()
          await watchShifts(visit)
          const release = await holdFonts(visit)
          await visit.goto(inTree(locale, path), { waitUntil: 'commit' })
          await paintedWithoutFonts(visit)
          await expect(visit.locator('main :not(:defined)')).toHaveCount(0)
          await someFrames(visit)
          release()
          await visit.waitForLoadState('load')
          await visit.evaluate(() => document.fonts.ready)
          await someFrames(visit)
          const shifts = await shiftsOf(visit)
          expect(
            shifts.reduce((sum, { value }) => sum + value, 0),
            JSON.stringify(shifts),
          ).toBeLessThanOrEqual(0.01)
          await visit.close()
        })
    })

  test('[SP-1] scripts measure nothing of the home page that is not laid out', async ({ page }) => {
    await page.addInitScript(() => {
      const measured: string[] = []
      Object.assign(window, { measured })
      for (const [owner, name] of [
        [Element.prototype, 'scrollWidth'],
        [Element.prototype, 'clientWidth'],
        [HTMLElement.prototype, 'offsetWidth'],
        [HTMLElement.prototype, 'offsetHeight'],
      ] as const) {
        const { get } = Object.getOwnPropertyDescriptor(owner, name) ?? {}
        Object.defineProperty(owner, name, {
          configurable: true,
          get(this: Element) {
            if (!this.checkVisibility({ contentVisibilityAuto: true })) measured.push(`${name} of ${this.className}`)
            return get?.call(this) as number
          },
        })
      }
    })
    await page.goto('/')
    await expect(page.locator('main :not(:defined)')).toHaveCount(0)
    await someFrames(page)
    expect(await page.evaluate(() => (window as unknown as { measured: string[] }).measured)).toEqual([])
  })

  test('[SP-1] the browser of the tests has a font for Marathi, as every phone has', async ({ page }) => {
    await page.goto('/accessibility/')
    const widths = await page.evaluate(() => {
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen) return []
      pen.font = '100px "Noto Sans Devanagari", serif'
      return ['क', 'क्', 'कि', 'मी'].map((text) => Math.round(pen.measureText(text).width))
    })
    // Boxes are all of one width; a syllable of two letters would be two boxes.
    expect(new Set(widths).size).toBeGreaterThan(2)
  })
})

test.describe('a page of another publication', () => {
  // The policy speaks already while the router reads that page.
  test.use({ expectedErrors: /^Applying inline style violates/ })

  test('[SP-1] keeps its style although the policy forbids inline ones', async ({ page }) => {
    await page.route(/\/kids\/$/, async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      await route.fulfill({
        response,
        body: html
          .replace(/data-styles="[^"]*"/, 'data-styles="other"')
          .replaceAll(/<style (data-astro-transition-persist)="[^"]*"([^>]*)>/g, '<style $1="other"$2>/* other */'),
      })
    })
    await page.goto('/faq/')
    await page.locator('a[href="/kids/"]:visible').first().click({ timeout: 20_000 })
    await expect(page).toHaveURL(/\/kids\/$/)
    await expect(page.locator('head link[rel=stylesheet]').first()).toHaveAttribute('href', /^\/_a\//)
    await expect(page.locator('.skip').first()).toHaveCSS('position', 'absolute')
  })
})
