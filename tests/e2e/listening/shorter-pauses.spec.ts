import type { Page } from '@playwright/test'
import { bar, expectPlaying, playAll } from '../support/listening.ts'
import { cachedUrls, NO_NETWORK, openSavedPage } from '../support/offline.ts'
import { beNewListener } from '../support/personas.ts'
import {
  addRecordings,
  elements,
  forgetHeard,
  heardFrames,
  hearWords,
  PAUSE,
  recordSound,
  voices,
  WORD,
  WORD_COUNT,
  type HeardWord,
} from '../support/recordings.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, test } from '../support/test.ts'

const TITLE = 'monsoon-frequency'
/** What stays of each pause, in seconds of the recording. */
const LEFT = 0.35

// All of them hear the same title, whose recordings are made once.
test.describe.configure({ mode: 'default', timeout: 600_000 })
test.skip(!process.env['SHOP_DATA'], 'needs SHOP_DATA: the data folder of the shop')
test.use({ bypassCSP: true })
let path = ''
test.beforeAll(async () => {
  test.setTimeout(600_000)
  path = `/product-details/${(await addRecordings(TITLE)).title}/the-${TITLE}/`
})

const row = (page: Page) => page.locator('.rows li').nth(1)
const secondsOf = async (page: Page) => (await elements(page)).find(({ src }) => src)?.currentTime ?? 0
const words = async (page: Page) => hearWords(await heardFrames(page))

async function openDialog(page: Page) {
  await bar(page).getByRole('button', { name: 'Sound', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sound and data' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Plays the words with shorter pauses from the beginning. */
async function listen(page: Page, speed = '1'): Promise<void> {
  await recordSound(page)
  await beNewListener(page)
  await page.evaluate(() => localStorage.setItem('playerPauses', 'short'))
  await page.goto(path)
  await playAll(page).click()
  await expectPlaying(page)
  await bar(page).getByLabel('Speed').selectOption(speed)
  // Nothing is heard while the recorder is emptied: on a slow machine words pass until a test has looked.
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click()
  await expect.poll(() => voices(page)).toBe(0)
  await forgetHeard(page)
  const map = page.waitForResponse('**/api/track-pauses/*/')
  await row(page).locator('.number').click()
  await expect(bar(page)).toContainText('2 of 3')
  expect((await map).status()).toBe(200)
}

/** A window of 40 ms reaches over both ends of a word. */
const REACH = 0.03
/** Seconds between the ends and the beginnings of words that follow each other. */
const gaps = (heard: HeardWord[]): number[] =>
  heard.slice(1).map(({ start }, at) => start - (heard[at]?.start ?? 0) - (heard[at]?.seconds ?? 0) + REACH)
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

/** A stall of a busy machine, which has nothing to do with pauses, may part a word: what was lost counts against its length. */
function joinParts(heard: HeardWord[]): HeardWord[] {
  const whole: HeardWord[] = []
  for (const one of heard) {
    const last = whole.at(-1)
    if (last?.word === one.word) whole.splice(-1, 1, { ...last, seconds: last.seconds + one.seconds - REACH })
    else whole.push(one)
  }
  return whole
}

for (const speed of [1, 2])
  test(`[SO-6] at ${speed}× the pauses are shorter, every word is heard, and the saved time is told`, async ({
    page,
  }) => {
    await listen(page, String(speed))
    await expect.poll(() => secondsOf(page), { timeout: 120_000 }).toBeGreaterThan(9)
    // The position is that of the recording: word by word, whatever was left out before it.
    const [at, before] = [await secondsOf(page), (await words(page)).at(-1)?.word ?? 0]
    expect(Math.abs(at - before * 2)).toBeLessThan(4)
    const last = WORD_COUNT - 1
    const hasLast = async () =>
      (await words(page)).some(({ word, seconds }) => word === last && seconds > WORD / speed / 2)
    await expect.poll(hasLast, { timeout: 120_000 }).toBe(true)
    const all = joinParts(await words(page))
    const heard = all.slice(0, all.findIndex(({ word }) => word === last) + 1)
    expect(heard.map(({ word }) => word)).toEqual(Array.from({ length: WORD_COUNT }, (_, index) => index))
    // A pause that is cut too early cuts every word; a stall takes a part of one.
    const lengths = heard.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
    expect(lengths[0], 'the shortest word').toBeGreaterThan((WORD / speed) * 0.5)
    expect(lengths[1], 'the shortest word but one').toBeGreaterThan((WORD / speed) * 0.9)
    expect(Math.max(...heard.map(({ seconds }) => seconds)), 'the longest word').toBeLessThan(WORD / speed + 3 * REACH)
    expect(Math.min(...gaps(heard)), 'the shortest pause').toBeGreaterThan((LEFT / speed) * 0.75)
    const wall = sum(gaps(heard))
    const saved = (PAUSE * (heard.length - 1)) / speed - wall
    const promised = ((PAUSE - LEFT) * (heard.length - 1)) / speed
    expect(saved, `of ${promised} seconds: ${gaps(heard).join(' ')}`).toBeGreaterThan(promised * 0.75)
    const dialog = await openDialog(page)
    const shown = Number(
      /^(\d+) seconds saved in this title$/.exec(await dialog.getByText(/saved in this title/).innerText())?.[1],
    )
    const more = promised / (heard.length - 1)
    expect(Math.abs(shown - saved)).toBeLessThan(1 + 3 * more)
  })

test('[SO-6] pauses are as recorded until the listener shortens them, in both editions', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/track-pauses/') && asked.push(request.url())))
  await recordSound(page)
  await beNewListener(page)
  await page.goto(path)
  await row(page).locator('.number').click()
  await expectPlaying(page)
  const whole = async () => joinParts(await words(page))
  await expect.poll(async () => (await whole()).length).toBeGreaterThan(3)
  for (const gap of gaps((await whole()).slice(0, 3))) expect(Math.abs(gap - PAUSE)).toBeLessThan(0.15)
  expect(asked).toEqual([])
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('checkbox')).not.toBeChecked()
  await dialog.getByRole('radio', { name: /^Light/ }).click()
  await expect(dialog.getByRole('status')).toHaveText('The light edition plays.')
  await dialog.getByRole('checkbox').check()
  await expect.poll(() => asked.length).toBe(1)
  await forgetHeard(page)
  await expect.poll(async () => (await whole()).length).toBeGreaterThan(4)
  for (const gap of gaps((await whole()).slice(1, 4))) expect(gap).toBeLessThan(LEFT + 0.3)
  await expect(dialog.getByText(/^\d+ seconds? saved in this title$/)).toBeVisible()
  await dialog.getByRole('checkbox').uncheck()
  await forgetHeard(page)
  await expect.poll(async () => (await words(page)).length).toBeGreaterThan(3)
  for (const gap of gaps((await words(page)).slice(1, 3))) expect(Math.abs(gap - PAUSE)).toBeLessThan(0.15)
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: NO_NETWORK })

  test('[SO-6] [SO-4] a light copy is offered first, and its pauses are shortened too', async ({ page, context }) => {
    await recordSound(page)
    await beNewListener(page)
    await openSavedPage(page, path)
    await row(page).locator('.offline-copy').press('Enter')
    const question = page.getByRole('dialog')
    await expect(question.getByRole('radio', { name: 'Light 0.2 MB for this track' })).toBeChecked()
    await expect(question.getByRole('radio', { name: 'Full 0.6 MB for this track' })).toBeVisible()
    await question.getByRole('button', { name: 'Keep it' }).press('Enter')
    await expect(row(page).locator('.offline-copy')).toHaveAccessibleName(/is kept offline/)
    await page.evaluate(() => localStorage.setItem('playerPauses', 'short'))
    await context.setOffline(true)
    await page.goto(path)
    await row(page).locator('.number').press('Enter')
    await expectPlaying(page)
    await expect.poll(async () => (await words(page)).length).toBeGreaterThan(5)
    const heard = (await words(page)).slice(1, 5)
    expect(heard.map(({ word }) => word)).toEqual([1, 2, 3, 4])
    for (const gap of gaps(heard)) expect(gap).toBeLessThan(LEFT + 0.3)
    const dialog = await openDialog(page)
    await expect(dialog.getByText(/^\d+ seconds? saved in this title$/)).toBeVisible()
    await expect(dialog.getByRole('status')).toHaveText('The copy on this device plays.')
  })

  test('[SO-4] [AX-1] the question which edition to keep fits at 320 px in Marathi, and nothing is kept without an answer', async ({
    page,
  }) => {
    await beNewListener(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await openSavedPage(page, inTree('mr', path))
    const copy = row(page).locator('.offline-copy')
    await copy.press('Enter')
    const question = page.getByRole('dialog', { name: /^ऑफलाइन ठेवा: .+$/ })
    const chosen = question.getByRole('radio', { checked: true })
    await expect(chosen).toHaveAccessibleName(/^हलकी या भागासाठी [०-९]\.[०-९] एमबी$/)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(copy).toBeFocused()
    await expect(copy).toHaveAccessibleName(/^ऑफलाइन ठेवा: .+$/)
    expect(await cachedUrls(page, 'keptTracks')).toEqual([])
    await copy.press('Enter')
    await question.getByRole('radio', { name: /^पूर्ण/ }).check()
    await question.getByRole('button', { name: 'ठेवा', exact: true }).press('Enter')
    await expect(copy).toHaveAccessibleName(/^ऑफलाइन ठेवले आहे: .+\. काढा$/)
    const bytes = await page.evaluate(async () => {
      const store = await caches.open('keptTracks')
      const sound = (await store.keys()).find(({ url }) => url.includes('/media/audio/'))
      return (await (await store.match(sound?.url ?? ''))?.blob())?.size
    })
    expect(bytes, 'bytes of a full edition of 40 seconds').toBeGreaterThan(400_000)
  })
})
