import { enter, fillSignIn } from '../support/learners.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, LOCALES, test } from '../support/test.ts'

const PATH = '/try-free-kathavani/'
const TABS = { en: ['Audiobook', 'Original', 'Podcast', 'Kids'], mr: ['ऑडिओबुक', 'ओरिजिनल', 'पॉडकास्ट', 'मुलांसाठी'] }

for (const locale of LOCALES) {
  test(`[TF-1] four tabs of free titles with every field in ${locale}`, async ({ page }) => {
    await page.goto(inTree(locale, PATH))
    await expect(page.getByRole('tab')).toHaveText(TABS[locale].map((name) => new RegExp(`^${name}`)))
    const title = page.getByRole('article').filter({ hasText: locale === 'en' ? 'Dnyaneshwari' : 'ज्ञानेश्वरी' })
    await expect(title.locator('img')).toBeVisible()
    const parts =
      locale === 'en'
        ? [
            'Free',
            'Audiobook',
            'Sant Dnyaneshwar',
            'Direction',
            'Voices',
            'Devotional',
            '4.8 out of 5 stars',
            '3 tracks',
          ]
        : ['मोफत', 'ऑडिओबुक', 'संत ज्ञानेश्वर', 'दिग्दर्शन', 'आवाज', 'भक्ती', '५ पैकी ४.८ तारे', '३ भाग']
    for (const text of parts) await expect(title.getByText(text).first(), text).toBeVisible()
    await expect(title.getByText(locale === 'en' ? /^0\.0\d h$/ : /^०\.०[०-९] तास$/)).toBeVisible()
    await expect(title.getByRole('link', { name: /Open the title|शीर्षक उघडा/ })).toHaveAttribute(
      'href',
      /\/product-details\/\d+\/dnyaneshwari\/$/,
    )
    await title.locator('.sample').click()
    await expect(title.locator('.sample')).toHaveAttribute('data-state', 'playing')
  })

  test(`[TF-1] every tab has titles and opens by keyboard in ${locale}`, async ({ page }) => {
    await page.goto(inTree(locale, PATH))
    await page.getByRole('tab').first().focus()
    for (const name of TABS[locale].slice(1)) {
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('tab', { name: new RegExp(`^${name}`) })).toBeFocused()
      expect(await page.getByRole('tabpanel').getByRole('article').count()).toBeGreaterThanOrEqual(2)
    }
  })
}

test('[TF-1] selecting a title shows its tracks with number, name and length', async ({ page }) => {
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

test('[TF-1] a track without a Marathi name keeps its English one and says so', async ({ page }) => {
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

test('[TF-1] a genre goes to /browse with the genre chosen', async ({ page }) => {
  await page.goto(PATH)
  await page.getByRole('article').filter({ hasText: 'Dnyaneshwari' }).getByRole('link', { name: 'Poetry' }).click()
  await expect(page.getByRole('heading', { name: 'Genre: Poetry' })).toBeVisible()
})

test('[TF-1] without a script all titles stand there and their tracks open', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto(PATH)
  for (const panel of await page.getByRole('tabpanel').all()) await expect(panel).toBeVisible()
  const title = page.getByRole('article').filter({ hasText: 'School of Moonlight' })
  await title.getByText('2 tracks').click()
  await expect(title.getByText('0:').first()).toBeVisible()
  await context.close()
})

for (const locale of LOCALES) {
  const name = locale === 'en' ? 'Dnyaneshwari' : 'ज्ञानेश्वरी'

  test(`[TF-1] play-all leads a guest to signing in, and the title plays on coming back, in ${locale}`, async ({
    page,
  }) => {
    await page.route('**/api/cart/', (route) => route.fulfill({ json: { status: true, data: 0 } }))
    await page.goto(inTree(locale, PATH))
    await page.getByRole('button', { name: locale === 'en' ? `Play all: ${name}` : `सर्व ऐका: ${name}` }).click()
    await page.waitForURL((url) => url.pathname === inTree(locale, '/sign-in/'))
    await fillSignIn(page, 'listener')
    await page.waitForURL((url) => url.pathname === inTree(locale, PATH))
    await expect(
      page.getByRole('button', { name: locale === 'en' ? `Pause: ${name}` : `थांबवा: ${name}` }),
    ).toBeVisible()
  })

  test(`[TF-1] a listener plays a title, and a track of an open list, in ${locale}`, async ({ page }) => {
    await enter(page, 'subscriber', PATH, locale)
    const title = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
    await title.locator('summary').press('Enter')
    await expect(title.locator('.length').first()).toHaveAttribute(
      'data-done',
      locale === 'en' ? '✓ Heard' : '✓ ऐकून झाले',
    )
    const row = title.locator('.rows li').nth(1)
    await row.getByRole('link').press('Enter')
    await expect(row.locator('[data-on]')).toBeVisible()
    const whole = title.locator('.play-all')
    await expect(whole).toHaveAccessibleName(locale === 'en' ? `Pause: ${name}` : `थांबवा: ${name}`)
    await whole.click()
    await expect(whole).toHaveAccessibleName(locale === 'en' ? `Play all: ${name}` : `सर्व ऐका: ${name}`)
    await expectAccessible(page)
  })
}

test('[TF-1] the link to a track leads to the page of its title; the list fits 320 pixels', async ({ page }) => {
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
