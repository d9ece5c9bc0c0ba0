import { beSignedIn, beSomebodyNew } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, step, test } from '../support/test.ts'

const SUBSCRIBER = 'subscriber@kathavani.test'
const SAID = {
  en: {
    title: 'My library',
    purchased: 'Purchased in Library',
    subscription: 'Subscription',
    last: 'Last played',
    renew: /^You have \d+ days to renew your subscription$/,
    empty: 'Not Purchased yet',
    current: 'Current',
  },
  mr: {
    title: 'माझे ग्रंथालय',
    purchased: 'ग्रंथालयातली पुस्तके',
    subscription: 'सदस्यता',
    last: 'शेवटी ऐकलेले',
    renew: /^तुमच्या सदस्यतेचे नूतनीकरण करण्यास [०-९]+ दिवस आहेत$/,
    empty: 'अजून काही घेतलेले नाही',
    current: 'सध्याची',
  },
} as const

test('[LI-2] [PL-5] an empty library leads on; a cover of a full one plays', async ({ page }) => {
  await step(page, 'an empty library says so and leads on at 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await beSomebodyNew(page)
    await page.goto('/library/')
    await expect(page.getByText(SAID.en.empty)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('tab', { name: SAID.en.subscription }).click()
    await expect(page).toHaveURL(new RegExp('/subscribe/$'))
  })

  await step(page, 'a cover of the library plays on where it was left, and again puts the title away', async () => {
    await beSignedIn(page, SUBSCRIBER)
    await page.goto('/library/')
    const cover = page.locator('.all .thumb').first()
    await cover.click()
    await expect(page.getByRole('region', { name: 'Player', exact: true })).toHaveAttribute('data-state', 'playing')
    await expect(cover).toHaveAttribute('data-on', '')
    await cover.click()
    await expect(page.getByRole('region', { name: 'Player', exact: true })).toHaveCount(0)
    await expect(cover).not.toHaveAttribute('data-mine', '')
  })
})

test('[LI-1] the library shows what was heard last, what there is and the plan', async ({ page }) => {
  await beSignedIn(page, SUBSCRIBER)
  await page.goto(inTree('mr', '/library/'))
  await expect(page.getByRole('tab', { name: SAID.mr.purchased })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: SAID.mr.last })).toBeVisible()
  await expect(page.locator('.last .owned').first()).toBeVisible()
  await expect(page.getByText(SAID.mr.renew)).toBeVisible()
  await page.locator('.all details').first().click()
  await expect(page.locator('.all details').first().getByRole('button').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: SAID.mr.purchased }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tabpanel').getByText(SAID.mr.current)).toBeVisible()
  await expectAccessible(page)
})

test.describe('when the server does not answer', () => {
  test.use({ expectedErrors: /Failed to load|ERR_FAILED|my-library|my-kathavani/ })

  test('[LI-2] [LI-3] a library that cannot be fetched says so, and its list goes on ten by ten', async ({ page }) => {
    await step(page, 'a library that cannot be fetched says so and is asked for again', async () => {
      await beSignedIn(page, SUBSCRIBER)
      await page.route('**/api/my-library/', (route) =>
        route.fulfill({ status: 500, json: { status: false, fault: 'internal' } }),
      )
      await page.goto('/library/')
      await expect(page.getByRole('alert').getByText('Your library could not be fetched')).toBeVisible()
      await page.unroute('**/api/my-library/')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.locator('.all .owned').first()).toBeVisible()
    })

    await step(page, 'the list goes on ten by ten, and a page that fails can be had again', async () => {
      await beSignedIn(page, SUBSCRIBER)
      let asked = 0
      await page.route('**/api/my-library/', async (route) => {
        asked += 1
        const real = await (await route.fetch({ postData: JSON.stringify({ offset: 0, limit: 10 }) })).json()
        const [one] = real.data.mylibrary_products
        const at = (route.request().postDataJSON() as { offset: number }).offset
        if (asked === 2) return route.fulfill({ status: 500, json: { status: false, fault: 'internal' } })
        const titles = Array.from({ length: at === 0 ? 10 : 3 }, (_, index) => ({ ...one, id: 9_000 + at + index }))
        return route.fulfill({ json: { ...real, data: { mylibrary_products: titles, mylibrary_products_count: 13 } } })
      })
      await page.goto('/library/')
      await expect(page.locator('.all .owned')).toHaveCount(10)
      await page.locator('.more-titles').scrollIntoViewIfNeeded()
      await expect(page.getByText('More could not be fetched.')).toBeVisible()
      await page.getByRole('button', { name: 'Show more' }).click()
      await expect(page.locator('.all .owned')).toHaveCount(13)
      await expect(page.locator('.more-titles')).toHaveCount(0)
    })
  })
})
