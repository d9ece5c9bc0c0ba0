import type { Page } from '@playwright/test'
import { DESK_REFUSALS, expectTouchTargets, openDesk, pressKey } from '../support/desk.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, LOCALES, pressComposing, test } from '../support/test.ts'

const TEXTS = {
  en: { search: 'Name, author or key', filters: 'Filters', one: 'Filters: 1', kind: 'Kind', back: 'All titles' },
  mr: {
    search: 'नाव, लेखक किंवा संकेतनाम',
    filters: 'निवडी',
    one: 'निवडी: १',
    kind: 'प्रकार',
    back: 'सर्व पुस्तके',
  },
} as const

test.use({ expectedErrors: DESK_REFUSALS })

const rows = (page: Page) => page.locator('.desk-table tbody tr')
const isInSight = (page: Page, selector: string) =>
  page.locator(selector).evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

for (const locale of LOCALES)
  test(`[DK-3] the list of titles is short on a phone: search in sight, filters folded, and as it was on return (${locale})`, async ({
    page,
  }) => {
    const texts = TEXTS[locale]
    await page.setViewportSize({ width: 360, height: 740 })
    await openDesk(page, 'editor', '/desk/titles/', locale)
    await expect(rows(page).nth(20)).toBeAttached()
    const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    expect(heights.reduce((sum, height) => sum + height, 0) / heights.length).toBeLessThan(150)
    const toggle = page.getByRole('button', { name: texts.filters })
    const kind = page.getByLabel(texts.kind, { exact: true })
    await expect(kind).toBeHidden()
    await expectTouchTargets(page)
    // By keys: the filters open, one is chosen, and they fold again with their number.
    await pressKey(toggle)
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await kind.selectOption('audiobook')
    await expect(page).toHaveURL(/type=audiobook/)
    await expectAccessible(page)
    await pressKey(page.getByRole('button', { name: texts.one }))
    await expect(kind).toBeHidden()
    // Whoever pauses goes on typing in the same field.
    const search = page.getByRole('searchbox', { name: texts.search })
    await search.pressSequentially('a')
    await expect(page).toHaveURL(/q=a/)
    await expect(search).toBeFocused()
    await search.press('Backspace')
    await expect(page).not.toHaveURL(/q=/)
    const last = rows(page).last().getByRole('link').first()
    await last.scrollIntoViewIfNeeded()
    expect(await isInSight(page, '.desk-search input')).toBe(true)
    const name = await last.innerText()
    await pressKey(last)
    await expect(page).toHaveURL(/desk\/title\//)
    await page.getByRole('link', { name: texts.back }).click()
    await expect(page).toHaveURL(/desk\/titles\/\?type=audiobook/)
    const again = page.getByRole('link', { name, exact: true })
    await expect(again).toBeFocused()
    expect(await again.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    await again.click()
    await expect(page).toHaveURL(/desk\/title\//)
    await page.goBack()
    await expect(again).toBeFocused()
    await expect(page.getByRole('button', { name: texts.one })).toBeVisible()
    await page.setViewportSize({ width: 320, height: 740 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(kind).toBeVisible()
    await expect(page.getByRole('button', { name: texts.one })).toBeHidden()
  })

test('[DK-3] [AX-1] the button of the next page keeps the focus on the last page, and so does the first one', async ({
  page,
}) => {
  // Two pages, however many titles other tests have made.
  await page.route('**/api/desk/titles/?*', async (route) => {
    const reply = await route.fetch()
    const asked = Number(new URL(route.request().url()).searchParams.get('page') ?? 1)
    await route.fulfill({ response: reply, json: { ...(await reply.json()), page: asked, pages: 2 } })
  })
  await openDesk(page, 'editor', '/desk/titles/')
  for (const [name, place] of [
    ['Next page', 'Page 2 of 2'],
    ['Previous page', 'Page 1 of 2'],
  ] as const) {
    const button = page.getByRole('button', { name })
    await pressKey(button)
    await expect(page.getByText(place)).toBeVisible()
    await expect(button).toBeDisabled()
    await button.press('Enter')
    await expect(button).toBeFocused()
    await expect(page.getByText(place)).toBeVisible()
  }
})

test('[DK-3] keys that belong to an input method do not leave the cell of the table', async ({ page }) => {
  await openDesk(page, 'editor', '/desk/titles/')
  await page.getByRole('button', { name: 'Change many at once' }).click()
  const cells = page.getByRole('row').nth(1).getByRole('textbox')
  await cells.first().focus()
  for (const key of ['ArrowDown', 'Enter']) expect(await pressComposing(cells.first(), key), key).toBe(true)
  await expect(cells.first()).toBeFocused()
  await cells.first().press('ArrowDown')
  await expect(page.getByRole('row').nth(2).getByRole('textbox').first()).toBeFocused()
})
