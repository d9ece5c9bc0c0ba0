import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { NOT_SERVED, signIn } from '../support/accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, scriptsRun, step, test } from '../support/test.ts'

const MESSAGES = {
  en: {
    button: 'Ebooks',
    signIn: 'Sign in',
    prompt: 'The ebooks are for signed-in listeners',
    download: 'Download Panchatantra: four tales to read',
  },
  mr: {
    button: 'ई-पुस्तके',
    signIn: 'लॉग इन करा',
    prompt: 'ई-पुस्तके उघडण्यासाठी कृपया लॉग इन करा',
    download: 'डाउनलोड करा: पंचतंत्र: वाचायच्या चार गोष्टी',
  },
} as const

test.use({ expectedErrors: NOT_SERVED })

const dialog = (page: Page) => page.getByRole('dialog')
const opener = (page: Page, locale: keyof typeof MESSAGES = 'en') =>
  page.getByRole('contentinfo').getByRole('button', { name: MESSAGES[locale].button })

test('[EB-1] [AX-3] a listener downloads an e-book, also in a narrow window', async ({ page }) => {
  await step(page, 'a listener downloads an e-book', async () => {
    await signIn(page, 'overseas@kathavani.test', 'mr')
    await opener(page, 'mr').click()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(3)
    await expectAccessible(page)
    const coming = page.waitForEvent('download')
    await dialog(page).getByRole('link', { name: MESSAGES.mr.download }).click()
    const file = await coming
    expect(file.suggestedFilename()).toBe(
      'panchatantra:-four-tales-to-read.epub'.replace(':', file.suggestedFilename().includes('_') ? '_' : ':'),
    )
    expect((await readFile(await file.path())).toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip')
  })

  await step(page, 'the dialog fits 320 pixels', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await signIn(page, 'overseas@kathavani.test', 'mr')
    await opener(page, 'mr').click()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(3)
    expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    await expectNoSidewaysScroll(page)
  })
})

test('[SD-2] [EB-1] [AX-1] a guest is asked to sign in, by mouse and keyboard, and loads no script before', async ({
  page,
}) => {
  await step(page, 'a reader who does not open e-books loads no script for them', async () => {
    const scripts: string[] = []
    page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
    await page.goto('/faq/')
    await expect(opener(page)).toBeAttached()
    await scriptsRun(page)
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter((address) => /react|ebooks\.|EbookDialog/.test(address))).toEqual([])
  })

  await step(page, 'a guest is asked to sign in and returns', async () => {
    await page.goto('/faq/')
    await opener(page).click()
    await expect(dialog(page)).toContainText(MESSAGES.en.prompt)
    await expectAccessible(page)
    await dialog(page).getByRole('link', { name: MESSAGES.en.signIn }).click()
    await expect(page).toHaveURL(new RegExp(`/sign-in/\\?next=${encodeURIComponent('/faq/')}$`))
    await expect(dialog(page)).toHaveCount(0)
  })

  await step(page, 'the keyboard opens and closes the dialog, which returns the focus', async () => {
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
})

test.describe('when the e-books cannot be loaded', () => {
  test.use({ expectedErrors: /\/api\/(?:cart|ebooks)\/|Failed to load/ })

  test('[EB-1] the dialog shows a message and tries again', async ({ page }) => {
    await signIn(page, 'overseas@kathavani.test')
    await page.route('**/api/ebooks/', (route) => route.abort())
    await opener(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText('could not be fetched')
    await page.unroute('**/api/ebooks/')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(3)
  })
})
