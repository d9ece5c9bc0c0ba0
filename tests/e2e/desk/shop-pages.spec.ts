import { openDesk } from '../support/desk.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts'

const PAGES = {
  'home-page': ['', 'banners', 'news', 'menu'],
  coupons: [''],
  plans: [''],
  settings: ['', 'look', 'logo', 'firm', 'faq', 'texts', 'legal'],
  notifications: [''],
  import: [''],
  doctor: [''],
}

for (const locale of ['en', 'mr'])
  for (const [path, parts] of Object.entries(PAGES))
    test(`[DK-11] [AX-1] /desk/${path}/ in ${locale} is accessible and fits the widths`, async ({ page }) => {
      for (const part of parts) {
        await openDesk(page, 'owner', `/desk/${path}/${part && `?part=${part}`}`, locale)
        await expect(page.getByRole('main').locator('.desk-waiting')).toHaveCount(0)
        await expect(page.locator('main :is(button, summary)').first()).toBeVisible()
        for (const width of [360, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          await expectNoSidewaysScroll(page)
          await expectAccessible(page)
        }
      }
    })
