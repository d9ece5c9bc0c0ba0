import { bar, button, expectPlaying, isPast, sound, watchSound } from '../support/listening.ts'
import { beSignedIn, beNewListener, LISTENER } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, pathOf, step, test } from '../support/test.ts'

const SUBSCRIBER = 'subscriber@kathavani.test'
const MESSAGES = {
  en: {
    title: 'My library',
    purchased: 'Purchased in Library',
    subscription: 'Subscription',
    last: 'Last played',
    renew: /^Your plan runs until \d+ \w+ \d{4}$/,
    empty: 'Nothing purchased yet',
    notPlayed: 'Not played yet',
    current: 'Current',
  },
  mr: {
    title: 'माझे ग्रंथालय',
    purchased: 'ग्रंथालयातली पुस्तके',
    subscription: 'सदस्यता',
    last: 'शेवटी ऐकलेले',
    renew: /^तुमची सदस्यता .+ २०[०-९]{2} पर्यंत/,
    empty: 'अजून काही घेतलेले नाही',
    current: 'सध्याची',
  },
} as const

test('[LI-2] [PL-5] an empty library has links; a cover in the library plays', async ({ page }) => {
  await step(page, 'an empty library shows a message and links at 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await beNewListener(page)
    await page.goto('/library/')
    await expect(page.getByText(MESSAGES.en.empty)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    const feet = await page
      .getByRole('tab')
      .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().bottom))
    expect(new Set(feet).size, 'lines of the tabs').toBe(1)
    await page.getByRole('tab', { name: MESSAGES.en.subscription }).click()
    await expect(page).toHaveURL(new RegExp('/subscribe/$'))
  })

  await step(page, 'nothing is called unheard that plays, and its figure is the same in both lists', async () => {
    await watchSound(page)
    const token = await beNewListener(page)
    const product = Number((await pathOf(page, 'Dnyaneshwari')).split('/')[2])
    await page.request.post('/api/add-to-library/', { data: { product }, headers: { authorization: `Token ${token}` } })
    await page.goto('/library/')
    await expect(page.getByText(MESSAGES.en.notPlayed)).toBeVisible()
    await page.locator('.all .thumb').click()
    await expectPlaying(page)
    await expect(page.locator('.last .owned')).toHaveCount(1)
    await expect(page.getByText(MESSAGES.en.notPlayed)).toHaveCount(0)
    await isPast(page, 3)
    await page.locator('.all .thumb').click()
    const heard = page.locator('.owned .progress span')
    await expect(heard.first()).not.toHaveText(/^0%/)
    await expect(heard.last()).toHaveText((await heard.first().textContent()) ?? '')
  })

  await step(
    page,
    'a cover of the library plays on where it was left, then pauses; one title plays at a time',
    async () => {
      await watchSound(page)
      // Other tests look at the places of this listener: a recap would go back to the beginning.
      await page.addInitScript(() => localStorage.setItem('playerRecap', 'no'))
      await beSignedIn(page, SUBSCRIBER)
      await page.goto('/library/')
      const [cover, other] = [page.locator('.all .thumb').first(), page.locator('.all .thumb').nth(1)]
      await expect(cover).toHaveAccessibleName(/^Play /)
      await cover.click()
      await expectPlaying(page)
      await expect(cover).toHaveAccessibleName(/^Pause /)
      const first = await sound(page)
      expect(first.isPaused).toBe(false)
      await cover.click()
      await expect(bar(page)).toHaveAttribute('data-state', 'paused')
      await expect(cover).toHaveAccessibleName(/^Play /)
      const paused = await sound(page)
      expect(paused).toMatchObject({ isPaused: true, source: first.source })
      await cover.click()
      await expectPlaying(page)
      await isPast(page, paused.seconds)
      await other.click()
      await expect(other).toHaveAttribute('data-on', '')
      await expectPlaying(page)
      expect((await sound(page)).source).not.toBe(first.source)
      await expect(cover).not.toHaveAttribute('data-mine', '')
      await expect(page.locator('.all .thumb[data-mine]')).toHaveCount(1)
      await button(page, 'close').click()
      await expect(bar(page)).toHaveCount(0)
      expect(await sound(page)).toMatchObject({ isPaused: true })
      await page.reload()
      await expect(cover).toBeVisible()
      await expect(bar(page)).toHaveCount(0)
    },
  )
})

test('[LI-1] the library shows recently played titles, all titles and the plan', async ({ page }) => {
  await beSignedIn(page, SUBSCRIBER)
  const library = page.waitForResponse('**/api/my-library/')
  await page.goto(inTree('mr', '/library/'))
  const { data } = (await (await library).json()) as {
    data: {
      mylibrary_products: { custom_translation: Record<string, { name: string }> }[]
      mylibrary_products_count: number
    }
  }
  const devanagari = (value: number) => [...String(value)].map((digit) => '०१२३४५६७८९'[Number(digit)]).join('')
  const titles = page.locator('.all > .owned')
  await expect(titles).toHaveCount(data.mylibrary_products.length)
  for (const [index, title] of data.mylibrary_products.entries())
    await expect(titles.nth(index)).toContainText(title.custom_translation['mr']?.name ?? '')
  await expect(
    page.getByText(new RegExp(`^${devanagari(data.mylibrary_products_count)} पुस्तके · [०-९.]+ (?:मिनिटे|तास)$`)),
  ).toBeVisible()
  await expect(page.getByRole('tab', { name: MESSAGES.mr.purchased })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: MESSAGES.mr.last })).toBeVisible()
  await expect(page.locator('.last .owned').first()).toBeVisible()
  await expect(page.getByText(MESSAGES.mr.renew)).toBeVisible()
  await page.locator('.all details').first().click()
  await expect(page.locator('.all details').first().getByRole('button').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: MESSAGES.mr.purchased }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tabpanel').getByText(MESSAGES.mr.current)).toBeVisible()
  await expectAccessible(page)
})

test.describe('when the server does not answer', () => {
  test.use({ expectedErrors: /Failed to load|ERR_FAILED|my-library|my-kathavani/ })

  test('[LI-2] [LI-3] a library that cannot be loaded shows a message, and its list loads ten titles per page', async ({
    page,
  }) => {
    await step(page, 'a library that cannot be loaded shows a message and can be requested again', async () => {
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

    await step(page, 'the list loads ten titles per page, and a failed page can be requested again', async () => {
      await beSignedIn(page, SUBSCRIBER)
      let requests = 0
      await page.route('**/api/my-library/', async (route) => {
        requests += 1
        const real = await (await route.fetch({ postData: JSON.stringify({ offset: 0, limit: 10 }) })).json()
        const [one] = real.data.mylibrary_products
        const at = (route.request().postDataJSON() as { offset: number }).offset
        if (requests === 2) return route.fulfill({ status: 500, json: { status: false, fault: 'internal' } })
        const titles = Array.from({ length: at === 0 ? 10 : 3 }, (_, index) => ({ ...one, id: 9_000 + at + index }))
        return route.fulfill({ json: { ...real, data: { mylibrary_products: titles, mylibrary_products_count: 13 } } })
      })
      await page.goto('/library/')
      await expect(page.locator('.all .owned')).toHaveCount(10)
      await page.locator('.more-titles').scrollIntoViewIfNeeded()
      await expect(page.getByText('More could not be fetched.')).toBeVisible()
      await page.getByRole('button', { name: 'Show more' }).click()
      await expect(page.locator('.all .owned')).toHaveCount(13)
      await expect(page.getByText('13 of 13')).toBeFocused()
      await expect(page.locator('.more-titles').getByRole('button')).toHaveCount(0)
    })
  })
})

test('[IM-3] a title that the shop took down has a page for its owner, which plays it', async ({ page }) => {
  await watchSound(page)
  await beSignedIn(page, LISTENER)
  const address = await pathOf(page, 'the-clockmaker-of-pune')
  // As the shop answers the owner of a title that the last build left out: its page is the fallback page.
  const gone = address.replace(/[^/]+\/$/, 'gone/')
  await page.route(`**${gone}`, async (route) => {
    const response = await route.fetch({ url: new URL('/product-details/99999/gone/', route.request().url()).href })
    await route.fulfill({ response })
  })
  await page.route('**/api/v2/product-details/*/', async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { product_details: object[] }
    const offers = {
      is_withdrawn: true,
      can_purchase: false,
      plan_currencies: [],
      sampletracks: [],
      product_slug: 'gone',
    }
    const product_details = reply.product_details.map((title) => ({ ...title, ...offers }))
    await route.fulfill({ response, json: { ...reply, product_details, category_product_list: [] } })
  })
  await page.goto(gone)
  await expect(page.getByText('The shop no longer sells this title. It stays yours.')).toBeVisible()
  await expect(page.locator('.late')).not.toContainText('₹')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Play The Clockmaker of Pune' }).click()
  await expectPlaying(page)
  await expect(page.getByRole('button', { name: 'Pause: The Clockmaker of Pune' })).toBeVisible()
  const last = page.locator('.late ol').getByRole('button').last()
  await last.click()
  await expect(last).toHaveAttribute('data-on', '')
  await expectPlaying(page)
})
