import { takenKeys } from '../support/keys.ts'
import { expect, inTree, LOCALES, pathOf, step, test } from '../support/test.ts'

test('[BR-1] [BR-2] [BR-3] [BR-5] tabs and genres select the titles of the browse page', async ({ page }) => {
  await step(page, 'three tabs have four inner tabs with counts, by mouse and keyboard', async () => {
    await page.goto('/browse/')
    const top = page.getByRole('tablist', { name: 'Type of title' })
    await expect(top.getByRole('tab')).toHaveText([
      /Audiobooks\s*\d+ titles/,
      /Originals\s*\d+ titles/,
      /Podcasts\s*\d+ titles/,
    ])
    await top.getByRole('tab', { name: /Podcasts/ }).click()
    await expect(page.getByRole('tabpanel', { name: /Podcasts/ })).toBeVisible()
    await expect(page.getByRole('tabpanel', { name: /Audiobooks/ })).toBeHidden()
    const inner = page.getByRole('tablist', { name: 'Podcasts' })
    await expect(inner.getByRole('tab')).toHaveText(['All', 'Popular titles', 'Popular authors', 'Editors’ picks'])
    // The count of each type is the number of titles under "All", and each inner tab shows its own list.
    for (const type of ['Audiobooks', 'Originals', 'Podcasts']) {
      const tab = top.getByRole('tab', { name: new RegExp(type) })
      await tab.click()
      const panel = page.getByRole('tabpanel', { name: new RegExp(type) })
      const shown = Number(/\d+/.exec((await tab.textContent()) ?? '')?.[0])
      await expect(panel.getByRole('tabpanel', { name: 'All' }).getByRole('article')).toHaveCount(shown)
      const tabs = page.getByRole('tablist', { name: type })
      const titles = page.getByRole('tabpanel', { name: 'Popular titles' }).filter({ visible: true })
      await tabs.getByRole('tab', { name: 'Popular titles' }).click()
      await expect(titles.getByRole('article').first()).toBeVisible()
      const scores = (await titles.locator('.stars [aria-hidden]').allTextContents()).map(Number)
      expect(scores.length, type).toBeGreaterThan(1)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      await tabs.getByRole('tab', { name: 'Popular authors' }).click()
      const authors = page.getByRole('tabpanel', { name: 'Popular authors' }).filter({ visible: true })
      await expect(authors.locator('a[href*="/author/"]').first()).toBeVisible()
    }
    await inner.getByRole('tab', { name: 'All' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(inner.getByRole('tab', { name: 'Popular titles' })).toBeFocused()
    await expect(page.getByRole('tabpanel', { name: 'Popular titles' })).toBeVisible()
    await page.keyboard.press('End')
    await expect(page.getByRole('tabpanel', { name: 'Editors’ picks' })).toBeVisible()
    // With these keys arrows are the browser's: Back, Forward, the ends of a line.
    expect(await takenKeys(inner.getByRole('tab', { name: 'Editors’ picks' }))).toEqual([])
  })

  await step(
    page,
    'a genre link selects the genre, resets to All, loads its titles, disables the other tabs and can be cleared',
    async () => {
      await page.goto(await pathOf(page, 'dnyaneshwari'))
      await page.getByRole('link', { name: 'Poetry' }).click()
      await expect(page).toHaveURL(/\/browse\//)
      await expect(page.getByRole('heading', { name: 'Genre: Poetry' })).toBeVisible()
      await expect(
        page.getByRole('region', { name: 'Genre: Poetry' }).getByRole('link', { name: 'Dnyaneshwari', exact: true }),
      ).toBeVisible()
      const inner = page.getByRole('tablist', { name: 'Audiobooks' })
      await expect(inner.getByRole('tab', { name: 'Popular titles' })).toHaveAttribute('aria-disabled', 'true')
      await expect(inner.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
      expect(
        await page.evaluate(() => [localStorage.getItem('categoryName'), localStorage.getItem('post_type')]),
      ).toEqual(['Poetry', 'audiobook'])
      // The count of the tab is that of the genre, and of all titles again when it is closed.
      const audiobooks = page.getByRole('tab', { name: /Audiobooks/ })
      const ofGenre = await page.getByRole('region', { name: 'Genre: Poetry' }).getByRole('article').count()
      await expect(audiobooks).toHaveText(new RegExp(`Audiobooks\\s*${ofGenre} titles?$`))
      await page.getByRole('button', { name: 'Show all genres' }).click()
      await expect(page.getByRole('heading', { name: 'Genre: Poetry' })).toBeHidden()
      await expect(audiobooks).not.toHaveText(new RegExp(`Audiobooks\\s*${ofGenre} titles?$`))
      await expect(inner.getByRole('tab', { name: 'Popular titles' })).not.toHaveAttribute('aria-disabled', 'true')
    },
  )

  await step(page, 'a second genre replaces the first, and a shared link opens its genre', async () => {
    await page.goto('/browse/')
    const audiobooks = page.getByRole('tabpanel', { name: /Audiobooks/ })
    await audiobooks.getByRole('link', { name: 'History' }).click()
    await expect(page.getByRole('heading', { name: 'Genre: History' })).toBeVisible()
    await audiobooks.getByRole('link', { name: 'Poetry' }).click()
    await expect(page.getByRole('heading', { name: 'Genre: Poetry' })).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Genre: Poetry' }).getByRole('link', { name: 'Dnyaneshwari', exact: true }),
    ).toBeVisible()
    const href = await audiobooks.getByRole('link', { name: 'History' }).getAttribute('href')
    await page.goto(href ?? '')
    await expect(page.getByRole('heading', { name: 'Genre: History' })).toBeVisible()
  })

  await step(page, 'a language that hides all titles of a genre says so, and leaves the way back', async () => {
    for (const [locale, name, language, none, all] of [
      ['en', 'Devotional', 'English', 'No titles here yet. Try another genre.', 'Show all genres'],
      ['mr', 'भक्ती', 'इंग्रजी', 'इथे अजून पुस्तके नाहीत. दुसरा विषय पाहा.', 'सर्व विषय दाखवा'],
    ] as const) {
      await page.goto(inTree(locale, '/browse/'))
      await page.locator('.genres').getByRole('link', { name }).filter({ visible: true }).click()
      const genre = page.locator('section.genre')
      await expect(genre.getByRole('article').first()).toBeVisible()
      await expect(genre.getByText(none)).toBeHidden()
      await expect(page.locator('.genres [aria-current=true]').filter({ visible: true })).toHaveCount(1)
      const chip = page.locator('.filter').getByRole('button', { name: language })
      await chip.click()
      await expect(genre.getByText(none)).toBeVisible()
      await expect(genre.getByRole('button', { name: all })).toBeVisible()
      await chip.click()
      await expect(genre.getByText(none)).toBeHidden()
      await genre.getByRole('button', { name: all }).click()
      await expect(page.locator('.genres [aria-current=true]')).toHaveCount(0)
    }
  })

  await step(page, 'the chosen genre survives a reload', async () => {
    await page.goto('/browse/')
    await page
      .getByRole('tabpanel', { name: /Audiobooks/ })
      .getByRole('link', { name: 'History' })
      .click()
    await expect(page.getByRole('heading', { name: 'Genre: History' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Genre: History' })).toBeVisible()
  })

  await step(page, 'the page has the trending slider, the newest title and the ready banner', async () => {
    await page.goto('/browse/')
    await expect(page.getByRole('heading', { name: 'Top Kathavani trending' })).toBeVisible()
    const latest = page.getByRole('region', { name: 'Latest launch' })
    for (const text of ['Author', 'Direction', 'Voices', 'Subscribe', 'Share', 'Read more'])
      await expect(latest.getByText(text).first(), text).toBeVisible()
    // The newest title: its cover, sample and page; the thumbnails are the other new ones.
    await expect(latest.getByRole('img').first()).toBeVisible()
    await expect(latest.getByRole('button', { name: /^Play sample/ })).toBeVisible()
    const newest = await latest.getByRole('heading', { level: 3 }).getByRole('link').textContent()
    const others = page.getByRole('region', { name: 'All new titles' }).getByRole('article')
    expect(await others.count()).toBeGreaterThan(3)
    expect(await others.getByRole('heading').allTextContents()).not.toContain(newest)
    const trending = page.getByRole('region', { name: 'Top Kathavani trending' }).getByRole('article')
    expect(await trending.count()).toBeGreaterThan(3)
    await expect(latest.getByRole('img', { name: /out of 5 stars/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'All new titles' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Ready to begin?' })).toBeVisible()
  })

  await step(page, 'a guest’s choice is stored under the three keys and not sent', async () => {
    const opened: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('analytics')) opened.push(request.url())
    })
    await page.goto('/browse/')
    const chip = page.getByRole('tabpanel', { name: /Audiobooks/ }).getByRole('link', { name: 'History' })
    const id = new URL((await chip.getAttribute('href')) ?? '', page.url()).searchParams.get('genre')
    await chip.click()
    await expect(page.getByRole('region', { name: 'Genre: History' }).getByRole('article').first()).toBeVisible()
    const keys = ['categoryID', 'categoryName', 'post_type']
    expect(await page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys)).toEqual([
      id,
      'History',
      'audiobook',
    ])
    expect(opened).toEqual([])
    await page.goto('/mr/browse/')
    await expect(page.getByRole('region', { name: 'विषय: इतिहास' }).getByRole('article').first()).toBeVisible()
  })
})

test.describe('when the genre cannot be loaded', () => {
  test.use({ expectedErrors: /browse-kathavani-products|Failed to load/ })

  test('[BR-2] shows a message and tries again', async ({ page }) => {
    await page.route('**/api/v2/browse-kathavani-products/', (route) => route.abort())
    await page.goto('/browse/')
    await page
      .getByRole('tabpanel', { name: /Audiobooks/ })
      .getByRole('link', { name: 'History' })
      .click()
    await expect(page.getByRole('alert')).toContainText('The titles could not be fetched.')
    await page.unroute('**/api/v2/browse-kathavani-products/')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(page.getByRole('region', { name: 'Genre: History' }).getByRole('article').first()).toBeVisible()
    await expect(page.locator('#content')).toBeFocused()
  })
})

test('[BR-4] [AU-1] a title can be shared, and its author has a page', async ({ page }) => {
  await step(page, 'the share dialog offers four networks and a link, and returns the focus', async () => {
    await page.goto(await pathOf(page, 'lamp at rajgad'))
    const share = page.getByRole('button', { name: 'Share' })
    await share.click()
    const dialog = page.getByRole('dialog')
    for (const network of ['WhatsApp', 'Facebook', 'X', 'Telegram'])
      await expect(dialog.getByRole('link', { name: network, exact: true })).toHaveAttribute('rel', 'noopener')
    // Each network at its own address, each with the text and the address of the page.
    const text = 'The Lamp at Rajgad by A. V. Kulkarni. Happy listening from Kathavani!'
    const pagePath = new URL(page.url()).pathname
    for (const [network, host] of [
      ['WhatsApp', /^(?:wa\.me|(?:api|web)\.whatsapp\.com)$/],
      ['Facebook', /(?:^|\.)facebook\.com$/],
      ['X', /^(?:x|twitter)\.com$/],
      ['Telegram', /^(?:t\.me|telegram\.me)$/],
    ] as const) {
      const href = (await dialog.getByRole('link', { name: network, exact: true }).getAttribute('href')) ?? ''
      expect(new URL(href).hostname).toMatch(host)
      expect(decodeURIComponent(href), network).toContain(pagePath)
      if (network !== 'Facebook') expect(decodeURIComponent(href.replaceAll('+', ' ')), network).toContain(text)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(share).toBeFocused()
  })

  await step(
    page,
    'an author has photo, name, read-more that swaps the text, titles with samples and genre links',
    async () => {
      await page.goto(await pathOf(page, 'lamp at rajgad'))
      await page.getByRole('article').first().getByRole('link', { name: 'A. V. Kulkarni' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('A. V. Kulkarni')
      const more = page.getByRole('button', { name: 'Read more' })
      const short = page.locator('.swap .short')
      await expect(short).toBeVisible()
      await more.click()
      await expect(short).toBeHidden()
      await expect(page.locator('.swap .whole')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Read less' })).toHaveAttribute('aria-expanded', 'true')
      await expect(page.getByRole('button', { name: 'Play sample of The Lamp at Rajgad' })).toBeVisible()
      await expect(page.locator('.author genre-link a').first()).toHaveAttribute('href', /^\/browse\/\?genre=\d+$/)
    },
  )
})

test('[PD-1] the page of a title has every section of its audio type', async ({ page, request }) => {
  for (const [query, label, people] of [
    ['lamp at rajgad', 'Audiobook', 'Author'],
    ['wada number seven', 'Original', 'Author'],
  ] as const) {
    await step(page, `a guest sees every part of ${query}`, async () => {
      for (const locale of LOCALES) {
        await page.goto(inTree(locale, await pathOf(page, query)))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('.cover img').first()).toBeVisible()
        await expect(page.locator('.hear .sample')).toBeVisible()
      }
      await page.goto(await pathOf(page, query))
      const title = page.getByRole('article').first()
      await expect(title.getByText(label, { exact: true })).toBeVisible()
      await expect(title.getByText(people, { exact: true }).or(title.getByText('Host', { exact: true }))).toBeVisible()
      await expect(title.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/subscribe/')
      await expect(title.getByRole('heading', { name: /Tracks|Episodes/ })).toBeVisible()
      for (const text of ['Voices', 'Published', 'Share', 'What listeners say'])
        await expect(title.getByText(text).first(), text).toBeVisible()
      await expect(title.locator('.genres a').first()).toBeVisible()
      await expect(title.getByRole('region', { name: 'Price' })).toBeVisible()
      await expect(
        title.getByRole('link', { name: 'help@kathavani.test' }).or(title.getByRole('link', { name: /Write to/ })),
      ).toBeVisible()
    })
  }

  await step(page, 'a podcast has a host and episodes, and no director', async () => {
    const { data } = (await (await request.get('/api/build/products/?limit=500')).json()) as {
      data: {
        id: number
        product_slug: string
        product_audio_type: string
        custom_translation: { en?: { name?: string } }
      }[]
    }
    const podcast = data.find((title) => title.product_audio_type === 'podcast' && title.custom_translation.en?.name)
    await page.goto(`/product-details/${podcast?.id}/${podcast?.product_slug}/`)
    const title = page.getByRole('article').first()
    await expect(title.getByText('Podcast', { exact: true })).toBeVisible()
    await expect(title.getByText(/^Hosts?$/)).toBeVisible()
    await expect(title.getByRole('heading', { name: 'Episodes' })).toBeVisible()
    await expect(title.getByText('Direction')).toHaveCount(0)
  })

  await step(page, '[PD-5] a podcast says when each episode came out, and when the latest did', async () => {
    for (const [locale, label, days] of [
      ['en', 'Latest episode', ['30 October 2026', '6 November 2026', '13 November 2026']],
      ['mr', 'ताजा भाग', ['३० ऑक्टोबर, २०२६', '६ नोव्हेंबर, २०२६', '१३ नोव्हेंबर, २०२६']],
    ] as const) {
      await page.goto((locale === 'mr' ? '/mr' : '') + (await pathOf(page, 'pune-in-nine-minutes')))
      await expect(page.locator('.title .rows time')).toHaveText([...days])
      const latest = page.locator('.title dl div').filter({ hasText: label })
      await expect(latest.getByText(days[2])).toBeVisible()
    }
  })

  await step(page, 'a kids title has no type label', async () => {
    await page.goto(await pathOf(page, 'panchatantra'))
    await expect(page.getByRole('article').first().getByText('Kids', { exact: true })).toHaveCount(0)
    // Its categories are the shelves for kids, which have pages of their own.
    await expect(page.locator('.title .genres a').first()).toHaveAttribute('href', /^\/category-details\/\d+\//)
  })

  await step(page, 'a course has another path', async () => {
    const { data } = (await (await request.get('/api/build/products/?limit=500')).json()) as {
      data: {
        id: number
        product_slug: string
        product_audio_type: string
        custom_translation: { en?: { name?: string } }
      }[]
    }
    const course = data.find((title) => title.product_audio_type === 'languagelab' && title.custom_translation.en?.name)
    await page.goto(`/product-details/${course?.id}/${course?.product_slug}/`)
    await expect(page).toHaveURL(new RegExp(`/audio-course-product-details/${course?.id}/`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(course?.custom_translation.en?.name ?? '')
  })
})

test('[PD-2] [PD-4] the page of a title shows rating, length, description and related titles', async ({ page }) => {
  await step(
    page,
    'the rating is of five stars, lengths under an hour are minutes, and the description can be opened',
    async () => {
      await page.goto(await pathOf(page, 'dnyaneshwari'))
      await expect(page.getByRole('img', { name: '4.8 out of 5 stars' })).toBeVisible()
      await expect(
        page
          .getByRole('article')
          .first()
          .getByText(/^(?:\d+ min|\d+\.\d\d h)$/)
          .first(),
      ).toBeVisible()
      const text = page.locator('.about .prose')
      const closed = (await text.boundingBox())?.height ?? 0
      await page.getByRole('button', { name: 'Read more' }).click()
      await expect.poll(async () => (await text.boundingBox())?.height ?? 0).toBeGreaterThan(closed)
      const fold = page.locator('.fold').filter({ visible: true }).first()
      const summary = fold.locator('summary')
      const start = (await summary.innerText()).replace(/…\s*Read more\s*$/, '').trim()
      const heightOf = async (part: typeof fold) => (await part.boundingBox())?.height ?? 0
      expect((await heightOf(fold)) - (await heightOf(summary)), 'room of what is folded').toBeLessThan(2)
      await summary.press('Enter')
      await expect(fold.getByText('Read more')).toBeHidden()
      expect((await fold.innerText()).trim().length).toBeGreaterThan(start.length)
    },
  )

  for (const [text, score, whole, half] of [
    ['dnyaneshwari', '4.8', 5, 0],
    ['the indigo letters', '4.5', 4, 1],
    ['mangoes in march', '4.0', 4, 0],
  ] as const) {
    await step(page, `${score} is shown as ${whole} stars and ${half} halves`, async () => {
      await page.goto(await pathOf(page, text))
      const stars = page.locator('.stars.five svg')
      await expect(page.locator('.stars.five')).toHaveAccessibleName(`${score} out of 5 stars`)
      await expect(stars.and(page.locator(':not(.off,.half)'))).toHaveCount(whole)
      await expect(stars.and(page.locator('.half'))).toHaveCount(half)
    })
  }

  await step(page, 'related titles have samples, and the subscribe banner is shown', async () => {
    await page.goto(await pathOf(page, 'dnyaneshwari'))
    const related = page.getByRole('region', { name: 'You may also like' })
    await expect(related.getByRole('button', { name: /^Play sample/ }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/subscribe/')
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } })

  test('[BR-4] the share sheet of the device is used where it exists', async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(navigator, {
        share: (data: ShareData) => {
          Object.assign(window, { shared: data })
          return Promise.resolve()
        },
      })
    })
    const path = await pathOf(page, 'lamp at rajgad')
    await page.goto(path)
    await page.getByRole('button', { name: 'Share' }).tap()
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared?: ShareData }).shared?.title))
      .toBe('The Lamp at Rajgad')
    const shared = await page.evaluate(() => (window as unknown as { shared: ShareData }).shared)
    expect(new URL(shared.url ?? '').pathname).toBe(path)
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})
