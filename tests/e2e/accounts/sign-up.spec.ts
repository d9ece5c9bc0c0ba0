import type { Page } from '@playwright/test'
import { freshEmail, isAlive, linkIn, makeListener, PASSWORD, sentTo, signIn } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, holdScripts, inTree, step, test } from '../support/test.ts'

const REQUIRED = { en: 'This field is required', mr: 'हे भरणे आवश्यक आहे' } as const
const MESSAGES = {
  en: {
    first: 'First name',
    last: 'Last name',
    country: 'Country',
    state: 'State',
    mobile: 'Mobile number',
    password: 'Password',
    again: 'Password once more',
    make: 'Create the account',
    panel: 'Sign up with email',
    link: 'Send me the link',
    agree: 'Please accept the terms of service',
  },
  mr: {
    first: 'नाव',
    last: 'आडनाव',
    country: 'देश',
    state: 'राज्य',
    mobile: 'मोबाइल नंबर',
    password: 'पासवर्ड',
    again: 'पासवर्ड पुन्हा एकदा',
    make: 'खाते उघडा',
    panel: 'ई-मेलने खाते उघडा',
    link: 'मला लिंक पाठवा',
    agree: 'कृपया सेवा अटी मान्य करा',
  },
} as const
type Locale = keyof typeof MESSAGES
type Name = 'first' | 'last' | 'country' | 'state' | 'mobile' | 'password' | 'again'

const formOf = (page: Page) => page.locator('form.form')
const field = (page: Page, name: Name, locale: Locale = 'en') =>
  formOf(page).getByLabel(MESSAGES[locale][name], { exact: true })
const make = (page: Page, locale: Locale = 'en') => formOf(page).getByRole('button', { name: MESSAGES[locale].make })
const terms = (page: Page) => formOf(page).locator('[name=terms]')
const panel = (page: Page, locale: Locale = 'en') => page.getByLabel(MESSAGES[locale].panel, { exact: true })

async function fill(page: Page, locale: Locale, values: Partial<Record<Name, string>>): Promise<void> {
  for (const name of ['first', 'last', 'mobile', 'password', 'again'] as const) {
    const value = values[name]
    if (value !== undefined) await field(page, name, locale).fill(value)
  }
}
const GOOD = { first: 'Asha', last: 'Joshi', mobile: '9876543210', password: PASSWORD, again: PASSWORD } as const
/** The server knows the link: what the form itself does needs none of the twenty links of an hour. */
async function openForm(page: Page, locale: Locale = 'en'): Promise<void> {
  await page.route('**/api/register-verify-token/', (route) =>
    route.fulfill({ json: { status: true, email: 'asha@example.test', password_rules: { min: 5, max: 15 } } }),
  )
  await page.goto(inTree(locale, '/sign-up/some-token/YXNoYUBleGFtcGxlLnRlc3Q=/'))
  await expect(make(page, locale)).toBeVisible()
}

test('[SI-7] the link of the mail returns to the page before sign-up, in the language of the way there, with the address filled in', async ({
  page,
}) => {
  const email = freshEmail()
  await page.goto(`/registration/?next=${encodeURIComponent('/mr/subscribe/?plan=1')}`)
  await panel(page).fill(email)
  await terms(page).check()
  await page.getByRole('button', { name: MESSAGES.en.link }).click()
  await expect(page.locator('.notice.good')).toContainText(email)
  await page.goto(await linkIn(page, email))
  await expect(formOf(page).locator('[name=email]')).toHaveValue(email)
  await fill(page, 'en', GOOD)
  await field(page, 'state').selectOption('MH')
  await terms(page).check()
  await make(page).click()
  await expect(page).toHaveURL(/\/sign-in\/\?notice=new-account&next=/)
  await expect(page.locator('[name=email]')).toHaveValue(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Welcome, Asha' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/subscribe/?plan=1')
})

test('[SU-2] [SU-3] the form shows missing and invalid input at each field', async ({ page }) => {
  await step(page, 'an empty form shows what is missing and sends nothing', async () => {
    let sent = 0
    page.on('request', (request) => void (sent += Number(request.url().includes('/api/v1/register/'))))
    await openForm(page)
    await make(page).click()
    await expect(formOf(page).getByText(REQUIRED.en)).toHaveCount(6)
    await expect(formOf(page).getByText(MESSAGES.en.agree)).toBeVisible()
    await expect(field(page, 'first')).toBeFocused()
    await expectAccessible(page)
    expect(sent).toBe(0)
  })

  await test.step('each rule of the form is shown at its field', async () => {
    await fill(page, 'en', { first: 'Asha1', last: 'x'.repeat(51), mobile: '12345', password: 'abcd', again: 'abcde' })
    await make(page).click()
    await expect(field(page, 'first')).toHaveAccessibleDescription(
      'First name: letters (Latin or Devanagari), apostrophes and hyphens only, up to 50',
    )
    await expect(field(page, 'last')).toHaveAccessibleDescription(/should not be more than 50 characters/)
    await expect(field(page, 'mobile')).toHaveAccessibleDescription(/valid phone number/)
    await expect(field(page, 'password')).toHaveAccessibleDescription(/Password should not be less than 5 characters/)
    await expect(field(page, 'again')).toHaveAccessibleDescription('The two passwords differ')
    await expect(field(page, 'password')).toHaveAccessibleDescription(/^5 to 15 characters/)
    await field(page, 'password').fill('x'.repeat(16))
    await field(page, 'again').fill('x'.repeat(16))
    await make(page).click()
    await expect(field(page, 'password')).toHaveAccessibleDescription(/Password should not be more than 15 characters/)
    await expect(field(page, 'first')).toHaveAttribute('autocomplete', 'given-name')
    await expect(field(page, 'mobile')).toHaveAttribute('autocomplete', 'tel-national')
    await expect(field(page, 'password')).toHaveAttribute('autocomplete', 'new-password')
  })

  await step(page, 'the 37 states are shown for India only; the number has the prefix of the country', async () => {
    await openForm(page)
    await expect(field(page, 'country')).toHaveValue('IN')
    await expect(field(page, 'state').locator('option')).toHaveCount(38)
    await expect(field(page, 'mobile')).toHaveAccessibleDescription(/\+91/)
    await field(page, 'state').selectOption('KA')
    await field(page, 'country').selectOption('US')
    await expect(field(page, 'state')).toHaveCount(0)
    await expect(field(page, 'mobile')).toHaveAccessibleDescription(/\+1/)
    await field(page, 'country').selectOption('IN')
    await expect(field(page, 'state')).toHaveValue('')
    await fill(page, 'en', GOOD)
    await terms(page).check()
    await make(page).click()
    await expect(field(page, 'state')).toHaveAccessibleDescription(REQUIRED.en)
    await expect(field(page, 'state')).toBeFocused()
    await page.route('**/api/v1/register/', (route) => route.fulfill({ json: { status: true } }))
    await field(page, 'country').selectOption('US')
    await field(page, 'mobile').fill('(202) 555-0142')
    const request = page.waitForRequest('**/api/v1/register/')
    await make(page).click()
    expect((await request).postDataJSON()).toMatchObject({ country: 'US', state: '', newsletter_subscribed: false })
    await openForm(page, 'mr')
    await expect(field(page, 'mobile', 'mr')).toHaveAccessibleDescription(/\+९१/)
  })
})

test('[SU-1][SU-2][SU-6] an account is created, from the first address to the welcome', async ({ page }) => {
  const email = freshEmail()
  await page.goto(inTree('mr', '/registration/'))
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await page.getByRole('link', { name: 'आता नोंदणी करा' }).click()
  await expect(page.locator('#panel')).toBeFocused()
  await page.getByRole('button', { name: MESSAGES.mr.link }).click()
  await expect(panel(page, 'mr')).toHaveAccessibleDescription(new RegExp(REQUIRED.mr))
  await expect(panel(page, 'mr')).toBeFocused()
  await expect(terms(page)).toHaveAccessibleDescription(MESSAGES.mr.agree)
  await expectAccessible(page)
  await panel(page, 'mr').fill(email)
  await page.getByRole('button', { name: MESSAGES.mr.link }).click()
  await expect(terms(page)).toBeFocused()
  await terms(page).check()
  await page.getByRole('button', { name: MESSAGES.mr.link }).click()
  await expect(page.locator('.notice.good')).toContainText(email)
  await expect(page.locator('.notice.good')).toBeFocused()
  await expectAccessible(page)

  const link = await linkIn(page, email)
  expect(link).toMatch(/^\/mr\/sign-up\/[\w-]{43}\/$/)
  // The address may follow, as D2 has it; the link itself decides whose account this is.
  await page.goto(`${link}${btoa('somebody@else.test')}/`)
  await expect(formOf(page).locator('[name=email]')).toHaveValue(email)
  await expect(formOf(page).locator('[name=email]')).not.toBeEditable()
  await expectAccessible(page)
  await fill(page, 'mr', { ...GOOD, first: 'आशा', last: 'जोशी', mobile: '९८७६५४३२१०' })
  await field(page, 'state', 'mr').selectOption('MH')
  await formOf(page).locator('[name=newsletter]').check()
  await terms(page).check()
  const request = page.waitForRequest('**/api/v1/register/')
  await make(page, 'mr').click()
  expect((await request).postDataJSON()).toMatchObject({
    email,
    country: 'IN',
    state: 'MH',
    mobile: '9876543210',
    newsletter_subscribed: true,
  })
  await expect(page).toHaveURL(inTree('mr', '/sign-in/?notice=new-account'))
  await expect(page.getByRole('status').filter({ hasText: 'तुमचे खाते तयार आहे.' })).toBeVisible()

  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const welcome = page.getByRole('dialog', { name: 'सुस्वागतम, आशा' })
  await expect(welcome).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(inTree('mr', '/library/'))
  // The link worked once.
  await page.goto(inTree('mr', '/logout/'))
  await expect(page).toHaveURL(inTree('mr', '/sign-in/?notice=signed-out'))
  await expect(page.getByText('तुम्ही लॉग आउट झाला आहात.', { exact: true })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('dialog', { name: 'लिंकची मुदत संपली आहे' })).toBeVisible()
})

test('[SU-1] an address can be entered before hydration, and gets the same reply with and without an account', async ({
  page,
}) => {
  await step(page, 'input before hydration is kept', async () => {
    const scripts = await holdScripts(page, 'Registration*')
    await page.route('**/api/register-email/', (route) => route.fulfill({ json: { status: true } }))
    await page.goto('/registration/')
    await panel(page).fill('asha@example.test')
    await terms(page).check()
    await page.getByRole('button', { name: MESSAGES.en.link }).click()
    const request = page.waitForRequest('**/api/register-email/')
    await scripts.release()
    expect((await request).postDataJSON()).toEqual({ email: 'asha@example.test' })
    await expect(page.locator('.notice.good')).toContainText('asha@example.test')
  })

  await step(page, 'an address with an account gets another mail, and the page shows the same', async () => {
    await page.unroute('**/api/register-email/')
    const email = await makeListener(page)
    await page.goto('/registration/')
    await panel(page).fill(email)
    await terms(page).check()
    await page.keyboard.press('Enter')
    await expect(page.locator('.notice.good')).toContainText(`We have written to ${email}.`)
    await sentTo(page, email, 1, /^You already have an account at/)
  })
})

for (const locale of ['en', 'mr'] as const)
  test(`[SU-1] a mail that does not come is sent once more by one press, in ${locale}`, async ({ page }) => {
    const email = freshEmail()
    const again = page.getByRole('button', {
      name: { en: 'Send the mail once more', mr: 'ई-मेल पुन्हा पाठवा' }[locale],
    })
    await page.goto(inTree(locale, '/registration/'))
    await panel(page, locale).fill(email)
    await terms(page).check()
    await page.keyboard.press('Enter')
    await sentTo(page, email)
    await again.press('Enter')
    await sentTo(page, email, 2)
    await expect(page.locator('.notice.good')).toBeFocused()
    await expect(page.locator('.notice.good')).toContainText(email)
  })

test('[AX-3] registration and the form fit a narrow window with every error shown', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(inTree('mr', '/registration/'))
  await page.getByRole('button', { name: MESSAGES.mr.link }).click()
  await expect(formOf(page).locator('.fault:visible')).toHaveCount(2)
  await expectNoSidewaysScroll(page)
  await openForm(page, 'mr')
  await make(page, 'mr').click()
  await expect(formOf(page).locator('.fault:visible')).toHaveCount(7)
  await expectNoSidewaysScroll(page)
})

test.describe('when a link or a form is refused', () => {
  test.use({ expectedErrors: /Failed to load|api\/(?:v1\/register|register-|reset-)/ })

  test('[SU-1] a mail that cannot be sent once more leaves the address and the focus in the form', async ({ page }) => {
    const email = freshEmail()
    await page.goto('/registration/')
    await panel(page).fill(email)
    await terms(page).check()
    await page.keyboard.press('Enter')
    const again = page.getByRole('button', { name: 'Send the mail once more' })
    await expect(again).toBeVisible()
    await page.route('**/api/register-email/', (route) => route.abort())
    await again.press('Enter')
    await expect(formOf(page).getByRole('alert')).toBeVisible()
    await expect(formOf(page).locator('[type=submit]')).toBeFocused()
    await expect(panel(page)).toHaveValue(email)
  })

  test('[SU-4] [SU-2] [RP-1] a refused link or form shows a message', async ({ page }) => {
    await step(page, 'a refusal of a field is shown at that field; typed text stays', async () => {
      await page.route('**/api/v1/register/', (route) =>
        route.fulfill({ status: 400, json: { status: false, fault: 'password', fields: { password: 'tooShort' } } }),
      )
      await openForm(page)
      await fill(page, 'en', GOOD)
      await field(page, 'state').selectOption('MH')
      await terms(page).check()
      await make(page).click()
      await expect(field(page, 'password')).toHaveAccessibleDescription(/Password should not be less than 5 characters/)
      await expect(field(page, 'password')).toBeFocused()
      await expect(field(page, 'first')).toHaveValue('Asha')
      await page.unroute('**/api/v1/register/')
      await page.route('**/api/v1/register/', (route) => route.abort())
      await make(page).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Check your connection and try again' })).toBeVisible()
      await page.unroute('**/api/v1/register/')
      // The real server knows no such link.
      await make(page).click()
      await expect(page.getByRole('dialog', { name: 'Link has expired' })).toBeVisible()
    })

    await step(page, 'a link that cannot be checked can be checked again', async () => {
      await page.route('**/api/register-verify-token/', (route) => route.abort())
      await page.goto('/sign-up/some-token/')
      const alert = page.getByRole('alert').filter({ hasText: 'The link could not be checked.' })
      await expect(alert).toBeVisible()
      await expectAccessible(page)
      await page.unroute('**/api/register-verify-token/')
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('dialog', { name: 'Link has expired' })).toBeVisible()
    })

    for (const [path, again] of [
      [`/sign-up/${'x'.repeat(300)}/YQ==/`, '/registration/'],
      [`/mr/reset-password/${encodeURIComponent('x"<b>')}/`, '/mr/sign-in/'],
    ] as const) {
      await step(page, `the expired link ${path.slice(0, 40)} shows a message, then redirects home`, async () => {
        const isMarathi = path.startsWith('/mr')
        await page.goto(path)
        const dialog = page.getByRole('dialog', { name: isMarathi ? 'लिंकची मुदत संपली आहे' : 'Link has expired' })
        await expect(dialog).toBeVisible()
        await expect(dialog.getByRole('link')).toHaveAttribute('href', again)
        await expectAccessible(page)
        await dialog.getByRole('button', { name: isMarathi ? 'मुख्य पानावर' : 'To the home page' }).click()
        await expect(page).toHaveURL(isMarathi ? '/mr/' : '/')
      })
    }
  })
})

test('[RP-1] the link of a mail sets a new password, which ends every session', async ({ page, browser, baseURL }) => {
  const email = await makeListener(page)
  const reply = await page.request.post('/api/v1/login/', { data: { login_type: 'normal', email, password: PASSWORD } })
  const { token } = (await reply.json()) as { token: string }
  await signIn(page, email)
  await page.request.post('/api/reset-password/', { data: { email } })
  // A mail about the new device may come before or after it.
  const link = await linkIn(page, email, 1, /^A new password/)
  await page.goto(link)
  const pass = formOf(page).getByLabel('New password', { exact: true })
  const again = field(page, 'again')
  await expect(pass).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(formOf(page).getByText(REQUIRED.en)).toHaveCount(2)
  await pass.fill('abcd')
  await again.fill('abcd1')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(pass).toHaveAccessibleDescription(/Password should not be less than 5 characters/)
  await expect(again).toHaveAccessibleDescription('The two passwords differ')
  await pass.fill('x'.repeat(16))
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(pass).toHaveAccessibleDescription(/Password should not be more than 15 characters/)
  await pass.fill('Changed12')
  await again.fill('Changed12')
  await page.getByRole('button', { name: 'Save the password' }).click()
  // Who was in here is out, as everywhere: the page asks for the new password.
  await expect(page).toHaveURL('/sign-in/?notice=new-password')
  await expect(
    page.getByRole('status').filter({ hasText: 'Your password has been changed successfully.' }),
  ).toBeVisible()
  expect(await isAlive(page, token)).toBe(false)
  await sentTo(page, email, 1, /^Your password at Kathavani has changed$/)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill('Changed12')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/library/')
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const used = await context.newPage()
  await used.goto(link)
  await expect(used.getByRole('dialog', { name: 'Link has expired' })).toBeVisible()
  await context.close()
})
