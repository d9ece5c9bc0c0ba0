import type { Page } from '@playwright/test'
import { freshEmail, isAlive, linkIn, LISTENER, makeListener, PASSWORD, sentTo, signIn } from '../support/personas.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  holdScripts,
  inTree,
  LOCALES,
  test,
} from '../support/test.ts'

const REQUIRED = { en: 'This field is required', mr: 'हे भरणे आवश्यक आहे' } as const
const SAID = {
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
type Locale = keyof typeof SAID
type Name = 'first' | 'last' | 'country' | 'state' | 'mobile' | 'password' | 'again'

const formOf = (page: Page) => page.locator('form.form')
const field = (page: Page, name: Name, locale: Locale = 'en') =>
  formOf(page).getByLabel(SAID[locale][name], { exact: true })
const make = (page: Page, locale: Locale = 'en') => formOf(page).getByRole('button', { name: SAID[locale].make })
const terms = (page: Page) => formOf(page).locator('[name=terms]')
const panel = (page: Page, locale: Locale = 'en') => page.getByLabel(SAID[locale].panel, { exact: true })

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

test('[SI-7] who was on the way somewhere gets there by the link of the mail', async ({ page }) => {
  const email = freshEmail()
  await page.goto(`/registration/?next=${encodeURIComponent('/subscribe/?plan=1')}`)
  await panel(page).fill(email)
  await terms(page).check()
  await page.getByRole('button', { name: SAID.en.link }).click()
  await expect(page.locator('.notice.good')).toContainText(email)
  await page.goto(await linkIn(page, email))
  await expect(formOf(page).locator('[name=email]')).toHaveValue(email)
  await fill(page, 'en', GOOD)
  await field(page, 'state').selectOption('MH')
  await terms(page).check()
  await make(page).click()
  await expect(page).toHaveURL(/\/sign-in\/\?notice=new-account&next=/)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Welcome, Asha' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/subscribe\/\?plan=1$/)
})

for (const locale of LOCALES) {
  test(`[SU-1][SU-2][SU-6] an account from the first address to the welcome in ${locale}`, async ({ page }) => {
    const email = freshEmail()
    await page.goto(inTree(locale, '/registration/'))
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await page.getByRole('link', { name: locale === 'mr' ? 'आता नोंदणी करा' : 'Register Now' }).click()
    await expect(page.locator('#panel')).toBeFocused()
    await page.getByRole('button', { name: SAID[locale].link }).click()
    await expect(panel(page, locale)).toHaveAccessibleDescription(new RegExp(REQUIRED[locale]))
    await expect(panel(page, locale)).toBeFocused()
    await expect(terms(page)).toHaveAccessibleDescription(SAID[locale].agree)
    await expectAccessible(page)
    await panel(page, locale).fill(email)
    await page.getByRole('button', { name: SAID[locale].link }).click()
    await expect(terms(page)).toBeFocused()
    await terms(page).check()
    await page.getByRole('button', { name: SAID[locale].link }).click()
    await expect(page.locator('.notice.good')).toContainText(email)
    await expect(page.locator('.notice.good')).toBeFocused()
    await expectAccessible(page)

    const link = await linkIn(page, email)
    expect(link).toMatch(locale === 'mr' ? /^\/mr\/sign-up\/[\w-]{43}\/$/ : /^\/sign-up\/[\w-]{43}\/$/)
    // The address may follow; the link itself decides whose account this is.
    await page.goto(`${link}${btoa('somebody@else.test')}/`)
    await expect(formOf(page).locator('[name=email]')).toHaveValue(email)
    await expect(formOf(page).locator('[name=email]')).not.toBeEditable()
    await expectAccessible(page)
    await fill(page, locale, { ...GOOD, ...(locale === 'mr' && { first: 'आशा', last: 'जोशी', mobile: '९८७६५४३२१०' }) })
    await field(page, 'state', locale).selectOption('MH')
    await formOf(page).locator('[name=newsletter]').check()
    await terms(page).check()
    const request = page.waitForRequest('**/api/v1/register/')
    await make(page, locale).click()
    expect((await request).postDataJSON()).toMatchObject({
      email,
      country: 'IN',
      state: 'MH',
      mobile: '9876543210',
      newsletter_subscribed: true,
    })
    await expect(page).toHaveURL(inTree(locale, '/sign-in/?notice=new-account'))
    await expect(
      page.getByRole('status').filter({ hasText: locale === 'mr' ? 'तुमचे खाते तयार आहे.' : 'Your account is ready.' }),
    ).toBeVisible()

    await page.locator('[name=email]').fill(email)
    await page.locator('[name=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    const welcome = page.getByRole('dialog', { name: locale === 'mr' ? 'सुस्वागतम, आशा' : 'Welcome, Asha' })
    await expect(welcome).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(inTree(locale, '/library/'))
    // The link worked once.
    await page.goto(inTree(locale, '/logout/'))
    await expect(page).toHaveURL(inTree(locale, '/sign-in/'))
    await page.goto(link)
    await expect(
      page.getByRole('dialog', { name: locale === 'mr' ? 'लिंकची मुदत संपली आहे' : 'Link has been expired' }),
    ).toBeVisible()
  })

  test(`[SU-2] an empty form says what is missing and sends nothing in ${locale}`, async ({ page }) => {
    let sent = 0
    page.on('request', (request) => void (sent += Number(request.url().includes('/api/v1/register/'))))
    await openForm(page, locale)
    await make(page, locale).click()
    await expect(formOf(page).getByText(REQUIRED[locale])).toHaveCount(6)
    await expect(formOf(page).getByText(SAID[locale].agree)).toBeVisible()
    await expect(field(page, 'first', locale)).toBeFocused()
    await expectAccessible(page)
    expect(sent).toBe(0)
  })
}

test('[SU-2] each rule of the form is told at its field', async ({ page }) => {
  await openForm(page)
  await fill(page, 'en', { first: 'Asha1', last: 'x'.repeat(51), mobile: '12345', password: 'abcd', again: 'abcde' })
  await make(page).click()
  await expect(field(page, 'first')).toHaveAccessibleDescription(
    'First name: letters only (A-Z, a-z or Devanagari), up to 50',
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

test('[SU-3] 37 states belong to India and go with it; the number is dialled as the country has it', async ({
  page,
}) => {
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
  const request = page.waitForRequest('**/api/v1/register/')
  await make(page).click()
  expect((await request).postDataJSON()).toMatchObject({ country: 'US', state: '', newsletter_subscribed: false })
  await page.goto('/mr/')
  await openForm(page, 'mr')
  await expect(field(page, 'mobile', 'mr')).toHaveAccessibleDescription(/\+९१/)
})

test('[SU-1] what is typed and ticked before React arrives is kept', async ({ page }) => {
  const held = await holdScripts(page, 'Registration*')
  await page.route('**/api/register-email/', (route) => route.fulfill({ json: { status: true } }))
  await page.goto('/registration/')
  await panel(page).fill('asha@example.test')
  await terms(page).check()
  await page.getByRole('button', { name: SAID.en.link }).click()
  const request = page.waitForRequest('**/api/register-email/')
  await held.release()
  expect((await request).postDataJSON()).toEqual({ email: 'asha@example.test' })
  await expect(page.locator('.notice.good')).toContainText('asha@example.test')
})

test('[AX-3] registration and the form fit a narrow window with every fault shown', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const locale of LOCALES) {
    await page.goto(inTree(locale, '/registration/'))
    await page.getByRole('button', { name: SAID[locale].link }).click()
    await expect(formOf(page).locator('.fault:visible')).toHaveCount(2)
    await expectNoSidewaysScroll(page)
    await openForm(page, locale)
    await make(page, locale).click()
    await expect(formOf(page).locator('.fault:visible')).toHaveCount(7)
    await expectNoSidewaysScroll(page)
  }
})

test.describe('when a link or a form is not taken', () => {
  test.use({ expectedErrors: /Failed to load|api\/(?:v1\/register|register-|reset-)/ })

  test('[SU-4] what the server says of a field stands at that field; what was typed stays', async ({ page }) => {
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
    await expect(page.getByRole('dialog', { name: 'Link has been expired' })).toBeVisible()
  })

  test('[SU-2] a link that cannot be looked at can be looked at again', async ({ page }) => {
    await page.route('**/api/register-verify-token/', (route) => route.abort())
    await page.goto('/sign-up/some-token/')
    const alert = page.getByRole('alert').filter({ hasText: 'The link could not be checked.' })
    await expect(alert).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/register-verify-token/')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('dialog', { name: 'Link has been expired' })).toBeVisible()
  })

  for (const [path, again] of [
    ['/sign-up/forged/', '/registration/'],
    [`/sign-up/${'x'.repeat(300)}/YQ==/`, '/registration/'],
    ['/mr/reset-password/forged/', '/mr/sign-in/'],
    [`/reset-password/${encodeURIComponent('x"<b>')}/`, '/sign-in/'],
  ] as const) {
    test(`[SU-2][RP-1] the expired link ${path.slice(0, 40)} is told of, then home`, async ({ page }) => {
      const isMarathi = path.startsWith('/mr')
      await page.goto(path)
      const dialog = page.getByRole('dialog', { name: isMarathi ? 'लिंकची मुदत संपली आहे' : 'Link has been expired' })
      await expect(dialog).toBeVisible()
      await expect(dialog.getByRole('link')).toHaveAttribute('href', again)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: isMarathi ? 'मुखपृष्ठावर' : 'To the home page' }).click()
      await expect(page).toHaveURL(isMarathi ? '/mr/' : '/')
    })
  }
})

test('[RP-1] a mail leads to a new password, which ends every session and signs in', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await makeListener(page)
  const reply = await page.request.post('/api/v1/login/', { data: { login_type: 'normal', email, password: PASSWORD } })
  const { token } = (await reply.json()) as { token: string }
  await signIn(page, email)
  await page.request.post('/api/reset-password/', { data: { email } })
  const link = await linkIn(page, email, 2)
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
  expect((await sentTo(page, email, 3)).subject).toBe('Your password at Kathavani has changed')
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill('Changed12')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/library/')
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const used = await context.newPage()
  await used.goto(link)
  await expect(used.getByRole('dialog', { name: 'Link has been expired' })).toBeVisible()
  await context.close()
})

test('[SU-1] an address that has an account gets another mail, and the page says the same', async ({ page }) => {
  await page.route('**/api/register-email/', (route) => route.fulfill({ json: { status: true } }))
  await page.goto('/registration/')
  await panel(page).fill(LISTENER)
  await terms(page).check()
  await page.keyboard.press('Enter')
  await expect(page.locator('.notice.good')).toContainText(`We have written to ${LISTENER}.`)
})
