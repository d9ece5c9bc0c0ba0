import type { Page } from '@playwright/test'
import { NOT_SERVED, signIn } from '../support/accounts.ts'
import { beSignedIn } from '../support/personas.ts'
import { expect, expectAccessible, inTree, step, test } from '../support/test.ts'

const API = '**/api/my-notification/'
const READ = '**/api/notification-read/'
const MESSAGES = {
  en: {
    bell: /^Notifications/,
    all: 'All',
    episodes: 'New episodes',
    listen: 'Listen: The quiet gate',
    unread: 'Notifications, 3 unread',
    read: 'Notifications',
  },
  mr: {
    bell: /^सूचना/,
    all: 'सगळ्या',
    episodes: 'नवे भाग',
    listen: 'ऐका: शांत दरवाजा',
    unread: 'सूचना, ३ न वाचलेल्या',
    read: 'सूचना',
  },
} as const

test.use({ expectedErrors: NOT_SERVED })

const bell = (page: Page) => page.locator('.billing .bell')
const dialog = (page: Page) => page.getByRole('dialog')
const notes = (page: Page) => dialog(page).getByRole('listitem')

const KINDS = ['product_publish', 'episode_launch', 'promotional_notification'] as const
const note = (id: number) => ({
  id,
  title: `Note ${id}`,
  body: `Body ${id}`,
  custom_translation: { en: { name: `Note ${id}`, description: `Body ${id}` } },
  is_read: false,
  date_created: '2026-11-20T06:00:00.000Z',
  notification_type: KINDS[id % 3],
  product: [],
  track: [],
})
/** As many as are wanted, the newest first, until they are read. */
async function withNotes(
  page: Page,
  total: number,
  fresh: number,
): Promise<{ requests: { offset: number; limit: number }[]; read: number }> {
  const seen: { requests: { offset: number; limit: number }[]; read: number } = { requests: [], read: 0 }
  await page.route(API, (route) => {
    const { offset, limit } = route.request().postDataJSON() as { offset: number; limit: number }
    seen.requests.push({ offset, limit })
    const ids = Array.from({ length: total }, (_, index) => total - index).slice(offset, offset + limit)
    return route.fulfill({ json: { status: true, count: seen.read > 0 ? 0 : fresh, total, data: ids.map(note) } })
  })
  await page.route(READ, (route) => {
    seen.read += 1
    return route.fulfill({ json: { status: true } })
  })
  return seen
}

test('[PR-4] opening marks notifications as read, and the count disappears a second later', async ({ page }) => {
  const seen = await withNotes(page, 12, 3)
  await signIn(page, 'karnataka@kathavani.test')
  await expect(bell(page)).toHaveAccessibleName(MESSAGES.en.unread)
  const opened = Date.now()
  await bell(page).click()
  await expect(dialog(page).locator('[data-unread]')).toHaveCount(3)
  await expect(bell(page)).toHaveAccessibleName(MESSAGES.en.read)
  expect(Date.now() - opened).toBeGreaterThanOrEqual(950)
  expect(seen.read).toBe(1)
  await expect(dialog(page).locator('[data-unread]')).toHaveCount(3)
})

test('[PR-4] a notification about a track links to the title and names the track', async ({ page }) => {
  await signIn(page, 'karnataka@kathavani.test', 'mr')
  await bell(page).click()
  await expect(notes(page)).toHaveCount(10)
  await expectAccessible(page)
  const link = dialog(page).getByRole('link', { name: MESSAGES.mr.listen })
  await expect(link).toHaveAttribute('href', /^(?:\/mr)?\/product-details\/\d+\/pune-in-nine-minutes\/\?track=\d+$/)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('नऊ मिनिटांत पुणे')
  await expect(page).toHaveURL(
    new RegExp(`${inTree('mr', '/product-details/')}\\d+/pune-in-nine-minutes/\\?track=\\d+$`),
  )
})

test('[PR-4] [AX-1] notifications load ten per page and by kind, or show that there are none', async ({ page }) => {
  await step(page, 'each page has ten; more load at the end of the list, without repeats', async () => {
    const seen = await withNotes(page, 24, 0)
    await signIn(page, 'karnataka@kathavani.test')
    await bell(page).click()
    await expect(notes(page)).toHaveCount(10)
    await notes(page).last().scrollIntoViewIfNeeded()
    await dialog(page).evaluate((element) => element.scrollTo(0, element.scrollHeight))
    // The end may still be in view when the second ten are there: then the rest comes by itself.
    await expect.poll(() => notes(page).count()).toBeGreaterThanOrEqual(20)
    await dialog(page).evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(notes(page)).toHaveCount(24)
    await expect(dialog(page).getByRole('button', { name: 'More' })).toHaveCount(0)
    // What comes by scrolling leaves the focus where it is.
    await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused()
    expect(seen.requests.slice(1)).toEqual([0, 10, 20].map((offset) => ({ offset, limit: 10 })))
  })

  await step(page, 'three kinds can be filtered', async () => {
    await withNotes(page, 9, 0)
    await signIn(page, 'karnataka@kathavani.test')
    await bell(page).click()
    await expect(notes(page)).toHaveCount(9)
    for (const kind of ['New titles', 'New episodes', 'Messages']) {
      const chip = dialog(page).getByRole('button', { name: kind })
      await chip.click()
      await expect(chip).toHaveAttribute('aria-pressed', 'true')
      await expect(notes(page)).toHaveCount(3)
    }
    await dialog(page).getByRole('button', { name: 'All', exact: true }).click()
    await expect(notes(page)).toHaveCount(9)
  })

  await step(page, 'an empty list shows a message', async () => {
    await withNotes(page, 0, 0)
    await signIn(page, 'karnataka@kathavani.test')
    await bell(page).click()
    await expect(dialog(page).getByText('Nothing here yet.')).toBeVisible()
  })

  await step(page, 'a list that was left by the history of the browser does not open again by itself', async () => {
    await signIn(page, 'karnataka@kathavani.test')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).click()
    await expect(page).toHaveURL(/\/terms-of-service\/$/)
    await page.goBack()
    await bell(page).click()
    await expect(notes(page).first()).toBeVisible()
    await page.goForward()
    await expect(page).toHaveURL(/\/terms-of-service\/$/)
    const counted = page.waitForResponse(API)
    await page.goBack()
    await counted
    await expect(dialog(page)).toHaveCount(0)
  })
})

test('[AX-1] [AX-3] notifications work by keyboard and in a narrow window', async ({ page }) => {
  await step(page, 'the keyboard opens and closes them, and the focus returns to the bell', async () => {
    await signIn(page, 'karnataka@kathavani.test')
    await bell(page).focus()
    await page.keyboard.press('Enter')
    await expect(notes(page).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(bell(page)).toBeFocused()
  })

  await step(page, 'they fit 320 pixels', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await signIn(page, 'karnataka@kathavani.test', 'mr')
    await bell(page).click()
    await expect(notes(page).first()).toBeVisible()
    expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  })
})

test('[PR-4] the bell stays where it is when the plan comes, on phones of both languages', async ({ page }) => {
  for (const locale of ['en', 'mr'] as const)
    await step(page, `in ${locale}`, async () => {
      await page.setViewportSize({ width: 320, height: 640 })
      await beSignedIn(page, 'subscriber@kathavani.test')
      const slow = Promise.withResolvers<void>()
      await page.route('**/api/v1/my-profile/**', async (route) => {
        await slow.promise
        await route.continue()
      })
      await page.goto(inTree(locale, '/library/'))
      await expect(page.locator('.billing .plan')).toContainText('…')
      const before = await bell(page).boundingBox()
      slow.resolve()
      await expect(page.locator('.billing .plan strong')).toBeVisible()
      expect((await bell(page).boundingBox())?.y).toBe(before?.y)
    })
})

test.describe('when notifications cannot be loaded', () => {
  test.use({ expectedErrors: /\/api\/(?:cart|my-notification)\/|Failed to load/ })

  test('[PR-4] [AX-1] a failed request shows a message and can be repeated', async ({ page }) => {
    await step(page, 'the bell shows no count, the dialog shows a message and tries again', async () => {
      await page.route(API, (route) => route.fulfill({ status: 500, json: { status: false, fault: 'internal' } }))
      await signIn(page, 'karnataka@kathavani.test')
      await expect(bell(page)).toHaveAccessibleName('Notifications')
      await bell(page).click()
      await expect(dialog(page).getByRole('alert')).toContainText('could not be fetched')
      await page.unroute(API)
      await dialog(page).getByRole('button', { name: 'Try again' }).press('Enter')
      await expect(notes(page)).toHaveCount(10)
      await expect(dialog(page).getByRole('heading', { level: 2 })).toBeFocused()
    })

    await step(page, 'a failed further page can be requested again', async () => {
      await withNotes(page, 15, 0)
      let fails = true
      await page.route(API, (route) => {
        const { offset } = route.request().postDataJSON() as { offset: number }
        return fails && offset > 0 ? route.abort() : route.fallback()
      })
      await signIn(page, 'karnataka@kathavani.test')
      await bell(page).click()
      await dialog(page).evaluate((element) => element.scrollTo(0, element.scrollHeight))
      await expect(dialog(page).getByRole('alert')).toContainText('could not be fetched')
      fails = false
      await dialog(page).getByRole('button', { name: 'Try again' }).click()
      await expect(notes(page)).toHaveCount(15)
      // The button is gone, and the focus goes on where the next notes begin.
      await expect(notes(page).nth(10)).toBeFocused()
    })
  })
})
