import type { APIRequestContext } from '@playwright/test'
import { expect, expectAccessible, holdScripts, pressComposing, step, test } from '../support/test.ts'

/** How many kids titles a search finds that have a name in the language, among the first ones and in all. */
async function kidsNamed(request: APIRequestContext, locale: 'en' | 'mr', first: number): Promise<[number, number]> {
  const { kids } = (await (await request.get('/api/v2/search/?q=kids')).json()) as {
    kids: { custom_translation: Record<string, { name?: string }> }[]
  }
  const isNamed = kids.map(({ custom_translation: names }) => Boolean(names[locale]?.name))
  return [isNamed.slice(0, first).filter(Boolean).length, isNamed.filter(Boolean).length]
}

test('[SE-1] [SE-4] suggestions appear after typing stops, in a combobox', async ({ page }) => {
  await step(page, 'suggests 2 s after typing stops, products and authors, and clears when emptied', async () => {
    await page.goto('/')
    const requests: number[] = []
    page.on('request', (request) => {
      if (request.url().includes('search-suggestion')) requests.push(Date.now())
    })
    const shown = Promise.withResolvers<void>()
    await page.route(/search-suggestion/, (route) => shown.promise.then(() => route.continue()))
    const box = page.getByRole('combobox')
    await box.click()
    await box.pressSequentially('tuka', { delay: 60 })
    const stopped = Date.now()
    await box.press('r')
    const option = page.getByRole('option', { name: 'Tukaram: Abhang Gatha' })
    await expect(option).toBeVisible()
    // The names of the publication are there without an answer of the server.
    shown.resolve()
    await expect(option.locator('img')).toBeVisible()
    await expect(option).toHaveAccessibleDescription(/^Audiobook · Marathi/)
    await expect.poll(() => requests.length, { timeout: 10_000 }).toBe(1)
    await expect(page.getByRole('option', { name: 'Sant Tukaram' })).toBeVisible()
    await expect(option.locator('img')).toBeVisible()
    expect((requests[0] ?? 0) - stopped).toBeGreaterThanOrEqual(1_950)
    for (const key of ['ArrowDown', 'Escape']) expect(await pressComposing(box, key), key).toBe(true)
    await expect(option).toBeVisible()
    await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
    await expectAccessible(page)
    await box.fill('')
    await expect(page.getByRole('listbox')).toBeHidden()
  })

  await step(
    page,
    'the field has its placeholders, accepts 50 characters, and suggests nothing for an empty query',
    async () => {
      await page.goto('/mr/')
      let requests = 0
      page.on('request', (request) => {
        if (request.url().includes('search-suggestion')) requests += 1
      })
      const box = page.getByRole('combobox')
      await expect(box).toHaveAttribute('maxlength', '50')
      await box.fill('   ')
      await box.fill('qqqqzzzz')
      await expect(page.getByText('पुस्तक सापडले नाही')).toBeVisible()
      await expect(page.getByText('लेखक सापडले नाहीत')).toBeVisible()
      expect(requests).toBe(1)
    },
  )

  await step(page, 'suggestions are a combobox: arrows select, Escape closes, Enter opens', async () => {
    await page.goto('/')
    const box = page.getByRole('combobox')
    await box.fill('dnyaneshwari')
    const option = page.getByRole('option', { name: 'Dnyaneshwari', exact: true })
    await expect(option).toBeVisible()
    await expect(page.getByText('No author found')).toHaveCount(0)
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await box.press('ArrowDown')
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expect(box).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
    await box.press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(box).toHaveValue('dnyaneshwari')
    await box.press('End')
    await box.pressSequentially(' ')
    await expect(option).toBeVisible()
    await box.press('ArrowDown')
    await box.press('Enter')
    await expect(page).toHaveURL(/\/product-details\/\d+\/dnyaneshwari\/$/)
  })
})

test('[SE-4] what is highlighted stays so when the list changes under it, and Enter opens that', async ({ page }) => {
  type Reply = { suggested_products: { id: number; custom_translation: { en?: { name: string } } }[] }
  const box = page.getByRole('combobox')
  const options = page.getByRole('option')
  /** Highlights the first option; the server, which answers then, has others. */
  async function highlight(text: string, name: string, change: (reply: Reply) => Reply): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(/search-suggestion/, async (route) => {
      const response = await route.fetch()
      await promise
      await route.fulfill({ response, json: change((await response.json()) as Reply) })
    })
    await page.goto('/')
    await box.fill(text)
    await expect(options.first()).toHaveAccessibleName(name)
    await box.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    resolve()
  }

  await step(page, 'at another place', async () => {
    const other = { en: { name: 'Another title' } }
    await highlight('dnyaneshwari', 'Dnyaneshwari', ({ suggested_products: [first, ...rest], ...reply }) => ({
      ...reply,
      suggested_products: first ? [{ ...first, id: 999_999, custom_translation: other }, first, ...rest] : [],
    }))
    await expect(options.first()).toHaveAccessibleName('Another title')
    const option = page.getByRole('option', { name: 'Dnyaneshwari', exact: true })
    await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName('Dnyaneshwari')
    await expect(box).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
    await box.press('Enter')
    await expect(page).toHaveURL(/\/product-details\/\d+\/dnyaneshwari\/$/)
  })

  await step(page, 'what is gone is not opened, nor what stands in its place', async () => {
    const name = 'Tukaram: Abhang Gatha'
    await highlight('tukaram', name, (reply) => ({ ...reply, suggested_products: [] }))
    await expect(page.getByRole('option', { name })).toHaveCount(0)
    await expect(options.first()).toHaveAccessibleName('Sant Tukaram')
    await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
    await box.press('Enter')
    await expect(page).toHaveURL(/\/search\/tukaram\/$/)
  })
})

test('[SE-2] [SE-3] [SH-4] results are grouped, found in both scripts, with suggestions when there are none', async ({
  page,
  request,
}) => {
  await step(page, 'results are grouped with counts, related on top, and a new path loads anew', async () => {
    await page.goto('/')
    const box = page.getByRole('combobox')
    await box.fill('panchatantra')
    await box.press('Enter')
    await expect(page).toHaveURL(/\/search\/panchatantra\/$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “panchatantra”')
    await expect(page.getByRole('heading', { name: /^Kids \(\d+\)$/ })).toBeVisible()
    await expect(page.locator('.results > .state')).toHaveText(/^\d+ titles? found$/)
    // One hit stands in its group alone.
    await expect(page.getByRole('heading', { name: 'Closest matches' })).toHaveCount(0)
    await box.fill('tukaram')
    await box.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “tukaram”')
    await expect(page).toHaveTitle('Results for “tukaram” · Kathavani')
    await expect(page.getByRole('heading', { name: /^Audiobooks \(\d+\)$/ })).toBeVisible()
    await page.goto('/search/marathi/')
    await expect(page.getByRole('heading', { name: 'Closest matches' })).toBeVisible()
  })

  await step(page, 'few results stand once, the type of the closest first', async () => {
    await page.goto('/search/pune/')
    await expect(page.locator('.results h2.group:not(#found-lines)')).toHaveText([
      /^Podcasts/,
      /^Originals/,
      /^Audiobooks/,
    ])
    const names = page.locator('.results article h3')
    await expect(names.first()).toHaveText('Pune in Nine Minutes')
    const all = await names.allInnerTexts()
    expect(new Set(all).size).toBe(all.length)
  })

  await step(page, 'lines wait for the titles that stand above them', async () => {
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => {
        const part = document.querySelector('.results :is(title-card, #found-lines)')
        if (part && seen.length === 0) seen.push(part.localName)
      }).observe(document, { childList: true, subtree: true })
    })
    const lines = page.waitForResponse(/search-lines/)
    await page.route(/v2\/search/, async (route) => {
      await (await lines).finished()
      await route.continue()
    })
    await page.goto('/search/pune/')
    await expect(page.locator('#found-lines')).toBeVisible()
    expect(await page.evaluate(() => Object(window).seen)).toEqual(['title-card'])
    await page.unroute(/v2\/search/)
  })

  await step(page, 'a search without results shows a message and suggestions', async () => {
    await page.goto('/mr/search/qqqqzzzz/')
    await expect(page.getByText('काही सापडले नाही')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'भक्ती' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    await expectAccessible(page)
  })

  await step(page, 'a word that no title has with the others is left out, and the page says so', async () => {
    await page.goto('/search/tukaram%20xqzvk/')
    await expect(page.getByText('These are the results without “xqzvk”.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Tukaram: Abhang Gatha' }).first()).toBeVisible()
  })

  await step(page, 'cards show the spoken language and ages, and are chosen by them', async () => {
    await page.goto('/search/kids/')
    const cards = page.getByRole('main').getByRole('article')
    await expect(
      cards
        .filter({ hasText: 'Marathi' })
        .filter({ hasText: /Ages \d/ })
        .first(),
    ).toBeVisible()
    const found = (await page.locator('.results > .state').textContent())?.match(/\d+/)?.[0]
    await page.getByRole('button', { name: 'English', exact: true }).click()
    await expect(cards.filter({ visible: true }).first()).toBeVisible()
    // The closest matches stand in their groups too, and count once.
    await expect(page.locator('.matching')).toHaveText(new RegExp(`^\\d+ of ${found} titles$`))
    await expect(cards.filter({ visible: true, hasText: 'Marathi' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Ages 11+' }).click()
    await expect(cards.filter({ visible: true, hasText: 'Ages 3–6' })).toHaveCount(0)
    const few = await page.locator('.matching').textContent()
    await cards.filter({ visible: true }).first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/product-details\//)
    await page.goBack()
    await expect(page.locator('.matching')).toHaveText(few ?? '')
    await expect(page.getByRole('button', { name: 'Ages 11+' })).toHaveAttribute('aria-pressed', 'true')
    await expect(cards.filter({ visible: true, hasText: 'Marathi' })).toHaveCount(0)
    await page.reload()
    await expect(page.locator('.matching')).toHaveText(few ?? '')
    // Another search begins without a choice.
    await page.getByRole('combobox').fill('for kids')
    await page.getByRole('combobox').press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “for kids”')
    await expect(cards.first()).toBeVisible()
    await expect(page.locator('.filter [aria-pressed=true]')).toHaveCount(0)
  })

  await step(page, 'a choice is made among the next titles too', async () => {
    await page.route('**/api/v2/search/?q=kids', (route) => route.continue({ url: `${route.request().url()}&limit=5` }))
    await page.goto('/search/kids/')
    const kids = page
      .getByRole('main')
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: /^Kids/ }) })
    const [few, all] = await kidsNamed(page.request, 'en', 5)
    expect(all).toBeGreaterThan(few)
    await expect(kids.locator('article')).toHaveCount(few)
    await page.getByRole('button', { name: 'English', exact: true }).click()
    await expect(kids.locator('article')).toHaveCount(all)
    await expect(kids.getByRole('article').filter({ hasText: 'Marathi' })).toHaveCount(0)
    await page.unroute('**/api/v2/search/?q=kids')
  })

  await step(page, 'more than fit into a reply come at a press, which leads to the first of them', async () => {
    // The demo has fewer titles than a reply takes.
    await page.route('**/api/v2/search/?q=kids', (route) => route.continue({ url: `${route.request().url()}&limit=5` }))
    await page.goto('/mr/search/kids/')
    const kids = page
      .getByRole('main')
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: /^मुलांसाठी/ }) })
    const [few, all] = await kidsNamed(request, 'mr', 5)
    expect(all).toBeGreaterThan(few)
    await expect(kids.getByRole('article')).toHaveCount(few)
    await expect(kids.getByRole('status')).toHaveText(/^[०-९]+ पैकी [०-९] पुस्तके दाखवली आहेत$/)
    const first = await kids.getByRole('article').first().getByRole('link').first().textContent()
    await expectAccessible(page)
    await kids.getByRole('button', { name: /^आणखी पुस्तके दाखवा/ }).focus()
    await page.keyboard.press('Enter')
    await expect(kids.getByRole('article')).toHaveCount(all)
    await expect(kids.getByRole('article').nth(few).getByRole('link').first()).toBeFocused()
    await expect(kids.getByRole('article').first().getByRole('link').first()).toHaveText(first ?? '')
    await expect(kids.getByRole('button', { name: /^आणखी/ })).toHaveCount(0)
    await page.unroute('**/api/v2/search/?q=kids')
  })

  await step(page, 'Latin letters find the Marathi title on the Marathi page, despite a typing error', async () => {
    await page.goto(`/mr/search/${encodeURIComponent('dnyneshwari')}/`)
    await expect(page.getByRole('link', { name: 'ज्ञानेश्वरी', exact: true }).first()).toBeVisible()
    await page.goto(`/search/${encodeURIComponent('पंचतंत्र')}/`)
    await expect(page.getByRole('link', { name: /Panchatantra/ }).first()).toBeVisible()
  })

  await step(page, 'a title without a name in this language leaves no empty group', async () => {
    const { data } = (await (await request.get('/api/build/products/?limit=500')).json()) as {
      data: { custom_translation: Record<string, { name?: string }> }[]
    }
    const onlyEnglish =
      data.find((title) => !title.custom_translation['mr']?.name)?.custom_translation['en']?.name ?? ''
    await page.goto(`/mr/search/${encodeURIComponent(onlyEnglish)}/`)
    await expect(
      page
        .getByRole('main')
        .getByText(/काही सापडले नाही/)
        .or(page.getByRole('main').getByRole('article').first())
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: onlyEnglish })).toHaveCount(0)
  })

  await step(page, 'the language switch keeps the query', async () => {
    await page.goto('/search/tukaram/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “tukaram”')
    await page.locator('summary', { hasText: 'English' }).click()
    await page.getByRole('link', { name: 'मराठी' }).click()
    await expect(page).toHaveURL(/\/mr\/search\/tukaram\/$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('“tukaram”: शोधाचे निकाल')
  })
})

test.describe('when the server does not answer', () => {
  test.use({ expectedErrors: /api\/(?:v2\/search|search-suggestion)|search-index|Failed to load/ })

  test('[SE-2] [SE-1] a failed search and failed suggestions show messages', async ({ page }) => {
    await step(page, 'a failed search shows a message, keeps the text and can be tried again', async () => {
      await page.route('**/api/v2/search/**', (route) => route.abort())
      await page.goto('/search/tukaram/')
      await expect(page.getByRole('alert')).toContainText('The search did not work. Please try again.')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “tukaram”')
      await page.unroute('**/api/v2/search/**')
      await page.getByRole('button', { name: 'Try again' }).press('Enter')
      await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
      await expect(page.locator('#content')).toBeFocused()
      await expect(page.getByRole('alert')).toBeHidden()
    })

    await step(page, 'next titles that do not come leave what is shown, and are asked for again', async () => {
      await page.route('**/api/v2/search/?q=kids', (route) =>
        route.continue({ url: `${route.request().url()}&limit=5` }),
      )
      await page.route('**/api/v2/search/?q=kids&limit=*', (route) => route.abort())
      await page.goto('/search/kids/')
      const kids = page
        .getByRole('main')
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: /^Kids/ }) })
      await kids.getByRole('button', { name: 'Show more titles' }).click()
      await expect(kids.getByRole('alert')).toHaveText('The next titles could not be fetched.')
      const [few, all] = await kidsNamed(page.request, 'en', 5)
      await expect(kids.getByRole('article')).toHaveCount(few)
      await page.unroute('**/api/v2/search/?q=kids&limit=*')
      await kids.getByRole('button', { name: 'Try again' }).click()
      await expect(kids.getByRole('article')).toHaveCount(all)
      await page.unroute('**/api/v2/search/?q=kids')
    })

    await step(page, 'failed suggestions leave the box usable', async () => {
      await page.route('**/api/search-suggestion/**', (route) =>
        route.fulfill({ status: 502, body: '<html>bad gateway</html>' }),
      )
      await page.goto('/')
      await page.getByRole('combobox').fill('katha')
      // Names that the publication has are suggested without the server.
      await page.getByRole('combobox').fill('tukaram')
      await expect(page.getByRole('option', { name: 'Tukaram: Abhang Gatha' })).toBeVisible()
      await page.route('**/search-index/**', (route) => route.abort())
      await page.reload()
      await page.getByRole('combobox').fill('katha')
      await expect(page.getByText('Suggestions are not available just now.')).toBeVisible({ timeout: 20_000 })
      await page.getByRole('combobox').press('Enter')
      await expect(page).toHaveURL(/\/search\/katha\/$/)
    })
  })
})

test('[SD-10] text typed before hydration is kept and has suggestions', async ({ page }) => {
  const scripts = await holdScripts(page, 'SearchBox*')
  await page.goto('/')
  const box = page.getByRole('combobox')
  await box.click()
  await box.pressSequentially('tukaram')
  await scripts.release()
  await expect(page.getByRole('option', { name: 'Tukaram: Abhang Gatha' })).toBeVisible()
  await expect(box).toHaveValue('tukaram')
})
