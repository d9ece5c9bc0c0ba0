import {
  bar,
  button,
  expectPlaying,
  goNearEnd,
  isPast,
  listenTo,
  playAll,
  reports,
  SAID,
  sound,
  trackOf,
  watchSound,
  type Heard,
  type Report,
} from '../support/hearing.ts'
import { beSomebodyNew } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, pathOf, step, test } from '../support/test.ts'

test('[PL-7] chapters, speed and sleep timer are at hand at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await listenTo(page, 'Dnyaneshwari')
  await expectNoSidewaysScroll(page)
  await bar(page).getByRole('button', { name: 'More controls' }).click()
  await bar(page).getByLabel('Speed').selectOption('1.5')
  await expect.poll(async () => (await sound(page)).speed).toBe(1.5)
  await expectNoSidewaysScroll(page)
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
  await goNearEnd(page, 1)
  await expect(bar(page, 'mr')).toContainText('३ पैकी २', { timeout: 15_000 })
  await expectPlaying(page, 'mr')
  expect((await sound(page)).elements).toBe(1)
  await button(page, 'pause', 'mr').click()
  await expect(bar(page, 'mr')).toHaveAttribute('data-state', 'paused')
  await expectAccessible(page)
})

test('[PL-2] one sound goes on through ten pages and both languages without a pause', async ({ page }) => {
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
  expect((await bar(page).locator('.slot').boundingBox())?.height).toBeLessThan(80)
  await page.locator('.language summary').click()
  await page.getByRole('link', { name: 'मराठी' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'mr')
  await expect(bar(page, 'mr')).toContainText('ज्ञानेश्वरी')
  await expectPlaying(page, 'mr')
  expect(await sound(page)).toMatchObject({ elements: 1, pauses: 0, isPaused: false })
})

test('[PL-3] the server hears of the beginning, jumps, pauses and ends in their order', async ({ page }) => {
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

test('[PL-3] another title pauses the first one, then begins a tenth of a second later', async ({ page }) => {
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

test('[PL-6] the place is there again after a reload, and after the tab was killed', async ({ page, context }) => {
  const path = await listenTo(page)
  await isPast(page, 1)
  await button(page, 'forward').click()
  await isPast(page, 11)
  const before = (await sound(page)).seconds
  await page.reload()
  await expect(bar(page)).toHaveAttribute('data-state', 'paused')
  await button(page, 'play').click()
  await expectPlaying(page)
  await isPast(page, 1)
  expect(Math.abs((await sound(page)).seconds - before)).toBeLessThan(5)
  const killed = await context.newPage()
  await killed.goto(path)
  await page.close({ runBeforeUnload: false })
  await expect(bar(killed)).toContainText('Dnyaneshwari')
})

test('[PL-7] [AX-1] the player works by keyboard and gives the focus back', async ({ page }) => {
  await step(page, 'the keyboard plays, skips and changes the track; a jump can be undone', async () => {
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
    await page.keyboard.press('Tab')
    await button(page, 'close').focus()
    await page.keyboard.press('Enter')
    await expect(bar(page)).toHaveCount(0)
  })

  await step(page, 'whoever closes the player stands in the page again', async () => {
    await listenTo(page)
    await button(page, 'close').press('Enter')
    await expect(bar(page)).toHaveCount(0)
    await expect(page.locator('#content')).toBeFocused()
  })

  await step(page, 'the slider is read in words and moves by the arrow keys', async () => {
    await listenTo(page)
    await isPast(page, 1)
    const slider = bar(page).getByRole('slider', { name: SAID.en.seek })
    await expect(slider).toHaveAttribute('aria-valuetext', /^\d+ seconds? of (?:1 minute )?\d+ seconds$/)
    await slider.focus()
    await slider.press('End')
    await expect(bar(page)).toContainText('2 of 3', { timeout: 15_000 })
  })
})

test('[PD-5] a link to a track and a second plays from there, or stands ready where sound needs a press', async ({
  page,
}) => {
  await watchSound(page)
  await beSomebodyNew(page)
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

test('[PL-4] [SD-10] a press on play is never lost, and leads a guest to signing in', async ({ page }) => {
  await step(page, 'a guest who presses play is asked to sign in and comes back', async () => {
    const path = await pathOf(page, 'Dnyaneshwari')
    await page.goto(path)
    await playAll(page).click()
    await expect(page).toHaveURL(new RegExp(`/sign-in/\\?next=${encodeURIComponent(path)}`))
  })

  await step(page, 'a press on play that is faster than the script of its button plays all the same', async () => {
    await beSomebodyNew(page)
    await watchSound(page)
    await page.goto('/faq/')
    await page.route('**/_a/PlayAll*', () => {})
    // By the router, which shows a page before its scripts are there.
    await page.evaluate(
      (path) => document.body.appendChild(Object.assign(document.createElement('a'), { href: path })).click(),
      await pathOf(page, 'Dnyaneshwari'),
    )
    await playAll(page).click()
    await expectPlaying(page)
  })
})

test('[SA-1] a sample pauses the title, and the title is there again after it', async ({ page }) => {
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

test.describe('when the network is bad', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load|403|50\d/ })

  test('[PL-8] a cut in the middle goes on from the same second when the network is back', async ({
    page,
    context,
  }) => {
    await listenTo(page, 'Panchatantra')
    await isPast(page, 1)
    await page.route('**/media/audio/**', (route) => route.abort())
    await context.setOffline(true)
    await page.evaluate(() => {
      const [one] = (window as unknown as Heard).heard.made
      // What is not buffered yet must be fetched.
      one?.dispatchEvent(new Event('error'))
    })
    await expect(bar(page)).toHaveAttribute('data-state', 'waiting')
    await expect(bar(page)).toContainText('The network is slow')
    const at = (await sound(page)).seconds
    await page.unroute('**/media/audio/**')
    await context.setOffline(false)
    await expectPlaying(page)
    await isPast(page, at + 0.5)
    expect((await sound(page)).seconds).toBeLessThan(at + 10)
  })

  test('[PL-6] what was heard offline is told later, in order', async ({ page, context }) => {
    await listenTo(page)
    await isPast(page, 1)
    const sent = reports(page)
    await context.setOffline(true)
    await button(page, 'pause').click()
    await button(page, 'play').click()
    await expectPlaying(page)
    await button(page, 'pause').click()
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('playerReports') ?? '{}').reports.length))
      .toBeGreaterThanOrEqual(3)
    sent.length = 0
    await context.setOffline(false)
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('playerReports') ?? '{}').reports.length))
      .toBe(0)
    expect(sent.map(({ request_type: type }) => type).slice(-3)).toEqual(['pause', 'initiate', 'pause'])
  })

  test('[PL-8] a session that ends while a title plays asks to sign in and keeps the place', async ({ page }) => {
    await listenTo(page)
    await isPast(page, 1)
    await page.route('**/api/get-track-signed-url-example/', (route) =>
      route.fulfill({ status: 401, json: { status: false, fault: 'signedOut' } }),
    )
    await button(page, 'next').click()
    await expect(bar(page).getByRole('alert')).toContainText('You were signed out')
    await expect(bar(page).getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', /next=/)
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('playerPlaces') ?? '[]').length)).toBeGreaterThan(
      0,
    )
  })
})
