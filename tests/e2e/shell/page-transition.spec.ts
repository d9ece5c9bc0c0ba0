import { expect, test } from '../support/test.ts'

test('[SH-1] a page that is left before its transition begins reports no error', async ({ page }) => {
  await page.goto('/faq/')
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      document.startViewTransition = start
      const skipped = Promise.withResolvers<void>()
      const transition = start(async () => {
        await skipped.promise
        if (typeof update === 'function') await update()
      })
      const skip = transition.skipTransition.bind(transition)
      transition.skipTransition = () => {
        skip()
        skipped.resolve()
      }
      return transition
    }
  })
  // Nothing is drawn while a transition waits, so that the mouse would wait too.
  const press = (name: string) =>
    page
      .getByRole('contentinfo')
      .getByRole('link', { name })
      .evaluate((link: HTMLElement) => link.click())
  await press('Terms of service')
  await expect.poll(() => page.evaluate(() => document.activeViewTransition !== null)).toBe(true)
  await press('Privacy policy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
})
