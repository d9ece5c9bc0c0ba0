import { bar, button, expectPlaying, listenTo } from '../support/listening.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

const NOTES = {
  en: 'Paused here: another tab of this browser plays.',
  mr: 'इथे थांबवले: याच ब्राउझरच्या दुसऱ्या टॅबमध्ये आवाज सुरू आहे.',
}

for (const locale of ['en', 'mr'] as const)
  test(`[PL-7] a tab that falls silent because another one plays says so, in ${locale}`, async ({ page, context }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    const path = await listenTo(page, undefined, locale)
    const other = await context.newPage()
    await other.goto(path)
    await button(other, 'play', locale).click()
    await expectPlaying(other, locale)
    await expect(bar(page, locale)).toHaveAttribute('data-state', 'paused')
    await expect(bar(page, locale)).toContainText(NOTES[locale])
    await expect(bar(other, locale)).not.toContainText(NOTES[locale])
    await expectAccessible(page)
    await button(page, 'play', locale).click()
    await expectPlaying(page, locale)
    await expect(bar(page, locale)).not.toContainText(NOTES[locale])
    await expect(bar(other, locale)).toContainText(NOTES[locale])
  })
