import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  holdScripts,
  inTree,
  LOCALES,
  pathOf,
  step,
  test,
} from '../support/test.ts'
import { BLANK } from '../support/browser-context.ts'

test.describe('a browser that asks for Marathi', () => {
  test.use({ locale: 'mr-IN' })

  test('[SH-4] is offered it in one line, which is remembered when it is dismissed', async ({ page }) => {
    const path = await pathOf(page, 'dnyaneshwari')
    const line = page.getByRole('link', { name: 'मराठीत पाहायचे?' })
    await step(page, 'the line leads to the same content and the choice is stored', async () => {
      await page.goto(path)
      await line.click()
      await expect(page).toHaveURL(inTree('mr', path))
      expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('MR')
      await expect(line).toHaveCount(0)
    })

    await step(page, 'dismissed by keyboard it stays away, on the next page and the next visit', async () => {
      await page.setViewportSize({ width: 320, height: 700 })
      await page.goto(path)
      await expect(line).toBeVisible()
      await expectNoSidewaysScroll(page)
      await page.getByRole('button', { name: 'नको, धन्यवाद' }).press('Enter')
      await expect(line).toBeHidden()
      await page.goto('/faq/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(line).toBeHidden()
    })

    await step(page, 'who chose English is not asked', async () => {
      await page.goto('/faq/')
      await expect(line).toBeVisible()
      await page.evaluate(() => localStorage.setItem('language', 'EN'))
      await page.reload()
      await expect(line).toBeHidden()
    })
  })
})

test('[SH-4] a language that is chosen before the scripts have come is the one of the next pages', async ({ page }) => {
  const chooseEarly = async (language: 'English' | 'मराठी', label: string) => {
    const scripts = await holdScripts(page)
    await page.reload()
    await page.getByRole('banner').locator('summary', { hasText: label }).click()
    await page.getByRole('banner').getByRole('link', { name: language, exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'English' ? 'en' : 'mr')
    await scripts.release()
  }
  await page.goto('/faq/')
  await chooseEarly('मराठी', 'English')
  await page.goto('/faq/')
  // A reader of Marathi is led to their tree.
  await expect(page).toHaveURL(inTree('mr', '/faq/'))
  await chooseEarly('English', 'मराठी')
  await expect(page).toHaveURL('/faq/')
  await page.goto('/faq/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/faq/')
})

test('[SH-4] a browser that does not ask for Marathi sees no line', async ({ page }) => {
  await page.goto('/faq/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'मराठीत पाहायचे?' })).toBeHidden()
})

for (const locale of LOCALES)
  test(`[PD-2] a phone shows cover, name and price in its first screen, and the one button at its foot, in ${locale}`, async ({
    page,
  }) => {
    const path = inTree(locale, await pathOf(page, 'lamp at rajgad'))
    for (const [width, height] of [
      [320, 640],
      [390, 780],
    ] as const) {
      await page.setViewportSize({ width, height })
      // The same address again would be a reload, which keeps the place at the end of the page.
      await page.goto(BLANK)
      await page.goto(path)
      const article = page.getByRole('article').first()
      const boxOf = async (selector: string) =>
        (await article.locator(selector).first().boundingBox()) ?? { x: 0, y: 9_999, width: 0, height: 0 }
      const [cover, name, price, button] = [
        await boxOf('.cover img'),
        await boxOf('h1'),
        await boxOf('.price .amount >> visible=true'),
        await boxOf('.button >> visible=true'),
      ]
      // Beside the cover, not below it.
      for (const one of [name, price]) expect(one.x).toBeGreaterThan(cover.x + cover.width)
      expect(name.y).toBeLessThan(cover.y + cover.height)
      expect(price.y + price.height).toBeLessThan(height - button.height)
      expect(button.y + button.height).toBeLessThanOrEqual(height)
      expect(button.y).toBeGreaterThan(height - 90)
      expect(button.width).toBeGreaterThan(width * 0.8)
      await expectNoSidewaysScroll(page)
      // It stays there, and covers nothing that the page ends with.
      await page.getByRole('contentinfo').locator('p').last().scrollIntoViewIfNeeded()
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const [last, bar] = [
        await page.getByRole('contentinfo').locator('p').last().boundingBox(),
        await boxOf('.button >> visible=true'),
      ]
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(bar.y)
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  })
