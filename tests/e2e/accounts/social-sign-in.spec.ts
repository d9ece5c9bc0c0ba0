import type { Page } from '@playwright/test'
import { freshEmail, makeListener } from '../support/personas.ts'
import { expect, expectAccessible, inTree, step, test } from '../support/test.ts'

const SAID = {
  en: {
    google: 'Continue with Google',
    facebook: 'Continue with Facebook',
    allow: 'Go on as this person',
    cancel: 'Cancel',
    email: 'Email',
    first: 'First name',
    last: 'Last name',
  },
  mr: {
    google: 'गूगलने पुढे जा',
    facebook: 'फेसबुकने पुढे जा',
    allow: 'या नावाने पुढे जा',
    cancel: 'रद्द करा',
    email: 'ई-मेल',
    first: 'नाव',
    last: 'आडनाव',
  },
} as const
type Locale = keyof typeof SAID
type Provider = 'google' | 'facebook'

async function goTo(page: Page, provider: Provider, locale: Locale = 'en', path = '/sign-in/'): Promise<void> {
  await page.goto(inTree(locale, path))
  await page.getByRole('button', { name: SAID[locale][provider] }).click()
  await expect(page).toHaveURL(new RegExp(`/dev/identity/${provider}\\?`))
}
async function allowAs(page: Page, email: string, locale: Locale = 'en', name: string = 'Asha'): Promise<void> {
  await page.getByLabel(SAID[locale].email).fill(email)
  await page.getByLabel(SAID[locale].first, { exact: true }).fill(name)
  await page.getByRole('button', { name: SAID[locale].allow }).click()
}

test('[SI-3] Google lets somebody new in, who is welcomed and goes home', async ({ page }) => {
  const email = freshEmail('gmail.com')
  await goTo(page, 'google', 'mr')
  await expectAccessible(page)
  await allowAs(page, email, 'mr', 'आशा')
  const welcome = page.getByRole('dialog', { name: 'सुस्वागतम, आशा' })
  await expect(welcome).toBeVisible()
  // Nothing of the answer stays in the address.
  await expect(page).toHaveURL(inTree('mr', '/sign-in/'))
  await expectAccessible(page)
  await welcome.getByRole('button', { name: 'पुढे जा', exact: true }).click()
  await expect(page).toHaveURL(inTree('mr', '/'))
  await expect(page.locator('html')).toHaveAttribute('data-signed-in', '')
})

test('[SI-3] Facebook lets in from the registration page too; the next time there is no welcome and the way back is kept', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = freshEmail()
  await goTo(page, 'facebook', 'en', '/registration/')
  await allowAs(page, email)
  await page
    .getByRole('dialog', { name: 'Welcome, Asha' })
    .getByRole('link', { name: 'Hear a whole title for free' })
    .click()
  await expect(page).toHaveURL('/try-free-kathavani/')
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const later = await context.newPage()
  await goTo(later, 'facebook', 'en', '/sign-in/?next=/faq/')
  await allowAs(later, email)
  await expect(later).toHaveURL('/faq/')
  await context.close()
})

test('[SI-2] an answer that brings nobody in is told of in words', async ({ page }) => {
  await step(page, 'coming back without signing in is no fault, and the buttons work again', async () => {
    await goTo(page, 'google')
    await page.getByRole('link', { name: 'Cancel' }).click()
    const notice = page.getByRole('status').filter({ hasText: 'You came back without signing in.' })
    await expect(notice).toBeVisible()
    await expect(page).toHaveURL('/sign-in/')
    await expectAccessible(page)
    await page.getByRole('button', { name: SAID.en.facebook }).click()
    await expect(page).toHaveURL(/\/dev\/identity\/facebook\?/)
    await page.goBack()
    await expect(page.getByRole('button', { name: SAID.en.facebook })).toBeVisible()
  })

  await step(page, 'Facebook tells of a refusal in the query', async () => {
    await page.goto('/sign-in/?error=access_denied&error_reason=user_denied&state=abc#_=_')
    await expect(page.getByText('You came back without signing in.')).toBeVisible()
    await expect(page).toHaveURL('/sign-in/')
  })

  await step(page, 'an answer that nobody asked for, or that was changed on the way, lets nobody in', async () => {
    let asked = 0
    page.on('request', (request) => void (asked += Number(request.url().endsWith('/api/v1/login/'))))
    const refused = page.getByRole('alert').filter({ hasText: 'The other service did not confirm who you are.' })
    await page.goto('/sign-in/#state=forged&id_token=forged')
    await expect(refused).toBeVisible()
    await expect(page).toHaveURL('/sign-in/')
    await goTo(page, 'google')
    await page.locator('[name=state]').evaluate((input: HTMLInputElement) => (input.value = 'another'))
    await allowAs(page, freshEmail('gmail.com'))
    await expect(refused).toBeVisible()
    await expectAccessible(page)
    expect(asked).toBe(0)
  })

  await step(page, 'a token that the server does not believe is refused in words', async () => {
    await goTo(page, 'google')
    await page.locator('[name=nonce]').evaluate((input: HTMLInputElement) => (input.value = 'mine'))
    await allowAs(page, freshEmail('gmail.com'))
    await expect(
      page.getByRole('alert').filter({ hasText: 'The other service did not confirm who you are.' }),
    ).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-signed-in')
  })

  await step(page, 'an address that has an account already is asked to sign in as before', async () => {
    const email = await makeListener(page, freshEmail('gmail.com'))
    await goTo(page, 'google', 'mr')
    await allowAs(page, email, 'mr')
    await expect(page.getByRole('status').filter({ hasText: 'या ई-मेल पत्त्याचे खाते आधीच आहे.' })).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-signed-in')
  })
})

test.describe('when the server is gone', () => {
  test.use({ expectedErrors: /Failed to load|api\/v1\/login/ })

  test('[SI-1] both ways say so and can be tried again', async ({ page }) => {
    await page.route('**/api/v1/login/providers/', (route) => route.abort())
    await page.goto('/registration/')
    await page.getByRole('button', { name: SAID.en.google }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Check your connection and try again' })).toBeVisible()
    await page.unroute('**/api/v1/login/providers/')
    await page.getByRole('button', { name: SAID.en.google }).click()
    await expect(page).toHaveURL(/\/dev\/identity\/google\?/)
  })
})
