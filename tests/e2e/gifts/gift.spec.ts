import { asciiDigits } from '#contract/text/digits.ts'
import { beBuyer, OVERSEAS, soldTitle } from '../support/orders.ts'
import {
  GIVER,
  choosePayment,
  fillRecipient,
  fillGiver,
  GIFT,
  giftForm,
  giftMail,
  goToGateway,
  goToSummary,
  MESSAGE,
  RECIPIENT,
  openGiftPage,
  part,
  planIn,
} from '../support/gifts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, pathOf, step, test } from '../support/test.ts'

const REQUIRED = { en: 'This field is required', mr: 'हे भरणे आवश्यक आहे' } as const
test('[GI-1] the form shows missing and invalid fields', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openGiftPage(page, 'en')
  await test.step('an empty form shows every missing field, and sends nothing', async () => {
    const requests: string[] = []
    page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()))
    await giftForm(page).getByRole('button', { name: GIFT.en.goOn }).click()
    // Five of the recipient, five of the sender: names, address, number, message or state.
    await expect(giftForm(page).getByText(REQUIRED.en, { exact: true })).toHaveCount(10)
    const group = page.getByRole('radiogroup', { name: GIFT.en.what })
    await expect(group).toHaveAccessibleDescription('Please choose what you give')
    await expect(group.getByRole('radio').first()).toBeFocused()
    // The plans are taller than the window of a phone.
    await expect(group.getByText('Please choose what you give')).toBeInViewport()
    await expectAccessible(page)
    expect(requests).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('each field shows its error', async () => {
    const to = part(page, GIFT.en.recipient)
    const field = (label: string) => to.getByLabel(label, { exact: true })
    await field(GIFT.en.first).fill('M')
    await field(GIFT.en.last).fill('M4rathe')
    await field(GIFT.en.email).fill('mira@nowhere')
    await field(GIFT.en.mobile).fill('98765')
    await field(GIFT.en.message).fill('x'.repeat(501))
    await giftForm(page).getByRole('button', { name: GIFT.en.goOn }).click()
    const wrong = {
      first: 'First name: letters (Latin or Devanagari), apostrophes and hyphens only, 2 to 50',
      last: 'Last name: letters (Latin or Devanagari), apostrophes and hyphens only, 2 to 50',
      email: 'Please enter a valid email address, like name@example.com',
      mobile: 'Please enter a phone number of this country',
      message: 'Message should not be more than 500 characters',
    }
    for (const name of ['first', 'last', 'email', 'mobile', 'message'] as const) {
      await expect(field(GIFT.en[name])).toHaveAccessibleDescription(new RegExp(wrong[name].replace(/[().,]/g, '\\$&')))
      await expect(field(GIFT.en[name])).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(to.locator('.counter')).toHaveText('501 / 500')
    await field(GIFT.en.email).fill(`${'m'.repeat(45)}@x.test`)
    await expect(field(GIFT.en.email)).toHaveAccessibleDescription(/not be more than 50/)
  })
})

test('[GI-1] a listener gives a title with prefilled details, and a coupon reduces the total', async ({ page }) => {
  await beBuyer(page)
  const path = await pathOf(page, 'Chhava')
  const { id, variant } = await soldTitle(page, Number(path.split('/')[2]))
  await page.goto(path)
  // The listener's own buttons come above the link, which moves down.
  await expect(page.locator('owned-title button[value=purchase]')).toBeVisible()
  await page.locator('owned-title').getByRole('link', { name: 'Give as a gift', exact: true }).click()
  await page.waitForURL(`**${GIFT.en.path}?title=${id}`)
  const title = page.locator(`input[name=variant][value="${variant}"]`)
  await expect(title).toBeChecked()
  await expect(part(page, GIFT.en.giver).getByLabel(GIFT.en.first, { exact: true })).toHaveValue('Asha')
  await expect(part(page, GIFT.en.giver).getByLabel(GIFT.en.first, { exact: true })).toHaveAttribute('readonly')
  const niece = await fillRecipient(page, 'en')
  await goToSummary(page, 'en')
  const sums = page.locator('.sums')
  const before = (await sums.locator('.total dd').textContent()) ?? ''
  await page.locator('[name=voucher_code]').fill('MONSOON10')
  await page.locator('[name=voucher_code]').press('Enter')
  await expect(page.locator('.coupon-on')).toBeVisible()
  await expect(sums.locator('.total dd')).not.toHaveText(before)
  const total = (await sums.locator('.total dd').textContent()) ?? ''
  await goToGateway(page, 'en')
  await expect(page.getByRole('heading')).toContainText(asciiDigits(total).replace(/\.00$/, ''))
  await choosePayment(page, 'success')
  await page.waitForURL('**/payment-success/**')
  expect((await giftMail(page, niece)).code).toHaveLength(23)
})

test('[GI-1] a guest gives a plan, pays, and the recipient gets a mail', async ({ page }) => {
  await openGiftPage(page, 'mr')
  await planIn(page, 'mr').check()
  const niece = await fillRecipient(page, 'mr')
  const aunt = await fillGiver(page, 'mr')
  await goToSummary(page, 'mr')
  const summary = page.locator('.gift-summary')
  for (const text of [
    RECIPIENT.mr.first,
    niece,
    RECIPIENT.mr.mobile,
    GIVER.mr.first,
    aunt,
    MESSAGE.split('\n')[1] ?? '',
  ])
    await expect(summary).toContainText(text)
  await expect(summary.locator('.sums')).toContainText('₹११६.८२')
  await expectAccessible(page)
  await goToGateway(page, 'mr')
  await choosePayment(page, 'success')
  await page.waitForURL(`**${inTree('mr', '/payment-success/')}**`)
  const mail = await giftMail(page, niece)
  expect(mail.subject).toContain(`${GIVER.mr.first} ${GIVER.mr.last}`)
  expect(mail.body).toContain(MESSAGE)
  expect(mail.link).toMatch(new RegExp(`^${inTree('mr', '/redeem-gift/')}#[0-9A-Z-]{23}$`))
  // What was typed of a gift that is paid is gone.
  await openGiftPage(page, 'mr')
  await expect(part(page, GIFT.mr.recipient).getByLabel(GIFT.mr.first, { exact: true })).toHaveValue('')
  await expect(page.getByRole('heading', { name: GIFT.mr.summary })).toHaveCount(0)
})

test('[GI-1] a giver outside India sees and pays dollars', async ({ page }) => {
  await step(page, 'a guest outside India pays dollars, without tax', async () => {
    await openGiftPage(page, 'en')
    await planIn(page, 'en').check()
    await expect(page.locator('.offer').first()).toContainText('₹99')
    const niece = await fillRecipient(page, 'en')
    await fillGiver(page, 'en', 'US')
    await expect(page.locator('.offer').first()).toContainText('$4.90')
    await expect(part(page, GIFT.en.giver).getByLabel(GIFT.en.state)).toHaveCount(0)
    await goToSummary(page, 'en')
    await expect(page.locator('.sums .total')).toContainText('$4.90')
    await goToGateway(page, 'en')
    await choosePayment(page, 'success')
    await page.waitForURL('**/payment-success/**')
    await giftMail(page, niece)
  })

  await step(page, 'a listener outside India sees dollars at once', async () => {
    await beBuyer(page, OVERSEAS)
    await openGiftPage(page, 'en')
    await expect(page.locator('.offer').first()).toContainText('$4.90')
    await planIn(page, 'en').check()
    await fillRecipient(page, 'en')
    await part(page, GIFT.en.recipient).getByLabel(GIFT.en.country, { exact: true }).selectOption('IN')
    await goToSummary(page, 'en')
    await expect(page.locator('.sums .total')).toContainText('$4.90')
  })
})

test('[GI-1] what is typed while the page still asks for the gift before is of the new gift', async ({ page }) => {
  await openGiftPage(page, 'en')
  await planIn(page, 'en').check()
  await fillRecipient(page, 'en')
  await fillGiver(page, 'en')
  await goToSummary(page, 'en')
  await goToGateway(page, 'en')
  await choosePayment(page, 'success')
  await page.waitForURL('**/payment-success/**')
  const slow = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/order-details/)
  await page.route(/order-details/, async (route) => {
    await slow.promise
    await route.continue()
  })
  await openGiftPage(page, 'en')
  await asked
  await planIn(page, 'en').check()
  const nephew = await fillRecipient(page, 'en')
  await fillGiver(page, 'en')
  slow.resolve()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await expect(planIn(page, 'en')).toBeChecked()
  await page.reload()
  await expect(part(page, GIFT.en.recipient).getByLabel(GIFT.en.email, { exact: true })).toHaveValue(nephew)
  await goToSummary(page, 'en')
  await expect(page.locator('.gift-summary')).toContainText(nephew)
  await expect(page.locator('.lines li')).toHaveCount(1)
})

test('[GI-1] what is typed and pressed while the page looks for the gift in its cart is of the new gift', async ({
  page,
}) => {
  await openGiftPage(page, 'mr')
  await planIn(page, 'mr').check()
  await fillRecipient(page, 'mr')
  await fillGiver(page, 'mr')
  await goToSummary(page, 'mr')
  const slow = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/\/api\/.*cart/)
  await page.route(/\/api\/.*cart/, async (route) => {
    await slow.promise
    await route.continue()
  })
  await page.reload()
  await asked
  const nephew = await fillRecipient(page, 'mr')
  await giftForm(page).getByRole('button', { name: GIFT.mr.goOn, exact: true }).click()
  await expect(giftForm(page)).toHaveAttribute('aria-busy', 'true')
  slow.resolve()
  await expect(page.getByRole('heading', { name: GIFT.mr.summary })).toBeFocused()
  await expect(page.locator('.gift-summary')).toContainText(nephew)
  await expect(page.locator('.lines li')).toHaveCount(1)
})

test('[GI-1] typed text survives a reload, in the form and in the summary', async ({ page }) => {
  const messages = GIFT.en
  await openGiftPage(page, 'en')
  // From here on the form keeps what is typed; before, that is the browser's business.
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await planIn(page, 'en').check()
  const niece = await fillRecipient(page, 'en')
  await page.reload()
  await expect(part(page, messages.recipient).getByLabel(messages.email, { exact: true })).toHaveValue(niece)
  await expect(planIn(page, 'en')).toBeChecked()
  await fillGiver(page, 'en')
  await goToSummary(page, 'en')
  await page.reload()
  await expect(page.locator('.gift-summary')).toContainText(niece)
  await expect(page.locator('.sums .total')).toContainText('₹116.82')
  await page.getByRole('button', { name: messages.change }).click()
  await expect(planIn(page, 'en')).toBeFocused()
  await expect(part(page, messages.recipient).getByLabel(messages.email, { exact: true })).toHaveValue(niece)
  await page.getByRole('radio', { name: /^90 days/ }).check()
  await goToSummary(page, 'en')
  await expect(page.locator('.lines li')).toHaveCount(1)
  await expect(page.locator('.lines li')).toContainText('90 days')
})

test('[GI-1] a gift can be cancelled in its summary, and not paid without the terms', async ({ page }) => {
  await test.step('without the terms no payment starts', async () => {
    await openGiftPage(page, 'en')
    await planIn(page, 'en').check()
    await fillRecipient(page, 'en')
    await fillGiver(page, 'en')
    await goToSummary(page, 'en')
    await page.getByRole('button', { name: GIFT.en.pay }).click()
    await expect(page.getByText('Please accept the terms of service')).toBeVisible()
    await expect(page.getByLabel(GIFT.en.terms)).toBeFocused()
    await expect(page).toHaveURL(/gift-kathavani/)
  })

  await test.step('a gift is cancelled in its summary: order, cart and forms are empty', async () => {
    const cancelling = page.waitForResponse('**/api/cancel-gift-order/')
    await page.getByRole('button', { name: GIFT.en.cancelGift }).click()
    expect((await cancelling).status()).toBe(200)
    await expect(page.getByText(GIFT.en.cancelled)).toBeFocused()
    for (const label of [GIFT.en.first, GIFT.en.last, GIFT.en.email, GIFT.en.mobile]) {
      await expect(part(page, GIFT.en.recipient).getByLabel(label, { exact: true })).toHaveValue('')
      await expect(part(page, GIFT.en.giver).getByLabel(label, { exact: true })).toHaveValue('')
    }
    await expect(planIn(page, 'en')).not.toBeChecked()
    await expectAccessible(page)
    await page.reload()
    await expect(part(page, GIFT.en.recipient).getByLabel(GIFT.en.message, { exact: true })).toHaveValue('')
    await giftForm(page).getByRole('link', { name: GIFT.en.cancel, exact: true }).click()
    await page.waitForURL('**/subscribe/')
  })
})

test('[GI-1] a cancelled payment leaves the gift unchanged', async ({ page }) => {
  await openGiftPage(page, 'en')
  await planIn(page, 'en').check()
  const niece = await fillRecipient(page, 'en')
  await fillGiver(page, 'en')
  await goToSummary(page, 'en')
  await goToGateway(page, 'en')
  await choosePayment(page, 'cancel')
  await page.waitForURL('**/payment-cancel/**')
  await page.getByRole('link', { name: 'Back to the gift', exact: true }).click()
  await expect(page.locator('[aria-busy=false] form.form').or(page.locator('.given'))).toBeVisible()
  const isForm = await part(page, GIFT.en.recipient).isVisible()
  if (isForm) await goToSummary(page, 'en')
  await expect(page.locator('.given')).toContainText(niece)
  await goToGateway(page, 'en')
  await choosePayment(page, 'failure')
  await page.waitForURL('**/payment-failure/**')
  await page.getByRole('button', { name: /^Re-payment/ }).click()
  await page.waitForURL('**/dev/pay/**')
  await choosePayment(page, 'success')
  await page.waitForURL('**/payment-success/**')
  await giftMail(page, niece)
  // The gift of this tab is paid, by whichever order.
  await page.goto(GIFT.en.path)
  await expect(part(page, GIFT.en.recipient).getByLabel(GIFT.en.email, { exact: true })).toHaveValue('')
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: GIFT.en.summary })).toHaveCount(0)
})

test('[GI-1] the form works by keyboard, at 320 pixels in the dark theme', async ({ page }) => {
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
  // Occasion, voice, who sends it; month, day, year and calendar of the day of delivery; the link to signing in.
  for (let stop = 0; stop < 9; stop += 1) await page.keyboard.press('Tab')
  for (const text of ['Sunanda', 'Marathe', 'sunanda@example.test']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Tab')
  await page.keyboard.type('Maharashtra')
  await page.keyboard.press('Tab')
  await page.keyboard.type('9876500000')
  const sender = page.locator('[name^=sender_]')
  await expect(sender).toHaveCount(6)
  await expect
    .poll(() => sender.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)))
    .toEqual(['Sunanda', 'Marathe', 'sunanda@example.test', 'IN', 'MH', '9876500000'])
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: GIFT.en.summary })).toBeFocused()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test.describe('when something fails', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_FAILED/ })

  test('[GI-1] a lost connection and a busy server show messages, typed text stays, and a second try works', async ({
    page,
  }) => {
    await openGiftPage(page, 'en')
    await planIn(page, 'en').check()
    const niece = await fillRecipient(page, 'en')
    await fillGiver(page, 'en')
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

  test('[GI-1] a title that only plans cover and an incomplete profile redirect', async ({ page }) => {
    await step(page, 'a title that only plans cover is not offered, and a plan is', async () => {
      await openGiftPage(page, 'en', '?title=999999')
      await expect(page.getByText('This title cannot be given on its own. Choose a plan instead.')).toBeVisible()
      await planIn(page, 'en').check()
    })

    await step(page, 'a listener with an incomplete profile is sent to it', async () => {
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
        '/library/?profile=new&next=%2Fgift-kathavani%2F',
      )
    })
  })
})
