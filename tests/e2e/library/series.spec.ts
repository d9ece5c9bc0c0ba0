import type { Page } from '@playwright/test'
import { makeListener } from '../support/accounts.ts'
import { beSignedIn } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, LOCALES, pathOf, test } from '../support/test.ts'

const TEXTS = {
  en: {
    series: 'Secrets of Old Pune',
    place: 'Secrets of Old Pune, part 2',
    before: 'The Clockmaker of Pune',
    after: 'Wada Number Seven',
    parts: ['Part 1', 'Part 2', 'Part 3'],
    follow: 'Follow Secrets of Old Pune',
    followed: /You follow .+ now\./,
    mine: 'My profile',
    what: 'What you follow',
    end: 'Follow no longer: Secrets of Old Pune',
    none: /You follow nobody yet/,
  },
  mr: {
    series: 'जुन्या पुण्याची गुपितं',
    place: 'जुन्या पुण्याची गुपितं, भाग २',
    before: 'पुण्याचा घड्याळजी',
    after: 'वाडा नंबर सात',
    parts: ['भाग १', 'भाग २', 'भाग ३'],
    follow: 'फॉलो करा: जुन्या पुण्याची गुपितं',
    followed: /आता तुम्ही फॉलो करत आहात/,
    mine: 'माझी माहिती',
    what: 'तुम्ही काय फॉलो करता',
    end: 'फॉलो करणे बंद करा: जुन्या पुण्याची गुपितं',
    none: /तुम्ही अजून कोणालाही फॉलो करत नाही/,
  },
} as const

test.use({ expectedErrors: /\/api\/v1\/follows\// })

/** The second title of the series of the demo. */
async function openSecond(page: Page, locale: 'en' | 'mr'): Promise<void> {
  const path = await pathOf(page, 'the last tonga')
  await page.goto(inTree(locale, path.replace(/^\/mr\//, '/')))
}
/** Nothing hides below or beside the window. */
async function expectReadable(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

for (const locale of LOCALES)
  for (const width of [320, 360, 1440])
    test(`[RM-5] a title names its series and leads through it, ${locale} at ${width} px`, async ({ page }) => {
      test.slow()
      const texts = TEXTS[locale]
      await page.setViewportSize({ width, height: 900 })
      await openSecond(page, locale)
      const facts = page.locator('.top dl')
      await expect(facts.getByText(texts.place)).toBeVisible()
      await expectReadable(page)
      await facts.getByRole('link', { name: texts.after }).click()
      await expect(page.getByRole('heading', { level: 1, name: texts.after })).toBeVisible()
      await page.goBack()
      await facts.getByRole('link', { name: texts.before }).click()
      await expect(page.getByRole('heading', { level: 1, name: texts.before })).toBeVisible()
      await facts.getByRole('link', { name: texts.series }).click()
      await expect(page.getByRole('heading', { level: 1, name: texts.series })).toBeVisible()
      const items = page.locator('main ol.grid > li')
      await expect(items).toHaveCount(3)
      for (const [at, part] of texts.parts.entries()) await expect(items.nth(at)).toContainText(part)
      await expect(items.nth(2).getByRole('heading', { name: texts.after })).toBeVisible()
      await expectReadable(page)
    })

for (const locale of LOCALES)
  test(`[RM-5] a series is followed by keyboard, stands in the profile, and is followed no longer (${locale})`, async ({
    page,
  }) => {
    const texts = TEXTS[locale]
    await beSignedIn(page, await makeListener(page))
    await openSecond(page, locale)
    const link = page.locator('.top dl').getByRole('link', { name: texts.series })
    await link.focus()
    await link.press('Enter')
    const button = page.getByRole('button', { name: texts.follow })
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await button.focus()
    await button.press('Enter')
    await expect(page.getByText(texts.followed)).toBeVisible()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect(button).toBeFocused()
    await expectAccessible(page)
    const path = new URL(page.url()).pathname
    await page.goto(inTree(locale, '/library/'))
    await page.getByRole('button', { name: texts.mine }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: texts.what }).click()
    await expect(dialog.getByRole('link', { name: texts.series })).toHaveAttribute('href', path)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: texts.end }).click()
    await expect(dialog.getByText(texts.none)).toBeVisible()
  })

test('[RM-5] a guest who follows a series is led to the sign-in, which comes back to it', async ({ page }) => {
  await openSecond(page, 'en')
  await page.locator('.top dl').getByRole('link', { name: TEXTS.en.series }).click()
  await expect(page.getByRole('heading', { level: 1, name: TEXTS.en.series })).toBeVisible()
  const path = new URL(page.url()).pathname
  await page.getByRole('link', { name: TEXTS.en.follow }).click()
  await page.waitForURL(`**/sign-in/?next=${encodeURIComponent(path)}*`)
})

test('[RM-5] the search finds the titles of a series by its name', async ({ page }) => {
  await page.goto('/search/secrets of old pune/')
  for (const name of [TEXTS.en.before, 'The Last Tonga', TEXTS.en.after])
    await expect(page.getByRole('main').getByRole('link', { name }).first()).toBeVisible()
})

test.describe('a series that is newer than the pages', () => {
  test('[RM-5] is shown by its address all the same', async ({ page }) => {
    const { data } = (await (await page.request.get('/api/build/series/')).json()) as {
      data: { id: number; name: string }[]
    }
    const id = data.find(({ name }) => name === TEXTS.en.series)?.id
    // The address of no page: only the number counts.
    await page.goto(`/series/${id}/another-name/`)
    await expect(page.getByRole('heading', { level: 1, name: TEXTS.en.series })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: TEXTS.en.after }).first()).toBeVisible()
  })
})
