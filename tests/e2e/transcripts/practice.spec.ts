import type { Locator, Page } from '@playwright/test'
import { chromiumOptions, windowedChromiumPath } from '../../../scripts/test/chromium.ts'
import { coursesOf } from '../support/courses.ts'
import { bar, expectPlaying, playAll, sound, watchSound, type Locale } from '../support/listening.ts'
import { NO_NETWORK } from '../support/offline.ts'
import { beNewListener } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, test } from '../support/test.ts'

// A microphone that hums: Chromium's own, which works on a machine without one. The headless shell knows no microphones.
const { args = [], ...options } = chromiumOptions()
const executablePath = windowedChromiumPath()
test.use({
  // A browser with a window asks for it where a reply is no page.
  expectedErrors: /favicon\.ico/,
  launchOptions: {
    ...options,
    ...(executablePath && { executablePath }),
    args: [...args, '--use-fake-device-for-media-stream'],
  },
})

const TEXTS = {
  en: {
    open: 'Text',
    dialog: 'Read along',
    practise: 'Practise',
    place: 'Line 1 of',
    second: 'Line 2 of',
    heard: '✓ Heard',
    hear: 'Hear the line',
    slowly: 'Slowly',
    repeat: 'Repeat',
    previous: 'Previous line',
    next: 'Next line',
    hide: 'Hide the lines',
    reveal: 'Show this line',
  },
  mr: {
    open: 'मजकूर',
    dialog: 'ऐकता ऐकता वाचा',
    practise: 'सराव करा',
    place: 'पैकी ओळ १',
    second: 'पैकी ओळ २',
    heard: '✓ ऐकून झाली',
    hear: 'ओळ ऐका',
    slowly: 'सावकाश ऐका',
    repeat: 'पुन्हा पुन्हा',
    previous: 'मागची ओळ',
    next: 'पुढची ओळ',
    hide: 'ओळी झाका',
    reveal: 'ही ओळ दाखवा',
  },
} as const satisfies Record<Locale, object>
const LOOKS = [
  ['mr', 320],
  ['en', 1440],
] as const

/** The free course of the demo, with its first line before the learner. */
async function openPractice(page: Page, locale: Locale) {
  const texts = TEXTS[locale]
  await watchSound(page)
  await beNewListener(page)
  const course = (await coursesOf(page)).find(({ product_slug: slug }) => slug.includes('marathi!'))
  await page.goto(inTree(locale, `/audio-course-product-details/${course?.id}/${course?.product_slug}/`))
  const times = page.waitForResponse('**/api/**/transcripts/**')
  await playAll(page).click()
  await expectPlaying(page, locale)
  const more = bar(page, locale).locator('.player-more')
  if (await more.isVisible()) await more.click()
  await bar(page, locale).getByRole('button', { name: texts.open, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: texts.dialog })
  const { transcripts } = (await (await times).json()) as {
    transcripts: { is_spoken: boolean; cues: { start: number; end: number; text: string }[] }[]
  }
  const { cues = [] } = transcripts.find(({ is_spoken: isSpoken }) => isSpoken) ?? {}
  await dialog.getByRole('button', { name: texts.practise }).click()
  await expect(dialog.getByRole('button', { name: texts.hear })).toBeVisible()
  // The recording does not run on behind the line.
  await expect(bar(page, locale)).toHaveAttribute('data-state', 'paused')
  const name = (label: keyof typeof texts) => dialog.getByRole('button', { name: texts[label], exact: true })
  return { dialog, cues, name, texts }
}

for (const [locale, width] of LOOKS)
  test(`[LN-5] a line is heard alone, slowly, again and again, and hidden, in ${locale} at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const { dialog, cues, name, texts } = await openPractice(page, locale)
    const [first, second] = cues
    if (!first || !second) throw new Error('the lesson has no lines')
    const stopped = () => expect.poll(async () => (await sound(page)).isPaused).toBe(true)

    await test.step('to its end, and not further', async () => {
      await name('hear').click()
      await expect(dialog.getByText(texts.heard)).toBeVisible({ timeout: 30_000 })
      await stopped()
      const { seconds } = await sound(page)
      expect(Math.abs(seconds * 1000 - first.end)).toBeLessThan(500)
      await expect(dialog.getByText(texts.place)).toBeVisible()
      await expect(dialog.getByText(first.text)).toBeVisible()
    })

    await test.step('slowly, and at its own speed afterwards', async () => {
      await name('slowly').click()
      await expect.poll(async () => (await sound(page)).speed).toBe(0.7)
      await expect.poll(async () => (await sound(page)).isPaused, { timeout: 30_000 }).toBe(true)
      expect((await sound(page)).speed).toBe(1)
    })

    await test.step('again and again until it is stopped, and the next one', async () => {
      await name('next').click()
      await expect(dialog.getByText(texts.second)).toBeVisible()
      await expect(dialog.getByText(texts.heard)).toHaveCount(0)
      await name('repeat').click()
      await page.evaluate(() => {
        const [one] = (window as unknown as { audioLog: { elements: HTMLAudioElement[] } }).audioLog.elements
        Object.assign(window, { seeks: 0 })
        one?.addEventListener('seeked', () => ((window as unknown as { seeks: number }).seeks += 1))
      })
      await name('hear').click()
      const seeks = () => page.evaluate(() => (window as unknown as { seeks: number }).seeks)
      await expect.poll(seeks, { timeout: 40_000 }).toBeGreaterThan(2)
      const { seconds } = await sound(page)
      expect([seconds * 1000 > second.start - 200, seconds * 1000 < second.end + 500]).toEqual([true, true])
      await name('repeat').click()
      await expect(dialog.getByText(texts.heard)).toBeVisible()
      await stopped()
    })

    await test.step('hidden until the learner looks', async () => {
      await name('hide').click()
      await expect(dialog.getByText(second.text)).toHaveCount(0)
      await name('reveal').press('Enter')
      await expect(dialog.getByText(second.text)).toBeVisible()
      await expect(dialog.locator('.line')).toBeFocused()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    })
  })

test('[LN-5] the own voice is recorded beside the speaker, and never leaves the browser', async ({ page, context }) => {
  await context.grantPermissions(['microphone'])
  const { dialog } = await openPractice(page, 'en')
  const sent: string[] = []
  page.on('request', (request) => {
    if ((request.postDataBuffer()?.length ?? 0) > 2_000) sent.push(request.url())
  })
  await dialog.getByRole('button', { name: 'Record yourself' }).click()
  const stop = dialog.getByRole('button', { name: 'Stop recording' })
  await expect(stop).toBeVisible()
  expect((await sound(page)).isPaused).toBe(true)
  // What was said lasts as long as it was recorded.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_500)))
  const heard = page.evaluate(
    () =>
      new Promise<{ seconds: number; loudest: number }>((resolve) => {
        const { start } = AudioBufferSourceNode.prototype
        AudioBufferSourceNode.prototype.start = function (this: AudioBufferSourceNode, ...when: number[]) {
          const samples = this.buffer?.getChannelData(0) ?? new Float32Array()
          resolve({ seconds: this.buffer?.duration ?? 0, loudest: Math.max(...samples.map(Math.abs)) })
          start.apply(this, when as [])
        }
      }),
  )
  await stop.click()
  await dialog.getByRole('button', { name: 'The speaker, then you' }).click()
  const { seconds, loudest } = await heard
  expect(seconds).toBeGreaterThan(1)
  expect(loudest).toBeGreaterThan(0.01)
  await expect(dialog.getByText('✓ Heard')).toBeVisible()
  expect(sent).toEqual([])
})

test('[LN-5] a recording ends by itself after its longest time, and can be heard and made again', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['microphone'])
  // Its minute lasts a second and a half.
  await page.addInitScript(() => {
    const real = window.setTimeout.bind(window)
    const shorter = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      real(run, ms === 60_000 ? 1_500 : ms, ...rest)
    Object.assign(window, { setTimeout: shorter })
  })
  const { dialog } = await openPractice(page, 'en')
  for (let times = 0; times < 2; times += 1) {
    await dialog.getByRole('button', { name: 'Record yourself' }).click()
    // The name says it already.
    await expect(dialog.getByRole('button', { name: 'Stop recording' })).not.toHaveAttribute('aria-pressed')
    await expect(dialog.getByRole('button', { name: 'Hear yourself' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Record yourself' })).not.toHaveAttribute('aria-pressed')
  }
})

test('[LN-5] a microphone that is blocked is told, and the lines can be heard on', async ({ page, context }) => {
  await context.clearPermissions()
  const { dialog } = await openPractice(page, 'en')
  await dialog.getByRole('button', { name: 'Record yourself' }).click()
  await expect(dialog.getByText('The microphone is blocked here.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Hear the line' }).click()
  await expectPlaying(page)
})

test('[LN-5] a microphone that is allowed after the line was left is switched off at once', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['microphone'])
  const { dialog } = await openPractice(page, 'en')
  await page.evaluate(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    const state = Object.assign(window, { allow: () => {}, streams: [] as MediaStream[] })
    navigator.mediaDevices.getUserMedia = async (what) => {
      await new Promise<void>((allow) => (state.allow = allow))
      const stream = await ask(what)
      state.streams.push(stream)
      return stream
    }
  })
  await dialog.getByRole('button', { name: 'Record yourself' }).click()
  await dialog.getByRole('button', { name: 'Next line' }).click()
  await expect(dialog.getByText('Line 2 of')).toBeVisible()
  await page.evaluate(() => (window as unknown as { allow: () => void }).allow())
  const tracks = () =>
    page.evaluate(() =>
      (window as unknown as { streams: MediaStream[] }).streams.flatMap((stream) =>
        stream.getTracks().map(({ readyState }) => readyState),
      ),
    )
  await expect.poll(tracks).toEqual(['ended'])
})

test('[LN-5] [LL-2] a lesson whose lines were all practised is done, and says so; lines stay heard when the text is closed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { dialog, cues, name } = await openPractice(page, 'en')
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0
  await test.step('a button that leads nowhere keeps the focus, and the longest line lies above it', async () => {
    for (const view of ['ISO 15919', 'Translation']) await dialog.getByRole('button', { name: view }).click()
    for (const at of cues.keys()) {
      await expect(dialog.getByText(`Line ${at + 1} of ${cues.length}`)).toBeVisible()
      const words = await dialog.locator('.line').boundingBox()
      expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(await top(name('hear')))
      await name('hear').click()
      await expect(dialog.getByText('✓ Heard')).toBeVisible({ timeout: 30_000 })
      await name('next').focus()
      await page.keyboard.press('Enter')
    }
    await expect(name('next')).toBeFocused()
    await expect(dialog.getByText('All lines are heard: the lesson is done.')).toBeVisible()
  })
  await test.step('closed and opened again', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await bar(page).getByRole('button', { name: 'Text', exact: true }).click()
    await dialog.getByRole('button', { name: 'Practise' }).click()
    await expect(dialog.getByText('All lines are heard: the lesson is done.')).toBeVisible()
    await expect(dialog.getByText('✓ Heard')).toBeVisible()
  })
  await test.step('on the page of the course, after a reload', async () => {
    await page.reload()
    const lesson = page.getByRole('listitem').filter({ hasText: 'Greetings' })
    await expect(lesson.locator('.length')).toHaveAttribute('data-done', '✓ Heard')
  })
})

test.describe('without a network', () => {
  test.use({ expectedErrors: new RegExp(`${NO_NETWORK.source}|favicon`) })

  test('[LN-5] [RL-2] a line whose sound cannot come says so in the practice, and begins when the network is back', async ({
    page,
    context,
  }) => {
    const { dialog, name } = await openPractice(page, 'en')
    await expect(name('previous')).toHaveAttribute('aria-disabled', 'true')
    // Sound that was fetched is no longer in the page: as on the next visit.
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(bar(page)).toBeVisible()
    const more = bar(page).locator('.player-more')
    if (await more.isVisible()) await more.click()
    await bar(page).getByRole('button', { name: 'Text', exact: true }).click()
    await dialog.getByRole('button', { name: 'Practise' }).click()
    await expect(name('hear')).toBeVisible()
    await context.setOffline(true)
    await name('hear').click()
    await expect(dialog.getByText('You are offline. The line begins when there is a network.')).toBeVisible()
    await context.setOffline(false)
    await expect(dialog.getByText('✓ Heard')).toBeVisible({ timeout: 60_000 })
  })
})
