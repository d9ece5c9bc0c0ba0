import type { Page } from '@playwright/test'
import { NOT_SERVED, signIn } from '../support/accounts.ts'
import { expect, pathOf, step, test } from '../support/test.ts'

const DEVICE = '/api/v1/register-device/'
const COUNT = '/api/product-analytics/'

test.use({ expectedErrors: NOT_SERVED })

/** What was sent to the two calls. */
function listen(page: Page): { devices: Record<string, unknown>[]; counts: unknown[] } {
  const sent: { devices: Record<string, unknown>[]; counts: unknown[] } = { devices: [], counts: [] }
  page.on('request', (request) => {
    if (request.url().endsWith(DEVICE)) sent.devices.push(request.postDataJSON())
    if (request.url().endsWith(COUNT)) sent.counts.push(request.postDataJSON())
  })
  return sent
}

test('[SH-13] [BR-5] [KI-3] devices and choices are sent for listeners only, and never on kids pages', async ({
  page,
}) => {
  await step(
    page,
    'a guest registers no device; a listener registers once, without geolocation unless allowed before',
    async () => {
      const sent = listen(page)
      await page.goto('/faq/')
      await page.goto('/browse/')
      expect(sent.devices).toEqual([])
      await signIn(page, 'overseas@kathavani.test')
      await expect.poll(() => sent.devices.length).toBe(1)
      expect(sent.devices[0]).toMatchObject({
        type: 'web',
        lat: null,
        lon: null,
        is_indian: null,
        device_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      })
      await page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions and answers')
      expect(sent.devices).toHaveLength(1)
    },
  )

  await step(page, 'a genre that a listener selects is counted, for a guest it is not', async () => {
    const sent = listen(page)
    const path = await pathOf(page, 'dnyaneshwari')
    await page.goto(path)
    await page.locator('main genre-link a').first().click()
    await expect(page).toHaveURL(/\/browse\//)
    expect(sent.counts).toEqual([])
    await signIn(page, 'overseas@kathavani.test', 'en', path)
    const reply = page.waitForResponse(
      (response) => response.url().includes(COUNT) && !!response.request().postData()?.includes('category_id'),
    )
    await page.locator('main genre-link a').first().click()
    expect(await (await reply).json()).toEqual({ status: true })
    expect(sent.counts).toContainEqual({ category_id: expect.any(Number) })
  })

  await step(page, 'kids pages register and count nothing', async () => {
    const registered = page.waitForResponse(`**${DEVICE}`)
    await signIn(page, 'overseas@kathavani.test')
    await registered
    const shelves = (await (await page.request.get('/api/build/categories/')).json()) as {
      data: { id: number; kind: string }[]
    }
    const shelf = shelves.data.find(({ kind }) => kind === 'kids')
    const sent = listen(page)
    for (const path of ['/kids/', `/category-details/${shelf?.id}/animal-tales/`, await pathOf(page, 'panchatantra')]) {
      // The same visit counts the cart, after it would have registered the device.
      const visited = page.waitForResponse('**/api/cart/')
      await page.goto(path)
      await expect(page.locator('body')).toHaveAttribute('data-kids', '')
      await expect(page.locator('html')).toHaveAttribute('data-signed-in', '')
      await visited
    }
    expect(sent.devices).toEqual([])
    await page.goto('/faq/')
    await expect.poll(() => sent.devices.length).toBe(1)
    expect(sent.counts).toEqual([])
  })
})

test.describe('with permission for geolocation', () => {
  test.use({ permissions: ['geolocation'], geolocation: { latitude: 18.520_43, longitude: 73.856_74 } })

  test('[SH-13] sends rounded coordinates', async ({ page }) => {
    const sent = listen(page)
    const reply = page.waitForResponse(`**${DEVICE}`)
    await signIn(page, 'overseas@kathavani.test')
    expect(await (await reply).json()).toMatchObject({ is_indian: true })
    expect(sent.devices[0]).toMatchObject({ lat: 18.52, lon: 73.86 })
  })
})
