import type { Page } from '@playwright/test'
import { beSignedIn, beSomebodyNew } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, pathOf, step, test } from '../support/test.ts'

const SAID = {
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
type Tongue = keyof typeof SAID

/** A free title and one that is sold. */
const FREE = 'Panchatantra'
const SOLD = 'Diwali in the Chawl'
const WRITTEN = { title: 'ऐकावेच असे <b>', body: 'A voice to fall asleep by & to wake up with.' }

const opener = (page: Page, locale: Tongue = 'en') =>
  page.getByRole('button', { name: SAID[locale].write, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

async function openDialog(page: Page, locale: Tongue = 'en'): Promise<void> {
  await page.goto(inTree(locale, await pathOf(page, FREE)))
  await opener(page, locale).click()
  await expect(dialog(page).getByRole('radio').first()).toBeFocused()
}

async function fill(page: Page, locale: Tongue = 'en'): Promise<void> {
  await dialog(page).getByRole('radio', { name: SAID[locale].star }).check()
  await dialog(page).getByLabel(SAID[locale].title, { exact: true }).fill(WRITTEN.title)
  await dialog(page).getByRole('textbox', { name: SAID[locale].body, exact: true }).fill(WRITTEN.body)
}

test('[RV-1] what is missing is said, and cancelling clears the fields', async ({ page }) => {
  await step(page, 'what is missing is said at its place, and no more than 100 letters are taken', async () => {
    await beSomebodyNew(page)
    await openDialog(page)
    await dialog(page).getByRole('button', { name: SAID.en.send }).click()
    await expect(dialog(page).getByRole('radiogroup', { name: SAID.en.rating })).toHaveAccessibleDescription(
      SAID.en.stars,
    )
    await expect(dialog(page).getByText(SAID.en.required, { exact: true })).toHaveCount(2)
    await expect(dialog(page).getByRole('radio').first()).toBeFocused()
    await expectAccessible(page)
    const title = dialog(page).getByLabel(SAID.en.title, { exact: true })
    await title.focus()
    await page.keyboard.insertText('क'.repeat(99))
    await page.keyboard.type('xyz')
    await expect(title).toHaveValue(`${'क'.repeat(99)}x`)
    await expect(dialog(page).locator('.counter').first()).toHaveText('100 / 100')
  })

  await step(page, 'cancelling clears the fields and gives the focus back', async () => {
    await beSomebodyNew(page)
    await openDialog(page)
    await fill(page)
    await dialog(page).getByRole('button', { name: SAID.en.cancel, exact: true }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(opener(page)).toBeFocused()
    await opener(page).click()
    await expect(dialog(page).getByLabel(SAID.en.title, { exact: true })).toHaveValue('')
    await expect(dialog(page).getByRole('radio', { name: SAID.en.star })).not.toBeChecked()
  })
})

test('[RV-1] a listener reviews a free title once, and is thanked', async ({ page }) => {
  await beSomebodyNew(page)
  await openDialog(page, 'mr')
  await expectAccessible(page)
  await fill(page, 'mr')
  const request = page.waitForRequest('**/api/review-add/')
  await dialog(page).getByRole('button', { name: SAID.mr.send }).click()
  expect((await request).postDataJSON()).toMatchObject({ ...WRITTEN, score: 4 })
  await expect(dialog(page).getByRole('heading', { name: SAID.mr.thanks })).toBeVisible()
  await expect(dialog(page).getByText(SAID.mr.day)).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: SAID.mr.done })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText(SAID.mr.reviewed)).toBeFocused()
  await expect(opener(page, 'mr')).toBeHidden()
  // Nobody sees it before the shop has looked at it (RV-2).
  await page.reload()
  await expect(page.getByText(SAID.mr.reviewed)).toBeVisible()
  await expect(page.locator('.reviews')).not.toContainText(WRITTEN.body)
})

test('[RV-1] only who may hear a title has the link to review it', async ({ page }) => {
  await step(page, 'guests, and listeners who cannot hear a title, have no link to review it', async () => {
    const path = await pathOf(page, SOLD)
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Sign in to write a review' })).toBeVisible()
    await expect(opener(page)).toBeHidden()
    await beSomebodyNew(page)
    await page.goto(path)
    await expect(page.locator('owned-title button[value=purchase]')).toBeVisible()
    await expect(opener(page)).toBeHidden()
  })

  await step(page, 'a subscriber whom the plan covers has the link', async () => {
    await beSignedIn(page, 'subscriber@kathavani.test')
    await page.goto(await pathOf(page, SOLD))
    await expect(opener(page)).toBeVisible()
  })
})

test('[RV-1] the keyboard alone writes a review, at 320 pixels in the dark', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await beSomebodyNew(page)
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
  await expect(dialog(page).getByRole('heading', { name: SAID.en.thanks })).toBeVisible()
})

test.describe('when the server says no', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_FAILED/ })

  test('[RV-1] a cut line, a refusal and a second review are told', async ({ page }) => {
    await step(page, 'a cut line and a refusal are told, and what was typed stays', async () => {
      await beSomebodyNew(page)
      await openDialog(page)
      await fill(page)
      const send = dialog(page).getByRole('button', { name: SAID.en.send })
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
      await expect(dialog(page).getByLabel(SAID.en.title, { exact: true })).toHaveValue(WRITTEN.title)
      await send.click()
      await expect(dialog(page).getByRole('heading', { name: SAID.en.thanks })).toBeVisible()
    })

    await step(page, 'who has reviewed in another tab is told so', async () => {
      await beSomebodyNew(page)
      await openDialog(page)
      await fill(page)
      await page.route('**/api/review-add/', (route) =>
        route.fulfill({ status: 422, json: { status: false, fault: 'alreadyReviewed' } }),
      )
      await dialog(page).getByRole('button', { name: SAID.en.send }).click()
      await expect(dialog(page).getByRole('alert')).toContainText('You have reviewed this title already.')
    })
  })
})
