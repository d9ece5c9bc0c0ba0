import type { Page } from '@playwright/test'
import { bar, expectPlaying, listenTo, sound } from '../support/listening.ts'
import { beNewListener, beSignedIn, LISTENER } from '../support/personas.ts'
import { shiftsOf, watchShifts } from '../support/shifts.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inTree,
  LOCALES,
  openBlank,
  pathOf,
  test,
} from '../support/test.ts'

const WORDS = {
  en: { heard: 'Continue listening', chosen: 'For you', go: /^Continue /, pause: 'Pause', none: /will stand here/ },
  mr: { heard: 'पुढे ऐका', chosen: 'तुमच्यासाठी', go: / पुढे ऐका$/, pause: 'थांबवा', none: /इथे दिसेल/ },
} as const

test.use({ expectedErrors: /my-|follows|ERR_|503/ })

const home = (page: Page) => page.locator('listener-home')
const shelf = (page: Page, name: 'heard' | 'fresh' | 'chosen') => home(page).locator(`section.${name}`)
const heading = (page: Page, text: string) => home(page).getByRole('heading', { name: text, exact: true })
/** A line of text may stand some pixels higher in the font that came late; a shelf that moves counts for five times as much. */
async function expectStill(page: Page): Promise<void> {
  const shifts = await shiftsOf(page)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, JSON.stringify(shifts)).toBeLessThan(0.002)
}
const someFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
  })
/** The server's answer to the page, as a shelf is corrected after it. */
const corrected = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/v1/follows/new/') && response.ok())

/** What the home page shows is in the browser a moment later. */
const stored = (page: Page, text = '') =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('listenerHome.en'))).toContain(text)

/** Hears some seconds of a title and stops there. */
async function hear(page: Page, text: string, locale: 'en' | 'mr'): Promise<void> {
  await listenTo(page, text, locale)
  await expect.poll(async () => (await sound(page)).seconds).toBeGreaterThan(4)
  await bar(page, locale).getByRole('button', { name: WORDS[locale].pause, exact: true }).click()
  await expect(bar(page, locale)).toHaveAttribute('data-state', 'paused')
}

for (const locale of LOCALES)
  for (const [screen, viewport] of Object.entries({
    'a phone': { width: 320, height: 640 },
    'a wide window': { width: 1440, height: 900 },
  }))
    test(`[RM-1] the home page begins with what was heard last, and one press goes on there, on ${screen} in ${locale}`, async ({
      page,
    }) => {
      const words = WORDS[locale]
      await page.setViewportSize(viewport)
      await hear(page, 'Dnyaneshwari', locale)
      const { seconds } = await sound(page)
      await watchShifts(page)
      // What the browser stored is drawn by the page alone: neither scripts nor the server have answered.
      await page.route('**/_a/*.js', () => undefined)
      await page.goto(inTree(locale, '/'), { waitUntil: 'commit' })
      await expect(heading(page, words.heard)).toBeVisible()
      await expect(shelf(page, 'heard').locator('progress')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      const answer = corrected(page)
      await page.goto(inTree(locale, '/'))
      await expect(heading(page, words.heard)).toBeInViewport()
      await answer
      await someFrames(page)
      await expectStill(page)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await shelf(page, 'heard').getByRole('button', { name: words.go }).press('Enter')
      await expectPlaying(page, locale)
      expect((await sound(page)).seconds).toBeGreaterThan(seconds - 2)
    })

test('[RM-1] the server corrects what this browser drew, without a shift, and other shelves follow', async ({
  page,
}) => {
  await watchShifts(page)
  await beSignedIn(page, LISTENER)
  const first = corrected(page)
  await page.goto('/')
  await first
  await expect(heading(page, WORDS.en.heard)).toBeVisible()
  await expect(heading(page, WORDS.en.chosen)).toBeAttached()
  const name = (await shelf(page, 'heard').locator('.name').first().textContent()) ?? ''
  await expectStill(page)
  await stored(page, name)
  await openBlank(page)
  await page.evaluate((real) => {
    for (const key of ['listenerHome.en', 'listenerHome'])
      localStorage.setItem(key, (localStorage.getItem(key) ?? '').replaceAll(real, 'An old name'))
  }, name)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/my-*/', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/')
  await expect(home(page).getByRole('link', { name: 'An old name' }).first()).toBeVisible()
  resolve()
  await expect(home(page).getByRole('link', { name, exact: true }).first()).toBeVisible()
  await expect(home(page).getByRole('link', { name: 'An old name' })).toHaveCount(0)
  await someFrames(page)
  await expectStill(page)
})

test('[RM-1] stays as it was without a server, and says so where nothing is known', async ({ page }) => {
  await hear(page, 'Dnyaneshwari', 'en')
  await page.route('**/api/**', (route) => route.abort())
  await page.goto('/')
  await expect(heading(page, WORDS.en.heard)).toBeVisible()
  await page.evaluate(() => {
    localStorage.removeItem('listenerHome.en')
    localStorage.removeItem('listenerHome')
  })
  await page.reload()
  await expect(home(page).getByRole('status')).toHaveText(/could not be fetched/)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(home(page).getByRole('status')).toHaveCount(0)
})

test('[RM-1] guests and who has heard nothing see the page of everybody, and nobody sees the home of another listener', async ({
  page,
}) => {
  await page.goto('/')
  await expect(home(page)).toBeEmpty()
  await expect(page.locator('.hero .lead')).toBeVisible()
  await beNewListener(page)
  await page.goto('/')
  await expect(home(page).getByRole('status')).toHaveText(WORDS.en.none)
  await stored(page)
  await page.goto('/')
  await expect(page.locator('.hero .lead')).toBeInViewport()
  await hear(page, 'Dnyaneshwari', 'en')
  await page.goto('/')
  await expect(heading(page, WORDS.en.heard)).toBeVisible()
  await page.goto('/logout/')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('signedInHint'))).toBeNull()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('listenerHome')))).toEqual(
    [],
  )
  await page.goto('/')
  await expect(home(page)).toBeEmpty()
})

test('[RM-1] what plays stands first after a move through the pages', async ({ page }) => {
  await hear(page, 'Panchatantra', 'en')
  await page.goto(await pathOf(page, 'Dnyaneshwari'))
  await page.locator('.play-all').click()
  await expectPlaying(page)
  await page.locator('header a[href="/"]').first().click()
  await expect(shelf(page, 'heard').locator('.name').first()).toContainText('Dnyaneshwari')
  await expect(shelf(page, 'heard').locator('.name').nth(1)).toContainText('Panchatantra')
})
