import { expect, inTree, scriptsRun, step, test } from '../support/test.ts'

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
    'नवी पुस्तके',
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

test('[HM-1] [HM-2] [HM-3] [HM-4] the home page shows banners, sliders and links', async ({ page }) => {
  await step(page, 'home shows banners and every slider', async () => {
    await page.goto(inTree('mr', '/'))
    for (const name of SECTIONS.mr)
      await expect(page.getByRole('main').getByRole('heading', { name, exact: true }), name).toBeVisible()
    await expect(page.locator('.banners img')).not.toHaveCount(0)
  })

  await step(page, 'a block shows covers with a sample control and the Free badge', async () => {
    await page.goto('/')
    const latest = page.getByRole('region', { name: 'Latest launch' })
    const card = latest.getByRole('article').filter({ hasText: 'Dnyaneshwari' })
    await expect(card.getByText('Free', { exact: true })).toBeVisible()
    await expect(card.getByRole('button', { name: 'Play sample of Dnyaneshwari' })).toBeVisible()
    await expect(card.locator('img')).toBeVisible()
  })

  await step(page, 'view-all links to the page of its list when it has more than five titles', async () => {
    await page.goto('/')
    const targets = {
      'Latest launch': '/family-category-details/latest_launch/',
      'Editors’ picks': '/family-category-details/editors_pick/',
      'For the children': '/kids/',
      'For the whole family': '/family/',
      'Children love these': '/kids/',
      'Learn a language by ear': '/language-lab/',
      'Popular picks': '/family-category-details/popular_titles/',
      Evergreen: '/family-category-details/evergreen/',
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
    const reply = await page.request.get('/api/v2/index-featured/100')
    const { evergreen_picks: picks } = (await reply.json()) as { evergreen_picks: { name: string }[] }
    await page.goto('/family-category-details/evergreen/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Evergreen')
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(picks.length)
    for (const { name } of picks)
      await expect(page.getByRole('main').getByText(name, { exact: true })).not.toHaveCount(0)
  })

  await step(page, 'app stores, gift, promotions and both banner zones have links', async () => {
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

  await step(page, 'the banner carousel moves by its buttons', async () => {
    await page.goto('/')
    const carousel = page.locator('.banners')
    await carousel.scrollIntoViewIfNeeded()
    const second = carousel.locator('.swiper-slide').nth(1)
    await carousel.getByRole('button', { name: /^Next/ }).click()
    await expect(second.locator('strong')).toBeInViewport()
  })

  await step(page, 'keys pressed elsewhere are left to the page after the pointer crossed a banner', async () => {
    await page.goto('/')
    const carousel = page.locator('.banners')
    await carousel.locator('.swiper').hover()
    await expect(carousel.locator('.awake.swiper-initialized')).toBeVisible()
    const takenKeys = await page.evaluate(() =>
      ['PageDown', 'PageUp', 'ArrowRight', 'ArrowLeft'].filter((key) => {
        const keyCode = { PageDown: 34, PageUp: 33, ArrowRight: 39, ArrowLeft: 37 }[key]
        const press = new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true })
        return !document.body.dispatchEvent(press)
      }),
    )
    expect(takenKeys).toEqual([])
    await page.keyboard.press('PageDown')
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
    await page.keyboard.press('Home')
    await expect(carousel.locator('.swiper-slide').first()).toHaveClass(/swiper-slide-active/)
  })
})

test('[HM-5] [SD-10] sliders show as many items as fit and move at the first press', async ({ page }) => {
  for (const [width, items] of [
    [599, 2],
    [600, 3],
    [999, 3],
    [1000, 6],
  ] as const) {
    await step(page, `a slider shows ${items} items at ${width} px with a gap of 15`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      // Lists of phones are laid out once the first screen is painted.
      await expect(page.locator('html')).not.toHaveClass(/unpainted/)
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

  await step(page, 'the first press of a slider arrow moves the list', async () => {
    await page.goto('/')
    const region = page.getByRole('region', { name: 'Latest launch' })
    const first = region.getByRole('article').first()
    await expect(first).toBeInViewport()
    await region.getByRole('button', { name: 'Next: Latest launch' }).click()
    await expect(first).not.toBeInViewport()
    await region.getByRole('button', { name: 'Previous: Latest launch' }).click()
    await expect(first).toBeInViewport()
  })
})

test('[SD-2] a guest who only reads downloads no React and no player', async ({ page }) => {
  const loaded = new Set<string>()
  page.on('response', (response) => {
    if (response.url().includes('/_a/') && response.url().endsWith('.js')) loaded.add(response.url())
  })
  for (const path of ['/', '/mr/browse/', '/faq/']) {
    await page.goto(path)
    await page.mouse.wheel(0, 2_000)
    await scriptsRun(page)
  }
  // Asked for again: the browser keeps no body of a page that was left.
  const withReact = async () => {
    const scripts = await Promise.all([...loaded].map(async (url) => (await page.request.get(url)).text()))
    return scripts.filter((code) => /react-dom|hydrateRoot|useSyncExternalStore/.test(code)).length
  }
  expect(loaded.size).toBeGreaterThan(0)
  expect(await withReact()).toBe(0)
  // A page that has React would be noticed.
  await page.goto('/contact/')
  await expect.poll(withReact).toBeGreaterThan(0)
})

test('[SD-1] pages are complete without JavaScript', async ({ browser, baseURL }) => {
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
