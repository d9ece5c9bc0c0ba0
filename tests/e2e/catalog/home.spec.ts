import { expect, inTree, LOCALES, test } from '../support/test.ts'

const SECTIONS = {
  en: [
    'Latest launch',
    'For the children',
    'Editors’ picks',
    'For the whole family',
    'Children love these',
    'Popular picks',
    'Picked for children',
    'Families love these',
    'Learn a language by ear',
    'Picked for families',
    'Evergreen',
    'Popular authors',
  ],
  mr: [
    'नवी शीर्षके',
    'मुलांसाठी',
    'संपादकांची निवड',
    'संपूर्ण कुटुंबासाठी',
    'मुलांच्या आवडीची',
    'लोकप्रिय निवड',
    'मुलांसाठी निवडलेली',
    'कुटुंबांच्या आवडीची',
    'ऐकत ऐकत भाषा शिका',
    'कुटुंबासाठी निवडलेली',
    'सदाबहार',
    'लोकप्रिय लेखक',
  ],
}

for (const locale of LOCALES) {
  test(`[HM-1] home shows banners and every slider in ${locale}`, async ({ page }) => {
    await page.goto(inTree(locale, '/'))
    for (const name of SECTIONS[locale])
      await expect(page.getByRole('main').getByRole('heading', { name, exact: true }), name).toBeVisible()
    await expect(page.locator('.banners img')).not.toHaveCount(0)
  })
}

test('[HM-2] a block shows covers with a sample control and the Free badge', async ({ page }) => {
  await page.goto('/')
  const latest = page.getByRole('region', { name: 'Latest launch' })
  const card = latest.getByRole('article').filter({ hasText: 'Dnyaneshwari' })
  await expect(card.getByText('Free', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Play sample of Dnyaneshwari' })).toBeVisible()
  await expect(card.locator('img')).toBeVisible()
})

test('[HM-3] view-all leads to the page of its section, with more than five titles', async ({ page }) => {
  await page.goto('/')
  const targets = {
    'Latest launch': '/family-category-details/latest_launch/',
    'Editors’ picks': '/family-category-details/editors_pick/',
    'For the children': '/kids/',
    'For the whole family': '/family/',
    'Children love these': '/kids/',
    'Learn a language by ear': '/language-lab/',
    'Popular picks': '/family-category-details/popular_titles/',
    'Picked for children': '/kids/',
    'Families love these': '/family/',
    'Picked for families': '/family/',
  }
  for (const [name, path] of Object.entries(targets)) {
    const region = page.getByRole('region', { name, exact: true })
    const cards = await region.getByRole('article').count()
    expect(cards, name).toBeGreaterThan(0)
    const link = region.locator('a.all')
    await expect(link).toHaveCount(cards > 5 ? 1 : 0)
    if (cards > 5) await expect(link).toHaveAttribute('href', path)
  }
})

test('[HM-4] app stores, gift, promotions and both banner zones link on', async ({ page }) => {
  await page.goto('/mr/')
  const main = page.getByRole('main')
  for (const path of [
    '/mr/language-lab/',
    '/leaflets/listeners-mr.pdf',
    '/leaflets/schools-mr.pdf',
    '/mr/subscribe/',
    '/mr/try-free-kathavani/',
    '/mr/gift-kathavani/',
  ]) {
    await expect(main.locator(`a[href="${path}"]`).first(), path).toBeVisible()
  }
  await expect(main.locator('a[href^="https://play.google.com/"]')).toBeVisible()
  const ready = page.locator('.ready')
  await expect(ready.locator('a[href="/mr/subscribe/"]')).toBeVisible()
  await expect(ready.locator('a[href="/mr/try-free-kathavani/"]')).toBeVisible()
})

for (const [width, items] of [
  [599, 2],
  [600, 3],
  [999, 3],
  [1000, 6],
] as const) {
  test(`[HM-5] a slider shows ${items} items at ${width} px with a gap of 15`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const region = page.getByRole('region', { name: 'Latest launch' })
    const [list, cards] = await Promise.all([
      region.locator('.swiper').boundingBox(),
      region
        .locator('.swiper-slide')
        .evaluateAll((slides) =>
          slides.map((slide) => slide.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
        ),
    ])
    const edge = (list?.x ?? 0) + (list?.width ?? 0)
    expect(cards.filter((card) => card.right <= edge + 1)).toHaveLength(items)
    expect(Math.round((cards[1]?.left ?? 0) - (cards[0]?.right ?? 0))).toBe(15)
  })
}

test('[SD-10] the first press of a slider arrow moves the list', async ({ page }) => {
  await page.goto('/')
  const region = page.getByRole('region', { name: 'Latest launch' })
  const first = region.getByRole('article').first()
  await expect(first).toBeInViewport()
  await region.getByRole('button', { name: 'Next: Latest launch' }).click()
  await expect(first).not.toBeInViewport()
  await region.getByRole('button', { name: 'Previous: Latest launch' }).click()
  await expect(first).toBeInViewport()
})

test('[HM-1] the banner carousel moves by its buttons', async ({ page }) => {
  await page.goto('/')
  const carousel = page.locator('.banners')
  await carousel.scrollIntoViewIfNeeded()
  const second = carousel.locator('.swiper-slide').nth(1)
  await carousel.getByRole('button', { name: /^Next/ }).click()
  await expect(second.locator('strong')).toBeInViewport()
})

test('[SD-2] a guest who only reads downloads no React and no player', async ({ page }) => {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/_a/') && response.url().endsWith('.js')) bodies.push(response.text())
  })
  for (const path of ['/', '/mr/browse/', '/faq/']) {
    await page.goto(path)
    await page.mouse.wheel(0, 2_000)
    await expect(page.getByRole('contentinfo')).toBeVisible()
  }
  const scripts = await Promise.all(bodies)
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((code) => /react-dom|hydrateRoot|useSyncExternalStore/.test(code))).toEqual([])
})

test('[SD-1] pages are whole with JavaScript off', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/mr/browse/')
  await expect(page.getByRole('heading', { name: 'पॉडकास्ट' }).first()).toBeVisible()
  await expect(page.getByRole('tabpanel')).toHaveCount(15)
  for (const panel of await page.getByRole('tabpanel').all()) await expect(panel).toBeVisible()
  await page.goto('/')
  await page.getByRole('searchbox').or(page.getByRole('combobox')).fill('tukaram')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/search\/tukaram\/$/)
  await expect(page.getByText('This needs JavaScript')).toBeVisible()
  await context.close()
})
