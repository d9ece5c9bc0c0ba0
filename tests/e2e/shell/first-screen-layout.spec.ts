import type { Page } from '@playwright/test'
import { expect, inTree, LOCALES, test } from '../support/test.ts'

/** Milliseconds from the start of the page. */
const timesOf = (page: Page) =>
  page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
    const begins = (address: string) => performance.getEntriesByName(new URL(address, location.href).href)[0]?.startTime
    const scripts = (document.documentElement.dataset['scripts'] ?? '').split(' ').map(begins)
    const first = new Set(
      [...document.querySelectorAll<HTMLImageElement>('.hero img')].map((cover) => cover.currentSrc),
    )
    const covers = [...document.querySelectorAll<HTMLImageElement>('.shelf img')]
      .map(({ currentSrc }) => currentSrc)
      .filter((address) => address !== '' && !first.has(address))
      .map(begins)
    const seen = (times: (number | undefined)[]) => times.filter((time) => time !== undefined)
    return { paint, scripts: seen(scripts), covers: seen(covers) }
  })

for (const locale of LOCALES)
  test(`[SP-1] a phone paints its first screen before it fetches scripts and covers of shelves, in ${locale}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 412, height: 823 })
    await page.goto(inTree(locale, '/'))
    await expect.poll(async () => (await timesOf(page)).scripts.length).toBeGreaterThan(0)
    await expect.poll(async () => (await timesOf(page)).covers.length).toBeGreaterThan(0)
    const { paint, scripts, covers } = await timesOf(page)
    expect(Math.min(...scripts)).toBeGreaterThan(paint)
    expect(Math.min(...covers)).toBeGreaterThan(paint)
    // The rest of the page comes with nobody's help.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(page.locator('.authors')).toBeVisible()
  })

test('[SP-1] a browser that does not tell of its first paint shows the whole page too', async ({ page }) => {
  await page.addInitScript(() => {
    window.PerformanceObserver = class {
      observe() {}
    } as unknown as typeof PerformanceObserver
  })
  await page.setViewportSize({ width: 412, height: 823 })
  await page.goto('/')
  await expect(page.locator('.authors')).toBeVisible()
  await page.locator('.shelf').last().scrollIntoViewIfNeeded()
  await expect(page.locator('.shelf').last().getByRole('link').first()).toBeVisible()
})
