import type { Page } from '@playwright/test'
import { beSignedIn } from '../support/personas.ts'
import { expect, pathOf, test } from '../support/test.ts'

/** Of the demo: a plan that covers audiobooks only. */
const BOOKS_ONLY = 'books@kathavani.test'

const box = (page: Page) => page.getByRole('article').getByRole('region', { name: 'Price' })
const button = (page: Page, name: string) => box(page).getByRole('button', { name, exact: true })

test('[PD-3] who has a plan buys what it does not cover, and adds what it covers', async ({ page }) => {
  await beSignedIn(page, BOOKS_ONLY)
  await page.goto(await pathOf(page, 'Questions of Science'))
  await expect(button(page, 'Purchase')).toBeVisible()
  await expect(box(page)).toContainText('₹57.82₹49 + GST')
  await expect(box(page).locator('.price')).toBeVisible()
  await expect(box(page).getByRole('link', { name: 'Subscribe' })).toBeVisible()
  await expect(button(page, 'Add to library')).toBeHidden()
  await expect(box(page).getByRole('status')).toContainText('Your plan “Books only, 30 days” does not cover')

  await page.goto(await pathOf(page, 'The Clockmaker of Pune'))
  await expect(button(page, 'Add to library')).toBeVisible()
  for (const name of ['Purchase', 'Go to library']) await expect(button(page, name)).toBeHidden()
  await expect(box(page).locator('.price')).toBeHidden()
  await expect(box(page).getByRole('link', { name: 'Subscribe' })).toBeHidden()

  const address = page.url()
  await button(page, 'Add to library').click()
  await expect(box(page).getByRole('status')).toHaveText('It is in your library now.')
  await expect(button(page, 'Go to library')).toBeFocused()
  expect(page.url()).toBe(address)
})
