import { expect, expectAccessible, inTree, step, test } from '../support/test.ts'

test('[AB-1] the page shows testimonials and press pictures that open', async ({ page, browser, baseURL }) => {
  await step(page, 'testimonials and press are listed with dates and pictures', async () => {
    await page.goto(inTree('mr', '/about-us/'))
    const quotes = page.getByRole('region', { name: 'आमच्या श्रोत्यांकडून' })
    await expect(quotes.getByRole('figure')).toHaveCount(6)
    await expect(quotes.getByText('इम्तियाज बागवान, सोलापूर')).toBeVisible()
    const press = page.getByRole('region', { name: 'माध्यमांतून' })
    await expect(press.getByRole('article')).toHaveCount(7)
    await expect(press.getByText('९ नोव्हेंबर, २०२६')).toBeVisible()
    for (const item of await press.getByRole('article').all()) await expect(item.locator('img')).toBeVisible()
  })

  await step(page, 'a news picture opens in a dialog, which returns the focus', async () => {
    await page.goto('/about-us/')
    const link = page.getByRole('link', { name: 'Show the picture: Four hundred climbs for one novel' })
    // Until the scripts are there the link leads to the picture itself, as without JavaScript.
    await expect(page.locator('main :not(:defined)')).toHaveCount(0)
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

  await step(page, 'without JavaScript the picture is a link', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
    const bare = await context.newPage()
    await bare.goto('/about-us/')
    await bare.getByRole('link', { name: 'Show the picture: Bedtime without a screen' }).click()
    await expect(bare).toHaveURL(/\/media\/.*\.webp$/)
    await context.close()
  })
})
