import { expect, expectAccessible, pathOf, step, test } from '../support/test.ts'

/** Why somebody who wanted a title is on the home page. */
const GONE = 'पुस्तक सापडले नाही. ते काढून टाकले असेल किंवा लिंक अपूर्ण असेल.'

test.describe('pages newer than the build', () => {
  test.use({ expectedErrors: /404/ })

  test('[SD-5] [PD-1] a title newer than the build is shown, an unknown one redirects home', async ({
    page,
    request,
  }) => {
    await step(page, 'a title published after the build is shown by the fallback page', async () => {
      const real = (await (await request.get('/api/v2/product-details/1/')).json()) as {
        product_details: Record<string, unknown>[]
        category_product_list: unknown[]
      }
      const fresh = {
        ...real,
        product_details: [
          {
            ...real.product_details[0],
            id: 999_999,
            product_slug: 'fresh',
            custom_translation: { en: { name: 'Fresh from the press' }, mr: { name: 'ताजे शीर्षक' } },
          },
        ],
      }
      await page.route('**/api/v2/product-details/999999/', (route) => route.fulfill({ json: fresh }))
      await page.goto('/product-details/999999/fresh/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fresh from the press')
      await expect(page).toHaveTitle('Fresh from the press · Kathavani')
      await page.goto('/mr/product-details/999999/fresh/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('ताजे शीर्षक')
    })

    await step(page, 'an unknown id redirects home', async () => {
      await page.goto('/mr/product-details/888888888/nothing/')
      await expect(page).toHaveURL(/\/mr\/$/)
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: GONE })).toBeVisible()
      await expectAccessible(page)
      // It belongs to this visit: the page itself does not have it.
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(GONE)).toHaveCount(0)
    })
  })
})

test('[SD-5] a wrong slug redirects to the right page', async ({ page, request }) => {
  await step(page, 'a wrong slug redirects to the right one', async () => {
    const reply = await request.get('/mr/product-details/1/some-old-name/', { maxRedirects: 0 })
    expect(reply.status()).toBe(301)
    expect(reply.headers()['location']).toMatch(/^\/mr\/product-details\/1\/dnyaneshwari\/$/)
  })

  await step(
    page,
    'a host that cannot look up slugs serves the fallback page, which redirects to the right page',
    async () => {
      const right = await pathOf(page, 'dnyaneshwari')
      const shell = await (await request.get('/product-details/')).text()
      const wrong = right.replace('dnyaneshwari', 'some-old-name')
      await page.route(`**${wrong}`, (route) => route.fulfill({ body: shell, contentType: 'text/html' }))
      await page.goto(wrong)
      await expect(page).toHaveURL(right)
      await expect(page.getByRole('region', { name: 'You may also like' })).toBeVisible()
    },
  )
})
