import { type Page } from '@playwright/test'
import { beBuyer, makeOrder, payByCalls, soldTitle } from '../support/orders.ts'
import { beNewListener } from '../support/personas.ts'
import { expect, pathOf, step, test } from '../support/test.ts'

function counted(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.endsWith('-analytics/')) requests.push(`${path} ${request.postData() ?? ''}`.trim())
  })
  return requests
}

test('[PD-6] [KI-3] views of titles are counted for listeners, not for guests and not on kids titles', async ({
  page,
}) => {
  await step(page, 'a title that a listener opens and plays is counted; a guest is not', async () => {
    const requests = counted(page)
    const path = await pathOf(page, 'Dnyaneshwari')
    await page.goto(path)
    await page.locator('.play-all').hover()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dnyaneshwari')
    await beNewListener(page)
    expect(requests).toEqual([])
    await page.goto(path)
    await expect
      .poll(() => requests.filter((one) => one.includes('product-analytics')))
      .toEqual([`/api/product-analytics/ {"product_id":${path.split('/')[2]}}`])
    await page.locator('.play-all').click()
    await expect(page.getByRole('region', { name: 'Player', exact: true })).toHaveAttribute('data-state', 'playing')
    await expect
      .poll(() => requests.filter((one) => one.includes('player-analytics')))
      .toEqual(['/api/player-analytics/'])
    // What was heard is reported, and the page reads its place anew: that is no second view.
    const read = page.waitForResponse('**/api/v1/title-access/')
    await page.locator('.play-all').click()
    await read
    await page.goto('/faq/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(requests.filter((one) => one.includes('product-analytics'))).toHaveLength(1)
  })

  await step(page, 'a kids title counts no view', async () => {
    const { token } = await beBuyer(page)
    const path = await pathOf(page, 'Gulpoli')
    const { variant } = await soldTitle(page, Number(path.split('/')[2]))
    const order = await makeOrder(page, token, [variant])
    await payByCalls(page, `Token ${token}`, order, 'payu', 'success')
    const requests = counted(page)
    const read = page.waitForResponse('**/api/v1/title-access/')
    await page.goto(path)
    await read
    await page.locator('.play-all').click()
    await expect(page.getByRole('region', { name: 'Player', exact: true })).toHaveAttribute('data-state', 'playing')
    // A title for everybody is counted in the same visit, and would come after theirs.
    const other = await pathOf(page, 'Dnyaneshwari')
    await page.goto(other)
    await page.locator('.play-all').click()
    await expect.poll(() => requests.filter((one) => one.includes('player-analytics'))).toHaveLength(1)
    expect(requests.filter((one) => one.includes('product-analytics'))).toEqual([
      `/api/product-analytics/ {"product_id":${other.split('/')[2]}}`,
    ])
  })
})

test.describe('when counting fails', () => {
  test.use({ expectedErrors: /analytics|Failed to load/ })

  test('[PD-6] the page and the player still work', async ({ page }) => {
    await beNewListener(page)
    await page.route('**/*-analytics/', (route) => route.abort())
    await page.goto(await pathOf(page, 'Dnyaneshwari'))
    await page.locator('.play-all').click()
    await expect(page.getByRole('region', { name: 'Player', exact: true })).toHaveAttribute('data-state', 'playing')
  })
})
