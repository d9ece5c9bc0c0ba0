import type { Page } from '@playwright/test'
import { beBuyer, endPayment, fillCart, OVERSEAS, planOf, soldTitle } from '../support/orders.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, step, test } from '../support/test.ts'

test.use({ expectedErrors: /status of (?:422|500)|ERR_FAILED/ })

const TUKARAM = 2
const MESSAGES = {
  en: {
    box: /^Renew “Plan: 30 days” by itself every 30 days/,
    leaving: 'Taking you to PayU in a few seconds.',
    on: 'Continue to payment',
    paid: /It is yours now/,
    tab: 'Subscription',
    heading: 'Auto-renewal',
    amount: '₹116.82 with tax every 30 days, by PayU',
    off: 'Switch off auto-renewal',
    sure: 'Yes, switch it off',
    keep: 'Keep it',
    ended: 'Auto-renewal is off: nothing more will be debited.',
    date: /\d+(?:st|nd|rd|th) [A-Z][a-z]{2,3} 20\d\d/,
  },
  mr: {
    box: /^“सदस्यता: ३० दिवस” दर ३० दिवसांनी आपोआप सुरू ठेवा/,
    leaving: 'काही सेकंदांत PayU उघडेल.',
    on: 'पैसे भरायला पुढे जा',
    paid: /आता हे तुमचे आहे/,
    tab: 'सदस्यता',
    heading: 'आपोआप नूतनीकरण',
    amount: 'दर ३० दिवसांनी करासह ₹११६.८२, PayU मार्फत',
    off: 'आपोआप नूतनीकरण थांबवा',
    sure: 'हो, थांबवा',
    keep: 'सुरू ठेवा',
    ended: 'आपोआप नूतनीकरण बंद आहे: यापुढे पैसे घेतले जाणार नाहीत.',
    date: /[०-९]+ \S+ २०[०-९]{2}/,
    failed: 'सदस्यतेचे आपोआप नूतनीकरण होते का ते पाहता आले नाही.',
    again: 'पुन्हा प्रयत्न करा',
  },
} as const

const box = (page: Page) => page.locator('[name=renew]')

async function buyRenewing(page: Page, locale: 'en' | 'mr'): Promise<void> {
  const { token } = await beBuyer(page)
  await fillCart(page, token, [(await planOf(page, 30)).variant])
  await page.goto(inTree(locale, '/checkout/'))
  await page.getByLabel(MESSAGES[locale].box).check()
  // The second gateway of India renews nothing.
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expectAccessible(page)
  await page.locator('[name=terms]').check()
  await page.locator('.checkout [type=submit]').click()
  await expect(page.getByText(MESSAGES[locale].leaving)).toBeVisible()
  await page.getByRole('button', { name: MESSAGES[locale].on }).click()
  await page.waitForURL('**/dev/pay/payu/**')
  await endPayment(page, 'success')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MESSAGES[locale].paid)
}

test('[SB-4] [CK-1] a plan with auto-renewal shows its next debit, and is cancelled in the library; what fails can be tried again', async ({
  page,
}) => {
  await buyRenewing(page, 'mr')
  await page.setViewportSize({ width: 320, height: 700 })
  await page.route('**/api/v1/auto-renewal/', (route) => route.abort())
  await page.goto(inTree('mr', '/library/?tab=subscription'))
  const failure = page.getByRole('alert').filter({ hasText: MESSAGES.mr.failed })
  await expect(failure).toBeVisible()
  await page.unroute('**/api/v1/auto-renewal/')
  await page.getByRole('button', { name: MESSAGES.mr.again }).click()
  const part = page.getByRole('region', { name: MESSAGES.mr.heading })
  await expect(part).toContainText(MESSAGES.mr.amount)
  await expect(part).toContainText(MESSAGES.mr.date)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await part.getByRole('button', { name: MESSAGES.mr.off }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: MESSAGES.mr.keep }).click()
  await expect(part.getByRole('button', { name: MESSAGES.mr.off })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.route('**/api/v1/auto-renewal/cancel/', (route) =>
    route.fulfill({ status: 500, json: { status: false, fault: 'internal' } }),
  )
  await dialog.getByRole('button', { name: MESSAGES.mr.sure }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/v1/auto-renewal/cancel/')
  await dialog.getByRole('button', { name: MESSAGES.mr.sure }).click()
  await expect(part).toContainText(MESSAGES.mr.ended)
  await expect(part.getByRole('heading', { name: MESSAGES.mr.heading })).toBeFocused()
  await page.reload()
  await expect(part).toContainText(MESSAGES.mr.ended)
  // The plan that runs is not touched.
  await expect(page.locator('.my-plans li')).toHaveCount(1)
})

test('[CK-1] [SB-4] [PY-1] auto-renewal is offered with a plan, by PayPal outside India', async ({ page }) => {
  await step(page, 'auto-renewal is offered only with a plan in the cart', async () => {
    const { token } = await beBuyer(page)
    await fillCart(page, token, [(await soldTitle(page, TUKARAM)).variant])
    await page.goto('/checkout/')
    await expect(page.locator('.lines li')).toHaveCount(1)
    await expect(box(page)).toHaveCount(0)
    await fillCart(page, token, [(await planOf(page, 30)).variant])
    await page.reload()
    await expect(box(page)).toBeVisible()
    await page.locator('.lines').getByRole('button').last().click()
    await expect(page.locator('.lines li')).toHaveCount(1)
    await expect(box(page)).toHaveCount(0)
  })

  await step(page, 'outside India PayPal renews', async () => {
    const { token } = await beBuyer(page, OVERSEAS)
    await fillCart(page, token, [(await planOf(page, 30)).variant])
    await page.goto('/checkout/')
    await box(page).check()
    await page.locator('[name=terms]').check()
    await page.locator('.checkout [type=submit]').click()
    await page.getByRole('button', { name: MESSAGES.en.on }).click()
    await page.waitForURL('**/dev/pay/paypal/**')
    await endPayment(page, 'success')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(MESSAGES.en.paid, { timeout: 30_000 })
    await page.goto('/library/?tab=subscription')
    await expect(page.getByRole('region', { name: MESSAGES.en.heading })).toContainText(
      '$4.90 every 30 days, by PayPal',
    )
  })
})
