import { asciiDigits } from '#contract/digits.ts'
import { beBuyer, OVERSEAS, soldTitle } from '../support/buyers.ts'
import {
  AUNT,
  choosePayment,
  fillRecipient,
  fillSender,
  GIFT,
  giftForm,
  giftMail,
  goToGateway,
  goToSummary,
  MESSAGE,
  NIECE,
  openGiftPage,
  part,
} from '../support/givers.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, LOCALES, pathOf, test } from '../support/test.ts'

const REQUIRED = { en: 'This field is required', mr: 'हे भरणे आवश्यक आहे' } as const
const planIn = (page: Parameters<typeof giftForm>[0], locale: keyof typeof GIFT) =>
  page.getByRole('radio', { name: GIFT[locale].plan })

for (const locale of LOCALES) {
  const said = GIFT[locale]

  test(`[GI-1] a guest gives a plan, pays, and the recipient is told by mail, in ${locale}`, async ({ page }) => {
    await openGiftPage(page, locale)
    await planIn(page, locale).check()
    const niece = await fillRecipient(page, locale)
    await fillSender(page, locale)
    await goToSummary(page, locale)
    const summary = page.locator('.gift-summary')
    for (const text of [NIECE[locale].first, niece, AUNT[locale].first, MESSAGE.split('\n')[1] ?? ''])
      await expect(summary).toContainText(text)
    await expect(summary.locator('.sums')).toContainText(locale === 'en' ? '₹116.82' : '₹११६.८२')
    await expectAccessible(page)
    await goToGateway(page, locale)
    await choosePayment(page, 'success')
    await page.waitForURL(`**${inTree(locale, '/payment-success/')}**`)
    const mail = await giftMail(page, niece)
    expect(mail.subject).toContain(`${AUNT[locale].first} ${AUNT[locale].last}`)
    expect(mail.body).toContain(MESSAGE)
    expect(mail.link).toMatch(new RegExp(`^${inTree(locale, '/redeem-gift/')}#[0-9A-Z-]{23}$`))
    // What was typed of a gift that is paid is gone.
    await openGiftPage(page, locale)
    await expect(part(page, said.recipient).getByLabel(said.first, { exact: true })).toHaveValue('')
    await expect(page.getByRole('heading', { name: said.summary })).toHaveCount(0)
  })

  test(`[GI-1] an empty form names every field that is missing, and asks the server nothing, in ${locale}`, async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
    await openGiftPage(page, locale)
    await giftForm(page).getByRole('button', { name: said.goOn }).click()
    // Five of the recipient, five of the sender: names, address, number, message or state.
    await expect(giftForm(page).getByText(REQUIRED[locale], { exact: true })).toHaveCount(10)
    const group = page.getByRole('radiogroup', { name: said.what })
    await expect(group).toHaveAccessibleDescription(
      locale === 'en' ? 'Please choose what you give' : 'काय भेट द्यायचे ते कृपया निवडा',
    )
    await expect(group.getByRole('radio').first()).toBeFocused()
    await expectAccessible(page)
    expect(asked).toEqual([])
  })

  test(`[GI-1] each field says what is wrong with it in ${locale}`, async ({ page }) => {
    await openGiftPage(page, locale)
    const to = part(page, said.recipient)
    const field = (label: string) => to.getByLabel(label, { exact: true })
    await field(said.first).fill('M')
    await field(said.last).fill('M4rathe')
    await field(said.email).fill('mira@nowhere')
    await field(said.mobile).fill('98765')
    await field(said.message).fill('x'.repeat(501))
    await giftForm(page).getByRole('button', { name: said.goOn }).click()
    const wrong =
      locale === 'en'
        ? {
            first: 'First name field accept alphabets(A-Z,a-z, Devanagari), length (2-50) char only',
            last: 'Last name field accept alphabets(A-Z,a-z, Devanagari), length (2-50) char only',
            email: 'Please enter a valid email address, like name@example.com',
            mobile: 'Please enter a valid mobile number of exactly 10 digits',
            message: 'Message should not be more than 500 characters',
          }
        : {
            first: 'नाव: फक्त अक्षरे (देवनागरी किंवा इंग्रजी), २ ते ५० पर्यंत',
            last: 'आडनाव: फक्त अक्षरे (देवनागरी किंवा इंग्रजी), २ ते ५० पर्यंत',
            email: 'कृपया योग्य ई-मेल पत्ता लिहा, उदाहरणार्थ name@example.com',
            mobile: 'कृपया नेमका १० अंकी मोबाइल नंबर लिहा',
            message: 'संदेश ५०० अक्षरांपेक्षा मोठा नसावा',
          }
    for (const name of ['first', 'last', 'email', 'mobile', 'message'] as const) {
      await expect(field(said[name])).toHaveAccessibleDescription(new RegExp(wrong[name].replace(/[().,]/g, '\\$&')))
      await expect(field(said[name])).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(to.locator('.counter')).toHaveText(locale === 'en' ? '501 / 500' : '५०१ / ५००')
    await field(said.email).fill(`${'m'.repeat(45)}@x.test`)
    await expect(field(said.email)).toHaveAccessibleDescription(
      locale === 'en' ? /not be more than 50/ : /५० अक्षरांपेक्षा/,
    )
  })

  test(`[GI-1] a listener gives a title, prefilled, and a coupon lowers the total, in ${locale}`, async ({ page }) => {
    await beBuyer(page)
    const path = await pathOf(page, 'Chhava')
    const { id, variant } = await soldTitle(page, Number(path.split('/')[2]))
    await page.goto(inTree(locale, path))
    // The listener's own buttons come above the link, which moves down.
    await expect(page.locator('owned-title button[value=purchase]')).toBeVisible()
    await page
      .locator('owned-title')
      .getByRole('link', { name: locale === 'en' ? 'Give as a gift' : 'भेट द्या', exact: true })
      .click()
    await page.waitForURL(`**${said.path}?title=${id}`)
    const title = page.locator(`input[name=variant][value="${variant}"]`)
    await expect(title).toBeChecked()
    await expect(part(page, said.sender).getByLabel(said.first, { exact: true })).toHaveValue('Asha')
    await expect(part(page, said.sender).getByLabel(said.first, { exact: true })).toHaveAttribute('readonly')
    const niece = await fillRecipient(page, locale)
    await goToSummary(page, locale)
    const sums = page.locator('.sums')
    const before = (await sums.locator('.total dd').textContent()) ?? ''
    await page.locator('[name=voucher_code]').fill('MONSOON10')
    await page.locator('[name=voucher_code]').press('Enter')
    await expect(page.locator('.coupon-on')).toBeVisible()
    await expect(sums.locator('.total dd')).not.toHaveText(before)
    const total = (await sums.locator('.total dd').textContent()) ?? ''
    await goToGateway(page, locale)
    await expect(page.getByRole('heading')).toContainText(asciiDigits(total).replace(/\.00$/, ''))
    await choosePayment(page, 'success')
    await page.waitForURL(`**${inTree(locale, '/payment-success/')}**`)
    expect((await giftMail(page, niece)).code).toHaveLength(23)
  })

  test(`[GI-1] a gift is cancelled from its summary: order, cart and forms are empty, in ${locale}`, async ({
    page,
  }) => {
    await openGiftPage(page, locale)
    await planIn(page, locale).check()
    await fillRecipient(page, locale)
    await fillSender(page, locale)
    await goToSummary(page, locale)
    const cancelling = page.waitForResponse('**/api/cancel-gift-order/')
    await page.getByRole('button', { name: said.cancelGift }).click()
    expect((await cancelling).status()).toBe(200)
    await expect(page.getByText(said.cancelled)).toBeFocused()
    for (const label of [said.first, said.last, said.email, said.mobile]) {
      await expect(part(page, said.recipient).getByLabel(label, { exact: true })).toHaveValue('')
      await expect(part(page, said.sender).getByLabel(label, { exact: true })).toHaveValue('')
    }
    await expect(planIn(page, locale)).not.toBeChecked()
    await expectAccessible(page)
    await page.reload()
    await expect(part(page, said.recipient).getByLabel(said.message, { exact: true })).toHaveValue('')
    await giftForm(page).getByRole('link', { name: said.cancel, exact: true }).click()
    await page.waitForURL(`**${inTree(locale, '/subscribe/')}`)
  })
}

test('[GI-1] a guest elsewhere pays dollars, without tax', async ({ page }) => {
  await openGiftPage(page, 'en')
  await planIn(page, 'en').check()
  await expect(page.locator('.offer').first()).toContainText('₹99')
  const niece = await fillRecipient(page, 'en')
  await fillSender(page, 'en', 'US')
  await expect(page.locator('.offer').first()).toContainText('$4.90')
  await expect(part(page, GIFT.en.sender).getByLabel(GIFT.en.state)).toHaveCount(0)
  await goToSummary(page, 'en')
  await expect(page.locator('.sums .total')).toContainText('$4.90')
  await goToGateway(page, 'en')
  await choosePayment(page, 'success')
  await page.waitForURL('**/payment-success/**')
  await giftMail(page, niece)
})

test('[GI-1] a listener elsewhere sees dollars at once', async ({ page }) => {
  await beBuyer(page, OVERSEAS)
  await openGiftPage(page, 'en')
  await expect(page.locator('.offer').first()).toContainText('$4.90')
  await planIn(page, 'en').check()
  await fillRecipient(page, 'en')
  await goToSummary(page, 'en')
  await expect(page.locator('.sums .total')).toContainText('$4.90')
})

test('[GI-1] what was typed outlives a reload, in the form and in the summary', async ({ page }) => {
  const said = GIFT.en
  await openGiftPage(page, 'en')
  await planIn(page, 'en').check()
  const niece = await fillRecipient(page, 'en')
  await page.reload()
  await expect(part(page, said.recipient).getByLabel(said.email, { exact: true })).toHaveValue(niece)
  await expect(planIn(page, 'en')).toBeChecked()
  await fillSender(page, 'en')
  await goToSummary(page, 'en')
  await page.reload()
  await expect(page.locator('.gift-summary')).toContainText(niece)
  await expect(page.locator('.sums .total')).toContainText('₹116.82')
  await page.getByRole('button', { name: said.change }).click()
  await expect(part(page, said.recipient).getByLabel(said.email, { exact: true })).toHaveValue(niece)
  await page.getByRole('radio', { name: /^90 days/ }).check()
  await goToSummary(page, 'en')
  await expect(page.locator('.lines li')).toHaveCount(1)
  await expect(page.locator('.lines li')).toContainText('90 days')
})

test('[GI-1] without the terms nobody is led to a payment', async ({ page }) => {
  await openGiftPage(page, 'en')
  await planIn(page, 'en').check()
  await fillRecipient(page, 'en')
  await fillSender(page, 'en')
  await goToSummary(page, 'en')
  await page.getByRole('button', { name: GIFT.en.pay }).click()
  await expect(page.getByText('Please accept terms of service')).toBeVisible()
  await expect(page.getByLabel(GIFT.en.terms)).toBeFocused()
  await expect(page).toHaveURL(/gift-kathavani/)
})

test('[GI-1] a payment that was cancelled leaves the gift as it was', async ({ page }) => {
  await openGiftPage(page, 'en')
  await planIn(page, 'en').check()
  const niece = await fillRecipient(page, 'en')
  await fillSender(page, 'en')
  await goToSummary(page, 'en')
  await goToGateway(page, 'en')
  await choosePayment(page, 'cancel')
  await page.waitForURL('**/payment-cancel/**')
  await page.goto(GIFT.en.path)
  await expect(page.locator('[aria-busy=false] form.form').or(page.locator('.given'))).toBeVisible()
  const isForm = await part(page, GIFT.en.recipient).isVisible()
  if (isForm) await goToSummary(page, 'en')
  await expect(page.locator('.given')).toContainText(niece)
  await goToGateway(page, 'en')
  await choosePayment(page, 'success')
  await page.waitForURL('**/payment-success/**')
  await giftMail(page, niece)
})

test('[GI-1] the keyboard alone fills the form, at 320 pixels in the dark', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await openGiftPage(page, 'en')
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await page.keyboard.press('Tab')
  for (const text of ['Mira', 'Marathe', 'mira@example.test']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Tab')
  await page.keyboard.type('9876511111')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Hello')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  for (const text of ['Sunanda', 'Marathe', 'sunanda@example.test']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Tab')
  await page.keyboard.type('Maharashtra')
  await page.keyboard.press('Tab')
  await page.keyboard.type('9876500000')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: GIFT.en.summary })).toBeFocused()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test.describe('when something stands in the way', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_FAILED/ })

  test('[GI-1] a cut line and a busy server are told, what was typed stays, and a second try goes on', async ({
    page,
  }) => {
    await openGiftPage(page, 'en')
    await planIn(page, 'en').check()
    const niece = await fillRecipient(page, 'en')
    await fillSender(page, 'en')
    await page.route('**/api/add-gifting-user/', (route) => route.abort(), { times: 1 })
    await giftForm(page).getByRole('button', { name: GIFT.en.goOn }).click()
    await expect(page.getByRole('alert')).toContainText('That did not reach us')
    await page.route(
      '**/api/add-gifting-user/',
      (route) => route.fulfill({ status: 429, json: { status: false, fault: 'tooMany', seconds: 240 } }),
      {
        times: 1,
      },
    )
    await giftForm(page).getByRole('button', { name: GIFT.en.goOn }).click()
    await expect(page.getByRole('alert')).toContainText('Please wait 4 minutes')
    await expect(part(page, GIFT.en.recipient).getByLabel(GIFT.en.email, { exact: true })).toHaveValue(niece)
    await goToSummary(page, 'en')
    await page.route('**/api/v1/orders/', (route) =>
      route.fulfill({ status: 500, json: { status: false, fault: 'internal' } }),
    )
    await page.getByLabel(GIFT.en.terms).check()
    await page.getByRole('button', { name: GIFT.en.pay }).click()
    await expect(page.getByRole('alert')).toContainText('Our server did not take it')
    await expect(page.getByLabel(GIFT.en.terms)).toBeChecked()
    await page.unroute('**/api/v1/orders/')
    await page.getByRole('button', { name: GIFT.en.pay }).click()
    await page.waitForURL('**/dev/pay/**')
  })

  test('[GI-1] a title that is not sold alone is not offered, and a plan can be', async ({ page }) => {
    await openGiftPage(page, 'en', '?title=999999')
    await expect(page.getByText('This title cannot be given on its own. Choose a plan instead.')).toBeVisible()
    await planIn(page, 'en').check()
  })

  test('[GI-1] a listener without a whole profile is led to it', async ({ page }) => {
    await page.route('**/api/cart/', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { status: false, fault: 'profileIncomplete' } })
        : route.continue(),
    )
    await beBuyer(page)
    await openGiftPage(page, 'en')
    await planIn(page, 'en').check()
    await fillRecipient(page, 'en')
    await giftForm(page).getByRole('button', { name: GIFT.en.goOn }).click()
    await expect(page.getByRole('alert')).toContainText('You must complete your profile before you give.')
    await expect(page.getByRole('link', { name: 'Complete the profile' })).toHaveAttribute(
      'href',
      '/library/?profile=new',
    )
  })
})
