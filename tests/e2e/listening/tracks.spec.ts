import { trackOf } from '../support/hearing.ts'
import type { Page } from '@playwright/test'
import { enter } from '../support/learners.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, LOCALES, pathOf, test } from '../support/test.ts'

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const rows = (page: Page) => page.locator('.title .rows li')

for (const locale of LOCALES) {
  test(`[PD-5] a track’s link is copied by keyboard, and said to be, in ${locale}`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const path = inTree(locale, await pathOf(page, 'dnyaneshwari'))
    await page.goto(path)
    const row = rows(page).nth(1)
    await row
      .getByRole('button', { name: locale === 'en' ? 'Copy the link to The wager of Marathi' : /दुवा कॉपी करा$/ })
      .press('Enter')
    await expect(row.getByRole('status')).toHaveText(locale === 'en' ? 'The link is copied.' : 'दुवा कॉपी झाला.')
    const track = await trackOf(row.getByRole('link'))
    const address = new URL(await copied(page))
    expect(address.pathname + address.search).toBe(`${path}?track=${track}`)
    await expectAccessible(page)
  })

  test(`[PD-5] tracks show what was heard and what is left in ${locale}`, async ({ page }) => {
    await enter(page, 'subscriber', await pathOf(page, 'lamp at rajgad'), locale)
    await expect(rows(page).nth(0).locator('.length')).toHaveAttribute(
      'data-done',
      locale === 'en' ? '✓ Heard' : '✓ ऐकून झाले',
    )
    await expect(rows(page).nth(1).locator('.length')).toHaveAttribute(
      'data-done',
      locale === 'en' ? /^\d:\d\d left$/ : /^[०-९]:[०-९]{2} बाकी$/,
    )
    await expect(rows(page).nth(3).locator('.length')).not.toHaveAttribute('data-done')
    await expectAccessible(page)
  })
}

test('[PD-5] the link to what plays leads to its second, on another visit too', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const path = await pathOf(page, 'dnyaneshwari')
  await enter(page, 'listener', path)
  const row = rows(page).nth(2)
  const id = await trackOf(row.getByRole('link'))
  await page.goto(`${path}?track=${id}&t=30`)
  await expect(row.locator('[data-mine]')).toHaveAttribute('data-at', /^3\d$/)
  await row.getByRole('button', { name: /^Copy the link/ }).click()
  await expect(row.getByRole('status')).toHaveText('The link is copied.')
  expect(new URL(await copied(page)).search).toMatch(new RegExp(`^\\?track=${id}&t=3\\d$`))
})

test('[PD-3] the button of the whole says what it does, and the row of the track stands out', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await enter(page, 'listener', await pathOf(page, 'dnyaneshwari'))
  const whole = page.locator('.title .play-all')
  await expect(whole).toHaveAccessibleName('Play all: Dnyaneshwari')
  await whole.click()
  await expect(whole).toHaveAccessibleName('Pause: Dnyaneshwari')
  await expect(whole).toContainText('Pause')
  await expect(rows(page).locator('[data-on]')).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await whole.click()
  await expect(whole).toHaveAccessibleName('Play all: Dnyaneshwari')
})

test('[PD-3] a price is shown to who may pay it, and not to who has the title or a plan that opens it', async ({
  page,
}) => {
  const path = await pathOf(page, 'lamp at rajgad')
  const price = page.locator('owned-title .price')
  await page.goto(path)
  await expect(price).toBeVisible()
  await enter(page, 'subscriber', path)
  await expect(
    page.getByRole('button', { name: 'Add to library' }).or(page.getByRole('button', { name: 'Go to library' })),
  ).toBeVisible()
  await expect(price).toBeHidden()
})

test('[PD-5] without a clipboard the address itself is shown', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto(await pathOf(page, 'dnyaneshwari'))
  await rows(page)
    .first()
    .getByRole('button', { name: /^Copy the link/ })
    .click()
  await expect(rows(page).first().getByRole('status')).toContainText(/\?track=\d+$/)
})
