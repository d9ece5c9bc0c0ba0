import { DESK_REFUSALS, openDesk } from '../support/desk.ts'
import { expect, expectAccessible, LOCALES, test } from '../support/test.ts'

const NAMES = {
  en: { heading: 'Sound', search: 'Find a title', level: 'Play as loud as it was recorded' },
  mr: { heading: 'आवाज', search: 'पुस्तक शोधा', level: 'ध्वनिमुद्रणाच्या मूळ पातळीवर वाजवा' },
} as const
test.use({ expectedErrors: DESK_REFUSALS })
// All of them change the level of one title.
test.describe.configure({ mode: 'default' })

for (const locale of LOCALES)
  for (const width of [360, 1440])
    test(`[SO-2] the sound of a title is found and shown in figures, in ${locale} at ${width} px`, async ({ page }) => {
      const names = NAMES[locale]
      await page.setViewportSize({ width, height: 900 })
      await openDesk(page, 'editor', '/desk/sound/', locale)
      await expect(page.getByRole('heading', { level: 1, name: names.heading })).toBeVisible()
      await page.getByRole('searchbox', { name: names.search }).fill('dnyaneshwari')
      const found = page.getByRole('link', { name: 'Dnyaneshwari' })
      await expect(page.locator('tbody tr')).toHaveCount(1)
      await expectAccessible(page)
      await found.click()
      await expect(page.getByRole('heading', { level: 2, name: 'Dnyaneshwari' })).toBeVisible()
      await expect(page.locator('.desk-table').first().locator('tbody tr')).toHaveCount(3)
      await expectAccessible(page)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide).toBeLessThanOrEqual(0)
      const level = page.getByLabel(names.level)
      // It is checked when the server has saved it.
      await level.click()
      await expect(level).toBeChecked()
      await expect(page.getByRole('status').filter({ hasText: /./ }).last()).toBeVisible()
      await page.reload()
      await expect(page.getByLabel(names.level)).toBeChecked()
      await page.getByLabel(names.level).click()
      await expect(page.getByLabel(names.level)).not.toBeChecked()
    })

test('[SO-2] whoever may not change titles does not see the sound of the catalog', async ({ page }) => {
  await openDesk(page, 'support', '/desk/sound/')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.locator('.desk-table')).toHaveCount(0)
})
