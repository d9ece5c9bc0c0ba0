import type { Page } from '@playwright/test'
import { expect, expectAccessible, inTree, LOCALES, step, test } from '../support/test.ts'

const TURN_MS = 6_000
const API = '**/api/v2/kid-category-products/**'

/** The one shelf of the demo that is longer than a page. */
async function shelfPath(page: Page): Promise<string> {
  const reply = await page.request.get('/api/build/categories/')
  const { data } = (await reply.json()) as { data: { id: number; name: string }[] }
  return `/category-details/${data.find(({ name }) => name === 'Bedtime stories')?.id}/bedtime-stories/`
}
const cards = (page: Page) => page.getByRole('main').getByRole('article')
/** Without it the button would be pressed by nobody: its coming into view is enough. */
const neverInView = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, {
      IntersectionObserver: class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    })
  })

test('[KI-1] two carousels rotate automatically', async ({ page }) => {
  await page.clock.install()
  await page.goto('/kids/')
  const top = page.getByRole('region', { name: 'New for children' })
  const more = page.getByRole('region', { name: 'More for children' })
  await expect(top.getByRole('link', { name: 'The moon takes the roll call' })).toBeInViewport()
  await page.clock.runFor(TURN_MS)
  await expect(top.getByRole('link', { name: 'Into the Panchatantra forest' })).toBeInViewport({ ratio: 0.9 })
  await expect(more.getByRole('link', { name: 'Up, up, said the ant' })).toBeInViewport({ ratio: 0.9 })
  await top.getByRole('button').first().click()
  await expect(top.locator('.swiper')).toHaveAttribute('aria-live', 'polite')
  await page.mouse.move(1, 1)
  await page.clock.runFor(TURN_MS)
  // The other one has turned meanwhile.
  await expect(more.getByRole('link', { name: 'Up goes the green kite' })).toBeInViewport({ ratio: 0.9 })
  await expect(top.getByRole('link', { name: 'Into the Panchatantra forest' })).toBeInViewport({ ratio: 0.9 })
  await expect(top.locator('.swiper')).toHaveAttribute('aria-live', 'polite')
})

test('[KI-1] [KI-2] every shelf has a slider and pages, also without JavaScript', async ({
  page,
  browser,
  baseURL,
}) => {
  await step(page, 'every shelf has a slider, with View all above five titles', async () => {
    await page.goto(inTree('mr', '/kids/'))
    const sliders = page.locator('section.shelf')
    await expect(sliders).toHaveCount(6)
    for (const slider of await sliders.all())
      await expect(slider.locator('a.all')).toHaveCount((await slider.getByRole('article').count()) > 5 ? 1 : 0)
    await expect(sliders.first().locator('a.all')).toHaveAttribute('href', inTree('mr', await shelfPath(page)))
  })

  await step(
    page,
    'the first page of a shelf is in the HTML, and the others are linked without JavaScript',
    async () => {
      const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
      const plain = await context.newPage()
      await plain.goto(await shelfPath(page))
      const first = await cards(plain).count()
      expect(first).toBeGreaterThan(8)
      await expect(plain.getByRole('button', { name: /Show more titles|आणखी पुस्तके दाखवा/ })).toBeHidden()
      await plain.getByRole('link', { name: 'Next page' }).click()
      await expect(plain).toHaveURL(/bedtime-stories\/page\/2\/$/)
      await expect(plain).toHaveTitle(/page 2/)
      expect(first + (await cards(plain).count())).toBe(13)
      await plain.getByRole('link', { name: 'Previous page' }).click()
      await expect(cards(plain)).toHaveCount(first)
      await context.close()
    },
  )

  await step(page, 'the breadcrumb starts at /kids', async () => {
    await page.goto(await shelfPath(page))
    await expect(page.locator('nav.crumbs').getByRole('listitem')).toHaveText(['Kids', 'Bedtime stories'])
    await expect(page.locator('nav.crumbs').getByRole('link')).toHaveAttribute('href', '/kids/')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } })

  test('[KI-2] the next titles load when the end of the list becomes visible', async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('kid-category-products')) requests.push(request.url())
    })
    await page.goto(inTree('mr', await shelfPath(page)))
    const status = page.locator('.more-titles').getByRole('status')
    await expect(status).toHaveText(/^१३ पैकी \S+ पुस्तके दाखवली आहेत$/)
    expect(requests).toEqual([])
    const before = await cards(page).count()
    await status.scrollIntoViewIfNeeded()
    await expect(cards(page)).toHaveCount(13)
    await expect(status).toHaveText('१३ पैकी १३ पुस्तके दाखवली आहेत')
    await expect(page.getByRole('button', { name: 'आणखी पुस्तके दाखवा' })).toHaveCount(0)
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatch(/size=10&cursor=\d{4}-\d\d-\d\d\.\d+$/)
    // A title that came later is a card like the others.
    const late = cards(page).nth(before)
    await expect(late.getByRole('link')).toHaveAttribute('href', /^\/mr\/product-details\/\d+\/[^/]+\/$/)
    await expect(late.locator('img')).toHaveJSProperty('complete', true)
    await late.getByRole('button', { name: /^नमुना ऐका: / }).click()
    await expect(late.getByRole('button', { name: /^नमुना थांबवा: / })).toBeVisible()
    expect(await cards(page).evaluateAll((all) => new Set(all.map((card) => card.querySelector('a')?.href)).size)).toBe(
      13,
    )
  })
})

test('[KI-2] case 71: the button loads the next titles, from this shop only', async ({ page }) => {
  await step(page, 'the button loads the next titles and focuses the first new one', async () => {
    await neverInView(page)
    await page.goto(await shelfPath(page))
    const before = await cards(page).count()
    expect(before).toBeLessThan(13)
    await page.getByRole('button', { name: 'Show more titles' }).focus()
    await page.keyboard.press('Enter')
    await expect(cards(page)).toHaveCount(13)
    await expect(cards(page).nth(before).getByRole('link')).toBeFocused()
    await expect(page.locator('.more-titles').getByRole('status')).toHaveText('13 of 13 titles shown')
    await expectAccessible(page)
  })

  await step(page, 'case 71: the address of the next page is requested from the shop only', async () => {
    const strangers: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== 'localhost') strangers.push(request.url())
    })
    let answer: { category_product_list: unknown[] } | undefined
    await page.route(API, async (route) => {
      const next = answer ? null : 'https://evil.test/api/take/?cursor=stranger'
      answer ??= (await (await route.fetch()).json()) as { category_product_list: unknown[] }
      await route.fulfill({
        json: { ...answer, category_product_list: answer.category_product_list.slice(0, 1), next },
      })
    })
    await neverInView(page)
    await page.goto(await shelfPath(page))
    const before = await cards(page).count()
    await page.getByRole('button', { name: 'Show more titles' }).click()
    await expect(cards(page)).toHaveCount(before + 1)
    const requests = page.waitForResponse(/cursor=stranger/)
    await page.getByRole('button', { name: 'Show more titles' }).click()
    expect(new URL((await requests).url()).hostname).toBe('localhost')
    expect(strangers).toEqual([])
  })
})

test.describe('when the next titles cannot be loaded', () => {
  test.use({ expectedErrors: /kid-category-products|Failed to load/ })

  test('[KI-2] shows a message, keeps the list and tries again', async ({ page }) => {
    await page.route(API, (route) => route.abort())
    await page.goto(await shelfPath(page))
    const before = await cards(page).count()
    await page.locator('.more-titles').getByRole('status').scrollIntoViewIfNeeded()
    const alert = page.locator('.more-titles').getByRole('alert')
    await expect(alert).toContainText('The next titles could not be fetched.')
    await expect(cards(page)).toHaveCount(before)
    await expect(page.locator('.more-titles').getByRole('status')).toHaveText(`${before} of 13 titles shown`)
    await page.unroute(API)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(13)
    await expect(alert).toBeHidden()
  })
})

test('[KI-3] kids pages send no tracking and request no geolocation', async ({ page }) => {
  const alerts: string[] = []
  page.on('request', (request) => {
    if (/analytics|register-device|player/.test(request.url()) && new URL(request.url()).pathname.startsWith('/api/'))
      alerts.push(request.url())
    if (request.method() === 'POST' && !request.url().includes('get-sample-signed-url')) alerts.push(request.url())
  })
  await page.addInitScript(() => {
    const requests = () => localStorage.setItem('askedForPlace', 'yes')
    Object.assign(navigator.geolocation, { getCurrentPosition: requests, watchPosition: requests })
    const send = navigator.sendBeacon.bind(navigator)
    Object.assign(navigator, {
      sendBeacon: (...given: Parameters<typeof send>) => (
        localStorage.setItem('sentBeacon', String(given[0])),
        send(...given)
      ),
    })
  })
  const reply = await page.request.get('/api/v2/search/?q=panchatantra')
  const { kids } = (await reply.json()) as { kids: { id: number; product_slug: string }[] }
  for (const path of ['/kids/', await shelfPath(page), `/product-details/${kids[0]?.id}/${kids[0]?.product_slug}/`]) {
    await page.goto(path)
    const play = page.getByRole('button', { name: /^Play sample/ }).first()
    await play.click()
    await expect(page.getByRole('button', { name: /^Pause sample/ }).first()).toBeVisible()
  }
  expect(alerts).toEqual([])
  expect(
    await page.evaluate(() => [localStorage.getItem('askedForPlace'), localStorage.getItem('sentBeacon')]),
  ).toEqual([null, null])
})

const FILTERED = {
  en: {
    all: '13 of 13 titles shown',
    spoken: 'Marathi',
    ages: 'Ages 5–7',
    matching: (few: string) => `${few} of 13 titles`,
  },
  mr: {
    all: '१३ पैकी १३ पुस्तके दाखवली आहेत',
    spoken: 'मराठी',
    ages: 'वय ५–७',
    matching: (few: string) => `१३ पैकी ${few} पुस्तके`,
  },
}
for (const locale of LOCALES)
  test(`[KI-2] a shelf that is filtered says how many match, also when none does, in ${locale}`, async ({ page }) => {
    const words = FILTERED[locale]
    await page.goto(inTree(locale, await shelfPath(page)))
    const main = page.getByRole('main')
    const all = main.locator('more-titles').getByRole('status')
    await all.scrollIntoViewIfNeeded()
    await expect(all).toHaveText(words.all)
    await main.getByRole('button', { name: words.spoken, exact: true }).click()
    await main.getByRole('button', { name: words.ages, exact: true }).click()
    const shown = cards(page).filter({ visible: true })
    await expect(shown).not.toHaveCount(13)
    const few = (await shown.count()).toLocaleString(locale === 'mr' ? 'mr-IN-u-nu-deva' : 'en')
    const matching = main.locator('card-filter').getByRole('status')
    await expect(matching).toContainText(words.matching(few))
    await expect(all).toBeHidden()
    await expectAccessible(page)
    await main.getByRole('button', { name: words.ages, exact: true }).click()
    await main.getByRole('button', { name: words.spoken, exact: true }).click()
    await expect(shown).toHaveCount(13)
    await expect(matching).toBeHidden()
    await expect(all).toHaveText(words.all)
  })

test('[KI-2] a shelf of which no title matches says so and keeps its heading', async ({ page }) => {
  await page.goto(await shelfPath(page))
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Marathi', exact: true }).click()
  await main.getByRole('button', { name: 'Ages 0–4', exact: true }).click()
  await expect(main.locator('card-filter').getByRole('status')).toHaveText(/^0 of \d+ titles$/)
  await expect(cards(page).filter({ visible: true })).toHaveCount(0)
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await main.getByRole('button', { name: 'Ages 0–4', exact: true }).click()
  await expect(cards(page).filter({ visible: true }).first()).toBeVisible()
})

test('[KI-2] [AX-1] the chip with the focus keeps it when titles of another age come', async ({ page }) => {
  await neverInView(page)
  await page.goto(await shelfPath(page))
  const chip = (name: string) => page.locator('card-filter').getByRole('button', { name, exact: true })
  /** The last card again, for these ages. */
  const addCard = (ages: string) =>
    cards(page)
      .last()
      .evaluate((card, text) => {
        const copy = card.closest('li')?.cloneNode(true) as HTMLElement
        copy.querySelector('article')?.setAttribute('data-ages', text)
        card.closest('ul')?.append(copy)
      }, ages)
  await expect(chip('Ages 5–7')).toBeVisible()
  await cards(page).evaluateAll((all) => {
    for (const card of all) card.setAttribute('data-ages', '5-7')
  })
  await addCard('0-4')
  await expect(chip('Ages 11+')).toHaveCount(0)
  await chip('Ages 5–7').press('Enter')
  for (const [ages, name] of [
    ['8-10', 'Ages 8–10'],
    ['11+', 'Ages 11+'],
  ] as const) {
    await addCard(ages)
    await expect(chip(name)).toBeVisible()
    await expect(chip('Ages 5–7')).toBeFocused()
  }
})
