import type { Page } from '@playwright/test'
import { bar, button, expectPlaying, playAll, type Locale } from '../support/listening.ts'
import { beNewListener } from '../support/personas.ts'
import {
  addRecordings,
  elements,
  forgetHeard,
  heardFrames,
  heardSecond,
  hearSweep,
  recordSound,
  voices,
} from '../support/recordings.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, test } from '../support/test.ts'

const TITLE = 'monsoon-frequency'
const NAMES = {
  en: {
    sound: 'Sound',
    dialog: 'Sound and data',
    full: /^Full/,
    light: /^Light/,
    size: /^Light 0\.3 MB for this track$/,
  },
  mr: { sound: 'ऑडिओ', dialog: 'ऑडिओ आणि डेटा', full: /^पूर्ण/, light: /^हलकी/, size: /^हलकी या भागासाठी ०\.३ एमबी$/ },
} as const

// All of them hear the same title, whose recordings are made once.
test.describe.configure({ mode: 'default', timeout: 600_000 })
test.skip(!process.env['SHOP_DATA'], 'needs SHOP_DATA: the data folder of the shop')
test.use({ bypassCSP: true })
let title = 0
test.beforeAll(async () => {
  test.setTimeout(600_000)
  title = (await addRecordings(TITLE)).title
})

/** A new listener who hears the sweep from its beginning. */
async function listen(page: Page, locale: Locale = 'en'): Promise<void> {
  await recordSound(page)
  await beNewListener(page)
  await page.goto(inTree(locale, `/product-details/${title}/the-${TITLE}/`))
  await playAll(page).click()
  await expectPlaying(page, locale)
}

async function openDialog(page: Page, locale: Locale = 'en') {
  await bar(page, locale).getByRole('button', { name: NAMES[locale].sound, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: NAMES[locale].dialog })
  await expect(dialog).toBeVisible()
  return dialog
}
/** The file that is loaded in the one element that has any, without its signature. */
const source = async (page: Page) =>
  (await elements(page)).flatMap(({ src }) => (src ? new URL(src).pathname : [])).join(' and ')
const secondsOf = async (page: Page) => (await elements(page)).find(({ src }) => src)?.currentTime ?? 0

test('[SO-4] twenty changes of the edition while it plays are not heard', async ({ page }) => {
  const fetched = new Map<string, number>()
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    const whole = /\/(\d+)$/.exec(response.headers()['content-range'] ?? '')?.[1]
    if (pathname.startsWith('/media/audio/')) fetched.set(pathname, Number(whole))
  })
  await listen(page)
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('radio', { name: NAMES.en.size })).toBeVisible()
  const full = await source(page)
  await forgetHeard(page)
  let most = 0
  for (let change = 0; change < 20; change += 1) {
    const before = await source(page)
    const name = change % 2 === 0 ? 'light' : 'full'
    await dialog.getByRole('radio', { name: NAMES.en[name] }).click()
    await expect
      .poll(
        async () => {
          most = Math.max(most, await voices(page))
          return source(page)
        },
        { intervals: [20] },
      )
      .not.toMatch(new RegExp(`${before}| and |^$`))
    expect((await source(page)) === full, 'the full edition is loaded').toBe(name === 'full')
    await expect(dialog.getByRole('status')).toHaveText(`The ${name} edition plays.`)
  }
  await expect(bar(page)).toHaveAttribute('data-state', 'playing')
  const figures = hearSweep(await heardFrames(page))
  test.info().annotations.push({ type: 'heard', description: JSON.stringify(figures) })
  expect(most, 'voices at a time').toBe(1)
  expect(figures.jump, 'the longest jump of what is heard, in seconds').toBeLessThanOrEqual(0.25)
  expect(figures.silence, 'the longest silence, in seconds').toBeLessThanOrEqual(0.1)
  expect(figures.loudest, 'two voices at once are louder').toBeLessThan(1.4)
  const [first, second] = [...fetched.values()]
  expect([fetched.size, (second ?? 0) < (first ?? 0) / 3]).toEqual([2, true])
})

test('[SO-4] an edition changes while it is paused, while it seeks, and with the next track, at the same second', async ({
  page,
}) => {
  await listen(page)
  const full = await source(page)
  await button(page, 'pause').click()
  await expect(bar(page)).toHaveAttribute('data-state', 'paused')
  const at = await secondsOf(page)
  let dialog = await openDialog(page)
  await dialog.getByRole('radio', { name: NAMES.en.light }).press('Space')
  await expect(dialog.getByRole('status')).toHaveText('The light edition plays.')
  await expect.poll(() => source(page)).not.toMatch(new RegExp(`${full}|^$`))
  expect(Math.abs((await secondsOf(page)) - at)).toBeLessThan(0.05)
  expect(await voices(page)).toBe(0)
  await expect(bar(page)).toHaveAttribute('data-state', 'paused')
  await page.keyboard.press('Escape')
  await forgetHeard(page)
  await button(page, 'play').click()
  await expectPlaying(page)
  await expect.poll(() => heardSecond(page)).toBeGreaterThan(at)
  expect(Math.abs((await heardSecond(page)) - at)).toBeLessThan(5)

  // Sent off to another second while the other edition is on its way.
  dialog = await openDialog(page)
  await dialog.getByRole('radio', { name: NAMES.en.full }).click()
  await page.keyboard.press('l')
  await page.keyboard.press('l')
  await expect.poll(() => source(page)).toBe(full)
  const now = await secondsOf(page)
  expect(now).toBeGreaterThan(at + 20)
  await expect.poll(() => heardSecond(page)).toBeGreaterThan(now)
  expect(Math.abs((await heardSecond(page)) - (await secondsOf(page)))).toBeLessThan(0.5)

  await dialog.getByRole('radio', { name: NAMES.en.light }).click()
  await page.keyboard.press('n')
  await expect(bar(page)).toContainText('2 of 3')
  await expectPlaying(page)
  await expect(dialog.getByRole('status')).toHaveText('The light edition plays.')
  await expect.poll(() => voices(page)).toBe(1)
})

test('[SO-4] the choice is of the device: another tab changes what it has loaded', async ({ page, context }) => {
  await listen(page)
  const full = await source(page)
  const other = await context.newPage()
  await recordSound(other)
  await other.goto(`/product-details/${title}/the-${TITLE}/`)
  await playAll(other).click()
  await expectPlaying(other)
  await expect(bar(page)).toHaveAttribute('data-state', 'paused')
  const at = await secondsOf(page)
  const dialog = await openDialog(other)
  await dialog.getByRole('radio', { name: NAMES.en.light }).click()
  for (const tab of [page, other]) await expect.poll(() => source(tab)).not.toMatch(new RegExp(`${full}| and |^$`))
  expect(Math.abs((await secondsOf(page)) - at)).toBeLessThan(0.05)
  expect([await voices(page), await voices(other)]).toEqual([0, 1])
})

test('[SO-4] a browser that saves data plays the light edition by itself', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { saveData: true }) }),
  )
  const asked = page.waitForRequest('**/api/get-track-signed-url-example/')
  await listen(page)
  expect((await asked).postDataJSON()).toMatchObject({ edition: 'light' })
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('radio', { name: 'Automatic' })).toBeChecked()
  await expect(dialog.getByRole('status')).toHaveText('The light edition plays.')
  const { duration = 0, src = '' } = (await elements(page))[0] ?? {}
  const bytes = Number((await page.request.head(src)).headers()['content-length'])
  expect((bytes * 8) / duration / 1000, 'kbit/s of what is loaded').toBeLessThan(34)
})

test('[SO-4] where there is no light edition the full one plays, and the listener is told', async ({ page }) => {
  await listen(page)
  await page.locator('.rows li').nth(2).locator('.number').click()
  await expect(bar(page)).toContainText('3 of 3')
  await expectPlaying(page)
  const full = await source(page)
  const dialog = await openDialog(page)
  await dialog.getByRole('radio', { name: NAMES.en.light }).click()
  await expect(dialog.getByRole('status')).toHaveText('There is no light edition of this track: the full one plays.')
  expect([await source(page), await voices(page)]).toEqual([full, 1])
})

test('[SO-4] [AX-1] the dialog fits at 320 px in Marathi, works by keyboard and returns the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await listen(page, 'mr')
  await bar(page, 'mr').getByRole('button', { name: 'आणखी नियंत्रणे' }).click()
  const opener = bar(page, 'mr').getByRole('button', { name: NAMES.mr.sound, exact: true })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: NAMES.mr.dialog })
  await expect(dialog.getByRole('radio', { name: NAMES.mr.size })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: NAMES.mr.full }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: NAMES.mr.light })).toBeChecked()
  await expect(dialog.getByRole('status')).toHaveText('हलकी आवृत्ती चालू आहे.')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})
