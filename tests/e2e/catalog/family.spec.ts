import type { Page } from '@playwright/test'
import { expect, expectAccessible, holdScripts, inTree, step, test } from '../support/test.ts'

const TURN_MS = 6_000
const carouselOf = (page: Page) => page.getByRole('region', { name: 'For the family' })
const first = 'One evening, everybody listening'
const second = 'Just out of the studio'

/** What a reader sees of the carousel: the other slide is out of reach. */
const slide = (page: Page, text: string) => carouselOf(page).getByRole('link', { name: text })
async function openCarousel(page: Page): Promise<void> {
  await page.goto('/family/')
  await expect(slide(page, first)).toBeInViewport()
}

test('[FA-1] the carousel rotates, and the reader can stop and start it', async ({ page }) => {
  await page.clock.install()

  await step(page, 'rotates automatically, back to the first of its two banners', async () => {
    await openCarousel(page)
    await expect(carouselOf(page).getByRole('group', { name: '1 of 2' })).toBeVisible()
    await expect(carouselOf(page).locator('.swiper')).toHaveAttribute('aria-live', 'off')
    await page.clock.runFor(TURN_MS)
    await expect(slide(page, second)).toBeInViewport({ ratio: 0.9 })
    await page.clock.runFor(TURN_MS)
    await expect(slide(page, first)).toBeInViewport({ ratio: 0.9 })
  })

  await step(page, 'stops under the pointer and does not restart automatically', async () => {
    await openCarousel(page)
    await slide(page, first).hover()
    await page.mouse.move(1, 1)
    await page.clock.runFor(3 * TURN_MS)
    await expect(slide(page, first)).toBeInViewport({ ratio: 0.9 })
    await expect(carouselOf(page).locator('.swiper')).toHaveAttribute('aria-live', 'polite')
    await carouselOf(page).getByRole('button', { name: 'Let the pictures move' }).click()
    await page.mouse.move(1, 1)
    await page.clock.runFor(TURN_MS)
    await expect(slide(page, second)).toBeInViewport({ ratio: 0.9 })
  })

  await step(page, 'a press after a stop by the pointer does not restart it', async () => {
    await openCarousel(page)
    await carouselOf(page).locator('.rotation').click()
    await expect(carouselOf(page).locator('.swiper')).toHaveAttribute('aria-live', 'polite')
    await expect(carouselOf(page).locator('.rotation')).toHaveAccessibleName('Let the pictures move: For the family')
    await page.clock.runFor(3 * TURN_MS)
    await expect(slide(page, first)).toBeInViewport({ ratio: 0.9 })
  })

  await step(page, 'by keyboard its control comes first, and stops and starts it', async () => {
    await openCarousel(page)
    const control = carouselOf(page).getByRole('button').first()
    await control.focus()
    await expect(control).toHaveAccessibleName('Let the pictures move: For the family')
    await page.keyboard.press('Tab')
    await expect(carouselOf(page).getByRole('button', { name: 'Previous: For the family' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(control).toHaveAccessibleName('Stop the moving pictures: For the family')
    await page.clock.runFor(TURN_MS)
    await expect(slide(page, second)).toBeInViewport({ ratio: 0.9 })
  })

  await step(page, 'a hidden slide cannot be focused', async () => {
    await openCarousel(page)
    const reachable = () => carouselOf(page).locator('.swiper-slide:not([inert]) a')
    await expect(reachable()).toHaveCount(1)
    await carouselOf(page).getByRole('button', { name: 'Next: For the family' }).click()
    await expect(slide(page, second)).toBeInViewport({ ratio: 0.9 })
    await expect(reachable()).toHaveText(new RegExp(second))
  })
})

test('[FA-1] the carousel rotates after a navigation, and never with reduced motion', async ({ page }) => {
  await page.clock.install()

  await step(page, 'rotates after a navigation from another page', async () => {
    await page.goto('/faq/')
    await page.getByRole('banner').getByRole('link', { name: 'Family', exact: true }).click()
    await expect(slide(page, first)).toBeInViewport()
    await page.mouse.move(1, 1)
    await expect(carouselOf(page).locator('.rotation')).toHaveAccessibleName('Stop the moving pictures: For the family')
    await page.clock.runFor(TURN_MS)
    await expect(slide(page, second)).toBeInViewport({ ratio: 0.9 })
    await page.goBack()
    const topics = page.getByRole('navigation', { name: 'Topics' })
    await topics.getByRole('link', { name: /Subscription/ }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Subscription' })).toBeVisible()
  })

  await step(page, 'never starts with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/family/')
    await page.clock.runFor(3 * TURN_MS)
    await expect(slide(page, first)).toBeInViewport({ ratio: 0.9 })
    await expect(carouselOf(page).locator('.rotation')).toHaveAccessibleName('Let the pictures move: For the family')
  })
})

test('[FA-1] a slider for every category, with View all above five titles', async ({ page }) => {
  await page.goto(inTree('mr', '/family/'))
  const sliders = page.locator('section.shelf')
  expect(await sliders.count()).toBeGreaterThan(8)
  for (const slider of await sliders.all()) {
    const cards = await slider.getByRole('article').count()
    expect(cards).toBeGreaterThan(0)
    await expect(slider.locator('a.all')).toHaveCount(cards > 5 ? 1 : 0)
  }
  await page.goto(inTree('mr', '/family/'))
  const href = await page.locator('section.shelf a.all').first().getAttribute('href')
  expect(href).toBe(inTree('mr', '/family-category-details/latest_launch/'))
})

test('[FA-2] every list has a breadcrumb and cards, as many per row as fit', async ({ page }) => {
  for (const list of ['latest_launch', 'popular_titles', 'editors_pick', 'fiction']) {
    await page.goto(`/family-category-details/${list}/`)
    const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    const crumbs = page.locator('nav.crumbs')
    await expect(crumbs.getByRole('link').first()).toHaveAttribute('href', '/family/')
    await expect(crumbs.locator('[aria-current=page]')).toHaveText(heading)
    expect(await page.getByRole('main').getByRole('article').count()).toBeGreaterThan(3)
    await expect(page.getByRole('article').first().getByRole('button')).toBeVisible()
  }
  await page.goto('/family-category-details/latest_launch/')
  for (const [width, items] of [
    [599, 2],
    [600, 3],
    [1000, 6],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const tops = await page
      .locator('.family-list .grid > li')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top))
    expect(
      tops.filter((top) => top === tops[0]),
      `at ${width} px`,
    ).toHaveLength(items)
  }
})

const popover = (page: Page) => page.getByRole('group', { name: 'About Wada Number Seven' })

const card = (page: Page) => page.getByRole('article').filter({ hasText: 'Wada Number Seven' })

test('[FA-3] [SH-17] [AX-1] the popover of a card shows all facts of its title, by mouse and keyboard', async ({
  page,
}) => {
  await test.step('a pointer that rests on the card before the scripts have come opens it', async () => {
    const scripts = await holdScripts(page)
    await page.goto('/family-category-details/latest_launch/')
    await card(page).hover()
    await expect(popover(page)).toBeHidden()
    await scripts.release()
  })

  await test.step('shows all facts of the title on hover and can be hovered itself', async () => {
    await expect(popover(page)).toBeVisible()
    for (const text of [
      'Wada Number Seven',
      'R. V. Gokhale',
      'Direction',
      'Milind Barve',
      'Voices',
      'Mystery',
      '4.7 out of 5 stars',
    ]) {
      await expect(popover(page).getByText(text).first(), text).toBeVisible()
    }
    await popover(page).getByText('Voices').hover()
    await expect(popover(page)).toBeVisible()
    await page.mouse.move(5, 5)
    await expect(popover(page)).toBeHidden()
  })

  await test.step('its price is shown with the amount that includes tax', async () => {
    await card(page).hover()
    await expect(popover(page)).toContainText(/₹\d+(\.\d\d)?\s*₹\d+(\.\d\d)? \+ GST/)
    await page.mouse.move(5, 5)
    await expect(popover(page)).toBeHidden()
  })

  await test.step('opens on focus, can be tabbed through and is closed by Escape', async () => {
    await card(page).getByRole('button').focus()
    await page.keyboard.press('Tab')
    await expect(card(page).getByRole('link')).toBeFocused()
    await expect(popover(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(popover(page)).toBeHidden()
    await expect(card(page).getByRole('link')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'About Wada Number Seven' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(popover(page).getByRole('link', { name: 'R. V. Gokhale' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'About Wada Number Seven' })).toBeFocused()
  })

  await test.step('a free title shows its badge and plays its sample', async () => {
    const free = page.getByRole('article').filter({ hasText: 'Dnyaneshwari' })
    await expect(free.getByText('Free', { exact: true })).toBeVisible()
    await free.getByRole('button', { name: 'Play sample of Dnyaneshwari' }).click()
    await expect(free.getByRole('button', { name: 'Pause sample of Dnyaneshwari' })).toBeVisible()
  })

  await test.step('axe reports nothing while it is open', async () => {
    await page.getByRole('button', { name: 'About Wada Number Seven' }).click()
    await expect(popover(page)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(popover(page)).toBeHidden()
  })

  await test.step('its genre links to /browse with the genre selected', async () => {
    // A page that scrolls on the way to the link brings another card under the pointer.
    await card(page).evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await card(page).hover()
    const genre = popover(page).getByRole('link', { name: 'Mystery' })
    await expect(genre).toBeInViewport({ ratio: 1 })
    await genre.click()
    await expect(page).toHaveURL(/\/browse\/\?genre=\d+$/)
    await expect(page.getByRole('heading', { name: 'Genre: Mystery' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('categoryName'))).toBe('Mystery')
  })

  await step(page, 'a click on the card opens the title', async () => {
    await page.goto('/family-category-details/latest_launch/')
    await card(page).click({ position: { x: 40, y: 40 } })
    await expect(page).toHaveURL(/\/product-details\/\d+\/wada-number-seven\/$/)
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } })

  test('[FA-3] the small button shows the same facts', async ({ page }) => {
    await page.goto('/mr/family-category-details/latest_launch/')
    const more = page.getByRole('button', { name: 'वाडा नंबर सात: थोडक्यात माहिती' })
    const details = page.getByRole('group', { name: 'वाडा नंबर सात: थोडक्यात माहिती' })
    await more.tap()
    await expect(details).toBeInViewport({ ratio: 0.9 })
    await expect(details.getByText('+ जीएसटी')).toBeVisible()
    await details.getByRole('button', { name: 'बंद करा' }).tap()
    await expect(details).toBeHidden()
    await expect(more).toBeFocused()
  })
})
