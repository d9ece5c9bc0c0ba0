import type { Page } from '@playwright/test'
import { expect, inTree, LOCALES, pathOf, step, test } from '../support/test.ts'

type Shift = { value: number; parts: string[] }

/** Collects layout shifts from the first paint on, except those after an input. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[])
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            parts: entry.sources.map(({ node }) =>
              node instanceof Element ? `${node.localName}.${node.className}` : '',
            ),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
type LayoutShift = { value: number; hadRecentInput: boolean; sources: { node?: Node }[] }
const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)

for (const locale of LOCALES)
  test(`[SP-1] nothing shifts on a slow phone, in ${locale}`, async ({ page, context }) => {
    const author = '/author/1/sant-dnyaneshwar/'
    const paths = [
      '/',
      '/browse/',
      await pathOf(page, 'dnyaneshwari'),
      author,
      '/faq/',
      '/kids/',
      '/subscribe/',
      '/family/',
    ]
    await watchShifts(page)
    await page.setViewportSize({ width: 412, height: 823 })
    // A first page brings the fonts: what a phone draws before depends on the fonts that it has.
    await page.goto(inTree(locale, '/accessibility/'))
    await page.evaluate(() => document.fonts.ready)
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 40,
      downloadThroughput: 400_000,
      uploadThroughput: 400_000,
    })
    for (const path of paths)
      await step(page, `on ${path}`, async () => {
        await page.goto(inTree(locale, path))
        await expect(page.locator('main :not(:defined)')).toHaveCount(0)
        await page.evaluate(() => document.fonts.ready)
        const shifts = await shiftsOf(page)
        expect(
          shifts.reduce((sum, { value }) => sum + value, 0),
          JSON.stringify(shifts),
        ).toBeLessThanOrEqual(0.01)
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
