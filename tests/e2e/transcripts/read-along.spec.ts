import type { Page } from '@playwright/test'
import { bar, expectPlaying, goNearEnd, playAll, sound, watchSound, type Locale } from '../support/listening.ts'
import { beNewListener } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, pathOf, test } from '../support/test.ts'

/** Free, spoken in Marathi, with its text in both languages. */
const TITLE = 'panchatantra'
const TEXTS = {
  en: {
    open: 'Text',
    dialog: 'Read along',
    latin: 'Latin letters',
    translation: 'Translation',
    smaller: 'Smaller text',
    follow: 'Back to the spoken line',
    play: 'Play',
    pause: 'Pause',
  },
  mr: {
    open: 'मजकूर',
    dialog: 'ऐकता ऐकता वाचा',
    latin: 'रोमन लिपी',
    translation: 'भाषांतर',
    smaller: 'अक्षरे लहान करा',
    follow: 'चालू ओळीकडे परत',
    play: 'ऐका',
    pause: 'थांबवा',
  },
} as const satisfies Record<Locale, object>
const LOOKS = [
  ['mr', 320],
  ['en', 1440],
] as const

async function playTitle(page: Page, locale: Locale): Promise<void> {
  await watchSound(page)
  await beNewListener(page)
  const found = await page.request.get('/api/build/products/?limit=500')
  const { data } = (await found.json()) as { data: { id: number; product_slug: string }[] }
  const id = data.find(({ product_slug: slug }) => slug === TITLE)?.id
  await page.goto(inTree(locale, `/product-details/${id}/${TITLE}/`))
  await playAll(page).click()
  await expectPlaying(page, locale)
  const more = bar(page, locale).locator('.player-more')
  if (await more.isVisible()) await more.click()
}

/** The text of the title while it plays. */
async function openLines(page: Page, locale: Locale) {
  const texts = TEXTS[locale]
  await playTitle(page, locale)
  await bar(page, locale).getByRole('button', { name: texts.open, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: texts.dialog })
  const lines = dialog.getByRole('listitem')
  await expect(lines.nth(2)).toBeVisible()
  return { dialog, lines }
}

for (const [locale, width] of LOOKS)
  test(`[LN-2] the spoken line is marked, a press plays another, and scripts are switched, in ${locale} at ${width} px`, async ({
    page,
  }) => {
    const texts = TEXTS[locale]
    await page.setViewportSize({ width, height: 800 })
    const { dialog, lines } = await openLines(page, locale)

    await test.step('the line that is heard is the marked one', async () => {
      await expect(dialog.locator('[aria-current=true]')).toHaveCount(1)
      await lines.nth(2).locator('.line').click()
      await expect(lines.nth(2)).toHaveAttribute('aria-current', 'true')
      const { seconds } = await sound(page)
      await lines.nth(0).locator('.line').click()
      await expect(lines.nth(0)).toHaveAttribute('aria-current', 'true')
      expect((await sound(page)).seconds).toBeLessThan(seconds)
    })
    await test.step('the button that shares stays under the pointer while the speaker goes on', async () => {
      await lines.nth(2).hover()
      await expect(lines.nth(2).locator('.line-share')).toBeVisible()
      await expect(dialog.locator('.line-share')).toHaveCount(1)
      await expect(lines.nth(1)).toHaveAttribute('aria-current', 'true')
      await expect(lines.nth(2).locator('.line-share')).toBeVisible()
    })
    await test.step('arrows move by line, and Enter plays', async () => {
      await lines.nth(0).locator('.line').focus()
      await page.keyboard.press('ArrowDown')
      await expect(lines.nth(1).locator('.line')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(lines.nth(1)).toHaveAttribute('aria-current', 'true')
    })
    await test.step('the way back to the spoken line takes the focus there', async () => {
      await page.keyboard.press('End')
      await expect(lines.last().locator('.line')).toBeFocused()
      const follow = dialog.getByRole('button', { name: texts.follow })
      await follow.press('Enter')
      await expect(follow).toHaveCount(0)
      await expect(lines.locator('.line:focus')).toBeInViewport()
      await expect(lines.last().locator('.line')).not.toBeFocused()
    })
    await test.step('scripts and translation are switched by one press, and remembered', async () => {
      await expect(lines.nth(0)).toContainText(/[\u0900-\u097f]/)
      await expect(dialog.locator('[lang=mr-Latn]')).toHaveCount(0)
      await dialog.getByRole('button', { name: texts.latin }).click()
      await expect(lines.nth(0).locator('[lang=mr-Latn]')).toHaveText(/^[^\u0900-\u097f]+$/)
      await dialog.getByRole('button', { name: texts.translation }).click()
      await expect(lines.nth(0).locator('.lines-translation')).toHaveText(/[a-z]/)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.keyboard.press('Escape')
      await bar(page, locale).getByRole('button', { name: texts.open, exact: true }).click()
      await expect(lines.nth(0).locator('[lang=mr-Latn]')).toBeVisible()
    })
    await test.step('the smallest text leaves the focus on the button that led there', async () => {
      const smaller = dialog.getByRole('button', { name: texts.smaller })
      await smaller.focus()
      while (await smaller.isEnabled()) await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await expect(smaller).toBeFocused()
      await expect(dialog.locator('.lines-list')).toHaveAttribute('data-size', '0')
    })
  })

const SAMPLE_ACTION = { en: /^Play sample/, mr: /^नमुना ऐका/ } as const

for (const [locale, width] of LOOKS)
  test(`[LN-2] [LN-4] a guest reads the sample of a title along, to its last line, in ${locale} at ${width} px`, async ({
    page,
  }) => {
    const texts = TEXTS[locale]
    await page.setViewportSize({ width, height: 800 })
    await watchSound(page)
    await page.goto(inTree(locale, await pathOf(page, 'lamp at rajgad')))
    await page.locator('.hear').getByRole('button', { name: SAMPLE_ACTION[locale] }).first().click()
    const sampleBar = page.getByRole('region', { name: /^(?:Now playing|सध्या सुरू)$/ })
    const opener = sampleBar.getByRole('button', { name: texts.open, exact: true })
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: texts.dialog })
    const lines = dialog.getByRole('listitem')
    await expect(lines.nth(1)).toBeVisible()

    await test.step('what is shown is the text of the sample and nothing of the rest', async () => {
      const { transcripts } = await (
        await page.request.get(`/api/transcripts/sample/?map_url=samples/the-lamp-at-rajgad/0`)
      ).json()
      expect(await lines.count()).toBe(transcripts[0].cues.length)
      await expect(lines.last()).toContainText(transcripts[0].cues.at(-1).text)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })
    await test.step('a press on a line plays it, and the marked line is the one that is heard', async () => {
      await lines.nth(1).locator('.line').click()
      await expect(lines.nth(1)).toHaveAttribute('aria-current', 'true')
      await lines.nth(1).locator('.line').focus()
      await page.keyboard.press('End')
      await expect(lines.last().locator('.line')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(lines.last()).toHaveAttribute('aria-current', 'true')
    })
    await test.step('the last line stays when the sample has ended, and a press begins it again', async () => {
      await goNearEnd(page, 0.2)
      await expect(dialog.getByRole('button', { name: texts.play, exact: true })).toBeVisible()
      await expect(lines.last()).toBeVisible()
      await dialog.getByRole('button', { name: texts.play, exact: true }).click()
      await expect(dialog.getByRole('button', { name: texts.pause, exact: true })).toBeVisible()
      await expect.poll(async () => (await sound(page)).seconds).toBeLessThan(8)
      await page.keyboard.press('Escape')
      await expect(opener).toBeFocused()
    })
  })

const SHARE = {
  en: { share: 'Share this line', copy: 'Copy the link', picture: 'Picture of the line', done: 'Done' },
  mr: { share: 'ही ओळ पाठवा', copy: 'लिंक कॉपी करा', picture: 'ओळीचे चित्र', done: 'झाले' },
} as const

for (const [locale, width] of LOOKS)
  test(`[LN-4] a line is shared by a link that plays a second before it, and as a picture, in ${locale} at ${width} px`, async ({
    page,
    context,
  }) => {
    const texts = SHARE[locale]
    await page.setViewportSize({ width, height: 800 })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // A computer has no sheet to share by.
    await page.addInitScript(() => Object.assign(navigator, { canShare: undefined }))
    const { dialog, lines } = await openLines(page, locale)
    await lines.nth(2).locator('.line').click()
    await lines.nth(2).getByRole('button', { name: texts.share }).press('Enter')
    const shared = dialog.getByRole('region', { name: texts.share })
    await expect(shared.getByRole('button', { name: texts.copy })).toBeFocused()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Enter')
    await expect(shared.getByRole('status')).not.toBeEmpty()
    const address = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    const track = Number(address.searchParams.get('track'))
    const { transcripts } = await (await page.request.get(`/api/transcripts/track/${track}/`)).json()
    const start = transcripts[0].cues[2].start / 1000
    expect(Number(address.searchParams.get('t'))).toBe(Math.max(0, Math.floor(start) - 1))

    await test.step('the picture has the words on it', async () => {
      const download = page.waitForEvent('download')
      await shared.getByRole('button', { name: texts.picture }).press('Enter')
      expect((await download).suggestedFilename()).toBe('share.png')
      const colours = await shared.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        // Where only words are drawn, not the cover.
        const { data } = canvas.getContext('2d')?.getImageData(60, 60, 500, 300) ?? { data: [] }
        return new Set(Array.from({ length: data.length / 4 }, (_, at) => data[at * 4])).size
      })
      expect(colours).toBeGreaterThan(5)
    })
    await test.step('the line has the focus again', async () => {
      await shared.getByRole('button', { name: texts.done }).press('Enter')
      await expect(shared).toHaveCount(0)
      await expect(lines.nth(2).locator(':focus')).toHaveCount(1)
    })
    await test.step('the link plays from there', async () => {
      await page.goto(address.href)
      const state = bar(page, locale)
      await expect(state).toHaveAttribute('data-state', /playing|faulty/)
      // A browser may want a press before it sounds.
      if ((await state.getAttribute('data-state')) === 'faulty')
        await state.getByRole('alert').getByRole('button').click({ timeout: 5_000 })
      await expectPlaying(page, locale)
      const { seconds } = await sound(page)
      expect(seconds).toBeGreaterThanOrEqual(Math.floor(start) - 1)
      expect(seconds).toBeLessThan(start + 4)
    })
  })

test.describe('without a network', () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch/ })

  test('[LN-2] [PL-6] a text whose file cannot be fetched takes nothing along: the bar plays on, and the page says why', async ({
    page,
  }) => {
    await page.route(/\/_a\/LinesDialog\./, (route) => route.abort())
    await playTitle(page, 'en')
    await bar(page).getByRole('button', { name: TEXTS.en.open, exact: true }).click()
    await expect(page.getByText('That could not be fetched.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectPlaying(page)
    await page.unroute(/\/_a\/LinesDialog\./)
  })
})
