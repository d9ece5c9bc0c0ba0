import type { Page } from '@playwright/test'
import { codeIn, freshMobile } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, step, test } from '../support/test.ts'

const SEND = '**/api/otp/send-otp/'
const MESSAGES = {
  en: {
    opens: 'Sign in with a mobile number',
    number: 'Mobile number',
    send: 'Send the code',
    invalid: 'Please enter a valid mobile number of 10 digits',
    digit: (n: number) => `Digit ${n} of 6`,
    verify: 'Sign in',
    wrong: 'This code is not right. Please check the text message and type it again.',
    change: 'Change the number',
  },
  mr: {
    opens: 'मोबाइल नंबरने लॉग इन करा',
    number: 'मोबाइल नंबर',
    send: 'कोड पाठवा',
    invalid: 'कृपया १० अंकी योग्य मोबाइल नंबर लिहा',
    digit: (n: number) => `६ पैकी अंक ${deva(String(n))}`,
    verify: 'लॉग इन करा',
    wrong: 'हा कोड बरोबर नाही. एसएमएस पाहून पुन्हा लिहा.',
    change: 'नंबर बदला',
  },
} as const
type Locale = keyof typeof MESSAGES

const deva = (text: string) => text.replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? '')
const dialog = (page: Page) => page.getByRole('dialog')
const number = (page: Page, locale: Locale = 'en') => dialog(page).getByLabel(MESSAGES[locale].number, { exact: true })
const send = (page: Page, locale: Locale = 'en') => dialog(page).getByRole('button', { name: MESSAGES[locale].send })
const box = (page: Page, place: number, locale: Locale = 'en') =>
  dialog(page).getByLabel(MESSAGES[locale].digit(place), { exact: true })
const boxes = (page: Page) => dialog(page).locator('.boxes input')
const verify = (page: Page, locale: Locale = 'en') =>
  dialog(page).getByRole('button', { name: MESSAGES[locale].verify, exact: true })
/** Never the right one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function openSignIn(page: Page, locale: Locale = 'en'): Promise<void> {
  await page.goto(inTree(locale, '/sign-in/'))
  await page.getByRole('button', { name: MESSAGES[locale].opens }).click()
  await expect(number(page, locale)).toBeFocused()
}
/** The server sends nothing: most of the dialog needs no message of the few that an hour has. */
async function openAtCode(page: Page, locale: Locale = 'en'): Promise<void> {
  await page.route(SEND, (route) => route.fulfill({ json: { message: 'success' } }))
  await openSignIn(page, locale)
  await number(page, locale).fill('9876543210')
  await send(page, locale).click()
  await expect(box(page, 1, locale)).toBeFocused()
}
const codeOf = async (page: Page) =>
  (await boxes(page).evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))).join('')

test('[SI-4] [WD-3] a new number signs in with its code and is asked for name and mail address, as announced', async ({
  page,
}) => {
  const mobile = freshMobile()
  await openSignIn(page, 'mr')
  await expect(dialog(page)).toContainText('आम्ही तुमचे नाव आणि ई-मेल पत्ता विचारू')
  await expectAccessible(page)
  // Devanagari digits count as digits; what is typed beyond ten is cut.
  await number(page, 'mr').fill(`${deva(mobile)}77`)
  await expect(number(page, 'mr')).toHaveValue(deva(mobile))
  await send(page, 'mr').click()
  await expect(box(page, 1, 'mr')).toBeFocused()
  await expect(number(page, 'mr')).toHaveValue(`+९१ ${deva(mobile)}`)
  await expect(number(page, 'mr')).not.toBeEditable()
  await expectAccessible(page)
  const code = await codeIn(page, mobile)
  // The last digit sends the code.
  await page.keyboard.type(deva(code))
  await expect(dialog(page).getByRole('heading', { name: 'खाते पूर्ण करा' })).toBeVisible()
  await expect(dialog(page)).toContainText('‘ऐच्छिक’ असे लिहिलेले नाही ते सर्व भरणे आवश्यक आहे.')
  const mail = dialog(page).getByLabel('ई-मेल', { exact: true })
  await expect(mail).toHaveAttribute('required', '')
  await expect(mail).toHaveAccessibleDescription(/^पावत्या आणि खात्याविषयीच्या सूचना इथे येतील\./)
  await expect(page.locator('html')).toHaveAttribute('data-signed-in', '')
})

test.describe('when a code or a number is refused', () => {
  test.use({ expectedErrors: /Failed to load|api\/otp/ })

  test('[SI-4] a wrong code stays in its field', async ({ page }) => {
    const mobile = freshMobile()
    await openSignIn(page)
    await number(page).fill(mobile)
    await send(page).click()
    await expect(box(page, 1)).toBeFocused()
    const code = await codeIn(page, mobile)
    await page.keyboard.type(wrong(code))
    await expect(dialog(page).getByRole('alert').filter({ hasText: MESSAGES.en.wrong })).toBeVisible()
    await expect(box(page, 1)).toBeFocused()
    expect(await codeOf(page)).toBe(wrong(code))
    await expectAccessible(page)
    await page.keyboard.type(code)
    await expect(dialog(page).getByRole('heading', { name: 'Finish your account' })).toBeVisible()
  })

  test('[SI-4] rate limits and a server that does not answer show messages at both steps', async ({ page }) => {
    await step(page, 'too many messages to a number show how long to wait', async () => {
      const mobile = freshMobile()
      await page.request.post('/api/otp/send-otp/', { data: { mobile_number: mobile } })
      await openSignIn(page)
      await number(page).fill(mobile)
      await send(page).click()
      await expect(dialog(page).getByRole('alert').filter({ hasText: 'Please wait 1 minute;' })).toBeVisible()
      await expect(number(page)).toHaveValue(mobile)
    })

    await step(page, 'a server that does not answer shows a message at both steps', async () => {
      await openAtCode(page)
      await page.route('**/api/otp/verify-otp/', (route) => route.abort())
      await page.keyboard.type('123456')
      await expect(
        dialog(page).getByRole('alert').filter({ hasText: 'Check your connection and try again' }),
      ).toBeVisible()
      expect(await codeOf(page)).toBe('123456')
      await dialog(page).getByRole('button', { name: MESSAGES.en.change }).click()
      await page.route(SEND, (route) => route.abort())
      await send(page).click()
      await expect(
        dialog(page).getByRole('alert').filter({ hasText: 'Check your connection and try again' }),
      ).toBeVisible()
    })
  })
})

test('[SI-4] [AX-1] [AX-3] number and code can be typed, pasted, changed and requested again', async ({ page }) => {
  await step(page, 'numbers that are not Indian mobiles send nothing', async () => {
    let sent = 0
    page.on('request', (request) => void (sent += Number(request.url().includes('/api/otp/'))))
    await openSignIn(page)
    for (const [typed, shown] of [
      ['', ''],
      ['12345', '12345'],
      ['5876543210', '5876543210'],
      ['+44 7911 123456', '4479111234'],
    ] as const) {
      await number(page).fill(typed)
      await expect(number(page)).toHaveValue(shown)
      await send(page).click()
      await expect(number(page)).toHaveAccessibleDescription(/valid mobile number of 10 digits/)
      await expect(number(page)).toBeFocused()
    }
    expect(sent).toBe(0)
    for (const typed of ['+91 98765 43210', '098765-43210', '919876543210']) {
      await number(page).fill(typed)
      await expect(number(page)).toHaveValue('9876543210')
    }
  })

  await step(page, 'the boxes accept one digit each: focus moves on with a digit and back with backspace', async () => {
    await openAtCode(page)
    await page.keyboard.type('12x3')
    expect(await codeOf(page)).toBe('123')
    await expect(box(page, 4)).toBeFocused()
    await page.keyboard.press('Backspace')
    await expect(box(page, 3)).toBeFocused()
    expect(await codeOf(page)).toBe('12')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(box(page, 1)).toBeFocused()
    await page.keyboard.type('9')
    expect(await codeOf(page)).toBe('92')
    await expect(box(page, 2)).toBeFocused()
    await verify(page).click()
    await expect(dialog(page).getByRole('alert').filter({ hasText: MESSAGES.en.wrong })).toBeVisible()
    await expect(box(page, 1)).toBeFocused()
    // All six are there: the fault goes with it, and the code sends itself.
    await page.route('**/api/otp/verify-otp/', (route) => route.fulfill({ json: { status: '2' } }))
    const request = page.waitForRequest('**/api/otp/verify-otp/')
    await page.keyboard.type('123456')
    await expect(dialog(page).getByText(MESSAGES.en.wrong)).toBeHidden()
    expect((await request).postDataJSON()).toMatchObject({ otp: '123456' })
  })

  await test.step('a pasted or autofilled code fills all boxes', async () => {
    await box(page, 3).evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'Your code: १२३ ४५६')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    expect(await codeOf(page)).toBe('123456')
    await expect(box(page, 6)).toBeFocused()
    await expect(box(page, 1)).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(box(page, 1)).toHaveAttribute('inputmode', 'numeric')
    // A whole code sends itself: the next part would let the request through to the server.
    const answered = page.waitForResponse((reply) => !!reply.request().postData()?.includes('654321'))
    await box(page, 1).fill('654321')
    expect(await codeOf(page)).toBe('654321')
    await answered
  })

  await step(
    page,
    'the number can be changed; the dialog returns the focus, and another visit starts with the number',
    async () => {
      await openAtCode(page)
      await dialog(page).getByRole('button', { name: MESSAGES.en.change }).click()
      await expect(number(page)).toHaveValue('9876543210')
      await expect(number(page)).toBeEditable()
      await expect(number(page)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
      await expect(page.getByRole('button', { name: MESSAGES.en.opens })).toBeFocused()
      await page.locator('.switch a').click()
      await expect(page).toHaveURL('/registration/')
      await page.goBack()
      await expect(page).toHaveURL('/sign-in/')
      await expect(dialog(page)).toBeHidden()
      await page.getByRole('button', { name: MESSAGES.en.opens }).click()
      await expect(number(page)).toBeEditable()
    },
  )

  await step(page, 'both steps fit a narrow window', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await openAtCode(page, 'mr')
    await expectNoSidewaysScroll(page)
    const past = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(past).toBeLessThanOrEqual(0)
    const widths = await boxes(page).evaluateAll((inputs) => inputs.map((input) => input.getBoundingClientRect().width))
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(24)
  })

  await step(page, 'another code can be requested after a countdown of a minute', async () => {
    await page.clock.install()
    await openAtCode(page)
    await expect(dialog(page).getByText(/^Another code can be sent in (?:60|5\d) seconds$/)).toBeVisible()
    await page.clock.fastForward(40_000)
    await expect(dialog(page).getByText(/^Another code can be sent in (?:20|1\d) seconds$/)).toBeVisible()
    await page.keyboard.type('12')
    await verify(page).click()
    await expect(dialog(page).getByText(MESSAGES.en.wrong)).toBeVisible()
    await page.clock.fastForward(30_000)
    const request = page.waitForRequest(SEND)
    await dialog(page).getByRole('button', { name: 'Send another code' }).click()
    expect((await request).postDataJSON()).toEqual({ mobile_number: '9876543210' })
    await expect(dialog(page).getByText(/^Another code can be sent in (?:60|5\d) seconds$/)).toBeVisible()
    expect(await codeOf(page)).toBe('')
    await expect(dialog(page).getByText(MESSAGES.en.wrong)).toBeHidden()
    await expect(box(page, 1)).toBeFocused()
    await expect(dialog(page).getByRole('status').first()).toHaveText(
      /^Another code is on its way to \+91 9876543210\./,
    )
  })
})
