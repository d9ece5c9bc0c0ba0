import { bar, expectPlaying, sound, watchSound } from '../support/listening.ts'
import { beNewListener } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, test } from '../support/test.ts'

/** A line of a free title, as somebody remembers it, and as it is written. */
const LOOKS = [
  {
    locale: 'mr',
    width: 320,
    typed: 'amrutatehi paija jinke',
    line: 'परि अमृतातेंहि पैजां जिंके ।',
    lines: 'रेकॉर्डिंगमधल्या ओळी',
  },
  {
    locale: 'en',
    width: 1440,
    typed: 'दिवा जसा आपले आणि परके',
    line: /^दिवा जसा आपले आणि परके/,
    lines: 'Lines of recordings',
  },
] as const

for (const { locale, width, typed, line, lines } of LOOKS)
  test(`[LN-3] a remembered line is found with its title, and plays from there, in ${locale} at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await watchSound(page)
    await beNewListener(page)
    await page.goto(inTree(locale, '/faq/'))
    const box = page.getByRole('combobox')
    await box.fill(typed)
    await box.press('Enter')
    const found = page.getByRole('region', { name: lines })
    const hit = found.getByRole('listitem').first()
    await expect(hit.locator('q')).toHaveText(line)
    await expect(hit.locator('mark').first()).toBeVisible()
    await expect(hit).toContainText({ en: 'Dnyaneshwari', mr: 'ज्ञानेश्वरी' }[locale])
    // A line that was typed stands before the titles that have one of its words, and once.
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(lines)
    await expect(found.locator('q', { hasText: line })).toHaveCount(1)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const href = (await hit.getByRole('link').getAttribute('href')) ?? ''
    const asked = new URLSearchParams(href.split('?')[1])
    await hit.getByRole('link').press('Enter')
    await expectPlaying(page, locale)
    const { seconds } = await sound(page)
    expect(seconds).toBeGreaterThanOrEqual(Number(asked.get('t')))
    expect(seconds).toBeLessThan(Number(asked.get('t')) + 5)
    await expect(
      bar(page, locale)
        .getByText({ en: /Dnyaneshwari/, mr: /ज्ञानेश्वरी/ }[locale])
        .first(),
    ).toBeVisible()
  })

test('[LN-3] [LN-4] a guest finds lines of samples, and hears the sample there', async ({ page }) => {
  await watchSound(page)
  await page.goto(`/search/${encodeURIComponent('lamp on the fort three hundred years')}/`)
  const hit = page.getByRole('region', { name: 'Lines of recordings' }).getByRole('listitem').first()
  await expect(hit).toContainText('One lamp on the fort had not gone out for three hundred years.')
  await expect(hit).toContainText('Sample')
  const href = (await hit.getByRole('link').getAttribute('href')) ?? ''
  await hit.getByRole('link').click()
  const heard = page.getByRole('region', { name: 'Now playing' })
  await expect(heard.getByRole('button', { name: 'Pause' })).toBeVisible()
  const second = Number(new URLSearchParams(href.split('?')[1]).get('sample'))
  expect(second).toBeGreaterThan(0)
  expect((await sound(page)).seconds).toBeGreaterThanOrEqual(second)
})

test('[LN-3] [SE-2] a chosen language filters the lines too, and no heading counts what is hidden', async ({
  page,
}) => {
  await page.goto('/search/fort/')
  const main = page.getByRole('main')
  const quotes = main.getByRole('region', { name: 'Lines of recordings' }).locator('q').filter({ visible: true })
  const counted = main.getByRole('heading', { name: /\(\d+\)/ })
  const devanagari = quotes.filter({ hasText: /[\u0900-\u097f]/ })
  await expect(devanagari.first()).toBeVisible()
  const all = await quotes.count()
  await expect(counted.first()).toBeVisible()
  await main.getByRole('button', { name: 'English', exact: true }).click()
  await expect(devanagari).toHaveCount(0)
  await expect(quotes.first()).toBeVisible()
  await expect(counted).toHaveCount(0)
  await main.getByRole('button', { name: 'English', exact: true }).press('Enter')
  await expect(quotes).toHaveCount(all)
  await expect(counted.first()).toBeVisible()
})

test.describe('when the server does not answer', () => {
  test.use({ expectedErrors: /search-lines|Failed to load/ })

  test('[LN-3] [SE-2] lines that are not found in time or at all leave the titles as they are', async ({ page }) => {
    await page.route('**/api/search-lines/**', (route) =>
      route.fulfill({ status: 503, json: { status: false, fault: 'unavailable' } }),
    )
    await page.goto('/search/tukaram/')
    await expect(page.getByRole('link', { name: 'Tukaram: Abhang Gatha' }).first()).toBeVisible()
    await page.goto('/search/qqqqzzzz/')
    await expect(page.getByText('Search result not found')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Lines of recordings' })).toHaveCount(0)
  })
})
