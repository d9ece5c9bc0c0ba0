import { bar, expectPlaying, watchSound } from '../support/listening.ts'
import { beNewListener } from '../support/personas.ts'
import { expect, holdScripts, pathOf, test } from '../support/test.ts'

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

test('[PL-5] [SD-10] a press on a cover of the library counts that comes before its element is defined', async ({
  page,
}) => {
  await watchSound(page)
  const token = await beNewListener(page)
  const product = Number((await pathOf(page, 'Dnyaneshwari')).split('/')[2])
  await page.request.post('/api/add-to-library/', { data: { product }, headers: { authorization: `Token ${token}` } })
  // An island of React may be drawn before the elements that stand in it are defined: each is defined in a task of its own.
  await page.addInitScript(() => {
    const define = customElements.define.bind(customElements)
    customElements.define = (name, element) =>
      name === 'play-button'
        ? void Object.assign(window, { defineLate: () => define(name, element) })
        : define(name, element)
  })
  await page.goto('/library/')
  await page.locator('.all .thumb').click()
  await expect(bar(page)).toHaveCount(0)
  await page.evaluate(() => (window as unknown as { defineLate: () => void }).defineLate())
  await expectPlaying(page)
})
