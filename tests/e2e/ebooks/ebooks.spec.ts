import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { NOT_SERVED, signIn } from '../support/accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, LOCALES, test } from '../support/test.ts'

const SAID = {
  en: {
    button: 'Ebooks',
    signIn: 'Sign in',
    prompt: 'The ebooks are for signed-in listeners',
    download: 'Download Panchatantra: four tales to read',
  },
  mr: {
    button: 'ई-पुस्तके',
    signIn: 'प्रवेश करा',
    prompt: 'ई-पुस्तके खाते असलेल्या श्रोत्यांसाठी आहेत',
    download: 'पंचतंत्र: वाचायच्या चार गोष्टी उतरवून घ्या',
  },
} as const

test.use({ expectedErrors: NOT_SERVED })

const dialog = (page: Page) => page.getByRole('dialog')
const opener = (page: Page, locale: keyof typeof SAID = 'en') =>
  page.getByRole('contentinfo').getByRole('button', { name: SAID[locale].button })

for (const locale of LOCALES) {
  test(`[EB-1] a guest is asked to sign in and comes back in ${locale}`, async ({ page }) => {
    await page.goto(inTree(locale, '/faq/'))
    await opener(page, locale).click()
    await expect(dialog(page)).toContainText(SAID[locale].prompt)
    await expectAccessible(page)
    await dialog(page).getByRole('link', { name: SAID[locale].signIn }).click()
    await expect(page).toHaveURL(
      new RegExp(`${inTree(locale, '/sign-in/')}\\?next=${encodeURIComponent(inTree(locale, '/faq/'))}$`),
    )
    await expect(dialog(page)).toHaveCount(0)
  })

  test(`[EB-1] a listener takes a book along in ${locale}`, async ({ page }) => {
    await signIn(page, 'overseas@kathavani.test', locale)
    await opener(page, locale).click()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(3)
    await expectAccessible(page)
    const coming = page.waitForEvent('download')
    await dialog(page).getByRole('link', { name: SAID[locale].download }).click()
    const file = await coming
    expect(file.suggestedFilename()).toBe(
      'panchatantra:-four-tales-to-read.epub'.replace(':', file.suggestedFilename().includes('_') ? '_' : ':'),
    )
    expect((await readFile(await file.path())).toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip')
  })
}

test('[SD-2] a reader who opens no books gets no script for them', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
  await page.goto('/faq/')
  await expect(opener(page)).toBeAttached()
  expect(scripts.filter((address) => /react|ebooks\.|EbookDialog/.test(address))).toEqual([])
})

test('[AX-1] the keyboard opens and closes the books, and the focus comes back', async ({ page }) => {
  await page.goto('/faq/')
  await opener(page).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(opener(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
})

test('[AX-3] the books fit 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'overseas@kathavani.test', 'mr')
  await opener(page, 'mr').click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(3)
  expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  await expectNoSidewaysScroll(page)
})

test.describe('when the books do not come', () => {
  test.use({ expectedErrors: /\/api\/(?:cart|ebooks)\/|Failed to load/ })

  test('[EB-1] it says so and tries again', async ({ page }) => {
    await signIn(page, 'overseas@kathavani.test')
    await page.route('**/api/ebooks/', (route) => route.abort())
    await opener(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText('could not be fetched')
    await page.unroute('**/api/ebooks/')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(3)
  })
})
