import type { Locator, Page } from '@playwright/test'
import { goNearEnd, isPast, watchSound } from '../support/listening.ts'
import { expect, expectNoSidewaysScroll, inTree, step, test } from '../support/test.ts'

const API = '**/api/get-sample-signed-url/'
/** Longer than any change may take, and shorter than a test. */
const HELD_MS = 10_000
/** Of a change, on a slow machine too. */
const MOST_MS = 1_500

type Moments = { moments: { pressed: number; ended: number; sounds: number[]; ahead: number } }
const now = (page: Page) => page.locator('.radio .now')
const control = (page: Page, value: string) => now(page).locator(`[value=${value}]`)

/** Notes when a press, an end and a sound come, by the clock of the page. */
async function watchMoments(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moments: Moments['moments'] = { pressed: 0, ended: 0, sounds: [], ahead: 0 }
    Object.assign(window, { moments })
    addEventListener('click', () => void (moments.pressed = performance.now()), { capture: true })
    const play = HTMLMediaElement.prototype.play
    const known = new WeakSet()
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      if (!known.has(this)) {
        this.addEventListener('ended', () => void (moments.ended = performance.now()), { capture: true })
        this.addEventListener('playing', () => void moments.sounds.push(performance.now()))
      }
      known.add(this)
      return play.call(this)
    }
    const make = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (bytes) => {
      moments.ahead += 1
      return make(bytes)
    }
  })
}
const moments = (page: Page) => page.evaluate(() => (window as unknown as Moments).moments)

async function start(page: Page): Promise<void> {
  await page.goto('/radio/')
  await control(page, 'play').click()
  await expect(control(page, 'play')).toHaveAttribute('aria-busy', 'false')
  await expect(control(page, 'play')).toHaveText('Pause the radio')
}

test('[RM-6] the next sample sounds at once after a press and after an end, though the shop is slow by then', async ({
  page,
}) => {
  await watchSound(page)
  await watchMoments(page)
  let isSlow = false
  await page.route(API, async (route) => {
    if (isSlow) await new Promise((done) => setTimeout(done, HELD_MS))
    await route.continue().catch(() => undefined)
  })

  await step(page, 'after a press', async () => {
    await start(page)
    await expect.poll(async () => (await moments(page)).ahead).toBe(1)
    isSlow = true
    const before = (await moments(page)).sounds.length
    await control(page, 'next').click()
    await expect.poll(async () => (await moments(page)).sounds.length).toBeGreaterThan(before)
    const { pressed, sounds } = await moments(page)
    expect((sounds[before] ?? Infinity) - pressed).toBeLessThan(MOST_MS)
    isSlow = false
  })

  await step(page, 'after the end of a sample', async () => {
    await start(page)
    await isPast(page, 0.5)
    await expect.poll(async () => (await moments(page)).ahead).toBe(1)
    isSlow = true
    const before = (await moments(page)).sounds.length
    await goNearEnd(page, 0.3)
    await expect.poll(async () => (await moments(page)).ended).toBeGreaterThan(0)
    // The seek makes a sound of its own.
    await expect.poll(async () => (await moments(page)).sounds.length).toBeGreaterThan(before)
    await expect.poll(async () => afterEnd(await moments(page))).toBeGreaterThan(0)
    expect(afterEnd(await moments(page))).toBeLessThan(MOST_MS)
  })
})

/** Milliseconds from the end to the sound of the next one; 0 before there is one. */
const afterEnd = ({ ended, sounds }: Moments['moments']): number => {
  const next = sounds.find((moment) => moment > ended)
  return next === undefined ? 0 : next - ended
}

/** Where parts lie in what is on air, whatever its page scrolls. */
const placesIn = (whole: Locator, parts: Locator[]) =>
  Promise.all(
    [whole, ...parts].map((part) =>
      part.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const top = element.closest('.now')?.getBoundingClientRect().y ?? 0
        return [x, y - top, width, height].map(Math.round)
      }),
    ),
  )

for (const [locale, width] of [
  ['mr', 320],
  ['en', 1440],
] as const)
  test(`[RM-6] the waveform of what plays fills as it is heard, and moves nothing (${locale}, ${width} px)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    let release = (): void => undefined
    const held = new Promise<void>((done) => (release = done))
    await page.route('**/product-details/**', async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
    await watchSound(page)
    await page.goto(inTree(locale, '/radio/'))
    await control(page, 'play').click()
    await expect(control(page, 'play')).toHaveText(/Pause the radio|रेडिओ थांबवा/)
    await expect(control(page, 'play')).toHaveAttribute('aria-busy', 'false')
    const wave = now(page).locator('.waveform')
    const line = await wave.locator('path').first().getAttribute('d')
    // The first input brings the letters of Marathi that the reader's own font drew until then.
    if (locale === 'mr') await expect(page.locator('html')).toHaveAttribute('data-letters', 'all')
    const before = await placesIn(now(page), [wave, control(page, 'play')])
    release()
    await expect(wave.locator('path').first()).not.toHaveAttribute('d', line ?? '')
    expect(await placesIn(now(page), [wave, control(page, 'play')])).toEqual(before)
    await isPast(page, 1)
    const heard = () =>
      page.locator('.radio').evaluate((radio) => Number.parseFloat(getComputedStyle(radio).getPropertyValue('--heard')))
    await expect.poll(heard).toBeGreaterThan(0.5)
    await expect(wave).toHaveAttribute('aria-hidden', 'true')
    await expectNoSidewaysScroll(page)
  })
