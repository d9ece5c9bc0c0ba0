import type { Page } from '@playwright/test'
import { freshEmail, makeListener } from '../support/personas.ts'
import { expect, expectAccessible, holdScripts, inTree, step, test } from '../support/test.ts'

const MESSAGES = {
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
    google: 'गूगल वापरून लॉग इन करा',
    facebook: 'फेसबुक वापरून लॉग इन करा',
    allow: 'या नावाने पुढे जा',
    cancel: 'रद्द करा',
    email: 'ई-मेल',
    first: 'नाव',
    last: 'आडनाव',
  },
} as const
type Locale = keyof typeof MESSAGES
type Provider = 'google' | 'facebook'

async function goTo(page: Page, provider: Provider, locale: Locale = 'en', path = '/sign-in/'): Promise<void> {
  await page.goto(inTree(locale, path))
  await page.getByRole('button', { name: MESSAGES[locale][provider] }).click()
  await expect(page).toHaveURL(new RegExp(`/dev/identity/${provider}\\?`))
}
async function allowAs(page: Page, email: string, locale: Locale = 'en', name: string = 'Asha'): Promise<void> {
  await page.getByLabel(MESSAGES[locale].email).fill(email)
  await page.getByLabel(MESSAGES[locale].first, { exact: true }).fill(name)
  await page.getByRole('button', { name: MESSAGES[locale].allow }).click()
}

test('[SI-3] [SU-6] Google signs in a new listener, who is welcomed and led only to what they came for', async ({
  page,
}) => {
  const email = freshEmail('gmail.com')
  await goTo(page, 'google', 'mr', '/sign-in/?next=/mr/faq/')
  await expectAccessible(page)
  await allowAs(page, email, 'mr', 'आशा')
  const welcome = page.getByRole('dialog', { name: 'सुस्वागतम, आशा' })
  await expect(welcome).toBeVisible()
  // Nothing of the answer stays in the address.
  await expect(page).toHaveURL(/\/mr\/sign-in\/(?:\?next=[^&]*)?$/)
  await expect(welcome.getByRole('link')).toHaveCount(0)
  await expectAccessible(page)
  await welcome.getByRole('button', { name: 'पुढे जा', exact: true }).click()
  await expect(page).toHaveURL(inTree('mr', '/faq/'))
  await expect(page.locator('html')).toHaveAttribute('data-signed-in', '')
})

for (const locale of ['en', 'mr'] as const)
  test(`[SI-3] [SD-10] the ways to sign in stand still when the scripts come (${locale})`, async ({ page }) => {
    const scripts = await holdScripts(page)
    await page.goto(inTree(locale, '/sign-in/'))
    const google = page.getByRole('button', { name: MESSAGES[locale].google })
    const passkey = page.getByRole('button', { name: locale === 'en' ? /fingerprint/ : /बोटाच्या ठशाने/ })
    await expect(passkey).toBeVisible()
    // Scrolls to it.
    await google.hover()
    const before = await google.boundingBox()
    await page.mouse.down()
    await scripts.release()
    await expect(page.locator('main astro-island[ssr]')).toHaveCount(0)
    expect(await google.boundingBox()).toEqual(before)
    await page.mouse.up()
    await expect(page).toHaveURL(/\/dev\/identity\/google\?/)
  })

test('[SI-3] Facebook signs in from the registration page; the next time without a welcome and with the return path', async ({
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

test('[SI-2] a failed social sign-in shows a message', async ({ page }) => {
  await step(page, 'returning without sign-in shows no error, and the buttons work again', async () => {
    await goTo(page, 'google')
    await page.getByRole('link', { name: 'Cancel' }).click()
    const notice = page.getByRole('status').filter({ hasText: 'You came back without signing in.' })
    await expect(notice).toBeVisible()
    await expect(page).toHaveURL('/sign-in/')
    await expectAccessible(page)
    await page.getByRole('button', { name: MESSAGES.en.facebook }).click()
    await expect(page).toHaveURL(/\/dev\/identity\/facebook\?/)
    await page.goBack()
    await expect(page.getByRole('button', { name: MESSAGES.en.facebook })).toBeVisible()
  })

  await step(page, 'a refusal by Facebook in the query shows a message', async () => {
    await page.goto('/sign-in/?error=access_denied&error_reason=user_denied&state=abc#_=_')
    await expect(page.getByText('You came back without signing in.')).toBeVisible()
    await expect(page).toHaveURL('/sign-in/')
  })

  await step(page, 'an unrequested or changed answer does not sign in', async () => {
    let requests = 0
    page.on('request', (request) => void (requests += Number(request.url().endsWith('/api/v1/login/'))))
    const refused = page.getByRole('alert').filter({ hasText: 'The other service did not confirm who you are.' })
    await page.goto('/sign-in/#state=forged&id_token=forged')
    await expect(refused).toBeVisible()
    await expect(page).toHaveURL('/sign-in/')
    await goTo(page, 'google')
    await page.locator('[name=state]').evaluate((input: HTMLInputElement) => (input.value = 'another'))
    await allowAs(page, freshEmail('gmail.com'))
    await expect(refused).toBeVisible()
    await expectAccessible(page)
    expect(requests).toBe(0)
  })

  await step(page, 'a refused token shows a message', async () => {
    await goTo(page, 'google')
    await page.locator('[name=nonce]').evaluate((input: HTMLInputElement) => (input.value = 'mine'))
    await allowAs(page, freshEmail('gmail.com'))
    await expect(
      page.getByRole('alert').filter({ hasText: 'The other service did not confirm who you are.' }),
    ).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-signed-in')
  })

  await step(page, 'an address with an account is asked to sign in with its password', async () => {
    const email = await makeListener(page, freshEmail('gmail.com'))
    await goTo(page, 'google', 'mr')
    await allowAs(page, email, 'mr')
    await expect(page.getByRole('status').filter({ hasText: 'या ई-मेल पत्त्याचे खाते आधीच आहे.' })).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-signed-in')
  })
})

test.describe('when the server does not answer', () => {
  test.use({ expectedErrors: /Failed to load|api\/v1\/login/ })

  test('[SI-1] both providers show a message and can be tried again', async ({ page }) => {
    await page.route('**/api/v1/login/providers/', (route) => route.abort())
    await page.goto('/registration/')
    await page.getByRole('button', { name: MESSAGES.en.google }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Check your connection and try again' })).toBeVisible()
    await page.unroute('**/api/v1/login/providers/')
    await page.getByRole('button', { name: MESSAGES.en.google }).click()
    await expect(page).toHaveURL(/\/dev\/identity\/google\?/)
  })
})
