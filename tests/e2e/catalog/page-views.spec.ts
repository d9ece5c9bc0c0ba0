import { type Page } from '@playwright/test'
import { beSomebodyNew } from '../support/personas.ts'
import { expect, pathOf, step, test } from '../support/test.ts'

function counted(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.endsWith('-analytics/')) asked.push(`${path} ${request.postData() ?? ''}`.trim())
  })
  return asked
}

test('[PD-6] [KI-3] a listener is counted on titles, a guest is not, and nobody on titles for children', async ({
  page,
}) => {
  await step(page, 'a listener who opens a title and plays it is counted; a guest is not', async () => {
    const asked = counted(page)
    const path = await pathOf(page, 'Dnyaneshwari')
    await page.goto(path)
    await page.locator('.play-all').hover()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dnyaneshwari')
    await beSomebodyNew(page)
    expect(asked).toEqual([])
    await page.goto(path)
    await expect
      .poll(() => asked.filter((one) => one.includes('product-analytics')))
      .toEqual([`/api/product-analytics/ {"product_id":${path.split('/')[2]}}`])
    await page.locator('.play-all').click()
    await expect(page.getByRole('region', { name: 'Player', exact: true })).toHaveAttribute('data-state', 'playing')
    await expect.poll(() => asked.filter((one) => one.includes('player-analytics'))).toEqual(['/api/player-analytics/'])
  })

  await step(page, 'a title for children counts nobody', async () => {
    await beSomebodyNew(page)
    const asked = counted(page)
    await page.goto(await pathOf(page, 'Panchatantra'))
    await page.locator('.tracks .rows').getByRole('link').first().waitFor()
    await expect(page.locator('owned-title .subscribe')).toBeVisible()
    expect(asked).toEqual([])
  })
})

test.describe('when counting fails', () => {
  test.use({ expectedErrors: /analytics|Failed to load/ })

  test('[PD-6] the page and the player go on', async ({ page }) => {
    await beSomebodyNew(page)
    await page.route('**/*-analytics/', (route) => route.abort())
    await page.goto(await pathOf(page, 'Dnyaneshwari'))
    await page.locator('.play-all').click()
    await expect(page.getByRole('region', { name: 'Player', exact: true })).toHaveAttribute('data-state', 'playing')
  })
})
