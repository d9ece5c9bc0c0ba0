import type { Page } from '@playwright/test'
import { beBuyer, endPayment, makeOrder, payByCalls, soldTitle } from '../support/orders.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, step, test } from '../support/test.ts'

test.use({ expectedErrors: /status of (?:404|409|422|500|502)|ERR_FAILED/ })

const TUKARAM = 2
const RAILWAY = 6
const MESSAGES = {
  en: {
    tab: 'My Orders',
    none: 'No orders yet',
    fulfilled: 'Fulfilled',
    unfulfilled: 'Unfulfilled',
    canceled: 'Canceled',
    repay: /^Re-payment, order \d+$/,
    pay: /^Pay now, order \d+$/,
    invoice: /^Invoice, order \d+$/,
    paid: /It is yours now/,
    gift: 'For Meera Rao (meera@example.test)',
    redeemed: 'In the library of Meera Rao',
    credit: /^Credit note, order \d+$/,
  },
  mr: {
    tab: 'माझ्या ऑर्डर',
    none: 'अजून ऑर्डर नाहीत',
    fulfilled: 'पूर्ण',
    unfulfilled: 'अपूर्ण',
    canceled: 'रद्द',
    repay: /^पुन्हा पैसे भरा, ऑर्डर [०-९]+$/,
    pay: /^आता पैसे भरा, ऑर्डर [०-९]+$/,
    invoice: /^बिल, ऑर्डर [०-९]+$/,
    paid: /आता हे तुमचे आहे/,
    gift: 'Meera Rao यांच्यासाठी (meera@example.test)',
    redeemed: 'Meera Rao यांच्या लायब्ररीत आहे',
    credit: /^क्रेडिट नोट, ऑर्डर [०-९]+$/,
  },
} as const

const orders = (page: Page) => page.locator('.order')

/** A new buyer with an order whose payment was cancelled. */
async function canceledOrder(page: Page, locale = 'en'): Promise<void> {
  const { token } = await beBuyer(page)
  const order = await makeOrder(page, token, [(await soldTitle(page, TUKARAM)).variant], locale)
  await payByCalls(page, `Token ${token}`, order, 'payu', 'cancel')
}

/** As many orders as wanted, made of a real one. */
async function showMany(
  page: Page,
  count: number,
  change: (order: Record<string, unknown>, index: number) => void = () => undefined,
): Promise<{ fail: boolean }> {
  const how = { fail: false }
  await page.route('**/api/v1/my-orders/', async (route) => {
    if (how.fail) return route.fulfill({ status: 500, json: { status: false, fault: 'internal' } })
    const { offset } = route.request().postDataJSON() as { offset: number }
    const reply = await (await route.fetch({ postData: JSON.stringify({ offset: 0, limit: 1 }) })).json()
    const data = Array.from({ length: Math.min(10, count - offset) }, (_, index) => ({
      ...reply.data[0],
      id: 9_000 + offset + index,
    }))
    data.forEach((order, index) => change(order, offset + index))
    return route.fulfill({ json: { ...reply, data, count } })
  })
  return how
}

/** The server asks once, as it does beside a running plan; the buyer says no, and nothing is ordered. */
async function refuseTheQuestion(page: Page): Promise<void> {
  const plan = { name: 'A month', custom_translation: { mr: { name: 'महिना' } }, is_same: true, is_gift: false }
  const question = { key: 'k', plan: { ...plan, bought_at: '2026-11-20T06:00:00Z' }, owned: [] }
  await page.route(
    '**/regenerate-order/',
    (route) => route.fulfill({ json: { status: true, new_order_token: null, order_currency: null, question } }),
    { times: 1 },
  )
  await page.setViewportSize({ width: 320, height: 700 })
  await page.getByRole('button', { name: MESSAGES.mr.repay }).click()
  const dialog = page.getByRole('dialog', { name: 'पुन्हा पैसे भरण्याआधी' })
  await expect(dialog).toContainText('हे तुम्ही २० नोव्हें २०२६ रोजी घेतले आहे. पुन्हा घ्यायचे?')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'नको' }).click()
  await expect(dialog).toBeHidden()
}

test('[OR-2] [LI-1] the tab shows that there are no orders, or an order can be paid by keyboard', async ({ page }) => {
  await step(page, 'without orders the tab shows a message', async () => {
    const library = '/library/'

    await beBuyer(page)
    await page.goto(library)
    await page.getByRole('tab', { name: MESSAGES.en.tab }).click()
    await expect(page.getByRole('tabpanel').getByText(MESSAGES.en.none)).toBeVisible()
    await expectAccessible(page)
  })

  await step(page, 'an unpaid order can be paid from the list by keyboard', async () => {
    const { token } = await beBuyer(page)
    await makeOrder(page, token, [(await soldTitle(page, TUKARAM)).variant])
    await page.goto('/library/')
    await page.getByRole('tab', { name: 'Purchased in Library' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(orders(page).locator('.status')).toHaveText(MESSAGES.en.unfulfilled)
    await page.getByRole('button', { name: MESSAGES.en.pay }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dev/pay/payu/**')
  })
})

test('[OR-2] [OR-3] orders show labels, gifts and documents, at 320 px', async ({ page }) => {
  const library = '/library/'

  await page.setViewportSize({ width: 320, height: 700 })
  const { token } = await beBuyer(page)
  await makeOrder(page, token, [(await soldTitle(page, TUKARAM)).variant, (await soldTitle(page, RAILWAY)).variant])
  const gift = {
    first_name: 'Meera',
    last_name: 'Rao',
    email: 'meera@example.test',
    message: 'Enjoy',
    redeemed: true,
  }
  await showMany(page, 4, (order, index) => {
    const paid = { status: 'fulfilled', payment: 'paid', gift_order: true }
    if (index === 2)
      Object.assign(order, { ...paid, gift_details: { ...gift, redeemed: false, opened_at: '2026-11-26T04:00:00Z' } })
    else if (index === 3) Object.assign(order, { ...paid, gift_details: { ...gift, redeemed: false } })
    else if (index === 1) Object.assign(order, { status: 'refunded', payment: 'refunded', invoice_number: 'K1' })
    else Object.assign(order, { ...paid, gift_details: gift })
  })
  await page.goto(`${library}?tab=orders`)
  await expect(orders(page).first()).toContainText(MESSAGES.en.gift)
  await expect(orders(page).first()).toContainText(MESSAGES.en.redeemed)
  await expect(orders(page).nth(2)).toContainText('Opened on')
  await expect(orders(page).nth(2)).toContainText('Not taken into a library yet')
  await expect(orders(page).nth(2)).not.toContainText('Not opened yet')
  await expect(orders(page).nth(3)).toContainText('Not opened yet')
  await expect(orders(page).nth(1).getByRole('button', { name: MESSAGES.en.credit })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('[OR-2] [MO-1] a canceled order is paid anew, after a question when a plan runs, and its invoice opens', async ({
  page,
}) => {
  const library = inTree('mr', '/library/')

  await canceledOrder(page, 'mr')
  await page.goto(`${library}?tab=orders`)
  await expect(orders(page)).toHaveCount(1)
  await expect(orders(page).locator('.status')).toHaveText(MESSAGES.mr.canceled)
  await expectAccessible(page)
  await refuseTheQuestion(page)
  await page.getByRole('button', { name: MESSAGES.mr.repay }).click()
  await page.waitForURL('**/dev/pay/payu/**')
  await endPayment(page, 'success')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MESSAGES.mr.paid)
  await page.goto(`${library}?tab=orders`)
  await expect(orders(page).locator('.status')).toHaveText([MESSAGES.mr.fulfilled, MESSAGES.mr.canceled])
  await expect(page.getByRole('button', { name: MESSAGES.mr.repay })).toHaveCount(0)
  const popup = page.waitForEvent('popup')
  const response = page.waitForResponse('**/api/v1/invoice/**')
  await page.getByRole('button', { name: MESSAGES.mr.invoice }).click()
  const { download_path } = (await (await response).json()) as { download_path: string }
  expect((await page.request.get(download_path)).headers()['content-type']).toContain('application/pdf')
  await (await popup).close()
})

test('[OR-2] the list loads ten orders per page, and can be requested again when it fails', async ({ page }) => {
  await step(page, 'the list loads ten orders per page, by scrolling and by the button', async () => {
    const { token } = await beBuyer(page)
    await makeOrder(page, token, [(await soldTitle(page, TUKARAM)).variant])
    const how = await showMany(page, 23)
    await page.goto('/library/?tab=orders')
    await expect(orders(page)).toHaveCount(10)
    await page.locator('.more-titles').scrollIntoViewIfNeeded()
    await expect(orders(page)).toHaveCount(20)
    how.fail = true
    await page.locator('.more-titles').scrollIntoViewIfNeeded()
    await expect(page.getByText('More could not be fetched.')).toBeVisible()
    how.fail = false
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(orders(page)).toHaveCount(23)
    await expect(page.getByText('23 of 23')).toBeFocused()
    await expect(page.locator('.more-titles').getByRole('button')).toHaveCount(0)
  })

  await step(page, 'a list that cannot be loaded can be requested again', async () => {
    await beBuyer(page)
    await page.route('**/api/v1/my-orders/', (route) => route.abort())
    await page.goto('/library/?tab=orders')
    await expect(page.getByRole('alert').getByText('Your orders could not be fetched')).toBeVisible()
    await page.unroute('**/api/v1/my-orders/')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(page.getByText(MESSAGES.en.none)).toBeVisible()
    await expect(page.locator('#content')).toBeFocused()
  })
})

test('[OR-2] [OR-3] a refused re-payment and a missing invoice show messages', async ({ page, context }) => {
  await step(page, 'a refused re-payment shows its reason at the order, and can be tried again', async () => {
    await canceledOrder(page)
    await page.goto('/library/?tab=orders')
    for (const { fault, status, text } of [
      { fault: 'notRepayable', status: 409, text: 'This order cannot be paid any more' },
      { fault: 'alreadyOwned', status: 409, text: 'What is in this order is yours already.' },
      { fault: 'profileIncomplete', status: 422, text: 'You must complete your profile' },
      { fault: 'internal', status: 500, text: 'Please try again' },
    ]) {
      await page.route('**/api/v1/order-new/regenerate-order/', (route) =>
        route.fulfill({ status, json: { status: false, fault } }),
      )
      await page.getByRole('button', { name: MESSAGES.en.repay }).click()
      await expect(orders(page).getByRole('alert').filter({ hasText: text })).toBeVisible()
      await page.unroute('**/api/v1/order-new/regenerate-order/')
    }
    await expectAccessible(page)
    await page.getByRole('button', { name: MESSAGES.en.repay }).click()
    await page.waitForURL('**/dev/pay/payu/**')
  })

  await step(page, 'an invoice that cannot be loaded shows a message, and its window closes', async () => {
    const { token } = await beBuyer(page)
    await makeOrder(page, token, [(await soldTitle(page, TUKARAM)).variant])
    await showMany(page, 1, (order) =>
      Object.assign(order, { status: 'fulfilled', payment: 'paid', invoice_number: 'K1' }),
    )
    await page.goto('/library/?tab=orders')
    const before = context.pages().length
    await page.getByRole('button', { name: MESSAGES.en.invoice }).click()
    await expect(page.getByRole('alert').getByText('This document is not there yet.')).toBeVisible()
    // A window takes a moment to go.
    await expect.poll(() => context.pages().length).toBe(before)
  })
})
