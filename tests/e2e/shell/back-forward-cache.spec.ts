import { chromium, type Browser, type Page } from '@playwright/test'
import { chromiumOptions, windowedChromiumPath } from '../../../scripts/test/chromium.ts'
import { launchTwice } from '../support/browser-context.ts'
import { expect, inTree, LOCALES, pathOf, test } from '../support/test.ts'

const executablePath = windowedChromiumPath()

/** The headless shell has no such cache, and Playwright turns that of Chromium off. */
async function openBrowser(): Promise<Browser> {
  const { args = [], ...options } = chromiumOptions()
  return launchTwice(() =>
    chromium.launch({
      ...options,
      executablePath,
      ignoreDefaultArgs: ['--disable-back-forward-cache', '--headless'],
      args: [...args, '--headless=new'],
    }),
  )
}

/** Leaves for another document and comes back; undefined when the page had to be loaded again. */
async function isKept(page: Page): Promise<{ persisted: boolean | undefined; reasons: string }> {
  await page.evaluate(() => addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })))
  await page.goto('/favicon.svg')
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page.evaluate(() => ({
    persisted: (window as { persisted?: boolean }).persisted,
    reasons: JSON.stringify(
      performance.getEntriesByType('navigation').map((entry) => entry.toJSON().notRestoredReasons),
    ),
  }))
}
const KEPT = { persisted: true, reasons: '[null]' }

test.describe(`the way back${executablePath ? '' : ' (skipped: install the Debian package chromium)'}`, () => {
  test.skip(!executablePath)
  let browser: Browser
  test.beforeAll(async () => {
    browser = await openBrowser()
  })
  test.afterAll(() => browser.close())

  async function visit(path: string, baseURL = ''): Promise<Page> {
    const page = await browser.newPage({ baseURL, serviceWorkers: 'allow' })
    await page.goto(path)
    // A worker that takes over while the page waits would end its waiting; that happens once in a browser.
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    return page
  }

  for (const locale of LOCALES)
    test(`[SP-1] finds pages as they were left, in ${locale}`, async ({ baseURL }) => {
      for (const path of ['/', '/browse/', '/faq/', '/kids/', '/family/', '/subscribe/'])
        await test.step(path, async () => {
          const page = await visit(inTree(locale, path), baseURL)
          expect(await isKept(page)).toEqual(KEPT)
          await page.close()
        })
    })

  test('[SP-1] finds the page of a title as it was left, also after its sample was played', async ({
    baseURL,
    page: guide,
  }) => {
    const sampled = await visit(await pathOf(guide, 'dnyaneshwari'), baseURL)
    expect(await isKept(sampled)).toEqual(KEPT)
    await sampled
      .getByRole('button', { name: /^Play sample/ })
      .first()
      .click()
    await sampled
      .getByRole('button', { name: /^Pause sample/ })
      .first()
      .click()
    await expect(sampled.getByRole('button', { name: /^Play sample/ }).first()).toBeVisible()
    expect(await isKept(sampled)).toEqual(KEPT)
    await sampled.getByRole('region', { name: 'Now playing' }).getByRole('button', { name: 'Close' }).click()
    expect(await isKept(sampled)).toEqual(KEPT)
    await sampled.close()
  })
})
