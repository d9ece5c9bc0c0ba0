import { expect, holdScripts, test } from '../support/test.ts'

test('[SD-10] a page that is left while an island hydrates reports no error', async ({ page }) => {
  // What the router does when it swaps the page at the worst moment: between the start of hydration and React's commit.
  await page.addInitScript(() => {
    const leave = ({ target }: Event) => {
      if (target instanceof Element) target.remove()
      document.dispatchEvent(new Event('astro:after-swap'))
    }
    document.addEventListener('astro:hydrate', leave, { capture: true, once: true })
  })
  await page.goto('/')
  await page.getByRole('combobox').focus()
  await expect(page.getByRole('combobox')).toHaveCount(0)
})

test('[LL-1] [SD-10] a key on a tab that comes before the scripts counts', async ({ page }) => {
  const scripts = await holdScripts(page)
  await page.goto('/language-lab/')
  await page.getByRole('tab', { name: /Marathi for beginners/ }).focus()
  await page.keyboard.press('ArrowRight')
  await scripts.release()
  await expect(page.getByRole('tab', { name: /Marathi at work/ })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: /Marathi at work/ })).toBeVisible()
})
