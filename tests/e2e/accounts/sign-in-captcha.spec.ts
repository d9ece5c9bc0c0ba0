import { inTree, expect, expectAccessible, expectNoSidewaysScroll, LOCALES, test } from '../support/test.ts'
import { freshEmail, makeListener, PASSWORD } from '../support/personas.ts'

test.use({ expectedErrors: /Failed to load/ })

const MESSAGES = {
  en: { email: 'Email', password: 'Password', submit: 'Sign in', human: 'I am a human' },
  mr: { email: 'ई-मेल', password: 'पासवर्ड', submit: 'लॉग इन करा', human: /मी माणूस/ },
} as const

for (const locale of LOCALES)
  test(`[RL-2] the captcha is asked for after five wrong passwords, and then the right one signs in (${locale})`, async ({
    page,
  }) => {
    const messages = MESSAGES[locale]
    const email = freshEmail()
    await makeListener(page, email)
    for (let turn = 0; turn < 5; turn += 1)
      await page.request.post('/api/v1/login/', { data: { login_type: 'normal', email, password: `Wrong${turn}00` } })
    await page.goto(inTree(locale, '/sign-in/'))
    const form = page.locator('.sheet form.form').first()
    const submit = form.getByRole('button', { name: messages.submit, exact: true })
    await form.getByLabel(messages.email, { exact: true }).fill(email)
    await form.getByLabel(messages.password, { exact: true }).fill(PASSWORD)
    await expect(form.getByRole('checkbox', { name: messages.human })).toHaveCount(0)
    await submit.click()
    const box = form.getByRole('checkbox', { name: messages.human })
    await expect(box).toHaveAccessibleDescription(/\S/)
    await expect(form.getByLabel(messages.email, { exact: true })).toHaveValue(email)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await box.check()
    await submit.click()
    await expect(page.locator('html')).toHaveAttribute('data-signed-in', '', { timeout: 30_000 })
  })
