import { expect, expectAccessible, inTree, LOCALES, test } from '../support/test.ts'

for (const locale of LOCALES) {
  test(`[AB-1] testimonials and the press with dates and pictures in ${locale}`, async ({ page }) => {
    await page.goto(inTree(locale, '/about-us/'))
    const quotes = page.getByRole('region', { name: locale === 'en' ? 'From our listeners' : 'आमच्या श्रोत्यांकडून' })
    await expect(quotes.getByRole('figure')).toHaveCount(6)
    await expect(quotes.getByText(locale === 'en' ? 'Imtiaz Bagwan, Solapur' : 'इम्तियाज बागवान, सोलापूर')).toBeVisible()
    const press = page.getByRole('region', { name: locale === 'en' ? 'In the press' : 'माध्यमांतून' })
    await expect(press.getByRole('article')).toHaveCount(7)
    await expect(press.getByText(locale === 'en' ? '9 November 2026' : '९ नोव्हेंबर, २०२६')).toBeVisible()
    for (const item of await press.getByRole('article').all()) await expect(item.locator('img')).toBeVisible()
  })
}

test('[AB-1] a news picture opens in a dialog and gives the focus back', async ({ page }) => {
  await page.goto('/about-us/')
  const link = page.getByRole('link', { name: 'Show the picture: Four hundred climbs for one novel' })
  await link.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Four hundred climbs for one novel' })
  await expect(dialog.locator('img')).toBeVisible()
  await expect(dialog.locator('img')).toHaveJSProperty('naturalWidth', 1024)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()
  await page.getByRole('link', { name: 'Show the picture: Bedtime without a screen' }).click()
  const second = page.getByRole('dialog', { name: 'Bedtime without a screen' })
  await expect(second.getByRole('heading')).toHaveText('Bedtime without a screen')
  await second.getByRole('button', { name: 'Close' }).click()
  await expect(second).toBeHidden()
})

test('[AB-1] without a script the picture is a link', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/about-us/')
  await page.getByRole('link', { name: 'Show the picture: Bedtime without a screen' }).click()
  await expect(page).toHaveURL(/\/media\/.*\.webp$/)
  await context.close()
})
