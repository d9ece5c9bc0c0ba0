import type { Page } from '@playwright/test'
import {
  bar,
  button,
  expectPlaying,
  goNearEnd,
  isPast,
  listenTo,
  playAll,
  reports,
  MESSAGES,
  sound,
  trackOf,
  watchSound,
  type AudioLog,
  type Report,
} from '../support/listening.ts'
import { beNewListener } from '../support/personas.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  holdScripts,
  inTree,
  pathOf,
  step,
  test,
} from '../support/test.ts'

/** How much of the chosen label does not fit. */
const clippedPixels = (page: Page) =>
  bar(page)
    .getByLabel('Sleep timer')
    .evaluate((select: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen) return Number.NaN
      pen.font = font
      const text = pen.measureText(select.selectedOptions[0]?.text ?? '').width
      return text - (select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
    })

/** As long as the longest of the demo. */
const LONG_NAME = 'The pass of the oil sellers'
const renameTracks = (page: Page) =>
  page.route('**/api/v2/product-details/**', async (route) => {
    const reply = await (await route.fetch()).json()
    for (const track of reply.product_details[0].producttracks) track.custom_translation.en = { name: LONG_NAME }
    await route.fulfill({ json: reply })
  })
/** In how many lines the name of the track stands, and how many more it would need. */
const linesOfTrack = (page: Page) =>
  bar(page)
    .getByText(LONG_NAME)
    .evaluate((name) => {
      const height = Number.parseFloat(getComputedStyle(name).lineHeight)
      const hidden = Math.max(name.scrollHeight - name.clientHeight, name.scrollWidth - name.clientWidth)
      return { lines: Math.round(name.clientHeight / height), hidden: Math.round(hidden / height) }
    })

test('[PL-7] long names, chapters, speed and sleep timer fit at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await renameTracks(page)
  await listenTo(page, 'Dnyaneshwari')
  await expect(bar(page)).toContainText(`${LONG_NAME} · 1 of 3`)
  await expect.poll(() => linesOfTrack(page)).toEqual({ lines: 2, hidden: 0 })
  await expectNoSidewaysScroll(page)
  await bar(page).getByRole('button', { name: 'More controls' }).click()
  await bar(page).getByLabel('Speed').selectOption('1.5')
  await expect.poll(async () => (await sound(page)).speed).toBe(1.5)
  await expectNoSidewaysScroll(page)
  for (const choice of ['15', 'endOfTrack']) {
    await bar(page).getByLabel('Sleep timer').selectOption(choice)
    expect(await clippedPixels(page), `the label of the sleep timer at ${choice}`).toBeLessThanOrEqual(0)
  }
  await expectAccessible(page)
  await button(page, 'tracks').click()
  const list = page.getByRole('dialog')
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await list.getByRole('button').nth(3).click()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toContainText('3 of 3')
  await expect(button(page, 'tracks')).toBeFocused()
})

test('[PL-1] a title is played track after track', async ({ page }) => {
  await page.goto(inTree('mr', '/'))
  await expect(bar(page, 'mr')).toHaveCount(0)
  await listenTo(page, 'Dnyaneshwari', 'mr')
  await isPast(page, 0.5)
  await expect(bar(page, 'mr')).toContainText('३ पैकी १')
  const first = await sound(page)
  expect(first).toMatchObject({ isPaused: false, speed: 1, source: expect.stringMatching(/\/media\/audio\//) })
  await goNearEnd(page, 1)
  await expect(bar(page, 'mr')).toContainText('३ पैकी २', { timeout: 15_000 })
  await expectPlaying(page, 'mr')
  await isPast(page, 0.1)
  const second = await sound(page)
  expect(second).toMatchObject({ elements: 1, isPaused: false, speed: 1 })
  expect(second.source).not.toBe(first.source)
  expect(second.seconds).toBeLessThan(15)
  await bar(page, 'mr').getByRole('button', { name: '१० सेकंद पुढे' }).click()
  await isPast(page, 10)
  await bar(page, 'mr').getByRole('button', { name: '१० सेकंद मागे' }).click()
  await expect.poll(async () => (await sound(page)).seconds).toBeLessThan(8)
  await button(page, 'pause', 'mr').click()
  await expect(bar(page, 'mr')).toHaveAttribute('data-state', 'paused')
  expect(await sound(page)).toMatchObject({ isPaused: true, source: second.source })
  await expectAccessible(page)
})

test('[PL-2] one audio element plays through ten pages and both languages without a pause', async ({ page }) => {
  await listenTo(page)
  await isPast(page, 0.3)
  const ways = ['Home', 'Browse', 'Kids', 'Language lab', 'Subscribe']
  for (const name of [...ways, ...ways]) {
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }).click()
    await expect(
      page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }),
    ).toHaveAttribute('aria-current', 'page')
    await expectPlaying(page)
  }
  // The slider's own style came with it, and goes along.
  expect((await bar(page).locator('.player-slot').boundingBox())?.height).toBeLessThan(80)
  await page.locator('.language summary').click()
  await page.getByRole('link', { name: 'मराठी' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'mr')
  await expect(bar(page, 'mr')).toContainText('ज्ञानेश्वरी')
  await expectPlaying(page, 'mr')
  expect(await sound(page)).toMatchObject({ elements: 1, pauses: 0, isPaused: false })
})

test('[PL-3] the server receives start, seeks, pauses and ends in order', async ({ page }) => {
  const sent = reports(page)
  await listenTo(page)
  await isPast(page, 1)
  await button(page, 'forward').click()
  await expect.poll(() => sent.map(({ request_type: type }) => type)).toEqual(['initiate', 'drag'])
  await button(page, 'pause').click()
  await expect.poll(() => sent.map(({ request_type: type }) => type)).toEqual(['initiate', 'drag', 'pause'])
  await button(page, 'play').click()
  await expectPlaying(page)
  await button(page, 'next').click()
  await expect
    .poll(() => sent.map(({ request_type: type }) => type))
    .toEqual(['initiate', 'drag', 'pause', 'initiate', 'end', 'initiate'])
  const [begin, drag, pause] = sent
  expect(begin?.map_key).toBeUndefined()
  expect(drag).toMatchObject({
    map_key: expect.stringMatching(/\w+/),
    pause_seconds: expect.any(Number),
    start_seconds: expect.any(Number),
  })
  expect(pause).toMatchObject({ map_key: drag?.map_key, pause_seconds: expect.stringMatching(/^\d+$/) })
  expect(new Set(sent.map(({ event_id: id }) => id)).size).toBe(6)
})

test('[PL-3] another title pauses the first one, and starts a tenth of a second later', async ({ page }) => {
  await listenTo(page)
  await isPast(page, 0.5)
  const sent: { at: number; report: Report & { product_id: number; event_at: number } }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/player/')) sent.push({ at: Date.now(), report: request.postDataJSON() })
  })
  await page.getByRole('combobox').or(page.getByRole('searchbox')).first().fill('panchatantra')
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('link', { name: 'Panchatantra' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Panchatantra')
  await playAll(page).click()
  await expect(bar(page)).toContainText('Panchatantra')
  await expectPlaying(page)
  await expect.poll(() => sent.map(({ report }) => report.request_type).slice(-2)).toEqual(['pause', 'initiate'])
  const [pause, begin] = sent.slice(-2)
  expect((begin?.report.event_at ?? 0) - (pause?.report.event_at ?? 0)).toBeGreaterThanOrEqual(100)
})

test('[PL-6] the position is restored after a reload, and after the tab was killed', async ({ page, context }) => {
  const path = await listenTo(page)
  await isPast(page, 1)
  await button(page, 'forward').click()
  await isPast(page, 11)
  await bar(page).getByLabel('Speed').selectOption('1.5')
  await bar(page).getByLabel('Sleep timer').selectOption('15')
  await page.reload()
  await expect(bar(page)).toHaveAttribute('data-state', 'paused')
  await button(page, 'play').click()
  await expectPlaying(page)
  const { left, asked, heard } = await page.evaluate(() => {
    const { left: at, seeks, begins } = (window as unknown as AudioLog).audioLog
    return { left: at, asked: seeks[0] ?? 0, heard: begins[0] ?? 0 }
  })
  // Plyr has its own idea of the speed once it is mounted.
  await expect(bar(page).locator('.plyr')).toBeVisible()
  await expect(bar(page).getByLabel('Speed')).toHaveValue('1.5')
  await expect.poll(async () => (await sound(page)).speed).toBe(1.5)
  await expect(bar(page).getByLabel('Sleep timer')).toHaveAttribute('data-sleep', 'at')
  expect(left).toBeGreaterThan(11)
  expect(Math.abs(asked - left)).toBeLessThan(1)
  // A busy page hears late that the sound has begun, never early.
  expect(heard).toBeGreaterThan(left - 1)
  const killed = await context.newPage()
  await killed.goto(path)
  await page.close({ runBeforeUnload: false })
  await expect(bar(killed)).toContainText('Dnyaneshwari')
})

test('[PL-7] [AX-1] the player works by keyboard and returns the focus', async ({ page }) => {
  await step(page, 'the keyboard plays, skips and changes the track; a seek can be undone', async () => {
    await listenTo(page)
    await button(page, 'pause').focus()
    await page.keyboard.press('n')
    await expect(bar(page)).toContainText('2 of 3')
    await page.keyboard.press('l')
    await page.keyboard.press('l')
    await page.keyboard.press('l')
    await isPast(page, 25)
    await bar(page)
      .getByRole('button', { name: /^Back to 0:/ })
      .click()
    await expect.poll(async () => (await sound(page)).seconds).toBeLessThan(15)
    await isPast(page, 6)
    await page.keyboard.press('n')
    await expect(bar(page)).toContainText('3 of 3')
    await bar(page)
      .getByRole('button', { name: /^Back to \D.*, 0:\d\d$/ })
      .click()
    await expect(bar(page)).toContainText('2 of 3')
    await isPast(page, 5)
    await page.keyboard.press('Tab')
    await button(page, 'close').focus()
    await page.keyboard.press('Enter')
    await expect(bar(page)).toHaveCount(0)
  })

  await step(
    page,
    'keys work on the whole page outside of fields, are listed, and can be kept inside the player',
    async () => {
      const path = await listenTo(page)
      await page.goto(path)
      await expect(bar(page)).toHaveAttribute('data-state', 'paused')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Skip to the player' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(bar(page)).toBeFocused()
      await page.locator('#content').focus()
      await page.keyboard.press('k')
      await expectPlaying(page)
      await page.getByRole('combobox').or(page.getByRole('searchbox')).first().pressSequentially('kk')
      await expectPlaying(page)
      await page.locator('#content').focus()
      await page.keyboard.press('?')
      const list = page.getByRole('dialog', { name: 'Keys of the player' })
      await expect(list.getByText('Play or pause')).toBeVisible()
      await expectAccessible(page)
      await list.getByRole('checkbox').uncheck()
      await page.keyboard.press('Escape')
      await page.locator('#content').focus()
      await page.keyboard.press('n')
      await button(page, 'forward').focus()
      await page.keyboard.press('k')
      await expect(bar(page)).toHaveAttribute('data-state', 'paused')
      await expect(bar(page)).toContainText('1 of 3')
    },
  )

  await step(page, 'closing the player returns the focus to the page', async () => {
    await listenTo(page)
    await button(page, 'close').press('Enter')
    await expect(bar(page)).toHaveCount(0)
    await expect(page.locator('#content')).toBeFocused()
  })

  await step(page, 'the slider has its value in words and moves by the arrow keys', async () => {
    await listenTo(page)
    await isPast(page, 1)
    const slider = bar(page).getByRole('slider', { name: MESSAGES.en.seek })
    await expect(slider).toHaveAttribute('aria-valuetext', /^\d+ seconds? of (?:1 minute )?\d+ seconds$/)
    await slider.focus()
    await slider.press('End')
    await expect(bar(page)).toContainText('2 of 3', { timeout: 15_000 })
  })
})

test('[PD-5] a link to a track and a second plays from there, or is ready where autoplay is blocked', async ({
  page,
}) => {
  await watchSound(page)
  await beNewListener(page)
  const path = await pathOf(page, 'Dnyaneshwari')
  await page.goto(path)
  const second = page.locator('.tracks .rows').getByRole('link').nth(1)
  await page.goto(`${path}?track=${await trackOf(second)}&t=7`)
  await expect(bar(page)).toContainText('2 of 3')
  await expect(bar(page)).toContainText('0:0')
  await isPast(page, 7)
  await expect(second).toHaveAttribute('data-mine', '')
  await button(page, 'forward').click()
  await isPast(page, 17)
  await page.reload()
  await expect(bar(page)).toHaveAttribute('data-state', 'paused')
  await button(page, 'play').click()
  await isPast(page, 17)
})

test('[PL-4] [SD-10] a press on play is not lost, and redirects a guest to sign-in', async ({ page }) => {
  await step(page, 'a guest who presses play is asked to sign in and comes back', async () => {
    const path = await pathOf(page, 'Dnyaneshwari')
    await page.goto(path)
    await playAll(page).click()
    await expect(page).toHaveURL(new RegExp(`/sign-in/\\?next=${encodeURIComponent(path)}`))
  })

  await step(page, 'a press on play before the script of the button is loaded still plays', async () => {
    await beNewListener(page)
    await watchSound(page)
    const path = await pathOf(page, 'Dnyaneshwari')
    const scripts = await holdScripts(page)
    await page.goto(path)
    await expect(page.locator('play-button:not(:defined)').first()).toBeAttached()
    await playAll(page).click()
    await expect(bar(page)).toHaveCount(0)
    await scripts.release()
    await expectPlaying(page)
  })
})

test('[SA-1] a sample pauses the title, and the title is shown again afterwards', async ({ page }) => {
  await listenTo(page)
  await isPast(page, 1)
  await page.locator('.hear').getByRole('button').click()
  await expect(page.getByRole('region', { name: 'Now playing' })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('region', { name: 'Now playing' }).getByRole('button', { name: 'Close' }).click()
  await expect(bar(page)).toHaveAttribute('data-state', 'paused')
  await button(page, 'play').click()
  await expectPlaying(page)
  await isPast(page, 1)
})

test.describe('when the network fails', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load|403|50\d/ })

  test('[PL-8] an interrupted track continues at the same second when the network is back', async ({
    page,
    context,
  }) => {
    await listenTo(page, 'Panchatantra')
    await isPast(page, 1)
    await page.route('**/media/audio/**', (route) => route.abort())
    await context.setOffline(true)
    await page.evaluate(() => {
      const [one] = (window as unknown as AudioLog).audioLog.elements
      // What is not buffered yet must be fetched.
      one?.dispatchEvent(new Event('error'))
    })
    await expect(bar(page)).toHaveAttribute('data-state', 'waiting')
    await expect(bar(page)).toContainText('You are offline. Your place is kept.')
    const at = (await sound(page)).seconds
    await page.unroute('**/media/audio/**')
    await context.setOffline(false)
    await expectPlaying(page)
    await isPast(page, at + 0.5)
    expect((await sound(page)).seconds).toBeLessThan(at + 10)
  })

  test('[PL-6] progress reports of offline listening are sent later, in order', async ({ page, context }) => {
    await listenTo(page)
    await isPast(page, 1)
    const sent = reports(page)
    await context.setOffline(true)
    await button(page, 'pause').click()
    await button(page, 'play').click()
    await expectPlaying(page)
    await button(page, 'pause').click()
    const unsent = () => page.evaluate(() => JSON.parse(localStorage.getItem('playerReports') ?? '{}').reports.length)
    await expect.poll(unsent).toBeGreaterThanOrEqual(3)
    sent.length = 0
    await context.setOffline(false)
    await expect.poll(unsent).toBe(0)
    expect(sent.map(({ request_type: type }) => type).slice(-3)).toEqual(['pause', 'initiate', 'pause'])
  })

  test('[PL-8] a session that ends during playback asks to sign in and keeps the position', async ({ page }) => {
    await listenTo(page)
    await isPast(page, 1)
    await page.route('**/api/get-track-signed-url-example/', (route) =>
      route.fulfill({ status: 401, json: { status: false, fault: 'signedOut' } }),
    )
    await button(page, 'next').click()
    await expect(bar(page).getByRole('alert')).toContainText('You were signed out')
    await expect(bar(page).getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', /next=/)
    const [place] = await page.evaluate(() => JSON.parse(localStorage.getItem('playerPlaces') ?? '[]'))
    expect(JSON.stringify(place)).toContain('"seconds":')
  })
})
