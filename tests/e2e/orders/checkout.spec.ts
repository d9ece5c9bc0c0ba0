import type { Page, Route } from '@playwright/test'
import { beBuyer, fillCart, KARNATAKA, MAHARASHTRA, OVERSEAS, planOf, soldTitle } from '../support/orders.ts'
import { beNewListener, PASSWORD } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, openBlank, step, test } from '../support/test.ts'

// A refusal that a test is about stands on the console too.
test.use({ expectedErrors: /status of (?:409|422|429|500|502)|ERR_FAILED/ })

const TUKARAM = 2
const RAILWAY = 6

const MESSAGES = {
  en: {
    title: 'Checkout',
    first: 'First name',
    coupon: 'Coupon',
    apply: 'Apply',
    enter: 'Please enter a valid coupon',
    refused: 'This coupon cannot be used',
    remove: 'Remove the coupon',
    required: 'This field is required',
    email: 'Please enter a valid email address',
    terms: 'You must accept our Terms Of Service',
    method: 'Please select a payment method',
    profile: 'You must complete your profile',
    empty: 'Your basket is empty',
    place: /^Place order/,
    sums: ['Subtotal ₹199.50', 'CGST 9% ₹17.96', 'SGST 9% ₹17.96', 'Total ₹235.42'],
    cut: ['Subtotal ₹199.50', 'Discount − ₹19.95', 'CGST 9% ₹16.16', 'SGST 9% ₹16.16', 'Total ₹211.87'],
    elsewhere: ['Subtotal ₹199.50', 'IGST 18% ₹35.91', 'Total ₹235.41'],
    abroad: ['Subtotal $4.90', 'Total $4.90'],
  },
  mr: {
    title: 'पैसे भरा',
    first: 'नाव',
    coupon: 'कूपन',
    apply: 'लागू करा',
    enter: 'कृपया योग्य कूपन लिहा',
    refused: 'हे कूपन चालत नाही',
    remove: 'कूपन काढा',
    required: 'हे भरणे आवश्यक आहे',
    email: 'कृपया योग्य ई-मेल पत्ता लिहा',
    terms: 'आमच्या सेवा अटी मान्य करणे आवश्यक आहे',
    method: 'कृपया पैसे भरण्याची पद्धत निवडा',
    profile: 'आधी तुमची माहिती पूर्ण करा',
    empty: 'तुमची टोपली रिकामी आहे',
    place: /^(?:पैसे|₹\S+|\$\S+) भरा$/,
    sums: ['एकूण (कराआधी) ₹१९९.५०', 'सीजीएसटी ९% ₹१७.९६', 'एसजीएसटी ९% ₹१७.९६', 'एकूण ₹२३५.४२'],
    cut: ['एकूण (कराआधी) ₹१९९.५०', 'सवलत − ₹१९.९५', 'सीजीएसटी ९% ₹१६.१६', 'एसजीएसटी ९% ₹१६.१६', 'एकूण ₹२११.८७'],
    elsewhere: ['एकूण (कराआधी) ₹१९९.५०', 'आयजीएसटी १८% ₹३५.९१', 'एकूण ₹२३५.४१'],
    abroad: ['एकूण (कराआधी) $४.९०', 'एकूण $४.९०'],
  },
} as const

const sums = (page: Page) => page.locator('.sums > div')
const placeOrderButton = (page: Page, locale: 'en' | 'mr' = 'en') =>
  page.getByRole('button', { name: MESSAGES[locale].place })
const refuse =
  (status: number, fault: string, more: object = {}) =>
  (route: Route) =>
    route.fulfill({ status, json: { status: false, fault, ...more } })

async function withTitles(page: Page, where = MAHARASHTRA): Promise<string> {
  const { token } = await beBuyer(page, where)
  await fillCart(page, token, [(await soldTitle(page, TUKARAM)).variant, (await soldTitle(page, RAILWAY)).variant])
  return token
}

/** Ready to be placed. */
async function fillIn(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /PayU/ }).check()
  await page.locator('[name=terms]').check()
}

test('[CK-3] [CK-2] taxes depend on the address of the buyer, discounts on the coupon', async ({ page }) => {
  await step(page, 'another state has IGST, another country no tax and PayPal', async () => {
    const path = '/checkout/'

    await withTitles(page, KARNATAKA)
    await page.goto(path)
    await expect(sums(page)).toHaveText(MESSAGES.en.elsewhere, { useInnerText: true })
    await expect(page.locator('.facts')).toContainText('Place of supplyKarnataka, India')
    const { token } = await beBuyer(page, OVERSEAS)
    await fillCart(page, token, [(await planOf(page, 30)).variant])
    await page.goto(path)
    await expect(sums(page)).toHaveText(MESSAGES.en.abroad, { useInnerText: true })
    await expect(page.locator('.facts')).toContainText(/Country.*United States/)
    await expect(page.locator('.facts')).not.toContainText('Place of supply')
    await expect(page.getByText(/^(?:By PayPal|PayPal वापरून)$/)).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
  })

  await step(page, 'a coupon is required, refused, applied and removed again', async () => {
    const path = '/checkout/'

    await withTitles(page)
    await page.goto(path)
    const entry = page.getByLabel(MESSAGES.en.coupon, { exact: true }).and(page.locator('input'))
    await page.getByRole('button', { name: MESSAGES.en.apply }).click()
    await expect(entry).toHaveAccessibleDescription(MESSAGES.en.enter)
    await expect(entry).toBeFocused()
    await entry.fill('EXPIRED')
    await entry.press('Enter')
    await expect(entry).toHaveAccessibleDescription(new RegExp(`^${MESSAGES.en.refused}`))
    await expect(entry).toHaveValue('EXPIRED')
    await expect(sums(page)).toHaveText(MESSAGES.en.sums, { useInnerText: true })
    await expectAccessible(page)
    await entry.fill('monsoon10')
    await entry.press('Enter')
    await expect(sums(page)).toHaveText(MESSAGES.en.cut, { useInnerText: true })
    await expect(page.locator('.coupon-on')).toContainText('MONSOON10')
    await page.reload()
    await expect(sums(page)).toHaveText(MESSAGES.en.cut, { useInnerText: true })
    await page.getByRole('button', { name: MESSAGES.en.remove }).click()
    await expect(sums(page)).toHaveText(MESSAGES.en.sums, { useInnerText: true })
    await expect(entry).toBeFocused()
  })
})

test('[CK-4] missing input is shown at its field, an incomplete profile first', async ({ page }) => {
  await step(page, 'missing input is shown at its field and focused, at 320 px', async () => {
    const path = '/checkout/'

    await page.setViewportSize({ width: 320, height: 700 })
    await withTitles(page)
    await page.goto(path)
    const first = page.getByLabel(MESSAGES.en.first, { exact: true })
    await first.fill('')
    await placeOrderButton(page).click()
    await expect(first).toBeFocused()
    await expect(first).toHaveAccessibleDescription(MESSAGES.en.required)
    await expect(page.getByRole('radiogroup')).toHaveAccessibleDescription(MESSAGES.en.method)
    await expect(page.locator('[name=terms]')).toHaveAccessibleDescription(MESSAGES.en.terms)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await first.fill('Asha')
    await placeOrderButton(page).click()
    await expect(page.getByRole('radio').first()).toBeFocused()
    await page.getByRole('radio').first().check()
    await page.locator('.coupon input').fill('EXPIRED')
    await page.locator('.coupon input').press('Enter')
    await expect(page.locator('.coupon .fault')).toBeVisible()
    await placeOrderButton(page).click()
    await expect(page.locator('[name=terms]')).toBeFocused()
  })

  await step(page, 'a profile without a state comes before terms and method', async () => {
    const path = '/checkout/'

    await withTitles(page)
    await page.route('**/api/v1/my-profile/', async (route) => {
      const reply = await (await route.fetch()).json()
      Object.assign(reply.data.my_profile, { state: '', email: '' })
      await route.fulfill({ json: reply })
    })
    await page.goto(path)
    await expect(page.getByRole('alert').getByText(MESSAGES.en.profile)).toBeVisible()
    const email = page.locator('[name=email]')
    await placeOrderButton(page).click()
    await expect(email).toHaveAccessibleDescription(MESSAGES.en.required)
    await email.fill('asha@')
    await expect(email).toHaveAccessibleDescription(new RegExp(`^${MESSAGES.en.email}`))
    await email.fill('asha@example.test')
    await placeOrderButton(page).click()
    await expect(page.getByText(MESSAGES.en.terms)).toHaveCount(0)
    await expect(page.getByText(MESSAGES.en.method)).toHaveCount(0)
    await page.getByRole('alert').getByRole('link').click()
    await expect(page).toHaveURL(/\/library\/\?profile=new|\/library\/$/)
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  await step(page, 'a listener without a profile is sent to it', async () => {
    await beNewListener(page)
    await page.goto('/checkout/')
    await expect(page.getByRole('alert').getByText(MESSAGES.en.profile)).toBeVisible()
  })
})

test('[CK-1] an empty cart and a guest cannot order', async ({ page }) => {
  await step(page, 'with an empty cart no order can be placed', async () => {
    const path = '/checkout/'

    const { token } = await beBuyer(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: MESSAGES.en.empty })).toBeVisible()
    await expect(page.getByRole('heading', { name: MESSAGES.en.empty })).not.toBeFocused()
    await expect(placeOrderButton(page)).toBeDisabled()
    await expectAccessible(page)
    await fillCart(page, token, [(await soldTitle(page, TUKARAM)).variant])
    await page.reload()
    await expect(placeOrderButton(page)).toBeEnabled()
    await page.locator('.lines').getByRole('button').press('Enter')
    await expect(page.getByRole('heading', { name: MESSAGES.en.empty })).toBeFocused()
    await expect(placeOrderButton(page)).toBeDisabled()
    await expect(page.locator('cart-link a')).toBeHidden()
    // What was taken out comes back; a line that is cut for a moment loses nothing.
    const putBack = page.getByRole('button', { name: 'Put it back' })
    await page.route('**/api/cart/', (route) => route.abort())
    await putBack.press('Enter')
    await expect(page.getByText('It could not be put back. Please try again.')).toBeVisible()
    await page.unroute('**/api/cart/')
    await putBack.press('Enter')
    await expect(page.locator('.lines').getByRole('listitem')).toHaveCount(1)
    await expect(page.getByText('is in the basket again.')).toBeFocused()
    await expect(page.getByRole('heading', { name: MESSAGES.en.empty })).toHaveCount(0)
    await expect(placeOrderButton(page)).toBeEnabled()
    await expect(page.locator('cart-link a')).toContainText('1')
    await expectAccessible(page)
  })

  await step(page, 'who types keeps the focus when another tab empties the cart', async () => {
    const { token } = await beBuyer(page)
    await fillCart(page, token, [(await soldTitle(page, TUKARAM)).variant])
    await page.goto('/checkout/')
    await expect(placeOrderButton(page)).toBeEnabled()
    const name = page.locator('[name=last_name]')
    await name.fill('Joshi')
    const other = await page.context().newPage()
    await other.goto('/checkout/')
    await other.locator('.lines').getByRole('button').press('Enter')
    await expect(other.getByRole('heading', { name: MESSAGES.en.empty })).toBeFocused()
    await expect(page.getByRole('heading', { name: MESSAGES.en.empty })).toBeVisible()
    await expect(name).toBeFocused()
    await name.press('End')
    await name.pressSequentially('kar')
    await expect(name).toHaveValue('Joshikar')
    await other.close()
  })

  await step(page, 'a guest signs in first and comes back', async () => {
    const { email } = await beBuyer(page)
    await openBlank(page)
    await page.evaluate(() => localStorage.clear())
    await page.goto('/checkout/')
    await page.waitForURL('**/sign-in/?next=%2Fcheckout%2F')
    const form = page.locator('form.form')
    await form.locator('[name=email]').fill(email)
    await form.locator('[name=password]').fill(PASSWORD)
    await form.locator('[type=submit]').click()
    await page.waitForURL('**/checkout/')
    await expect(page.getByRole('heading', { name: MESSAGES.en.empty })).toBeVisible()
  })
})

test('[CK-1] [CK-3] the page shows billing details, lines and the taxes of Maharashtra', async ({ page }) => {
  const path = inTree('mr', '/checkout/')

  await withTitles(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: MESSAGES.mr.title })).toBeVisible()
  await expect(page.getByLabel(MESSAGES.mr.first, { exact: true })).toHaveValue('Asha')
  await expect(page.locator('.lines li')).toHaveCount(2)
  await expect(sums(page)).toHaveText(MESSAGES.mr.sums, { useInnerText: true })
  await expect(placeOrderButton(page, 'mr')).toBeEnabled()
  await expectAccessible(page)
})

test('[CK-1] the checkout works by keyboard up to the gateway', async ({ page }) => {
  await withTitles(page)
  await page.goto('/checkout/')
  await page.getByLabel('Last name').focus()
  const go = async (times: number) => {
    for (let left = times; left > 0; left -= 1) await page.keyboard.press('Tab')
  }
  // Email, profile, method.
  await go(3)
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio', { name: /PayU/ })).toBeChecked()
  // Two removals, coupon, apply, box.
  await go(5)
  await page.keyboard.press('Space')
  await expect(page.locator('[name=terms]')).toBeChecked()
  // Two links, button.
  await go(3)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dev/pay/**')
})

test.describe('when the server refuses', () => {
  test('[CK-5] [CK-4] a refused order shows a message, and can be placed again', async ({ page }) => {
    await withTitles(page)
    await page.goto('/checkout/')
    await fillIn(page)
    await test.step('a refusal shows a message, and the typed text stays', async () => {
      await page.getByLabel('Last name').fill('Kulkarni')
      for (const { fault, status, text } of [
        { fault: 'coupon', status: 422, text: 'Your coupon does not count any more' },
        { fault: 'alreadyOwned', status: 422, text: 'One of these titles is yours already' },
        { fault: 'emptyCart', status: 422, text: 'Something in your order has changed' },
        { fault: 'profileIncomplete', status: 422, text: MESSAGES.en.profile },
        { fault: 'internal', status: 500, text: 'Please try again' },
      ]) {
        await page.route('**/api/v1/orders/', refuse(status, fault))
        await placeOrderButton(page).click()
        await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
        await expect(page.getByLabel('Last name')).toHaveValue('Kulkarni')
        await page.unroute('**/api/v1/orders/')
      }
    })

    await test.step('a changed total is shown before payment', async () => {
      await page.route('**/api/order-details/**', async (route) => {
        const reply = await (await route.fetch()).json()
        reply.data[0].summary.total.amount = '999.00'
        await route.fulfill({ json: reply })
      })
      await placeOrderButton(page).click()
      await expect(page.getByRole('alert').getByText('Something in your order has changed')).toBeVisible()
      await page.unroute('**/api/order-details/**')
      await placeOrderButton(page).click()
      await page.waitForURL('**/dev/pay/**')
    })
  })

  test('[CK-1] a gateway or shop that does not answer shows a message, and one order is created', async ({ page }) => {
    await withTitles(page)
    await page.goto('/checkout/')
    await fillIn(page)
    await test.step('a shop that does not answer shows a message, and typed text stays', async () => {
      await page.route('**/api/v1/orders/', (route) => route.abort())
      await placeOrderButton(page).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Check your connection' })).toBeVisible()
      await expect(page.locator('[name=terms]')).toBeChecked()
      await page.unroute('**/api/v1/orders/')
    })

    await test.step('a second press sends nothing twice; a gateway that does not answer shows a message', async () => {
      await page.route('**/api/v1/payu-checkout/', refuse(502, 'gateway'))
      let requests = 0
      page.on('request', (request) => (requests += request.url().endsWith('/api/v1/orders/') ? 1 : 0))
      const orders: string[] = []
      page.on('response', async (reply) => {
        if (!reply.url().endsWith('/api/v1/orders/')) return
        orders.push(((await reply.json()) as { data: { order_token: string } }).data.order_token)
      })
      await placeOrderButton(page).dblclick()
      await expect(page.getByRole('alert').filter({ hasText: 'The payment service does not answer' })).toBeVisible()
      expect(requests).toBe(1)
      await page.unroute('**/api/v1/payu-checkout/')
      await placeOrderButton(page).click()
      await page.waitForURL('**/dev/pay/**')
      expect(orders).toHaveLength(2)
      expect(new Set(orders).size).toBe(1)
    })
  })

  test('[CK-2] [CK-1] a coupon, a cart and a profile that cannot be loaded can be requested again', async ({
    page,
  }) => {
    await step(page, 'a coupon that cannot be checked stays in its field and can be tried again', async () => {
      await withTitles(page)
      await page.goto('/checkout/')
      await page.route('**/api/apply-coupon/', refuse(429, 'tooMany', { seconds: 600 }))
      const entry = page.locator('.coupon input')
      await entry.fill('MONSOON10')
      await entry.press('Enter')
      await expect(page.getByRole('alert').filter({ hasText: '10 minutes' })).toBeVisible()
      await page.unroute('**/api/apply-coupon/')
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(sums(page)).toHaveText(MESSAGES.en.cut, { useInnerText: true })
    })

    await step(page, 'a cart and a profile that cannot be loaded can be requested again', async () => {
      await withTitles(page)
      await page.route(/api\/v1\/(?:cart-details|my-profile)/, refuse(500, 'internal'))
      await page.goto('/checkout/')
      await expect(page.getByRole('alert')).toHaveCount(2)
      await expect(placeOrderButton(page)).toBeDisabled()
      await page.unroute(/api\/v1\/(?:cart-details|my-profile)/)
      for (const left of [1, 0]) {
        await page.getByRole('button', { name: 'Try again' }).first().click()
        await expect(page.getByRole('alert')).toHaveCount(left)
      }
      await expect(placeOrderButton(page)).toBeEnabled()
      await expect(page.getByLabel('First name')).toHaveValue('Asha')
    })
  })
})
