import { courseNamed } from '../support/courses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, step, test } from '../support/test.ts'
import type { Page } from '@playwright/test'

const MESSAGES = {
  en: {
    field: 'Verification code',
    send: 'Check it',
    genuine: 'This certificate is genuine',
    size: /16 letters and digits\. Please/,
    empty: 'Please type the code',
  },
  mr: {
    field: 'पडताळणी क्रमांक',
    send: 'पडताळा',
    genuine: 'हे प्रमाणपत्र खरे आहे',
    size: /१६ अक्षरे आणि अंक असतात/,
    empty: 'कृपया प्रमाणपत्रावरचा क्रमांक लिहा',
  },
} as const

/** Of the student of the demo, who has finished a course. */
async function realCode(page: Page): Promise<string> {
  const data = { login_type: 'normal', email: 'karnataka@kathavani.test', password: 'Kathavani1' }
  const { token } = (await (await page.request.post('/api/v1/login/', { data })).json()) as { token: string }
  const { id } = await courseNamed(page, 'Marathi for Nurses')
  const reply = await page.request.get(`/api/v2/download-certificate/?id=${id}`, {
    headers: { authorization: `Token ${token}` },
  })
  return ((await reply.json()) as { code: string }).code
}

test('[LL-4] a link shows its certificate, and an invalid code shows an error', async ({ page }) => {
  await step(page, 'the link on a certificate shows its details at once', async () => {
    await page.goto(`/certificate/${await realCode(page)}/`)
    await expect(page.getByRole('heading', { name: MESSAGES.en.genuine })).toBeVisible()
  })

  await step(page, 'an invalid code shows an error, and typed text stays', async () => {
    await page.goto('/certificate/')
    const field = page.getByLabel(MESSAGES.en.field)
    // Before React is there the browser itself asks for what is missing, in words of its own.
    await page.getByRole('button', { name: MESSAGES.en.send, exact: true }).click()
    await expect(page.getByText(MESSAGES.en.empty)).toBeVisible()
    await field.fill('ABCD-1234')
    await field.press('Enter')
    await expect(page.getByText(MESSAGES.en.size)).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('ABCD-1234')
    await expectAccessible(page)
  })
})

test('[LL-4] a guest checks a certificate by its code', async ({ page }) => {
  const code = await realCode(page)
  await page.goto(inTree('mr', '/certificate/'))
  const field = page.getByLabel(MESSAGES.mr.field)
  await field.fill(code.toLowerCase().replaceAll('-', ' '))
  await field.press('Enter')
  const found = page.locator('.genuine')
  await expect(found.getByRole('heading', { name: MESSAGES.mr.genuine })).toBeVisible()
  await expect(found).toBeFocused()
  const course = 'परिचारिकांसाठी मराठी'
  for (const text of ['Girish Hegde', course, 'Sahyadri Institute of Languages', code])
    await expect(found).toContainText(text)
  await expect(found.locator('dd').nth(3)).toHaveText(/^[०-९]+ \S+, २०[०-९]{2}$/)
  await expectAccessible(page)
})

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('[LL-4] an unknown code, too many tries and a lost connection show messages', async ({ page }) => {
    await step(page, 'an unknown code shows an error at its field, at 320 pixels in the dark theme', async () => {
      await page.setViewportSize({ width: 320, height: 700 })
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto('/certificate/0000-0000-0000-0000/')
      const field = page.getByLabel('Verification code')
      await expect(page.getByText('We have no certificate with this code.')).toBeVisible()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(page.locator('.genuine')).toHaveCount(0)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    })

    await step(page, 'too many tries show how long to wait, and a lost connection shows what to do', async () => {
      await page.goto('/certificate/')
      const field = page.getByLabel('Verification code')
      await page.route('**/api/v1/certificate/**', (route) =>
        route.fulfill({ status: 429, json: { status: false, fault: 'tooMany', seconds: 240 } }),
      )
      await field.fill('0000-0000-0000-0000')
      await field.press('Enter')
      await expect(page.getByRole('alert').filter({ hasText: 'Please wait 4 minutes' })).toBeVisible()
      await page.unroute('**/api/v1/certificate/**')
      await page.route('**/api/v1/certificate/**', (route) => route.abort())
      await field.press('Enter')
      await expect(page.getByRole('alert').filter({ hasText: 'Check your connection' })).toBeVisible()
      await expect(field).toHaveValue('0000-0000-0000-0000')
    })
  })
})
