import { routes } from '#i18n/routes.ts'
import {
  expect,
  expectNoSidewaysScroll,
  expectPageAccessible,
  inTree,
  LOCALES,
  pathOf,
  step,
  test,
} from '../support/test.ts'

/** Every route without parameters, and some with them. */
const PATHS = [
  ...routes.flatMap(({ name, base, rest }) => (rest === '' && name !== 'desk' ? [base] : [])),
  '/sign-in/',
  '/registration/',
  '/sign-up/some-token/',
  '/sign-up/some-token/bWFpbA==/',
  '/reset-password/some-token/',
  '/search/katha/',
  '/payment-success/t/',
  '/payment-failure/t/',
  '/payment-cancel/t/',
  '/family-category-details/latest_launch/',
  '/family-category-details/popular_titles/',
  '/family-category-details/editors_pick/',
]
const HEADINGS = [
  ['/director/', 'Director', 'दिग्दर्शक'],
  ['/publisher/', 'Publisher', 'प्रकाशक'],
  ['/artist/', 'Artist', 'कलाकार'],
  ['/writer/', 'Writer', 'लेखक'],
  ['/audiobooks/', 'Kathavani Audio Book', 'कथावाणी ऑडिओबुक'],
  ['/kathavani-original/', 'Kathavani Original', 'कथावाणी ओरिजिनल'],
  ['/podcast/', 'Kathavani Podcasts', 'कथावाणी पॉडकास्ट'],
  ['/redeem-gift/', 'Redeem Gift', 'भेट वापरा'],
  ['/purchase-title/', 'Purchase Title', 'पुस्तक खरेदी'],
] as const

test('[SH-1] [SD-6] [SD-9] every path answers, an unknown one with 404', async ({ page, request }) => {
  for (const locale of LOCALES) {
    await step(page, `every path answers in ${locale}`, async () => {
      for (const path of PATHS) {
        const reply = await request.get(inTree(locale, path))
        expect(reply.status(), path).toBe(200)
        expect(await reply.text(), path).toMatch(new RegExp(`<html[^>]* lang="${locale}"`))
      }
    })
  }

  await step(page, 'an unknown path answers 404 with the fallback page and a Home link', async () => {
    for (const path of ['/no-such-page/', '/a/../etc/passwd', '/_a/none.js']) {
      const reply = await request.get(path)
      expect(reply.status(), path).toBe(404)
      expect(await reply.text(), path).toContain('404 - Page not found')
    }
    const marathi = await request.get('/mr/nothing/here/')
    expect([marathi.status(), await marathi.text()]).toEqual([404, expect.stringContaining('४०४ - पान सापडले नाही')])
    expect(await (await request.get('/no-such-page/')).text()).toMatch(/<a class="button" href="\/"[^>]*>Home<\/a>/)
  })

  await step(page, 'one form of trailing slash, the other redirects', async () => {
    const reply = await request.get('/browse?genre=3', { maxRedirects: 0 })
    expect(reply.status()).toBe(308)
    expect(reply.headers()['location']).toBe('/browse/?genre=3')
  })

  await step(page, 'private pages contain no personal data', async () => {
    for (const path of ['/library/', '/marks/', '/checkout/', '/proceed-payment/']) {
      const html = await (await request.get(path)).text()
      expect(html).toContain('name="robots" content="noindex"')
      // Whoever asks, with or without a token: the CDN gives everybody the same bytes.
      expect(html).toBe(
        await (await request.get(path, { headers: { authorization: 'Token abc', cookie: 'session=1' } })).text(),
      )
    }
  })
})

test('[SH-1] placeholder pages show their heading', async ({ request }) => {
  const headingOf = async (path: string) =>
    /<h1[^>]*>([^<]*)<\/h1>/.exec(await (await request.get(path)).text())?.[1]?.trim()
  for (const [path, english, marathi] of HEADINGS)
    expect([await headingOf(path), await headingOf(inTree('mr', path))], path).toEqual([english, marathi])
})

test('[SH-3] header and logo link the shop, also on a phone', async ({ page }) => {
  await test.step('the logo links home and clears the chosen category', async () => {
    await page.goto('/faq/')
    await page.evaluate(() => {
      localStorage.setItem('categoryID', '3')
      localStorage.setItem('categoryName', 'Poetry')
    })
    // What this tab writes behind the back of its store, the store reads when it is loaded.
    await page.reload()
    await expect(page.locator('clear-genre:not(:defined)')).toHaveCount(0)
    await page.getByRole('link', { name: 'Kathavani', exact: true }).click()
    await expect(page).toHaveURL(({ pathname }) => pathname === '/')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('categoryID'))).toBeNull()
  })

  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await test.step('header has the menu of the server, subscribe highlighted and a family dropdown', async () => {
    await expect(menu.getByRole('link', { name: 'Browse', exact: true })).toHaveAttribute('href', '/browse/')
    await expect(menu.getByRole('link', { name: 'Home', exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(menu.getByRole('link', { name: 'Subscribe' })).toHaveClass(/highlight/)
    await menu.locator('summary').click()
    await expect(menu.getByRole('link', { name: 'Latest launch' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu.getByRole('link', { name: 'Latest launch' })).toBeHidden()
  })

  await test.step('on a phone the menu opens by a button and closes by Escape', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    const kids = menu.getByRole('link', { name: 'Kids', exact: true })
    await expect(kids).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(kids).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(kids).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('button', { name: 'Close the menu' }).click()
    await expect(kids).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const scrim = await menu.evaluate((nav) => getComputedStyle(nav, '::backdrop').backgroundColor)
    expect(scrim).not.toMatch(/^rgba\(0, 0, 0, 0\)$|^transparent$/)
    // The list of the family pushes what is below it away.
    const before = await kids.boundingBox()
    await menu.locator('summary').click()
    const last = await menu.getByRole('link', { name: 'Editors’ picks' }).boundingBox()
    const after = await kids.boundingBox()
    expect(after?.y).toBeGreaterThan((before?.y ?? 0) + 60)
    expect(after?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0))
    await expectPageAccessible(page)
    await page.mouse.click(160, 690)
    await expect(kids).toBeHidden()
  })
})

test('[SH-4] Marathi can be chosen, is remembered and has its digits', async ({ page }) => {
  await step(page, 'the language dropdown opens the same content in Marathi and is remembered', async () => {
    const path = await pathOf(page, 'dnyaneshwari')
    await page.goto(path)
    await page.locator('summary', { hasText: 'English' }).click()
    await page.getByRole('link', { name: 'मराठी' }).click()
    await expect(page).toHaveURL(inTree('mr', path))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ज्ञानेश्वरी')
    await expect(page.locator('html')).toHaveAttribute('lang', 'mr')
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('MR')
    // A returning reader who chose Marathi and opens an English address gets its twin.
    await page.goto(path)
    await expect(page).toHaveURL(inTree('mr', path))
  })

  await step(page, 'Marathi pages show Devanagari digits', async () => {
    await page.goto('/mr/browse/')
    await expect(page.getByRole('tab', { selected: true }).first()).toContainText(/[०-९]+ पुस्तक/)
    const prices = await page.locator('.price .inr .amount').allInnerTexts()
    expect(prices.length).toBeGreaterThan(0)
    expect(prices.join('')).not.toMatch(/[0-9]/)
  })
})

test('[SH-5] a title without a Marathi name is skipped', async ({ page, request }) => {
  await step(page, 'a title without a translation is skipped and has no page in that language', async () => {
    const bulk = (await (await request.get('/api/build/products/?limit=500')).json()) as {
      data: { id: number; product_slug: string; custom_translation: Record<string, { name?: string }> }[]
    }
    const onlyEnglish = bulk.data.find(
      (title) => !title.custom_translation['mr']?.name && title.custom_translation['en']?.name,
    )
    expect(onlyEnglish).toBeDefined()
    await page.goto('/mr/')
    const links = await page.locator(`a[href*="/product-details/${onlyEnglish?.id}/"]`).count()
    expect(links).toBe(0)
    await page.goto(`/mr/product-details/${onlyEnglish?.id}/${onlyEnglish?.product_slug}/`)
    await expect(page.getByText('हे पुस्तक सध्या फक्त इंग्रजीत उपलब्ध आहे.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'इंग्रजीत उघडा' })).toHaveAttribute(
      'href',
      `/product-details/${onlyEnglish?.id}/${onlyEnglish?.product_slug}/`,
    )
  })
})

test('[SH-17] [SH-9] [SH-10] pages have prices with tax, the footer and a button to the top', async ({
  page,
  request,
}) => {
  await step(page, 'in India the amount with tax is shown beside the price', async () => {
    await page.goto(await pathOf(page, 'lamp at rajgad'))
    const [amount, tax] = [page.locator('.box .amount').first(), page.locator('.box .tax').first()]
    await expect(amount).toHaveText('₹234.82')
    await expect(tax).toHaveText('₹199 + GST')
    const size = (part: typeof amount) => part.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
    expect(await size(amount)).toBeGreaterThan(1.5 * (await size(tax)))
    await page.goto('/subscribe/')
    const year = page.getByRole('article').filter({ has: page.getByRole('heading', { name: '365 days', exact: true }) })
    await expect(year).toContainText('₹430.70')
    await expect(year).toContainText('₹365 + GST')
    await expect(year).toContainText('₹1.18 a day')
  })

  await step(page, 'footer has its columns, both leaflets, social and legal links', async () => {
    await page.goto('/mr/faq/')
    const footer = page.getByRole('contentinfo')
    for (const path of [
      '/language-lab/',
      '/kids/',
      '/family/',
      '/subscribe/',
      '/gift-kathavani/',
      '/about-us/',
      '/contact/',
      '/faq/',
      '/terms-of-service/',
      '/privacy-policy/',
    ])
      await expect(footer.locator(`a[href="${inTree('mr', path)}"]`).first(), path).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Facebook' })).toBeVisible()
    for (const leaflet of LOCALES.flatMap((locale) => [`listeners-${locale}`, `schools-${locale}`])) {
      const reply = await request.get(`/leaflets/${leaflet}.pdf`)
      expect(reply.headers()['content-type']).toBe('application/pdf')
      expect((await reply.body()).subarray(0, 5).toString()).toBe('%PDF-')
    }
  })

  await step(page, 'the button to the top appears after 150 px and scrolls up', async () => {
    await page.goto('/')
    const toTop = page.getByRole('button', { name: 'Back to the top' })
    await expect(toTop).toBeHidden()
    await page.mouse.wheel(0, 140)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(140)
    await expect(toTop).toBeHidden()
    await page.mouse.wheel(0, 900)
    await expect(toTop).toBeVisible()
    const way = await toTop.evaluate(
      (button: HTMLElement) =>
        new Promise<{ ms: number; places: number[] }>((done) => {
          const [started, places] = [performance.now(), [] as number[]]
          const look = () => {
            places.push(scrollY)
            if (scrollY > 0) requestAnimationFrame(look)
            else done({ ms: performance.now() - started, places })
          }
          button.click()
          look()
        }),
    )
    expect(way.ms).toBeGreaterThan(400)
    expect(way.ms).toBeLessThan(900)
    expect(way.places).toEqual(way.places.toSorted((a, b) => b - a))
    expect(new Set(way.places).size).toBeGreaterThan(4)
    await expect(toTop).toBeHidden()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.mouse.wheel(0, 900)
    const afterTwoFrames = await toTop.evaluate(
      (button: HTMLElement) =>
        new Promise<number>((done) => {
          button.click()
          requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY)))
        }),
    )
    expect(afterTwoFrames).toBe(0)
  })

  await step(page, 'on a phone the way to the top lies over no button and no link', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/')
    let seen = 0
    for (let y = 200; y < 3_000; y += 70) {
      const below = await page.evaluate(async (to) => {
        scrollTo(0, to)
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
        const button = document.querySelector<HTMLElement>('.to-top')
        if (!button?.checkVisibility({ visibilityProperty: true })) return undefined
        const { left, right, top, bottom, height } = button.getBoundingClientRect()
        // Large cards are pressed beside it; what lies under another box is not pressed anyway.
        return [...document.querySelectorAll('main :is(a, button, input), footer :is(a, button)')].some((one) => {
          const box = one.getBoundingClientRect()
          const [across, down] = [
            Math.min(right, box.right) - Math.max(left, box.left),
            Math.min(bottom, box.bottom) - Math.max(top, box.top),
          ]
          const isSmall = box.width > 2 && box.height < 2 * height
          return one !== button && isSmall && across > 2 && down > 2 && one.checkVisibility()
        })
      }, y)
      if (below !== undefined) seen += 1
      expect(below ?? false, `a button or link below the way to the top at ${y} px`).toBe(false)
    }
    expect(seen).toBeGreaterThan(5)
  })
})

test.describe('with the cookie notice', () => {
  test.use({ seesCookieNotice: true })

  test('[SH-11] the cookie notice is shown once and dismissed with Alright', async ({ page }) => {
    const expectOneLine = async (name: string) => {
      const line = await page.getByRole('region', { name }).boundingBox()
      const header = await page.getByRole('banner').boundingBox()
      // One line above the page, which begins below it: nothing is covered.
      expect(line?.height).toBeLessThan(50)
      expect(header?.y).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 99))
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/mr/faq/')
    await expectOneLine('कुकीजविषयी थोडेसे')
    await page.goto('/')
    await expectOneLine('A word about cookies')
    await page.setViewportSize({ width: 1440, height: 740 })
    await expectOneLine('A word about cookies')
    await expect(page.getByRole('heading', { name: 'A word about cookies' })).toBeVisible()
    await page.getByRole('button', { name: 'Alright' }).click()
    await expect(page.getByRole('heading', { name: 'A word about cookies' })).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('isShowCookiePolicy'))).toBe('false')
    await page.goto('/faq/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Alright' })).toBeHidden()
  })
})

test('[SH-12] maintenance replaces every page by the picture', async ({ page }) => {
  await page.route('**/media/maintenance/maintenance.json', (route) =>
    route.fulfill({ json: { is_maintenance: true } }),
  )
  await page.goto('/mr/browse/')
  await expect(page.getByRole('img', { name: 'काम सुरू आहे' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
})

test.describe('when the maintenance check fails', () => {
  test.use({ expectedErrors: /maintenance\.json/ })

  test('[SH-12] a failed check counts as open', async ({ page }) => {
    await page.route('**/media/maintenance/maintenance.json', (route) => route.fulfill({ status: 500, body: 'oh' }))
    const checked = page.waitForResponse('**/maintenance.json')
    await page.goto('/')
    await (await checked).finished()
    // Two frames after the reply the page would be gone.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
  })
})

const WIDE_PAGES = {
  en: [
    ...['/', '/browse/', '/search/tukaram/', '/family/', '/family-category-details/latest_launch/', '/kids/'],
    ...['/language-lab/', '/try-free-kathavani/', '/radio/', '/subscribe/', '/faq/', '/about-us/'],
  ],
  // Longer words, in the parts that most pages are made of.
  mr: ['/', '/browse/', '/kids/', '/radio/', '/subscribe/'],
}
for (const locale of LOCALES) {
  test(`[AX-3] no page scrolls sideways from 320 to 1920 px in ${locale}`, async ({ page }) => {
    for (const path of [...WIDE_PAGES[locale], await pathOf(page, 'dnyaneshwari')]) {
      await page.setViewportSize({ width: 320, height: 800 })
      await page.goto(inTree(locale, path))
      await page.evaluate(() => document.fonts.ready)
      for (const width of [320, 768, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page)
      }
      // Text of twice the size on a phone.
      await page.setViewportSize({ width: 320, height: 800 })
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await expectNoSidewaysScroll(page)
    }
  })
}
