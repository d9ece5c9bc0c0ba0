import { expect, expectRouter, test } from '../support/test.ts'

test('[SH-1] a page that is left before its transition begins reports no error', async ({ page }) => {
  await page.goto('/faq/')
  await expectRouter(page)
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

test('[SH-1] the next page is there at once, and only the pressed cover travels to it', async ({ page }) => {
  await page.goto('/browse/')
  await expectRouter(page)
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { animated: () => [...seen] })
    const look = () => {
      for (const { effect } of document.getAnimations())
        if (effect instanceof KeyframeEffect && effect.pseudoElement) seen.add(effect.pseudoElement)
      requestAnimationFrame(look)
    }
    look()
  })
  const card = page.getByRole('main').getByRole('article').first()
  const name = (await card.getByRole('heading').textContent()) ?? ''
  await card.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeViewTransition)).toBe(null)
  const animated = await page.evaluate(() => (window as unknown as { animated(): string[] }).animated())
  expect(animated).toContain('::view-transition-group(cover)')
  expect(animated.filter((one) => one.includes('(root)'))).toEqual([])
})
