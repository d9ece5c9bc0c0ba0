import { enter, fillSignIn } from '../support/courses.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  followLink,
  inTree,
  scriptsRun,
  step,
  test,
} from '../support/test.ts'

const PATH = '/try-free-kathavani/'
const TABS = { en: ['Audiobook', 'Original', 'Podcast', 'Kids'], mr: ['ऑडिओबुक', 'ओरिजिनल', 'पॉडकास्ट', 'मुलांसाठी'] }

test('[TF-1] free titles are listed in four tabs with every field and their tracks', async ({ page }) => {
  await step(page, 'four tabs of free titles with every field', async () => {
    await page.goto(inTree('mr', PATH))
    await expect(page.getByRole('tab')).toHaveText(TABS.mr.map((name) => new RegExp(`^${name}`)))
    const title = page.getByRole('article').filter({ hasText: 'ज्ञानेश्वरी' })
    await expect(title.locator('img')).toBeVisible()
    const parts = ['मोफत', 'ऑडिओबुक', 'संत ज्ञानेश्वर', 'दिग्दर्शन', 'निवेदक', 'भक्ती', '५ पैकी ४.८ तारे', '३ भाग']
    for (const text of parts) await expect(title.getByText(text).first(), text).toBeVisible()
    await expect(title.getByText(/^[०-९]+ मिनिटे?$/)).toBeVisible()
    await expect(title.getByRole('link', { name: /Open the title|पुस्तक उघडा/ })).toHaveAttribute(
      'href',
      /\/product-details\/\d+\/dnyaneshwari\/$/,
    )
    await title.locator('.sample').click()
    await expect(title.locator('.sample')).toHaveAttribute('data-state', 'playing')
  })

  await step(page, 'every tab has titles and opens by keyboard', async () => {
    await page.goto(PATH)
    await page.getByRole('tab').first().focus()
    for (const name of TABS.en.slice(1)) {
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('tab', { name: new RegExp(`^${name}`) })).toBeFocused()
      expect(await page.getByRole('tabpanel').getByRole('article').count()).toBeGreaterThanOrEqual(2)
    }
  })

  await step(page, 'selecting a title shows its tracks with number, name and length', async () => {
    await page.goto(PATH)
    const title = page.getByRole('article').filter({ hasText: 'Dnyaneshwari' })
    const tracks = title.locator('.rows')
    await expect(tracks).toBeHidden()
    await title.locator('.thumb img').click()
    await expect(tracks.getByRole('listitem')).toHaveCount(3)
    await expect(tracks.getByRole('listitem').first()).toHaveText(/^\s*\S.*\d:\d\d\s*$/s)
    await title.getByText('3 tracks').click()
    await expect(tracks).toBeHidden()
    await title.getByText('3 tracks').focus()
    await page.keyboard.press('Enter')
    await expect(tracks).toBeVisible()
    await expectAccessible(page)
  })

  await step(page, 'a link names the tab that it opens, by the router and by a new page', async () => {
    await page.goto(PATH)
    const panel = `#${await page.getByRole('tab').nth(2).getAttribute('aria-controls')}`
    // Its tabs are known before the router moves to the address.
    await page.goto('/browse/')
    await scriptsRun(page)
    await followLink(page, PATH + panel)
    const named = page.getByRole('tab', { name: new RegExp(`^${TABS.en[2]}`) })
    await expect(named).toHaveAttribute('aria-selected', 'true')
    await page.reload()
    await expect(named).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel')).toHaveCount(1)
  })

  await step(page, 'a press on a cover before its script is there opens the tracks all the same', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/_a/*.js', async (route) => {
      await promise
      await route.continue()
    })
    await page.goto(PATH)
    const title = page.getByRole('article').filter({ hasText: 'Dnyaneshwari' })
    await title.locator('.thumb img').click()
    resolve()
    await expect(title.locator('.rows').getByRole('listitem')).toHaveCount(3)
    await page.unrouteAll({ behavior: 'wait' })
  })

  await step(page, 'a track without a Marathi name shows its English one, marked as English', async () => {
    const reply = await page.request.get('/api/build/products/?limit=500')
    type Track = { title: string; custom_translation: Record<string, { name?: string }> }
    const { data } = (await reply.json()) as {
      data: { is_free: boolean; product_audio_type: string; producttracks: Track[] }[]
    }
    const tracks = data
      .filter((title) => title.is_free && title.product_audio_type !== 'languagelab')
      .flatMap(({ producttracks }) => producttracks)
    const track = tracks.find(({ custom_translation: words }) => !words['mr']?.name)
    if (!track) throw new Error('the demo has no free track without a Marathi name')
    await page.goto(inTree('mr', PATH))
    await expect(page.locator('.tracks [lang=en]').filter({ hasText: track.title })).toHaveCount(1)
  })
})

test('[TF-1] free titles link to genre and title, also without JavaScript', async ({ page, browser, baseURL }) => {
  await step(page, 'a genre links to /browse with the genre selected', async () => {
    await page.goto(PATH)
    await page.getByRole('article').filter({ hasText: 'Dnyaneshwari' }).getByRole('link', { name: 'Poetry' }).click()
    await expect(page.getByRole('heading', { name: 'Genre: Poetry' })).toBeVisible()
  })

  await step(page, 'the link to a track opens the page of its title; the list fits 320 pixels', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(PATH)
    const title = page.getByRole('article').filter({ hasText: 'Dnyaneshwari' })
    await title.locator('summary').click()
    await expect(title.locator('.rows').getByRole('link').first()).toHaveAttribute(
      'href',
      /^\/product-details\/\d+\/dnyaneshwari\/\?track=\d+$/,
    )
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  await step(page, 'without JavaScript all titles are listed and their tracks open', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
    const bare = await context.newPage()
    await bare.goto(PATH)
    for (const panel of await bare.getByRole('tabpanel').all()) await expect(panel).toBeVisible()
    const title = bare.getByRole('article').filter({ hasText: 'School of Moonlight' })
    await title.getByText('2 tracks').click()
    await expect(title.getByText('0:').first()).toBeVisible()
    await context.close()
  })
})

test('[TF-1] play-all redirects a guest to sign-in, and the title plays afterwards', async ({ page }) => {
  const name = 'Dnyaneshwari'

  await page.route('**/api/cart/', (route) => route.fulfill({ json: { status: true, data: 0 } }))
  await page.goto(PATH)
  await page.getByRole('button', { name: `Play all: ${name}` }).click()
  await page.waitForURL((url) => url.pathname === '/sign-in/')
  await fillSignIn(page, 'listener')
  await page.waitForURL((url) => url.pathname === PATH)
  await expect(page.getByRole('button', { name: `Pause: ${name}` })).toBeVisible()
})

test('[TF-1] a listener plays a title, and a track of an open list', async ({ page }) => {
  const name = 'ज्ञानेश्वरी'

  await enter(page, 'subscriber', PATH, 'mr')
  const title = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
  await title.locator('summary').press('Enter')
  await expect(title.locator('.length').first()).toHaveAttribute('data-done', '✓ ऐकून झाले')
  const row = title.locator('.rows li').nth(1)
  await row.getByRole('link').press('Enter')
  await expect(row.locator('[data-on]')).toBeVisible()
  const whole = title.locator('.play-all')
  await expect(whole).toHaveAccessibleName(`थांबवा: ${name}`)
  await whole.click()
  await expect(whole).toHaveAccessibleName(`सर्व ऐका: ${name}`)
  await expectAccessible(page)
})
