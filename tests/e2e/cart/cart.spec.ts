import type { Page } from '@playwright/test'
import { beBuyer, fillCart, OVERSEAS, planOf, soldTitle } from '../support/orders.ts'
import { beSignedIn, beNewListener } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, step, test } from '../support/test.ts'

// A refusal that a test is about stands on the console too.
test.use({ expectedErrors: /status of 422/ })

const RAILWAY = 6
const TUKARAM = 2
const ONLY_IN_PLANS = 15

const MESSAGES = {
  en: {
    cart: 'Your basket',
    railway: 'The Railway in the Ghats',
    sums: ['₹149', '₹50.50', '₹199.50', '₹50.50'],
    remove: 'Take Tukaram: Abhang Gatha out of the basket',
    putBack: 'Put it back',
    removeLast: 'Take The Railway in the Ghats out of the basket',
    empty: 'Your basket is empty',
    checkout: 'Checkout',
    purchase: 'Purchase',
    inCart: 'Product already added in cart',
    planInCart: 'Subscription already added in cart',
    subscribe: /^Subscribe Now/,
    inquiry: 'Inquiry',
  },
  mr: {
    cart: 'तुमची टोपली',
    railway: 'घाटातली रेल्वे',
    sums: ['₹१४९', '₹५०.५०', '₹१९९.५०', '₹५०.५०'],
    remove: /तुकाराम.* टोपलीतून काढा/,
    removeLast: /टोपलीतून काढा/,
    putBack: 'परत ठेवा',
    isBack: 'पुन्हा टोपलीत आहे',
    empty: 'तुमची टोपली रिकामी आहे',
    checkout: 'पैसे भरा',
    purchase: 'खरेदी करा',
    inCart: 'हे पुस्तक आधीच टोपलीत आहे',
    planInCart: 'ही सदस्यता आधीच टोपलीत आहे',
    subscribe: /^सदस्यता घ्या/,
    inquiry: 'चौकशी करा',
  },
} as const

const popup = (page: Page) => page.locator('dialog[open]')
const cartLink = (page: Page) => page.locator('cart-link a')
const pathOf = ({ id, product_slug: slug }: { id: number; product_slug: string }) => `/product-details/${id}/${slug}/`

test('[PD-3] [PL-4] [CA-2] a title is added to the cart by its button, or by pressing play', async ({ page }) => {
  await step(page, 'a title with the button is in the cart, which links to the checkout', async () => {
    await beBuyer(page)
    const title = await soldTitle(page, RAILWAY)
    await page.goto(pathOf(title))
    await page.getByRole('button', { name: MESSAGES.en.purchase, exact: true }).click()
    await expect(popup(page)).toContainText(MESSAGES.en.railway)
    await page.keyboard.press('Escape')
    await expect(cartLink(page)).toContainText('1')
    await page.reload()
    await expect(cartLink(page)).toContainText('1')
    await cartLink(page).click()
    await expect(popup(page).getByRole('listitem')).toHaveCount(1)
    await expect(popup(page).getByRole('listitem')).toContainText(MESSAGES.en.railway)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: MESSAGES.en.purchase, exact: true }).click()
    await expect(page.getByText(MESSAGES.en.inCart)).toBeVisible()
    await expect(popup(page)).toContainText(MESSAGES.en.railway)
    // What was said of the basket goes when it holds the title no more.
    await popup(page).getByRole('listitem').getByRole('button').click()
    await expect(popup(page).getByRole('listitem')).toHaveCount(0)
    await expect(page.getByText(MESSAGES.en.inCart)).toBeHidden()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: MESSAGES.en.purchase, exact: true }).click()
    await popup(page).getByRole('link', { name: MESSAGES.en.checkout }).click()
    await expect(page).toHaveURL(new RegExp('/checkout/$'))
  })

  await step(page, 'a title without entitlement is added to the cart by pressing play', async () => {
    await beBuyer(page)
    const title = await soldTitle(page, RAILWAY)
    await page.goto(pathOf(title))
    await page.locator(`track-progress[title-id="${title.id}"] .number`).first().click()
    await expect(popup(page).getByRole('listitem')).toContainText('The Railway in the Ghats')
    await page.keyboard.press('Escape')
    // The whole row is pressed, not its number alone.
    await page.locator(`track-progress[title-id="${title.id}"] .name`).first().click({ force: true })
    await expect(popup(page).getByRole('listitem')).toHaveCount(1)
  })

  await step(page, 'a title that only plans cover links to the plans', async () => {
    await beBuyer(page)
    const title = await soldTitle(page, ONLY_IN_PLANS)
    await page.goto(pathOf(title))
    await page.locator(`track-progress[title-id="${title.id}"] .number`).first().click()
    await expect(popup(page)).toContainText('Please subscribe or purchase the product to listen')
    await expect(popup(page).getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/subscribe/')
    await expectAccessible(page)
    await popup(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(popup(page)).toHaveCount(0)
  })

  await step(page, 'a buyer outside India sees dollars, without GST', async () => {
    await beBuyer(page, OVERSEAS)
    await page.goto(pathOf(await soldTitle(page, RAILWAY)))
    await page.getByRole('button', { name: 'Purchase', exact: true }).click()
    await expect(popup(page).locator('.subtotal')).toContainText('$1.05')
    await expect(popup(page)).not.toContainText('GST')
  })
})

test('[SB-2] [SB-3] [CA-2] a plan is added to the cart of a listener with a complete profile', async ({ page }) => {
  await step(
    page,
    `a listener's button puts the plan into the basket, says when it is there already, and offers to replace another plan`,
    async () => {
      await beBuyer(page)
      await page.goto('/subscribe/')
      const button = page.getByRole('button', { name: 'Subscribe Now: 365 days' })
      const planOfButton = page.locator('.plan').filter({ has: button })
      await button.click()
      // The plan that was pressed, at its price, and not another one.
      await expect(popup(page).getByRole('listitem')).toHaveCount(1)
      await expect(popup(page).getByRole('listitem')).toContainText('365 days')
      await expect(popup(page).locator('.subtotal')).toContainText('₹365')
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(planOfButton).toContainText(MESSAGES.en.planInCart)
      await expect(page.getByText(MESSAGES.en.planInCart)).toHaveCount(1)
      await expectAccessible(page)
      const second = page.locator('.plan').nth(1)
      await second.getByRole('button', { name: MESSAGES.en.subscribe }).click()
      await expect(second.getByRole('alert')).toHaveText('Your basket already holds another plan.')
      await second.getByRole('button', { name: /^Replace the plan in your basket/ }).click()
      await expect(popup(page).getByRole('listitem')).toHaveCount(1)
      await expect(popup(page)).toContainText('Books only, 30 days')
    },
  )

  await step(page, 'gifts, FAQ and institutions are below the plans', async () => {
    await page.goto('/subscribe/')
    await expect(page.locator('main a[href="/gift-kathavani/"]')).toBeVisible()
    await expect(page.locator('main .prose').last()).not.toBeEmpty()
    await expect(page.locator('main a[href="/faq/"]')).toBeVisible()
    await expect(page.locator('main')).toContainText('schools@kathavani.test')
    const inquiry = page.getByRole('link', { name: MESSAGES.en.inquiry })
    await expect(inquiry).toHaveAttribute('href', 'mailto:schools@kathavani.test')
    await expect(page.locator('.plan').last()).toContainText(MESSAGES.en.inquiry)
  })

  await step(page, 'a guest who wants a plan signs in first and comes back to the basket with it', async () => {
    await page.goto('/subscribe/')
    await page
      .getByRole('link', { name: /^Subscribe Now/ })
      .first()
      .click()
    await expect(page).toHaveURL('/sign-in/?next=%2Fsubscribe%2F%3Fbuy%3D1')
    await expect(page.getByText('“30 days” waits for you.')).toBeVisible()
    await beBuyer(page)
    await page.goto('/subscribe/?buy=1')
    await expect(popup(page).getByRole('listitem')).toHaveCount(1)
    await expect(page).toHaveURL('/subscribe/')
  })

  await step(page, 'a listener with an incomplete profile completes it first', async () => {
    await beNewListener(page)
    await page.goto('/subscribe/')
    const subscribe = page.getByRole('button', { name: /^Subscribe Now/ }).first()
    // Whoever does not complete it is back where the plans are, and is not asked again by itself.
    for (const name of ['Cancel', 'Close']) {
      await subscribe.click()
      await expect(popup(page)).toContainText('One step before your basket.')
      await popup(page).getByRole('button', { name, exact: true }).click()
      await expect(page).toHaveURL('/subscribe/')
      await expect(popup(page)).toHaveCount(0)
    }
    await subscribe.click()
    await expect(popup(page)).toContainText('One step before your basket.')
    await expect(popup(page).getByLabel('Date of birth')).toHaveCount(0)
    await popup(page).getByLabel('First name').fill('Nava')
    await popup(page).getByLabel('Last name').fill('Shrota')
    await popup(page).getByLabel('State').selectOption('MH')
    await popup(page).getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL('/subscribe/')
    await expect(popup(page).getByRole('listitem')).toHaveCount(1)
  })
})

test('[CA-1] the cart shows its lines and their sum, and lines can be removed', async ({ page }) => {
  const { token } = await beBuyer(page)
  const [first, second] = [await soldTitle(page, TUKARAM), await soldTitle(page, RAILWAY)]
  await fillCart(page, token, [first.variant, second.variant])
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(inTree('mr', '/faq/'))
  await cartLink(page).click()
  await expect(popup(page).getByRole('heading', { name: MESSAGES.mr.cart })).toBeVisible()
  const lines = popup(page).getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.nth(0)).toContainText(MESSAGES.mr.sums[0])
  await expect(lines.nth(1)).toContainText(MESSAGES.mr.sums[1])
  await expect(popup(page).locator('.subtotal')).toContainText(MESSAGES.mr.sums[2])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await popup(page).getByRole('button', { name: MESSAGES.mr.remove }).click()
  await expect(lines).toHaveCount(1)
  await expect(popup(page).locator('.subtotal')).toContainText(MESSAGES.mr.sums[3])
  // One press too many takes nothing else out.
  await expect(popup(page).getByRole('link', { name: MESSAGES.mr.checkout })).toBeFocused()
  await popup(page).getByRole('button', { name: MESSAGES.mr.removeLast }).press('Enter')
  await expect(popup(page).locator('.ways button')).toBeFocused()
  await expect(popup(page)).toContainText(MESSAGES.mr.empty)
  await expect(popup(page).getByRole('link', { name: MESSAGES.mr.checkout })).toHaveCount(0)
  // What was taken out by mistake comes back, and the focus is not lost with the button.
  await popup(page).getByRole('button', { name: MESSAGES.mr.putBack }).press('Enter')
  await expect(lines).toHaveCount(1)
  await expect(popup(page).getByRole('status')).toContainText(MESSAGES.mr.isBack)
  await expect(popup(page).getByRole('status')).toBeFocused()
  await expect(popup(page).getByRole('button', { name: MESSAGES.mr.putBack })).toHaveCount(0)
  await expect(popup(page).locator('.subtotal')).toContainText(MESSAGES.mr.sums[3])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await popup(page).getByRole('button', { name: MESSAGES.mr.removeLast }).click()
  await expect(popup(page)).toContainText(MESSAGES.mr.empty)
  await page.keyboard.press('Escape')
  await expect(popup(page)).toHaveCount(0)
  // The link to an empty basket is hidden, so it cannot have the focus back.
  await expect(page.getByRole('main')).toBeFocused()
  await expect(cartLink(page)).toBeHidden()
})

test('[CA-3] two tabs show the same cart', async ({ page, context }) => {
  const { token } = await beBuyer(page)
  const title = await soldTitle(page, RAILWAY)
  await page.goto('/faq/')
  const other = await context.newPage()
  await other.goto(pathOf(title))
  await other.getByRole('button', { name: 'Purchase', exact: true }).click()
  await expect(cartLink(page)).toContainText('1')
  await cartLink(page).click()
  await expect(popup(page).getByRole('listitem')).toHaveCount(1)
  await fillCart(page, token, [(await soldTitle(page, TUKARAM)).variant])
  await popup(other)
    .getByRole('button', { name: /The Railway in the Ghats/ })
    .click()
  await expect(popup(page).getByRole('listitem')).toHaveCount(1)
  await expect(popup(page).getByRole('listitem')).toContainText('Tukaram')
})

test.describe('when the server refuses or does not answer', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR/ })

  test('[CA-1] [CA-2] a failing cart shows a message', async ({ page }) => {
    await step(page, 'shows a message and can be tried again', async () => {
      const { token } = await beBuyer(page)
      await fillCart(page, token, [(await planOf(page, 30)).variant])
      await page.goto('/faq/')
      await page.route('**/api/v1/cart-details/**', (route) => route.abort())
      await cartLink(page).click()
      await expect(popup(page).getByRole('alert')).toContainText('could not be fetched')
      await page.unroute('**/api/v1/cart-details/**')
      await page.route('**/api/cart/', (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 503, body: 'no' }) : route.continue(),
      )
      await popup(page).getByRole('button', { name: 'Try again' }).press('Enter')
      await expect(popup(page).getByRole('listitem')).toHaveCount(1)
      await expect(popup(page).getByRole('heading', { name: MESSAGES.en.cart })).toBeFocused()
      const remove = popup(page).getByRole('listitem').getByRole('button')
      await remove.press('Enter')
      await expect(popup(page).getByRole('alert')).toContainText('could not be taken out')
      await expect(remove).toBeFocused()
      await expect(popup(page).getByRole('listitem')).toHaveCount(1)
    })

    await step(page, 'a plan that could not be added shows a message below it', async () => {
      await beSignedIn(page)
      await page.goto('/subscribe/')
      await page.route('**/api/cart/', (route) => route.abort())
      await page
        .getByRole('button', { name: /^Subscribe Now/ })
        .first()
        .click()
      await expect(page.locator('.plan').first().getByRole('alert')).toContainText('could not be put into the basket')
      await expect(popup(page)).toHaveCount(0)
    })

    await step(page, 'so does a title that was wanted before the sign-in', async () => {
      await beBuyer(page)
      const title = await soldTitle(page, RAILWAY)
      await page.route('**/api/cart/', (route) => route.fulfill({ status: 500, body: 'no' }))
      await page.goto(`${pathOf(title)}?buy=${title.variant}`)
      await expect(page.getByRole('alert')).toHaveText(/try again/)
      await expect(page).toHaveURL(pathOf(title))
    })
  })
})
