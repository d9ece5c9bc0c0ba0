import { beNewListener } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, pathOf, test } from '../support/test.ts'

const INSTEAD = {
  en: {
    path: '',
    sample: 'Now playing',
    'a guest':
      /^This is the sample\. Sign in, and the place of the link plays if the title is free or yours\. Sign in$/,
    'a listener who has not bought it':
      /^This is the sample\. The place of the link plays once the title is yours\.\s*$/,
  },
  mr: {
    path: '/mr',
    sample: 'सध्या सुरू',
    'a guest': /लॉग इन केल्यावर लिंकमधल्या जागेपासून ऐकता येईल\. लॉग इन करा$/,
    'a listener who has not bought it': /पुस्तक तुमचे झाल्यावर लिंकमधल्या जागेपासून ऐकता येईल\.\s*$/,
  },
} as const

for (const [locale, width] of [
  ['mr', 360],
  ['en', 1440],
] as const)
  test(`[RM-3] [LN-4] a shared place of a title plays the sample for who may not hear it, and buys nothing, in ${locale} at ${width} px`, async ({
    page,
  }) => {
    const texts = INSTEAD[locale]
    await page.setViewportSize({ width, height: 800 })
    const path = texts.path + (await pathOf(page, 'lamp at rajgad'))
    const link = async () => {
      await page.goto(path)
      const id = await page.locator('play-button[track-id]').first().getAttribute('track-id')
      await page.goto(`${path}?track=${id}&t=5&until=9`)
    }
    const sampleBar = page.getByRole('region', { name: texts.sample })
    await test.step('a guest, by the link to a whole track', async () => {
      await page.goto(path)
      const id = await page.locator('play-button[track-id]').nth(1).getAttribute('track-id')
      await page.goto(`${path}?track=${id}`)
      await expect(sampleBar.getByRole('status')).toHaveText(texts['a guest'])
      await expect(page).toHaveURL(/\?track=\d+$/)
    })
    for (const who of ['a guest', 'a listener who has not bought it'] as const) {
      await test.step(who, async () => {
        if (who !== 'a guest') await beNewListener(page)
        await link()
        await expect(sampleBar.getByRole('status')).toHaveText(texts[who])
        await expect(page).toHaveURL(/&t=5&until=9$/)
        await expect(page.getByRole('dialog')).toHaveCount(0)
        // The cart shows itself when there is something in it.
        await expect(page.locator('cart-link')).toBeHidden()
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      })
    }
  })
