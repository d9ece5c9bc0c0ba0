import type { Page } from '@playwright/test'
import { shiftsOf, watchShifts } from '../support/shifts.ts'
import { expect, expectRouter, inTree, LOCALES, pathOf, test } from '../support/test.ts'

test.use({ isNewBrowser: true })

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
      // Marathi pages begin without a font of ours.
      (document.documentElement.lang === 'mr' || [...document.fonts].some(({ status }) => status === 'loading')),
  )
const someFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
  })

const PHONE = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const SCREENS = { 'a phone': PHONE, 'a wide window': { viewport: { width: 1440, height: 900 } } }

for (const [screen, options] of Object.entries(SCREENS))
  test.describe(`on ${screen}`, () => {
    test.use(options)
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
  })

test.describe('on a phone', () => {
  test.use(PHONE)

  test('[SP-1] scripts are asked for after the first paint and the pictures of the first screen, and a reload waits for none', async ({
    page,
  }) => {
    const earlyScripts = () =>
      page.evaluate(() => {
        // A long document is painted before it is complete: not the first frame after that.
        const painted = performance.getEntriesByType('paint')[0]?.startTime ?? Infinity
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        const { loadEventStart = 0, domContentLoadedEventStart = 0 } = navigation ?? {}
        // Pictures that take longer than the three seconds of elements/shell/head.js keep nobody waiting.
        const earliest = Math.min(Math.max(painted, loadEventStart), domContentLoadedEventStart + 3000)
        const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\/_a\/[^?]+\.js/.test(name))
        return [scripts.length > 0, scripts.filter(({ startTime }) => startTime < earliest).length]
      })
    for (const path of ['/', '/mr/faq/', await pathOf(page, 'dnyaneshwari')]) {
      await page.goto(path)
      await expect(page.locator('body :not(:defined)')).toHaveCount(0)
      expect([path, ...(await earlyScripts())]).toEqual([path, true, 0])
    }
    // The router finds the place of the reader again, before anything is seen.
    await page.evaluate(() => scrollTo(0, 700))
    await page.waitForFunction(() => (history.state as { scrollY?: number } | null)?.scrollY === scrollY && scrollY > 0)
    await page.reload()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
    expect((await earlyScripts())[1]).toBeGreaterThan(0)
  })

  test('[SP-1] the country of a visitor is known without the first use of Intl, which is slow', async ({ page }) => {
    await page.addInitScript(() => {
      const used: string[] = []
      Object.assign(window, { used })
      for (const name of ['DateTimeFormat', 'NumberFormat'] as const)
        Intl[name] = new Proxy<never>(Intl[name] as never, {
          apply: (target, self, args) => (used.push(name), Reflect.apply(target, self, args) as object),
          construct: (target, args) => (used.push(name), Reflect.construct(target, args) as object),
        })
    })
    await page.goto('/')
    await expect(page.locator('main :not(:defined)')).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('data-country', 'IN')
    expect(await page.evaluate(() => (window as unknown as { used: string[] }).used)).toEqual([])
  })

  test('[SP-1] pictures that are loaded at once are no larger than the screen', async ({ browser, page: guide }) => {
    for (const path of ['/', '/browse/', '/family/', '/kids/', await pathOf(guide, 'dnyaneshwari')]) {
      // A larger file that another page has brought is as good.
      const page = await browser.newPage({ ...PHONE, viewport: { width: 412, height: 823 } })
      await page.goto(path)
      await expect(page.locator('main img').first()).toHaveJSProperty('complete', true)
      const large = await page.locator('main img').evaluateAll((all) =>
        all.flatMap((image) => {
          if (!(image instanceof HTMLImageElement) || !image.complete || image.clientWidth === 0) return []
          const file = Number(/-(\d+)\.\w+$/.exec(image.currentSrc)?.[1])
          // A banner is as wide as the screen, 721 pixels, and its file of 640 does.
          return file > 1000 || file > 2 * image.clientWidth * devicePixelRatio ? [image.currentSrc] : []
        }),
      )
      expect([path, large]).toEqual([path, []])
      await page.close()
    }
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
    await expectRouter(page)
    await page.locator('a[href="/kids/"]:visible').first().click({ timeout: 20_000 })
    await expect(page).toHaveURL(/\/kids\/$/)
    await expect(page.locator('head link[rel=stylesheet]').first()).toHaveAttribute('href', /^\/_a\//)
    await expect(page.locator('.skip').first()).toHaveCSS('position', 'absolute')
  })
})
