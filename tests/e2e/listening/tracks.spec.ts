import type { Page } from '@playwright/test'
import { button, expectPlaying, isPast, trackOf, watchSound } from '../support/listening.ts'
import { enter } from '../support/courses.ts'
import { beNewListener } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, pathOf, step, test } from '../support/test.ts'

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const rows = (page: Page) => page.locator('.title .rows li')

test('[PD-5] [PD-3] tracks, price and the main button show what the listener has', async ({ page }) => {
  await step(page, 'tracks show heard and remaining time', async () => {
    await enter(page, 'subscriber', await pathOf(page, 'lamp at rajgad'))
    await expect(rows(page).nth(0).locator('.length')).toHaveAttribute('data-done', '✓ Heard')
    await expect(rows(page).nth(1).locator('.length')).toHaveAttribute('data-done', /^\d:\d\d left$/)
    await expect(rows(page).nth(3).locator('.length')).not.toHaveAttribute('data-done')
    await expectAccessible(page)
  })

  await step(page, 'the main button says what it does, and the row of the track is highlighted', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    await watchSound(page)
    await enter(page, 'listener', await pathOf(page, 'dnyaneshwari'))
    const whole = page.locator('.title .play-all')
    await expect(whole).toHaveAccessibleName(/^(?:Play|Continue at \d:\d\d): Dnyaneshwari$/)
    await whole.click()
    await expect(whole).toHaveAccessibleName('Pause: Dnyaneshwari')
    await expect(whole).toContainText('Pause')
    await expect(rows(page).locator('[data-on]')).toHaveCount(1)
    // The bar fades in when its style is there; half-faded text has colours of its own.
    await expect(page.getByRole('region', { name: 'Player', exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    // Within the first second nothing was heard that could be continued.
    await isPast(page, 1)
    await whole.click()
    await expect(whole).toHaveAccessibleName(/^Continue at \d:\d\d: Dnyaneshwari$/)
    await expect(whole).toContainText(/^\s*Continue at \d:\d\d/)
  })

  await step(
    page,
    'a price is shown to possible buyers, and not to listeners with the title or a plan that covers it',
    async () => {
      const path = await pathOf(page, 'lamp at rajgad')
      const price = page.locator('owned-title .price')
      await page.goto(path)
      await expect(price).toBeVisible()
      await enter(page, 'subscriber', path)
      await expect(
        page.getByRole('button', { name: 'Add to library' }).or(page.getByRole('button', { name: 'Go to library' })),
      ).toBeVisible()
      await expect(price).toBeHidden()
    },
  )

  await step(page, 'without a clipboard the address is shown', async () => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.goto(await pathOf(page, 'dnyaneshwari'))
    await rows(page)
      .first()
      .getByRole('button', { name: /^Copy the link/ })
      .click()
    await expect(rows(page).first().getByRole('status')).toContainText(/\?track=\d+$/)
  })
})

test('[PD-5] the link to a track and its second can be copied', async ({ page, context }) => {
  await step(page, 'a track’s link is copied by keyboard and announced', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const path = inTree('mr', await pathOf(page, 'dnyaneshwari'))
    await page.goto(path)
    const row = rows(page).nth(1)
    await row.getByRole('button', { name: /^लिंक कॉपी करा/ }).press('Enter')
    await expect(row.getByRole('status')).toHaveText('लिंक कॉपी झाली.')
    const track = await trackOf(row.getByRole('link'))
    const address = new URL(await copied(page))
    expect(address.pathname + address.search).toBe(`${path}?track=${track}`)
    await expectAccessible(page)
  })

  await step(page, 'the link to the playing second opens it, also on another visit', async () => {
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
})

test('[SD-8] the address of a podcast’s feed can be copied for a podcast app', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(inTree('mr', await pathOf(page, 'hearthside chat')))
  const feed = page.locator('.feed')
  await feed.getByRole('button', { name: 'पत्ता कॉपी करा' }).press('Enter')
  await expect(feed.getByRole('status')).toHaveText('पत्ता कॉपी झाला. तो तुमच्या पॉडकास्ट अ‍ॅपमध्ये पेस्ट करा.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const reply = await page.request.get(await copied(page))
  expect(reply.headers()['content-type']).toMatch(/xml/)
  expect(await reply.text()).toContain('<language>')
})

for (const locale of ['en', 'mr'] as const)
  test(`[PD-5] the row of an episode that plays shows a pause, and its text has the width of the phone, in ${locale}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await beNewListener(page)
    await page.goto(inTree(locale, await pathOf(page, 'pune in nine minutes')))
    const number = page.locator('.rows li').nth(1).locator('.number')
    const shape = () => number.evaluate((link) => getComputedStyle(link, '::before').clipPath)
    await number.click()
    await expectPlaying(page, locale)
    await expect.poll(shape).toMatch(/35%/)
    await button(page, 'pause', locale).click()
    await expect.poll(shape).toMatch(/50%/)
    const widths = await page
      .locator('.rows .synopsis')
      .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().width))
    expect(widths.length).toBeGreaterThan(1)
    expect(Math.min(...widths)).toBeGreaterThan(300)
  })
