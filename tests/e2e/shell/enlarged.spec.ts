import { bar, button, listenTo } from '../support/listening.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, LOCALES, step, test } from '../support/test.ts'

/** A window of 1280 by 1024 pixels whose page is enlarged four times. */
const ENLARGED = { width: 320, height: 256 }

test('[AX-3] a page that is enlarged four times is seen beside the player, and the open player is reached whole', async ({
  page,
}) => {
  for (const locale of LOCALES)
    await step(page, `in ${locale}`, async () => {
      await listenTo(page, 'Dnyaneshwari', locale)
      await button(page, 'pause', locale).click()
      await page.setViewportSize(ENLARGED)
      await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
      // What lies over the page at each of its heights: at least half of the window is the page's own.
      const covered = await page.evaluate((height) => {
        const isFixed = (element: Element | null): boolean =>
          element !== null && (getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement))
        return Array.from({ length: height / 4 }, (_, row) => isFixed(document.elementFromPoint(40, row * 4))).filter(
          Boolean,
        ).length
      }, ENLARGED.height)
      expect(covered * 4, 'pixels under bars').toBeLessThan(ENLARGED.height / 2)
      await expectNoSidewaysScroll(page)
      await bar(page, locale).locator('.player-more').click()
      await expect(bar(page, locale)).toHaveAttribute('data-open')
      const { top, bottom } = await bar(page, locale).evaluate((element) => {
        const { y, height } = element.getBoundingClientRect()
        return { top: y, bottom: y + height }
      })
      expect(top).toBeGreaterThanOrEqual(0)
      expect(bottom).toBeLessThanOrEqual(ENLARGED.height)
      for (const name of ['play', 'forward', 'close'] as const) {
        await button(page, name, locale).scrollIntoViewIfNeeded()
        await expect(button(page, name, locale)).toBeInViewport({ ratio: 0.9 })
      }
      await expectAccessible(page)
    })
})
