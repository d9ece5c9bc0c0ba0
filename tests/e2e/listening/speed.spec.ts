import { bar, button, expectPlaying } from '../support/listening.ts'
import { beNewListener } from '../support/personas.ts'
import { addRecordings, elements, forgetHeard, heardFrames, recordSound } from '../support/recordings.ts'
import { expect, test } from '../support/test.ts'

const TITLE = 'monsoon-frequency'
const PITCH = 440

test.describe.configure({ mode: 'default', timeout: 600_000 })
test.skip(!process.env['SHOP_DATA'], 'needs SHOP_DATA: the data folder of the shop')
test.use({ bypassCSP: true })

test('[PL-7] a voice keeps its pitch at every speed, also after a change of track, and nothing drops out', async ({
  page,
}) => {
  const { title } = await addRecordings(TITLE)
  await recordSound(page)
  await beNewListener(page)
  await page.goto(`/product-details/${title}/the-${TITLE}/`)
  await page.locator('.rows li').nth(1).locator('.number').click()
  await expectPlaying(page)
  for (const speed of [0.5, 1, 2, 3]) {
    await bar(page).getByLabel('Speed').selectOption(String(speed))
    // The source changes with the track, and takes its speed and its pitch along.
    await page.locator('.rows li').nth(1).locator('.number').click()
    // Its row would go on where the last speed left it, which is nearer to its end each time.
    await button(page, 'next').click()
    await expect(bar(page)).toContainText('3 of 3')
    await expectPlaying(page)
    expect((await elements(page))[0]).toMatchObject({ playbackRate: speed, preservesPitch: true })
    const from = (await elements(page))[0]?.currentTime ?? 0
    await expect.poll(async () => (await elements(page))[0]?.currentTime).toBeGreaterThan(from + 0.3)
    await forgetHeard(page)
    await expect.poll(async () => (await heardFrames(page)).length).toBeGreaterThan(400)
    const frames = await heardFrames(page)
    const sorted = (key: 'level' | 'pitch') => frames.map((frame) => frame[key]).toSorted((a, b) => a - b)
    const half = Math.floor(frames.length / 2)
    const pitch = sorted('pitch')[half] ?? 0
    const usual = sorted('level')[half] ?? 0
    const dropouts = frames.filter(({ level }) => level < usual / 2).length
    test.info().annotations.push({
      type: `at ${speed}×`,
      description: JSON.stringify({
        pitch,
        dropouts,
        frames: frames.length,
        lowest: (sorted('level')[0] ?? 0) / usual,
      }),
    })
    expect(Math.abs(pitch - PITCH), `Hz off at ${speed}×`).toBeLessThan(PITCH * 0.02)
    expect(dropouts, `hundredths of a second without sound at ${speed}×`).toBeLessThanOrEqual(2)
  }
})
