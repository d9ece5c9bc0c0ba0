import type { Page } from '@playwright/test'
import { beSignedIn, beNewListener } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, pathOf, step, test } from '../support/test.ts'

const MESSAGES = {
  en: {
    write: 'Write a review',
    rating: 'How many stars?',
    star: '4 of 5 stars',
    title: 'Title',
    body: 'Your review',
    send: 'Send the review',
    cancel: 'Cancel',
    required: 'This field is required',
    stars: 'Please choose one to five stars',
    thanks: 'Thank you for your review',
    day: 'It appears within 24 hours, once we have looked at it.',
    done: 'Done',
    reviewed: 'Thank you, you have reviewed this title.',
  },
  mr: {
    write: 'अभिप्राय लिहा',
    rating: 'किती तारे द्याल?',
    star: '५ पैकी ४ तारे',
    title: 'शीर्षक',
    body: 'तुमचा अभिप्राय',
    send: 'अभिप्राय पाठवा',
    cancel: 'रद्द करा',
    required: 'हे भरणे आवश्यक आहे',
    stars: 'कृपया एक ते पाच तारे निवडा',
    thanks: 'अभिप्रायाबद्दल धन्यवाद',
    day: 'आम्ही तो वाचल्यावर २४ तासांच्या आत इथे दिसेल.',
    done: 'ठीक आहे',
    reviewed: 'तुम्ही अभिप्राय दिला आहे. धन्यवाद.',
  },
} as const
type Locale = keyof typeof MESSAGES

/** A free title and one that is sold. */
const FREE = 'Panchatantra'
const SOLD = 'Diwali in the Chawl'
const WRITTEN = { title: 'ऐकावेच असे <b>', body: 'A voice to fall asleep by & to wake up with.' }

const opener = (page: Page, locale: Locale = 'en') =>
  page.getByRole('button', { name: MESSAGES[locale].write, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

async function openDialog(page: Page, locale: Locale = 'en'): Promise<void> {
  await page.goto(inTree(locale, await pathOf(page, FREE)))
  await opener(page, locale).click()
  await expect(dialog(page).getByRole('radio').first()).toBeFocused()
}

async function fill(page: Page, locale: Locale = 'en'): Promise<void> {
  await dialog(page).getByRole('radio', { name: MESSAGES[locale].star }).check()
  await dialog(page).getByLabel(MESSAGES[locale].title, { exact: true }).fill(WRITTEN.title)
  await dialog(page).getByRole('textbox', { name: MESSAGES[locale].body, exact: true }).fill(WRITTEN.body)
}

test('[RV-1] missing input is shown, and cancelling clears the fields', async ({ page }) => {
  await step(page, 'missing input is shown at its field, which accepts at most 100 letters', async () => {
    await beNewListener(page)
    await openDialog(page)
    await dialog(page).getByRole('button', { name: MESSAGES.en.send }).click()
    await expect(dialog(page).getByRole('radiogroup', { name: MESSAGES.en.rating })).toHaveAccessibleDescription(
      MESSAGES.en.stars,
    )
    await expect(dialog(page).getByText(MESSAGES.en.required, { exact: true })).toHaveCount(2)
    await expect(dialog(page).getByRole('radio').first()).toBeFocused()
    await expectAccessible(page)
    const title = dialog(page).getByLabel(MESSAGES.en.title, { exact: true })
    await title.focus()
    await page.keyboard.insertText('क'.repeat(99))
    await page.keyboard.type('xyz')
    await expect(title).toHaveValue(`${'क'.repeat(99)}x`)
    await expect(dialog(page).locator('.counter').first()).toHaveText('100 / 100')
  })

  await step(page, 'cancelling clears the fields and returns the focus', async () => {
    await beNewListener(page)
    await openDialog(page)
    await fill(page)
    await dialog(page).getByRole('button', { name: MESSAGES.en.cancel, exact: true }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(opener(page)).toBeFocused()
    await opener(page).click()
    await expect(dialog(page).getByLabel(MESSAGES.en.title, { exact: true })).toHaveValue('')
    await expect(dialog(page).getByRole('radio', { name: MESSAGES.en.star })).not.toBeChecked()
  })
})

test('[RV-1] a listener reviews a free title once, and sees a confirmation', async ({ page }) => {
  await beNewListener(page)
  await openDialog(page, 'mr')
  await expectAccessible(page)
  await fill(page, 'mr')
  const request = page.waitForRequest('**/api/review-add/')
  await dialog(page).getByRole('button', { name: MESSAGES.mr.send }).click()
  expect((await request).postDataJSON()).toMatchObject({ ...WRITTEN, score: 4 })
  await expect(dialog(page).getByRole('heading', { name: MESSAGES.mr.thanks })).toBeVisible()
  await expect(dialog(page).getByText(MESSAGES.mr.day)).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: MESSAGES.mr.done })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText(MESSAGES.mr.reviewed)).toBeFocused()
  await expect(opener(page, 'mr')).toBeHidden()
  // Nobody sees it before the shop has looked at it [RV-2].
  await page.reload()
  await expect(page.getByText(MESSAGES.mr.reviewed)).toBeVisible()
  await expect(page.locator('.reviews')).not.toContainText(WRITTEN.body)
})

test('[RV-1] only listeners with entitlement have the link to review a title', async ({ page }) => {
  await step(page, 'guests and listeners without entitlement have no link to review a title', async () => {
    const path = await pathOf(page, SOLD)
    await page.goto(path)
    // The way back leads to this title.
    const signIn = page.getByRole('link', { name: 'Sign in to write a review' })
    await expect(signIn).toHaveAttribute('href', `/sign-in/?next=${encodeURIComponent(`${path}#reviews`)}`)
    await expect(opener(page)).toBeHidden()
    await beNewListener(page)
    await page.goto(path)
    await expect(page.locator('owned-title button[value=purchase]')).toBeVisible()
    await expect(opener(page)).toBeHidden()
  })

  await step(page, 'a subscriber whose plan covers the title has the link', async () => {
    await beSignedIn(page, 'subscriber@kathavani.test')
    await page.goto(await pathOf(page, SOLD))
    await expect(opener(page)).toBeVisible()
  })
})

test('[RV-1] a review can be written by keyboard, at 320 pixels in the dark theme', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await beNewListener(page)
  await page.goto(await pathOf(page, FREE))
  await opener(page).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('radio', { name: '2 of 5 stars' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Short')
  await page.keyboard.press('Tab')
  await page.keyboard.type('and good')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('heading', { name: MESSAGES.en.thanks })).toBeVisible()
})

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_FAILED/ })

  test('[RV-1] a lost connection, a refusal and a second review show messages', async ({ page }) => {
    await step(page, 'a lost connection and a refusal show messages, and typed text stays', async () => {
      await beNewListener(page)
      await openDialog(page)
      await fill(page)
      const send = dialog(page).getByRole('button', { name: MESSAGES.en.send })
      await page.route('**/api/review-add/', (route) => route.abort(), { times: 1 })
      await send.click()
      await expect(dialog(page).getByRole('alert')).toContainText('Check your connection')
      await page.route(
        '**/api/review-add/',
        (route) => route.fulfill({ status: 500, json: { status: false, fault: 'internal' } }),
        { times: 1 },
      )
      await send.click()
      await expect(dialog(page).getByRole('alert')).toContainText('our server did not take it')
      await expect(dialog(page).getByLabel(MESSAGES.en.title, { exact: true })).toHaveValue(WRITTEN.title)
      await send.click()
      await expect(dialog(page).getByRole('heading', { name: MESSAGES.en.thanks })).toBeVisible()
    })

    await step(page, 'a review from another tab shows a message', async () => {
      await beNewListener(page)
      await openDialog(page)
      await fill(page)
      await page.route('**/api/review-add/', (route) =>
        route.fulfill({ status: 422, json: { status: false, fault: 'alreadyReviewed' } }),
      )
      await dialog(page).getByRole('button', { name: MESSAGES.en.send }).click()
      await expect(dialog(page).getByRole('alert')).toContainText('You have reviewed this title already.')
    })
  })
})
