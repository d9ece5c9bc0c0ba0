import { type Page, type Request } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, holdScripts, inTree, step, test } from '../support/test.ts'

const API = '**/api/contact-us/'
const MESSAGES = {
  en: {
    first: 'First name',
    last: 'Last name',
    phone: 'Phone',
    email: 'Email',
    message: 'Message',
    human: 'I am a human',
    send: 'Send the message',
  },
  mr: {
    first: 'नाव',
    last: 'आडनाव',
    phone: 'फोन',
    email: 'ई-मेल',
    message: 'संदेश',
    human: 'मी माणूस आहे',
    send: 'संदेश पाठवा',
  },
} as const
const LETTERS = {
  en: {
    first: 'Asha',
    last: 'Joshi',
    phone: '98765 43210',
    email: 'asha@example.test',
    message: 'Where is my plan?\nThank you.',
  },
  mr: {
    first: 'श्री',
    last: 'कुर्‍हाडे',
    phone: '९८७६५४३२१०',
    email: 'shri@example.test',
    message: 'नमस्कार, माझी सदस्यता कुठे आहे?',
  },
} as const
type Locale = keyof typeof MESSAGES

const formOf = (page: Page) => page.locator('form.form')
const field = (page: Page, name: keyof (typeof LETTERS)['en'], locale: Locale = 'en') =>
  formOf(page).getByLabel(MESSAGES[locale][name], { exact: true })
const button = (page: Page, locale: Locale = 'en') => formOf(page).getByRole('button', { name: MESSAGES[locale].send })

async function fillLetter(page: Page, locale: Locale = 'en'): Promise<void> {
  for (const name of ['first', 'last', 'phone', 'email', 'message'] as const)
    await field(page, name, locale).fill(LETTERS[locale][name])
}
async function prove(page: Page, locale: Locale = 'en'): Promise<void> {
  await formOf(page).getByLabel(MESSAGES[locale].human).check()
  await expect(page.locator('.captcha')).toHaveAttribute('data-state', 'proved', { timeout: 30_000 })
}
const answer = (status: number, body: object) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})
const sentOf = (request: Request) => request.postDataJSON() as Record<string, string>

test('[AB-3] each field shows its error, and typed text stays', async ({ page }) => {
  await step(page, 'an empty form shows what is missing and sends nothing', async () => {
    let sent = 0
    page.on('request', (request) => void (sent += Number(request.url().includes('/api/contact-us/'))))
    await page.goto('/contact/')
    await button(page).click()
    await expect(formOf(page).getByText('This field is required')).toHaveCount(5)
    await expect(formOf(page).getByText('Please verify that you are a human')).toBeVisible()
    await expect(field(page, 'first')).toBeFocused()
    await expect(field(page, 'first')).toHaveAccessibleDescription('This field is required')
    await expectAccessible(page)
    await field(page, 'first').fill(LETTERS.en.first)
    await expect(field(page, 'first')).not.toHaveAttribute('aria-invalid', 'true')
    expect(sent).toBe(0)
  })

  await test.step('each field shows its error in words, and how many letters are left', async () => {
    const wrong = { first: 'Asha1', last: '😀', phone: '12345', email: 'asha@', message: 'x'.repeat(501) }
    for (const name of ['first', 'last', 'phone', 'email', 'message'] as const)
      await field(page, name).fill(wrong[name])
    await expect(formOf(page).locator('.counter')).toHaveText('501 / 500')
    await button(page).click()
    await expect(field(page, 'first')).toHaveAccessibleDescription(
      'First name: letters (Latin or Devanagari), apostrophes and hyphens only, up to 50',
    )
    await expect(field(page, 'last')).toHaveAccessibleDescription(
      'Last name: letters (Latin or Devanagari), apostrophes and hyphens only, up to 50',
    )
    await expect(field(page, 'phone')).toHaveAccessibleDescription(/Please enter a valid phone number, with/)
    await expect(field(page, 'email')).toHaveAccessibleDescription(
      'Please enter a valid email address, like name@example.com',
    )
    await expect(field(page, 'message')).toHaveAccessibleDescription('Message should not be more than 500 characters')
    await field(page, 'message').fill('x'.repeat(465))
    await expect(formOf(page).getByText('Characters left: 40')).toBeAttached()
    await expect(field(page, 'first')).toHaveAttribute('autocomplete', 'given-name')
    await expect(field(page, 'phone')).toHaveAttribute('autocomplete', 'tel-national')
  })

  await step(page, 'the type in the address selects the heading and is sent with the message', async () => {
    await page.route(API, (route) => route.fulfill(answer(200, { status: true })))
    const heading = page.getByRole('heading', { level: 1 })
    await page.goto('/contact/?type=writer')
    await expect(heading).toHaveText('Write for us')
    await page.goto('/contact/?type=nobody')
    await expect(heading).toHaveText('Contact us')
    await page.getByRole('link', { name: 'Publisher', exact: true }).click()
    await expect(heading).toHaveText('Publish with us')
    await expect(page.locator('.types [aria-current]')).toHaveText('Publisher')
    await fillLetter(page)
    await prove(page)
    const request = page.waitForRequest(API)
    await button(page).click()
    const sent = sentOf(await request)
    expect(sent).toMatchObject({
      type: 'publisher',
      mobile: '9876543210',
      first_name: LETTERS.en.first,
      comments: LETTERS.en.message,
    })
    expect((await request).headers()['authorization']).toBe('Guest guest-contact')
  })

  await step(page, 'typed text stays through other pages and the other language', async () => {
    await page.goto('/contact/')
    await fillLetter(page)
    await page.getByRole('link', { name: 'Director', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Direct with us')
    await expect(field(page, 'message')).toHaveValue(LETTERS.en.message)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service')
    await page.goBack()
    await expect(field(page, 'email')).toHaveValue(LETTERS.en.email)
  })

  await step(page, 'the page fits a narrow window with every error shown', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto('/mr/contact/')
    await button(page, 'mr').click()
    await expect(formOf(page).locator('.fault:visible')).toHaveCount(6)
    await expectNoSidewaysScroll(page)
  })
})

test('[AB-3] a message is sent, confirmed and cleared', async ({ page }) => {
  await page.goto(inTree('mr', '/contact/'))
  await fillLetter(page, 'mr')
  await prove(page, 'mr')
  const pressedAt = Date.now()
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/contact-us/', (route) => seen.promise.then(() => route.continue()))
  await button(page, 'mr').click()
  await expect(formOf(page)).toHaveAttribute('aria-busy', 'true')
  await expect(formOf(page).getByText('पाठवत आहोत …')).toBeVisible()
  seen.resolve()
  const thanks = page.getByRole('heading', {
    name: 'धन्यवाद. तुमचा संदेश आमच्यापर्यंत पोहोचला.',
  })
  await expect(thanks).toBeVisible()
  expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(1_000)
  await expect(page.locator('.done')).toBeFocused()
  await expect(formOf(page)).toHaveAttribute('aria-busy', 'false')
  for (const name of ['first', 'last', 'phone', 'email', 'message'] as const)
    await expect(field(page, name, 'mr')).toHaveValue('')
  await expect(formOf(page).getByLabel(MESSAGES.mr.human)).not.toBeChecked()
  await expectAccessible(page)
})

test('[AB-3] a message can be written by keyboard, and before hydration', async ({ page }) => {
  await step(page, 'the form works by keyboard', async () => {
    await page.goto('/contact/')
    await field(page, 'first').focus()
    for (const text of ['Asha', 'Joshi', '9876543210', 'asha@example.test', 'Hello']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await expect(formOf(page).getByLabel('I am a human')).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await expect(button(page)).toBeFocused()
    // Before the check is done: sending waits for it.
    await page.keyboard.press('Enter')
    await expect(page.locator('.done')).toBeFocused({ timeout: 30_000 })
  })

  await step(page, 'input and a press before hydration are sent after it', async () => {
    const scripts = await holdScripts(page, 'ContactForm*')
    await page.route(API, (route) => route.fulfill(answer(200, { status: true })))
    await page.goto('/contact/')
    await fillLetter(page)
    await formOf(page).getByLabel('I am a human').check()
    await button(page).click()
    expect(new URL(page.url()).search).toBe('')
    const request = page.waitForRequest(API)
    await scripts.release()
    expect(sentOf(await request)).toMatchObject({ comments: LETTERS.en.message, mobile: '9876543210' })
    await expect(page.locator('.done')).toBeVisible()
  })
})

test.describe('when the message is refused', () => {
  test.use({ expectedErrors: /api\/(?:contact-us|human-challenge)|Failed to load|proof-/ })

  test('[AB-3] a server that does not answer and a refused field show messages', async ({ page }) => {
    await step(
      page,
      'a server that does not answer shows a message; typed text stays and is sent with a new captcha solution',
      async () => {
        const proofs: string[] = []
        await page.route(API, async (route) => {
          proofs.push(sentOf(route.request())['altcha'] ?? '')
          if (proofs.length === 1) return route.abort()
          return route.fulfill(answer(200, { status: true }))
        })
        await page.goto('/contact/')
        await fillLetter(page)
        await prove(page)
        await button(page).click()
        await expect(page.getByRole('alert').filter({ hasText: 'Check your connection and try again' })).toBeVisible()
        await expect(field(page, 'message')).toHaveValue(LETTERS.en.message)
        await expectAccessible(page)
        await formOf(page).getByRole('button', { name: 'Try again' }).click()
        await expect(page.locator('.done')).toBeVisible({ timeout: 30_000 })
        expect(new Set(proofs).size).toBe(2)
      },
    )

    await step(page, 'a field that the server refuses is marked and focused', async () => {
      await page.route(API, (route) =>
        route.fulfill(answer(400, { status: false, fault: 'badInput', fields: { email: 'email' } })),
      )
      await page.goto('/contact/')
      await fillLetter(page)
      await prove(page)
      await button(page).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Please correct the marked fields.' })).toBeVisible()
      await expect(field(page, 'email')).toBeFocused()
      await expect(field(page, 'email')).toHaveAccessibleDescription(/Please enter a valid email address/)
      await expect(field(page, 'email')).toHaveValue(LETTERS.en.email)
    })
  })

  test('[AD-4] a captcha that cannot be loaded shows a message and can be tried again', async ({ page }) => {
    for (const [part, address] of [
      ['challenge', '**/api/human-challenge/'],
      ['worker', '**/_a/proof-*worker*'],
    ] as const) {
      await step(page, `a captcha whose ${part} cannot be loaded shows a message and can be tried again`, async () => {
        await page.route(address, (route) => route.fulfill({ status: 404, body: '' }))
        await page.goto('/contact/')
        const box = formOf(page).getByLabel('I am a human')
        await box.click()
        await expect(page.getByRole('alert').filter({ hasText: 'The check did not work.' })).toBeVisible({
          timeout: 30_000,
        })
        await expect(box).not.toBeChecked()
        await page.unroute(address)
        await prove(page)
        await expect(page.getByText('Checked. Thank you.')).toBeVisible()
      })
    }
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('[AB-3] the page shows the contact address', async ({ page }) => {
    await page.goto('/contact/')
    await expect(page.getByText('The form needs JavaScript. Without it, write to help@kathavani.test.')).toBeVisible()
  })
})
