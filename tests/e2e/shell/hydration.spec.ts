import { expect, test } from '../support/test.ts'

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
