import type { Browser, Page } from '@playwright/test'
import {
  bar,
  button,
  expectPlaying,
  goNearEnd,
  isPast,
  listenTo,
  playAll,
  sound,
  watchSound,
  type AudioLog,
} from '../support/listening.ts'
import { beBuyer } from '../support/orders.ts'
import { beSignedIn } from '../support/personas.ts'
import { expect, pathOf, test } from '../support/test.ts'

/** Another device of the same listener: a browser that shares nothing with the first. */
async function otherDevice(browser: Browser, baseURL: string | undefined, email: string): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await watchSound(page)
  await beSignedIn(page, email)
  return page
}

test('[PL-6][PL-9] a second device resumes where the first one stopped, and asks when its own position differs', async ({
  page,
  browser,
  baseURL,
}) => {
  const { email } = await beBuyer(page)
  await watchSound(page)
  const path = await pathOf(page, 'Dnyaneshwari')
  await page.goto(path)
  await playAll(page).click()
  await isPast(page, 1)
  await button(page, 'pause').click()
  await expect(bar(page)).toHaveAttribute('data-state', 'paused')

  const phone = await otherDevice(browser, baseURL, email)
  await phone.goto(path)
  await expect(bar(phone)).toHaveAttribute('data-state', 'paused')
  await expect(bar(phone)).toContainText('1 of 3')
  await expect(playAll(phone)).toContainText(/Continue at 0:0\d/)
  await playAll(phone).click()
  await isPast(phone, 1)
  await expect(bar(phone)).toContainText('1 of 3')
  await button(phone, 'next').click()
  await button(phone, 'next').click()
  await expect(bar(phone)).toContainText('3 of 3')
  await isPast(phone, 1)
  const reply = phone.waitForResponse('**/api/player/')
  await button(phone, 'pause').click()
  await reply

  await page.reload()
  await expect(bar(page)).toBeVisible()
  await button(page, 'play').click()
  // It was heard there last, although this page was closed later.
  await expect(bar(page)).toContainText('3 of 3')
  await expectPlaying(page)
  const notice = bar(page).getByRole('status').filter({ hasText: 'Here you had stopped in Salutation' })
  await notice.getByRole('button', { name: 'Go there' }).click()
  await expect(bar(page)).toContainText('1 of 3')
  await expectPlaying(page)
  await phone.context().close()
})

test('[PL-1] a whole title plays to the end of each track, and suggests the next title', async ({ page }) => {
  await listenTo(page)
  for (const at of ['1 of 3', '2 of 3', '3 of 3']) {
    await expect(bar(page)).toContainText(at)
    await expectPlaying(page)
    await isPast(page, 0.2)
    await goNearEnd(page, 1)
  }
  await expect(bar(page)).toHaveAttribute('data-state', 'ended')
  expect((await sound(page)).elements).toBe(1)
  await expect(bar(page).getByRole('status')).toContainText('Dnyaneshwari')
  await expect(bar(page).getByRole('status').getByRole('button')).toHaveCount(2)
})

test.describe('when addresses expire', () => {
  test.use({ expectedErrors: /403|Failed to load/ })

  test('[PL-8] an expired address is requested again, and the track continues at the same second', async ({ page }) => {
    await listenTo(page)
    await isPast(page, 2)
    let refused = 0
    // As the server answers once the fifteen minutes are over.
    await page.route('**/media/audio/**', (route) => {
      if (refused > 0) return route.continue()
      refused += 1
      return route.fulfill({ status: 403, json: { status: false, fault: 'expired' } })
    })
    const request = page.waitForRequest('**/api/get-track-signed-url-example/')
    const at = (await sound(page)).seconds
    await page.evaluate(() => {
      const [one] = (window as unknown as AudioLog).audioLog.elements
      one?.load()
    })
    await request
    await expectPlaying(page)
    await isPast(page, at + 0.5)
    expect(refused).toBe(1)
  })
})
