import { sound, watchSound } from '../support/listening.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, pathOf, test } from '../support/test.ts'

const TEXTS = {
  en: {
    sample: /^Play sample/,
    bar: 'Now playing',
    text: 'Text',
    dialog: 'Read along',
    share: 'Share this line',
    copy: 'Copy the link',
    copied: 'The link is copied. It plays from this line.',
    play: 'Play',
    pause: 'Pause',
  },
  mr: {
    sample: /^नमुना ऐका/,
    bar: 'सध्या सुरू',
    text: 'मजकूर',
    dialog: 'ऐकता ऐकता वाचा',
    share: 'ही ओळ पाठवा',
    copy: 'लिंक कॉपी करा',
    copied: 'लिंक कॉपी झाली. ती या ओळीपासून वाजते.',
    play: 'ऐका',
    pause: 'थांबवा',
  },
} as const

for (const [locale, width] of [
  ['mr', 320],
  ['en', 1440],
] as const)
  test(`[LN-4] a guest shares a line of a sample, and the link plays the sample a second before it, in ${locale} at ${width} px`, async ({
    page,
    context,
  }) => {
    const texts = TEXTS[locale]
    await page.setViewportSize({ width, height: 800 })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await watchSound(page)
    const path = inTree(locale, await pathOf(page, 'lamp at rajgad'))
    await page.goto(path)
    await page.locator('.hear').getByRole('button', { name: texts.sample }).first().click()
    const sampleBar = page.getByRole('region', { name: texts.bar })
    await sampleBar.getByRole('button', { name: texts.text, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: texts.dialog })
    const line = dialog.getByRole('listitem').nth(2)
    await line.locator('.line').click()
    await line.getByRole('button', { name: texts.share }).press('Enter')
    const shared = dialog.getByRole('region', { name: texts.share })
    await expect(shared.getByRole('button', { name: texts.copy })).toBeFocused()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Enter')
    await expect(shared.getByRole('status')).toHaveText(texts.copied)

    const address = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    const { transcripts } = await (
      await page.request.get('/api/transcripts/sample/?map_url=samples/the-lamp-at-rajgad/0')
    ).json()
    const second = Math.floor(transcripts[0].cues[2].start / 1000 - 1)
    expect(second).toBeGreaterThan(0)
    expect(address.pathname + address.search).toBe(`${path}?sample=${second}`)

    await test.step('whoever opens the link hears it from there, by one press where the browser wants one', async () => {
      const other = await context.newPage()
      await watchSound(other)
      await other.setViewportSize({ width, height: 800 })
      await other.goto(address.href)
      const here = other.getByRole('region', { name: texts.bar })
      const play = here.getByRole('button', { name: texts.play, exact: true })
      await expect(play.or(here.getByRole('button', { name: texts.pause }))).toBeEnabled()
      if (await play.isVisible()) await play.click()
      await expect(here.getByRole('button', { name: texts.pause })).toBeVisible()
      const { seconds } = await sound(other)
      expect(seconds).toBeGreaterThanOrEqual(second)
      expect(seconds).toBeLessThan(second + 4)
      await expect(here.getByRole('alert')).toHaveCount(0)
      await expectAccessible(other)
      await other.screenshot({ path: `/tmp/sample-line-${locale}.png` })
    })
  })
