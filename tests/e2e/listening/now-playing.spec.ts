import sharp from 'sharp'
import type { Page } from '@playwright/test'
import { bar, button, MESSAGES, expectPlaying, goNearEnd, isPast, listenTo, sound } from '../support/listening.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, LOCALES, test } from '../support/test.ts'

const WORDS = {
  en: { now: 'Now playing', far: 'Forward 30 seconds', farBack: 'Back 30 seconds', recap: /^Recap/, heard: 'Heard' },
  mr: { now: 'आता चालू', far: '३० सेकंद पुढे', farBack: '३० सेकंद मागे', recap: /^थांबल्यानंतर/, heard: 'ऐकून झाले' },
} as const
type Locale = (typeof LOCALES)[number]

const dialog = (page: Page, locale: Locale = 'en') => page.getByRole('dialog', { name: WORDS[locale].now, exact: true })
const opener = (page: Page, locale: Locale = 'en') => bar(page, locale).locator('a.sound-what')
const minutes = (many: number) => many * 60_000

/** The position of this browser is from so long ago. */
const makeOld = (page: Page, age: number) =>
  page.evaluate((ms) => {
    const all = JSON.parse(localStorage.getItem('playerPlaces') ?? '[]') as { at: number; since: number }[]
    const old = all.map((one) => ({ ...one, at: one.at - ms, since: one.since - ms }))
    localStorage.setItem('playerPlaces', JSON.stringify(old))
    dispatchEvent(
      new StorageEvent('storage', { key: 'playerPlaces', newValue: JSON.stringify(old), storageArea: localStorage }),
    )
  }, age)

for (const locale of LOCALES)
  for (const [screen, viewport] of Object.entries({
    'a phone': { width: 320, height: 640 },
    'a wide window': { width: 1440, height: 900 },
  }))
    test(`[RM-2] what plays opens by a press on the bar, and closes by "back" and by Escape, on ${screen} in ${locale}`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      const path = await listenTo(page, 'Dnyaneshwari', locale)
      const fetched: string[] = []
      page.on('request', (request) => void (request.url().endsWith(path) && fetched.push(request.url())))
      await opener(page, locale).press('Enter')
      await expect(dialog(page, locale)).toBeVisible()
      await expectNoSidewaysScroll(page)
      const box = await dialog(page, locale).boundingBox()
      expect(box?.height).toBe(viewport.height)
      expect((box?.width ?? 0) / viewport.width).toBe(viewport.width < 700 ? 1 : 459 / 1440)
      await expectAccessible(page)
      const other = dialog(page, locale).getByRole('listitem').nth(1).getByRole('button')
      await other.click()
      await expect(other).toHaveAttribute('aria-current', 'true')
      await expectPlaying(page, locale)
      await page.goBack()
      await expect(dialog(page, locale)).toHaveCount(0)
      await expectPlaying(page, locale)
      expect(new URL(page.url()).pathname).toBe(path)
      await opener(page, locale).click()
      await expect(dialog(page, locale)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog(page, locale)).toHaveCount(0)
      const entry = () => page.evaluate(() => (history.state as { nowPlaying?: boolean }).nowPlaying ?? false)
      await expect.poll(entry).toBe(false)
      await expect(opener(page, locale)).toBeFocused()
      // Opened again before the history went back: it stays, and "back" closes it.
      await opener(page, locale).click()
      await expect(dialog(page, locale)).toBeVisible()
      await dialog(page, locale).evaluate((open: HTMLDialogElement, label) => {
        open.close()
        const soon = new MutationObserver(() => {
          if (open.isConnected) return
          soon.disconnect()
          document.querySelector<HTMLElement>(`[aria-label="${label}"] a.sound-what`)?.click()
        })
        soon.observe(document.body, { childList: true, subtree: true })
      }, MESSAGES[locale].player)
      await expect(dialog(page, locale)).toBeVisible()
      await expect.poll(entry).toBe(true)
      await page.goBack()
      await expect(dialog(page, locale)).toHaveCount(0)
      expect(new URL(page.url()).pathname).toBe(path)
      expect(fetched, 'the page that was there all the time').toEqual([])
    })

test.describe('with a finger', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('[RM-2] a swipe up over the bar opens what plays, and one to the side does not', async ({ page }) => {
    await listenTo(page)
    const box = await opener(page).boundingBox()
    const [x, y] = [Math.round((box?.x ?? 0) + 60), Math.round((box?.y ?? 0) + 20)]
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    const swipe = async (toX: number, toY: number) => {
      await touch('touchStart', [{ x, y }])
      for (const part of [0.3, 0.6, 1]) await touch('touchMove', [{ x: x + toX * part, y: y + toY * part }])
      await touch('touchEnd', [])
    }
    await swipe(100, 0)
    await expect(dialog(page)).toHaveCount(0)
    await swipe(0, -90)
    await expect(dialog(page)).toBeVisible()
  })
})

test('[RM-2] skips, chapters, the timer, the edition and the text are at hand', async ({ page }) => {
  await listenTo(page)
  await isPast(page, 2)
  await opener(page).click()
  const panel = dialog(page)
  const { seconds } = await sound(page)
  await panel.getByRole('button', { name: WORDS.en.farBack, exact: true }).click()
  await expect.poll(async () => (await sound(page)).seconds).toBeLessThan(seconds)
  await panel.getByRole('combobox', { name: 'Sleep timer' }).selectOption('endOfTrack')
  await panel.getByRole('combobox', { name: 'Speed' }).selectOption('1.5')
  await expect.poll(async () => (await sound(page)).speed).toBe(1.5)
  await goNearEnd(page, 1)
  await expect(bar(page)).toHaveAttribute('data-state', 'paused', { timeout: 15_000 })
  await expect(panel.getByRole('combobox', { name: 'Sleep timer' })).toHaveValue('off')
  await panel.getByRole('radio', { name: /^Light/ }).check()
  await panel.getByRole('button', { name: 'Text', exact: true }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('[RM-2] [AX-1] "next" keeps the focus on the last track, where it does nothing', async ({ page }) => {
  await listenTo(page)
  await opener(page).click()
  const tracks = dialog(page).getByRole('listitem').getByRole('button')
  const next = dialog(page).getByRole('button', { name: MESSAGES.en.next, exact: true })
  await next.focus()
  for (let at = 1; at < (await tracks.count()); at += 1) {
    await page.keyboard.press('Enter')
    await expect(tracks.nth(at)).toHaveAttribute('aria-current', 'true')
  }
  await expect(next).toBeDisabled()
  await page.keyboard.press('Enter')
  await expectPlaying(page)
  await expect(next).toBeFocused()
  await expect(tracks.last()).toHaveAttribute('aria-current', 'true')
})

test('[RM-2] a shared place is a link to this second of this track', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await listenTo(page)
  await isPast(page, 2)
  await opener(page).click()
  await dialog(page).getByRole('button', { name: 'Share this place' }).click()
  await expect(dialog(page).getByText('The link is copied.')).toBeVisible()
  const address = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  expect(address.pathname).toBe(new URL(page.url()).pathname)
  expect(Number(address.searchParams.get('t'))).toBeGreaterThanOrEqual(2)
  expect(address.searchParams.get('track')).toMatch(/^\d+$/)
})

test('[RM-2] [LN-4] a shared place gives a picture with cover, waveform and line', async ({ page }) => {
  await listenTo(page)
  await isPast(page, 2)
  await opener(page).click()
  await dialog(page).getByRole('button', { name: 'Share this place' }).click()
  const save = async () => {
    const download = page.waitForEvent('download')
    const saving = dialog(page).getByRole('button', { name: 'Save a picture of it' })
    await saving.press('Enter')
    const file = await (await download).createReadStream()
    await expect(saving).toBeFocused()
    return sharp(Buffer.concat((await file.toArray()) as Buffer[]))
  }
  const picture = await save()
  expect(await picture.metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
  const deviation = async (left: number, top: number, width: number, height: number) => {
    const part = await picture.clone().extract({ left, top, width, height }).png().toBuffer()
    const { channels } = await sharp(part).stats()
    return Math.max(...channels.map(({ stdev }) => stdev))
  }
  // The line, the waveform below it, and the cover at the right: a part without anything has one colour.
  expect(await deviation(60, 60, 640, 60)).toBeGreaterThan(5)
  expect(await deviation(60, 394, 580, 64)).toBeGreaterThan(5)
  expect(await deviation(780, 60, 360, 360)).toBeGreaterThan(5)
  expect(await deviation(700, 440, 400, 20)).toBeLessThan(1)
})

test('[RM-2] after a long pause ten seconds are heard again, unless the listener does not want it', async ({
  page,
}) => {
  await listenTo(page)
  await isPast(page, 1)
  await button(page, 'pause').click()
  const stopAt = async (wanted: number) => {
    await opener(page).click()
    await dialog(page).getByRole('slider').fill(String(wanted))
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  }
  const goOn = async () => {
    await button(page, 'play').click()
    await expectPlaying(page)
    const { seconds } = await sound(page)
    await button(page, 'pause').click()
    await expect(bar(page)).toHaveAttribute('data-state', 'paused')
    return seconds
  }
  await stopAt(15)
  expect(await goOn()).toBeGreaterThanOrEqual(15)
  await stopAt(15)
  await makeOld(page, minutes(6))
  expect(await goOn()).toBeLessThan(9)
  await opener(page).click()
  await dialog(page).getByRole('checkbox', { name: WORDS.en.recap }).uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await stopAt(15)
  await makeOld(page, minutes(6))
  expect(await goOn()).toBeGreaterThanOrEqual(15)
})

test('[RM-2] a link inside leads to the title, and "back" from there to where the listener was', async ({ page }) => {
  const path = await listenTo(page)
  await page.locator('header a[href="/"]').first().click()
  await expect(page).toHaveURL(/\/$/)
  await opener(page).click()
  await dialog(page).getByRole('link', { name: 'Dnyaneshwari' }).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(dialog(page)).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})
