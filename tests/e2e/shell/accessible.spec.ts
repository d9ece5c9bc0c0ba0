import type { Page } from '@playwright/test'
import { expect, expectPageAccessible, inTree, pathOf, step, test } from '../support/test.ts'

async function shelf(page: Page, kind: string, path: (id: number | undefined) => string): Promise<string> {
  const reply = await page.request.get('/api/build/categories/')
  const { data } = (await reply.json()) as { data: { id: number; kind: string }[] }
  return path(data.find((category) => category.kind === kind)?.id)
}

async function author(page: Page): Promise<string> {
  const reply = await page.request.get('/api/search-suggestion/?q=gokhale')
  const { suggested_authors: found } = (await reply.json()) as { suggested_authors: { id: number }[] }
  return `/author/${found[0]?.id}/x/`
}

type Find = string | ((page: Page) => Promise<string>)
/** One page of each kind. */
const KINDS: Record<string, Find[]> = {
  discovery: ['/', '/browse/', '/family/', '/kids/', '/language-lab/', '/try-free-kathavani/', '/radio/'],
  shelf: [
    '/family-category-details/latest_launch/',
    '/family-category-details/fiction/',
    (page) => shelf(page, 'kids', (id) => `/category-details/${id}/bedtime-stories/`),
    (page) => shelf(page, 'kids', (id) => `/category-details/${id}/bedtime-stories/page/2/`),
    (page) => shelf(page, 'languagelab', (id) => `/language-lab-category-details/${id}/marathi-for-beginners/`),
  ],
  title: [
    (page) => pathOf(page, 'lamp at rajgad'),
    (page) => pathOf(page, 'dnyaneshwari'),
    (page) => pathOf(page, 'panchatantra'),
    author,
  ],
  information: [
    '/subscribe/',
    '/faq/',
    '/about-us/',
    '/privacy-policy/',
    '/privacy-choices/',
    '/accessibility/',
    '/terms-of-service/',
  ],
  form: [
    '/contact/',
    '/director/',
    '/sign-in/',
    '/registration/',
    '/sign-up/some-token/',
    '/reset-password/some-token/',
  ],
}

/** The same parts in Marathi. Colours in the dark are those of tests/unit/project/contrast.test.ts. */
const IN_MARATHI: Find[] = ['/', (page) => pathOf(page, 'dnyaneshwari'), '/subscribe/']

async function expectAllAccessible(page: Page, locale: string, finds: Find[]): Promise<void> {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const find of finds) {
    await page.goto(inTree(locale, typeof find === 'string' ? find : await find(page)))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expectPageAccessible(page)
  }
}

for (const [kind, finds] of Object.entries(KINDS))
  test(`[AX-1] axe reports nothing on any ${kind} page`, async ({ page }) => {
    await expectAllAccessible(page, 'en', finds)
  })

test('[AX-1] axe reports nothing on Marathi pages', async ({ page }) => {
  await expectAllAccessible(page, 'mr', IN_MARATHI)
})

test.describe('on missing pages', () => {
  test.use({ expectedErrors: /404/ })

  test('[AX-1] the fallback page has no violation', async ({ page }) => {
    await page.goto('/no-such-page/')
    await expectPageAccessible(page)
  })
})

test('[AX-1] [AX-2] the skip link comes first, and parts have their language', async ({ page }) => {
  await step(page, 'the skip link is focused first and moves to the content', async () => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('#content')).toBeFocused()
  })

  await step(page, 'the page and its parts have the right language', async () => {
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.locator('.hero [lang="mr"]')).toHaveText('तुमच्या भाषेत बोलणाऱ्या कथा')
    await page.goto('/mr/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'mr')
  })
})

test('[AX-2] Devanagari is written in the font of the system at first, and ours loads without a layout shift', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
          Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + Number(entry.value) })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/mr/')
  await page.evaluate(() => document.fonts.ready)
  const isLoaded = (font: string) =>
    page.evaluate((name) => document.fonts.check(`400 17px "${name}"`, 'ज्ञानेश्वरी'), font)
  expect(await isLoaded('Mukta Deva')).toBe(false)
  // Ours come with the first sign of the reader, and the page after this one uses them.
  await page.keyboard.press('Shift')
  await expect(page.locator('html')).toHaveAttribute('data-letters', 'all')
  expect([await isLoaded('Mukta Deva'), await isLoaded('Tiro Deva')]).toEqual([true, true])
  await expect(page.locator('html')).not.toHaveClass(/rich/)
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(0.01)
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/rich/)
})
