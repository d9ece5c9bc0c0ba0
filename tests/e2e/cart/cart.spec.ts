import type { Page } from '@playwright/test'
import { beBuyer, fillCart, OVERSEAS, planOf, soldTitle } from '../support/buyers.ts'
import { beSignedIn, beSomebodyNew } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, step, test } from '../support/test.ts'

// A refusal that a test is about stands on the console too.
test.use({ expectedErrors: /status of 422/ })

const RAILWAY = 6
const TUKARAM = 2
const ONLY_IN_PLANS = 15

const WORDS = {
  en: {
    basket: 'Your basket',
    railway: 'The Railway in the Ghats',
    sums: ['₹149', '₹50.50', '₹199.50', '₹50.50'],
    remove: 'Take Tukaram: Abhang Gatha out of the basket',
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
    basket: 'तुमची टोपली',
    railway: 'घाटातली रेल्वे',
    sums: ['₹१४९', '₹५०.५०', '₹१९९.५०', '₹५०.५०'],
    remove: /तुकाराम.* टोपलीतून काढा/,
    removeLast: /टोपलीतून काढा/,
    empty: 'तुमची टोपली रिकामी आहे',
    checkout: 'पैसे भरा',
    purchase: 'खरेदी करा',
    inCart: 'हे शीर्षक आधीच टोपलीत आहे',
    planInCart: 'ही सदस्यता आधीच टोपलीत आहे',
    subscribe: /^सदस्यता घ्या/,
    inquiry: 'चौकशी करा',
  },
} as const

const popup = (page: Page) => page.locator('dialog[open]')
const basket = (page: Page) => page.locator('cart-link a')
const pathOf = ({ id, product_slug: slug }: { id: number; product_slug: string }) => `/product-details/${id}/${slug}/`

test('[PD-3] [PL-4] [CA-2] a title goes into the basket by its button, or when it is to be played', async ({
  page,
}) => {
  await step(page, 'a title that is bought stands in the basket, which leads to the checkout', async () => {
    await beBuyer(page)
    const title = await soldTitle(page, RAILWAY)
    await page.goto(pathOf(title))
    await page.getByRole('button', { name: WORDS.en.purchase, exact: true }).click()
    await expect(popup(page)).toContainText(WORDS.en.railway)
    await page.keyboard.press('Escape')
    await expect(basket(page)).toContainText('1')

    await page.getByRole('button', { name: WORDS.en.purchase, exact: true }).click()
    await expect(page.getByText(WORDS.en.inCart)).toBeVisible()
    await basket(page).click()
    await popup(page).getByRole('link', { name: WORDS.en.checkout }).click()
    await expect(page).toHaveURL(new RegExp('/checkout/$'))
  })

  await step(
    page,
    'a title that is neither bought nor in a plan goes into the basket when it is to be played',
    async () => {
      await beBuyer(page)
      const title = await soldTitle(page, RAILWAY)
      await page.goto(pathOf(title))
      await page.locator(`saved-positions[title-id="${title.id}"] .number`).first().click()
      await expect(popup(page).getByRole('listitem')).toContainText('The Railway in the Ghats')
      await page.keyboard.press('Escape')
      // The whole row is pressed, not its number alone.
      await page.locator(`saved-positions[title-id="${title.id}"] .name`).first().click({ force: true })
      await expect(popup(page).getByRole('listitem')).toHaveCount(1)
    },
  )

  await step(page, 'what is in plans only leads to the plans', async () => {
    await beBuyer(page)
    const title = await soldTitle(page, ONLY_IN_PLANS)
    await page.goto(pathOf(title))
    await page.locator(`saved-positions[title-id="${title.id}"] .number`).first().click()
    await expect(popup(page)).toContainText('Please subscribe or purchase the product to listen')
    await expect(popup(page).getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/subscribe/')
    await expectAccessible(page)
    await popup(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(popup(page)).toHaveCount(0)
  })

  await step(page, 'a dollar buyer sees dollars, without a word about GST', async () => {
    await beBuyer(page, OVERSEAS)
    await page.goto(pathOf(await soldTitle(page, RAILWAY)))
    await page.getByRole('button', { name: 'Purchase', exact: true }).click()
    await expect(popup(page).locator('.subtotal')).toContainText('$1.05')
    await expect(popup(page)).not.toContainText('GST')
  })
})

test('[SB-2] [SB-3] [CA-2] a plan goes into the basket of a listener with a whole profile', async ({ page }) => {
  await step(page, `a listener's button puts the plan into the basket, and says when it is there already`, async () => {
    await beBuyer(page)
    await page.goto('/subscribe/')
    const buttons = page.getByRole('button', { name: WORDS.en.subscribe })
    await buttons.first().click()
    await expect(popup(page).getByRole('listitem')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(buttons.first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('.plan').first()).toContainText(WORDS.en.planInCart)
    await expect(page.locator('.plan').nth(1)).not.toContainText(WORDS.en.planInCart)
    await expectAccessible(page)
  })

  await step(page, 'below the plans stand presents, questions and institutions', async () => {
    await page.goto('/subscribe/')
    await expect(page.locator('main a[href="/gift-kathavani/"]')).toBeVisible()
    await expect(page.locator('main .prose').last()).not.toBeEmpty()
    await expect(page.locator('main a[href="/faq/"]')).toBeVisible()
    await expect(page.locator('main')).toContainText('schools@kathavani.test')
    const inquiry = page.getByRole('link', { name: WORDS.en.inquiry })
    await expect(inquiry).toHaveAttribute('href', 'mailto:schools@kathavani.test')
    await expect(page.locator('.plan').last()).toContainText(WORDS.en.inquiry)
  })

  await step(page, 'a guest who wants a plan signs in first and comes back', async () => {
    await page.goto('/subscribe/')
    await page
      .getByRole('link', { name: /^Subscribe Now/ })
      .first()
      .click()
    await expect(page).toHaveURL('/sign-in/?next=%2Fsubscribe%2F')
  })

  await step(page, 'whoever has no whole profile completes it first', async () => {
    await beSomebodyNew(page)
    await page.goto('/subscribe/')
    await page
      .getByRole('button', { name: /^Subscribe Now/ })
      .first()
      .click()
    await expect(popup(page).getByLabel('First name')).toBeVisible()
  })
})

test('[CA-1] the basket shows its lines and their sum, and loses them one by one', async ({ page }) => {
  const { token } = await beBuyer(page)
  const [first, second] = [await soldTitle(page, TUKARAM), await soldTitle(page, RAILWAY)]
  await fillCart(page, token, [first.variant, second.variant])
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(inTree('mr', '/faq/'))
  await basket(page).click()
  await expect(popup(page).getByRole('heading', { name: WORDS.mr.basket })).toBeVisible()
  const lines = popup(page).getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.nth(0)).toContainText(WORDS.mr.sums[0])
  await expect(lines.nth(1)).toContainText(WORDS.mr.sums[1])
  await expect(popup(page).locator('.subtotal')).toContainText(WORDS.mr.sums[2])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await popup(page).getByRole('button', { name: WORDS.mr.remove }).click()
  await expect(lines).toHaveCount(1)
  await expect(popup(page).locator('.subtotal')).toContainText(WORDS.mr.sums[3])
  await expect(popup(page).getByRole('button', { name: WORDS.mr.removeLast })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(popup(page)).toContainText(WORDS.mr.empty)
  await expect(popup(page).getByRole('link', { name: WORDS.mr.checkout })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(popup(page)).toHaveCount(0)
  await expect(basket(page)).toBeHidden()
})

test('[CA-3] two tabs show the same basket at once', async ({ page, context }) => {
  const { token } = await beBuyer(page)
  const title = await soldTitle(page, RAILWAY)
  await page.goto('/faq/')
  const other = await context.newPage()
  await other.goto(pathOf(title))
  await other.getByRole('button', { name: 'Purchase', exact: true }).click()
  await expect(basket(page)).toContainText('1')
  await basket(page).click()
  await expect(popup(page).getByRole('listitem')).toHaveCount(1)
  await fillCart(page, token, [(await soldTitle(page, TUKARAM)).variant])
  await popup(other)
    .getByRole('button', { name: /The Railway in the Ghats/ })
    .click()
  await expect(popup(page).getByRole('listitem')).toHaveCount(1)
  await expect(popup(page).getByRole('listitem')).toContainText('Tukaram')
})

test.describe('when the server refuses or is gone', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR/ })

  test('[CA-1] [CA-2] a basket that fails says so', async ({ page }) => {
    await step(page, 'says so and lets the listener try again', async () => {
      const { token } = await beBuyer(page)
      await fillCart(page, token, [(await planOf(page, 30)).variant])
      await page.goto('/faq/')
      await page.route('**/api/v1/cart-details/**', (route) => route.abort())
      await basket(page).click()
      await expect(popup(page).getByRole('alert')).toContainText('could not be fetched')
      await page.unroute('**/api/v1/cart-details/**')
      await page.route('**/api/cart/', (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 503, body: 'no' }) : route.continue(),
      )
      await popup(page).getByRole('button', { name: 'Try again' }).click()
      await popup(page).getByRole('listitem').getByRole('button').click()
      await expect(popup(page).getByRole('alert')).toContainText('could not be taken out')
      await expect(popup(page).getByRole('listitem')).toHaveCount(1)
    })

    await step(page, 'a plan that could not be added is told under the plan', async () => {
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
  })
})
