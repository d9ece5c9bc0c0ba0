import sharp from 'sharp'
import type { Locator, Page } from '@playwright/test'
import { beNewListener } from '../support/personas.ts'
import { expect, pathOf, step, test } from '../support/test.ts'

/** How a part looks in the colours of the system, with neither the pointer nor the focus on it. */
async function look(page: Page, part: Locator): Promise<Buffer> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  return sharp(await part.screenshot({ animations: 'disabled' }))
    .raw()
    .toBuffer()
}

function expectDifferent(one: Buffer, other: Buffer, what: string): void {
  const differing = one.filter((value, at) => Math.abs(value - (other[at] ?? 0)) > 64).length
  expect(differing, what).toBeGreaterThan(100)
}

test('[AX-1] what is chosen or on can be told where the system gives the colours', async ({ page }) => {
  await step(page, 'tabs', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/browse/')
    const tab = page.getByRole('tab').first()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    const chosen = await look(page, tab)
    await page.getByRole('tab').nth(1).click()
    await expect(tab).toHaveAttribute('aria-selected', 'false')
    expectDifferent(chosen, await look(page, tab), 'tab')
  })

  await step(page, 'the suggestion that Enter takes', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/faq/')
    const box = page.getByRole('combobox')
    await box.pressSequentially('tukaram')
    const option = page.getByRole('option').first()
    await expect(option).toBeVisible()
    const shot = async () =>
      sharp(await option.screenshot())
        .raw()
        .toBuffer()
    const before = await shot()
    await box.press('ArrowDown')
    await expect(option).toHaveAttribute('aria-selected', 'true')
    expectDifferent(before, await shot(), 'suggestion')
  })

  await step(page, 'switches', async () => {
    await beNewListener(page)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/privacy-choices/')
    const newsletter = page.getByRole('switch').first()
    const before = await look(page, newsletter)
    await newsletter.press('Space')
    await expect(page.getByText('On: saved.')).toBeVisible()
    // Without the message above it, which moves it by parts of a pixel.
    await page.reload()
    await expect(newsletter).toBeChecked()
    expectDifferent(before, await look(page, newsletter), 'switch')
  })

  await step(page, 'the track that plays', async () => {
    await beNewListener(page)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(await pathOf(page, 'dnyaneshwari'))
    const track = page.locator('.rows .number').first()
    await track.click()
    await expect(track).toHaveAttribute('data-on')
    const sign = await track.evaluate((one) => ({
      colour: getComputedStyle(one, '::before').borderTopColor,
      behind: getComputedStyle(one).backgroundColor,
    }))
    expect(sign.colour).not.toBe(sign.behind)
  })
})
