import { codeNow, DESK_PASSWORD, openDesk, personOf } from '../support/desk.ts'
import { sentTo } from '../support/personas.ts'
import { expect, expectAccessible, inTree, LOCALES, test } from '../support/test.ts'

const WORDS = {
  en: {
    password: 'Password',
    goOn: 'Continue',
    code: 'Code of your app',
    signIn: 'Sign in',
    out: 'Sign out',
    wrong: /This code does not fit/,
  },
  mr: {
    password: 'पासवर्ड',
    goOn: 'पुढे जा',
    code: 'अ‍ॅपमधील कोड',
    signIn: 'लॉग इन करा',
    out: 'लॉग आउट करा',
    wrong: /हा कोड जुळत नाही/,
  },
} as const

// Chromium reports each refusal that these tests cause on purpose.
test.use({ expectedErrors: /status of (?:401|403|422)/ })

for (const locale of LOCALES)
  test(`[DK-1] the desk opens by password and code, comes back to the page that was asked for, and closes (${locale})`, async ({
    page,
  }) => {
    const words = WORDS[locale]
    await page.goto(inTree(locale, '/desk/account/'))
    await expect(page).toHaveURL(/\/desk\/sign-in\/\?next=/)
    await page.locator('[name=email]').fill(personOf('editor'))
    await page.getByLabel(words.password, { exact: true }).fill(DESK_PASSWORD)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByLabel(words.code).fill('000000')
    await page.getByRole('button', { name: words.signIn }).click()
    await expect(page.getByText(words.wrong)).toBeVisible()
    await page.getByLabel(words.code).fill(codeNow())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${inTree(locale, '/desk/account/')}$`))
    await page.getByRole('button', { name: words.out }).click()
    await expect(page).toHaveURL(/\/desk\/sign-in\//)
  })

test('[DK-2] an editor sees no page of the owner, and is told so when they open its address', async ({ page }) => {
  await openDesk(page, 'editor')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Publish' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'People of the desk' })).toHaveCount(0)
  await page.goto('/desk/staff/')
  await expect(page.getByRole('alert')).toHaveText(/Your role does not allow this/)
})

test('[DK-1] [SH-4] a person is invited, reads the invitation in another language, chooses a passkey, and signs in with it', async ({
  page,
  browser,
}) => {
  await openDesk(page, 'owner', '/desk/staff/')
  const email = `e2e-${Date.now()}@example.test`
  await page.getByRole('main').locator('[name=email]').fill(email)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('The invitation is on its way.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Invited')
  const { body } = await sentTo(page, email)
  const link = new URL(/https?:\S+/.exec(body)?.[0] ?? '')

  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '10.44.1.2' } })
  const own = await context.newPage()
  const devtools = await context.newCDPSession(own)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await own.goto(new URL(inTree('mr', link.pathname) + link.hash, page.url()).href)
  await own.getByRole('banner').getByRole('link', { name: 'English' }).click()
  await own.getByLabel('Your name').fill('Mira Marathe')
  await own.getByLabel('Password', { exact: true }).fill('a lamp for the river')
  await expectAccessible(own)
  await own.getByLabel('Passkey').check()
  await own.getByRole('button', { name: 'Come in' }).click()
  await expect(own.locator('.desk-codes li')).toHaveCount(10)
  await own.getByRole('link', { name: 'To the desk' }).click()
  await expect(own.getByText('Mira Marathe').first()).toBeVisible()
  await own.getByRole('button', { name: 'Sign out' }).click()
  await own.locator('[name=email]').fill(email)
  await own.getByLabel('Password', { exact: true }).fill('a lamp for the river')
  await own.getByRole('button', { name: 'Continue' }).click()
  await own.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(own).toHaveURL(/\/desk\/$/)
  await expect(own.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await context.close()
})

test('[DK-1] a call that needs the second factor asks for it over the page, and what was typed stays', async ({
  page,
}) => {
  await openDesk(page, 'owner', '/desk/staff/')
  const email = `e2e-step-${Date.now()}@example.test`
  // As ten minutes after the sign-in.
  let isOld = true
  await page.route('**/api/desk/staff/invite/', (route) =>
    isOld ? route.fulfill({ status: 403, json: { status: false, fault: 'stepUp' } }) : route.continue(),
  )
  await page.getByRole('main').locator('[name=email]').fill(email)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Please confirm that it is you' })).toBeVisible()
  await expectAccessible(page)
  isOld = false
  await dialog.locator('[name=code]').fill(codeNow())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Invited')
})

test('[DK-6] an editor publishes on request and sees that it is done', async ({ page }) => {
  await openDesk(page, 'editor', '/desk/publish/', 'mr')
  await page.getByRole('button', { name: 'आत्ता प्रकाशित करा' }).click()
  await expect(page.getByRole('table', { name: 'काय मागितले' }).getByRole('row').nth(1)).toContainText('झाले', {
    timeout: 180_000,
  })
})
