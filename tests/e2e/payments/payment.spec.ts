import type { Page } from '@playwright/test'
import {
  beBuyer,
  endPayment,
  fillCart,
  makeOrder,
  OVERSEAS,
  payByCalls,
  placeOrder,
  planOf,
  soldTitle,
  type Ending,
  type Way,
} from '../support/orders.ts'
import { openSavedPage } from '../support/offline.ts'
import { savedSession } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, openBlank, step, test } from '../support/test.ts'

test.use({ expectedErrors: /status of (?:400|401|404|409|422|500|502)|ERR_FAILED/ })

const TUKARAM = 2
const MESSAGES = {
  en: {
    paid: /It is yours now/,
    pending: 'Your payment is under way',
    none: 'This order is not paid yet',
    failed: 'Payment failed',
    canceled: 'Payment canceled',
    unknown: 'We cannot tell which order this is',
    held: 'We are looking at this payment',
    refunded: 'This order has been refunded',
    date: /^\d+(?:st|nd|rd|th) [A-Z][a-z]{2,3} 20\d\d$/,
    total: '₹175.82',
    library: 'To my library',
    title: 'Tukaram: Abhang Gatha',
  },
  mr: {
    paid: /आता हे तुमचे आहे/,
    pending: 'पैशांची खात्री होत आहे',
    none: 'या ऑर्डरचे पैसे अजून भरलेले नाहीत',
    failed: 'पैसे भरता आले नाहीत',
    canceled: 'व्यवहार रद्द केला',
    unknown: 'ही कोणती ऑर्डर आहे ते कळले नाही',
    held: 'आम्ही हा व्यवहार तपासत आहोत',
    refunded: 'या ऑर्डरचे पैसे परत केले आहेत',
    date: /^[०-९]+ \S+ २०[०-९]{2}$/,
    total: '₹१७५.८२',
    library: 'माझ्या ग्रंथालयात जा',
    title: /तुकाराम/,
  },
} as const

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function atCheckout(page: Page, locale = 'en', what: 'plan' | 'title' = 'title'): Promise<string> {
  const { token } = await beBuyer(page)
  await fillCart(page, token, [(await (what === 'plan' ? planOf(page, 30) : soldTitle(page, TUKARAM))).variant])
  await page.goto(inTree(locale, '/checkout/'))
  return token
}

/** The page on which an order of a new buyer ends: its gateway is visited without its pages. */
async function openResult(page: Page, way: Way, ending: Ending): Promise<void> {
  const { token } = await beBuyer(page, way === 'paypal' ? OVERSEAS : undefined)
  const { variant } = await (way === 'paypal' ? planOf(page, 30) : soldTitle(page, TUKARAM))
  const order = await makeOrder(page, token, [variant])
  await page.goto(await payByCalls(page, `Token ${token}`, order, way, ending))
}

/** The order as the page tells it. */
async function changeOrder(
  page: Page,
  change: (order: Record<string, unknown>, requestCount: number) => void,
): Promise<void> {
  let requestCount = 0
  await page.route('**/api/order-details/**', async (route) => {
    const reply = await (await route.fetch()).json()
    change(reply.data[0], (requestCount += 1))
    await route.fulfill({ json: reply })
  })
}

test('[OR-1] an unsuccessful payment shows its result', async ({ page }) => {
  for (const [ending, state] of [
    ['failure', 'failed'],
    ['cancel', 'canceled'],
    ['pending', 'pending'],
    ['tampered', 'unknown'],
  ] as const) {
    await openResult(page, 'payu', ending)
    await expect(heading(page), ending).toHaveText(MESSAGES.en[state])
    await expect(page.getByRole('link', { name: MESSAGES.en.library })).toBeVisible()
    await expectAccessible(page)
    // A forged answer names no order, so nothing is said of one.
    const facts = page.locator('.facts dd')
    if (state === 'unknown') return expect(facts).toHaveCount(0)
    await expect(facts).toHaveText([/^\d+$/, MESSAGES.en.date, MESSAGES.en.total])
    await expect(page.locator('.ordered')).toContainText(MESSAGES.en.title)
  }
})

test('[OR-1] [PY-3] a paid order shows id, date, title and total, and its title is in the library', async ({
  page,
}) => {
  await atCheckout(page, 'mr')
  await placeOrder(page)
  const details = page.waitForResponse('**/api/order-details/**')
  await endPayment(page, 'success')
  await page.waitForURL(`**${inTree('mr', '/payment-success/')}*/`)
  const { data } = (await (await details).json()) as { data: { id: number }[] }
  await expect(heading(page)).toHaveText(MESSAGES.mr.paid)
  await expect(page).toHaveTitle(/आता हे तुमचे आहे\. · कथावाणी$/)
  const facts = page.locator('.facts dd')
  const number = [...String(data[0]?.id)].map((digit) => '०१२३४५६७८९'[Number(digit)]).join('')
  await expect(facts.nth(0)).toHaveText(number)
  await expect(facts.nth(1)).toHaveText(MESSAGES.mr.date)
  await expect(facts.nth(2)).toHaveText(MESSAGES.mr.total)
  await expect(page.locator('.ordered').getByRole('link', { name: MESSAGES.mr.title })).toBeVisible()
  await expect(page.locator('.ordered img')).toBeVisible()
  // Thanked by name, and one press from hearing it.
  await expect(heading(page)).toHaveText(/^धन्यवाद, \S+. /)
  await expect(page.locator('cart-link a')).toBeHidden()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  const play = page.getByRole('button', { name: /^तुकाराम.* ऐका$/ })
  expect((await play.boundingBox())?.height).toBeGreaterThanOrEqual(60)
  await play.click()
  await expect(page.getByRole('button', { name: /^तुकाराम.* थांबवा$/ }).first()).toBeVisible()
  await page.getByRole('link', { name: MESSAGES.mr.library }).click()
  await expect(page.locator('.all .owned')).toHaveCount(1)
  await expect(page.locator('.all .owned')).toContainText(MESSAGES.mr.title)
})

test('[OR-1] held and refunded orders show their state', async ({ page }) => {
  const token = await makeOrderOf(page)
  for (const payment of ['held', 'refunded'] as const) {
    await page.unroute('**/api/order-details/**')
    await changeOrder(page, (order) =>
      Object.assign(order, { payment, status: payment === 'held' ? 'unfulfilled' : 'refunded' }),
    )
    await page.goto(inTree('mr', `/payment-success/${token}/`))
    await expect(heading(page)).toHaveText(MESSAGES.mr[payment])
    await expectAccessible(page)
  }
})

async function makeOrderOf(page: Page): Promise<string> {
  const { token } = await beBuyer(page)
  return makeOrder(page, token, [(await soldTitle(page, TUKARAM)).variant])
}

test('[PY-1] [PY-3] the page shows each result of the gateways of India', async ({ page }) => {
  for (const [way, ending] of [
    ['ccavenue', 'cancel'],
    ['payu', 'late'],
    ['payu', 'twice'],
  ] as const satisfies [Way, Ending][]) {
    await openResult(page, way, ending)
    await expect(heading(page), `${way} ${ending}`).toHaveText(MESSAGES.en[ending === 'cancel' ? 'canceled' : 'paid'], {
      timeout: 30_000,
    })
  }
})

test('[PY-1] [PY-3] buyers outside India pay by PayPal, and the page shows each result', async ({ page }) => {
  for (const ending of ['cancel', 'tampered'] as const) {
    await openResult(page, 'paypal', ending)
    await expect(heading(page), ending).toHaveText(MESSAGES.en[ending === 'cancel' ? 'canceled' : 'unknown'])
  }
  const { token } = await beBuyer(page, OVERSEAS)
  await fillCart(page, token, [(await planOf(page, 30)).variant])
  await page.goto('/checkout/')
  await placeOrder(page, 'paypal')
  await endPayment(page, 'success')
  await expect(heading(page)).toHaveText(MESSAGES.en.paid)
  await expect(page.locator('.facts')).toContainText('$4.90')
  await expect(page.locator('.ordered svg')).toBeVisible()
  // The player and the buttons of titles know it at once.
  await expect
    .poll(async () => (await savedSession(page)) as { subscribeStatus: boolean })
    .toMatchObject({ subscribeStatus: true })
})

test('[PY-3] after the window of the gateway was closed the page shows the order, and starts no second payment', async ({
  page,
}) => {
  await atCheckout(page)
  await placeOrder(page)
  await endPayment(page, 'lost')
  await expect(page.getByRole('heading', { name: 'There is nothing to pay here' })).toBeVisible()
  // Until the shop has asked the gateway, the order says what is known, and pays no second time by itself.
  await page.goto('/proceed-payment/')
  await expect(page.getByRole('heading', { name: 'Your order is not paid yet' })).toBeVisible()
  await expectAccessible(page)
})

test('[PY-1] without a payment the page redirects home', async ({ page }) => {
  await step(page, '/proceed-payment/ without a payment redirects home', async () => {
    await page.goto('/mr/proceed-payment/')
    await page.waitForURL((url) => url.pathname === '/mr/')
  })

  await step(page, 'the payment of another listener in this tab is forgotten', async () => {
    await atCheckout(page)
    await placeOrder(page)
    await beBuyer(page)
    await page.goto('/proceed-payment/')
    await page.waitForURL((url) => url.pathname === '/')
  })
})

test('[PY-1] a buyer who returns from the gateway is asked, sees a failed attempt, and pays with a new one', async ({
  page,
}) => {
  await atCheckout(page)
  const tries: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/_payment'))
      tries.push(new URLSearchParams(request.postData() ?? '').get('txnid') ?? '')
  })
  await placeOrder(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Your order is not paid yet' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your order is not paid yet' })).toBeVisible()
  await page.route('**/api/v1/payu-checkout/', (route) =>
    route.fulfill({ status: 502, json: { status: false, fault: 'gateway' } }),
  )
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The payment service does not answer' })).toBeVisible()
  await page.unroute('**/api/v1/payu-checkout/')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL('**/dev/pay/**')
  expect(new Set(tries).size).toBe(2)
  await endPayment(page, 'success')
  await expect(heading(page)).toHaveText(MESSAGES.en.paid)
  await page.goto('/proceed-payment/')
  await page.waitForURL((url) => url.pathname === '/')
})

test('[PY-1] no form is posted to an address that is not a gateway', async ({ page }) => {
  await atCheckout(page)
  const form = { action: 'https://evil.test/_payment', fields: { amount: '1.00' } }
  await page.route('**/api/v1/payu-checkout/', (route) =>
    route.fulfill({ json: { status: true, kind: 'form', form, address: null, data: '' } }),
  )
  await page.locator('[name=method][value=payu]').check()
  await page.locator('[name=terms]').check()
  await page.locator('.checkout [type=submit]').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please try again' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/checkout/')
})

/** Notes by the clock of the page when a text was shown and when a form was sent. */
function noteTimes(text: string): void {
  const note = (name: string) => sessionStorage.getItem(name) ?? sessionStorage.setItem(name, String(performance.now()))
  new MutationObserver(() => document.body?.textContent.includes(text) && note('shownAt')).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  })
  const send = HTMLFormElement.prototype.submit
  HTMLFormElement.prototype.submit = function submit() {
    note('sentAt')
    send.call(this)
  }
}

test('[PY-1] with auto-renewal the redirect happens after four seconds, or at once by the button', async ({ page }) => {
  const way = { action: '/dev/pay/payu/_payment', fields: { key: 'none', submit: 'a trap' } }
  const keep = (order: string) => sessionStorage.setItem('payment', order)
  const payment = JSON.stringify({ order: 'x', gateway: 'payu', renews: true, page: way })
  await openBlank(page)
  await page.evaluate(keep, payment)
  await page.clock.install()
  await page.addInitScript(noteTimes, 'Taking you to PayU in a few seconds.')
  await page.goto('/proceed-payment/')
  await expect(page.getByText('Taking you to PayU in a few seconds.')).toBeVisible()
  await page.clock.runFor(20_000)
  await page.waitForURL('**/dev/pay/payu/_payment')
  const [shown, sent] = await page.evaluate(() =>
    ['shownAt', 'sentAt'].map((name) => Number(sessionStorage.getItem(name))),
  )
  // On a slow machine the timer starts a little after the text is there.
  expect((sent ?? 0) - (shown ?? 0)).toBeGreaterThan(3_900)
  expect((sent ?? 0) - (shown ?? 0)).toBeLessThan(6_000)
  await openBlank(page)
  await page.evaluate(keep, payment)
  await page.goto('/proceed-payment/')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL('**/dev/pay/payu/_payment')
})

test('[OR-1] an unpaid order links to the payment; a pending one is polled', async ({ page }) => {
  await step(page, 'the success page of an unpaid order shows a message and a link to the payment', async () => {
    const order = await makeOrderOf(page)
    await page.goto(`/payment-success/${order}/`)
    await expect(heading(page)).toHaveText(MESSAGES.en.none)
    await page.getByRole('button', { name: /^Pay now, order \d+$/ }).click()
    await page.waitForURL('**/dev/pay/payu/**')
  })

  await step(page, 'the page polls until the bank has answered, then shows the result', async () => {
    const order = await makeOrderOf(page)
    await changeOrder(page, (reply, requestCount) =>
      Object.assign(reply, requestCount < 3 ? { payment: 'pending' } : { payment: 'paid', status: 'fulfilled' }),
    )
    await page.goto(`/payment-success/${order}/`)
    await expect(heading(page)).toHaveText(MESSAGES.en.pending)
    await expect(page.getByText('This page looks again by itself.')).toBeVisible()
    await expect(heading(page)).toHaveText(MESSAGES.en.paid)
  })
})

test('[OR-1] after the last poll the buyer can check again', async ({ page }) => {
  const order = await makeOrderOf(page)
  let state: object = { payment: 'pending' }
  await changeOrder(page, (reply) => Object.assign(reply, state))
  await page.clock.install()
  await page.goto(`/payment-success/${order}/`)
  const again = page.getByRole('button', { name: 'Look again' })
  await expect(heading(page)).toHaveText(MESSAGES.en.pending)
  await expect(async () => {
    await page.clock.runFor(60_000)
    await expect(again).toBeVisible({ timeout: 100 })
  }).toPass()
  state = { payment: 'paid', status: 'fulfilled' }
  await again.click()
  await expect(async () => {
    await page.clock.runFor(2_000)
    await expect(heading(page)).toHaveText(MESSAGES.en.paid, { timeout: 100 })
  }).toPass()
})

test('[OR-1] an order of another buyer, or one that cannot be loaded, shows a message', async ({ page }) => {
  await step(page, 'an order of another buyer is not found, and a guest signs in first', async () => {
    const order = await makeOrderOf(page)
    await beBuyer(page)
    await page.goto(`/payment-success/${order}/`)
    await expect(heading(page)).toHaveText(MESSAGES.en.unknown)
    await expectAccessible(page)
    await openBlank(page)
    await page.evaluate(() => localStorage.clear())
    await page.goto(`/payment-success/${order}/`)
    await page.waitForURL(`**/sign-in/?next=%2Fpayment-success%2F${order}%2F`)
  })

  await step(page, 'an order that cannot be loaded can be requested again', async () => {
    const order = await makeOrderOf(page)
    await page.route('**/api/order-details/**', (route) => route.abort())
    await page.goto(`/payment-cancel/${order}/`)
    await expect(page.getByRole('alert').getByText('Your order could not be looked up')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/order-details/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText(MESSAGES.en.none)
  })
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('[PY-1] [SD-2] the page of a gateway, which opens only once, opens', async ({ page }) => {
    await openSavedPage(page, '/faq/')
    await atCheckout(page)
    await placeOrder(page, 'ccavenue')
    await endPayment(page, 'success')
    await expect(heading(page)).toHaveText(MESSAGES.en.paid, { timeout: 30_000 })
  })
})
