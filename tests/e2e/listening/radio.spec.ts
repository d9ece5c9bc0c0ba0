import { type Page } from '@playwright/test'
import type { RadioFile } from '#contract/listening/radio.ts'
import { listenTo, playAll, goNearEnd, isPast, sound, watchSound } from '../support/listening.ts'
import { beBuyer } from '../support/orders.ts'
import { cachedUrls, NetworkProxy, NO_NETWORK, openSavedPage } from '../support/offline.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, holdScripts, inTree, step, test } from '../support/test.ts'

const now = (page: Page) => page.locator('.radio .now')
const heading = (page: Page) => now(page).getByRole('heading', { level: 2 })
const control = (page: Page, value: string) => now(page).locator(`[value=${value}]`)
const status = (page: Page) => now(page).getByRole('status')
const barOf = (page: Page) => page.getByRole('region', { name: /^(?:Now playing|सध्या सुरू)$/ })
const saved = (page: Page) => page.locator('.radio section.saved')

/** Presses, and waits until a sample is heard; returns the name of its title. */
async function hear(page: Page, press: () => Promise<void>): Promise<string> {
  const before = await heading(page).textContent()
  await press()
  await expect(heading(page)).not.toHaveText(before ?? '')
  await expect(control(page, 'play')).toHaveText(/Pause the radio|रेडिओ थांबवा/)
  // Busy until its sound is there: the page shows what comes as soon as it is known.
  await expect(control(page, 'play')).toHaveAttribute('aria-busy', 'false')
  return (await heading(page).textContent()) ?? ''
}
const start = (page: Page) => hear(page, () => control(page, 'play').click())
const skip = (page: Page) => hear(page, () => control(page, 'next').click())

/** Counts the samples whose bytes came before they were to play. */
const watchAhead = (page: Page) =>
  page.addInitScript(() => {
    const make = URL.createObjectURL.bind(URL)
    Object.assign(window, { ahead: 0 })
    URL.createObjectURL = (bytes) => {
      Object.assign(window, { ahead: (window as unknown as { ahead: number }).ahead + 1 })
      return make(bytes)
    }
  })
const fetchedAhead = (page: Page) => page.evaluate(() => (window as unknown as { ahead: number }).ahead)

/** The samples of the publication by the names of their titles. */
async function published(page: Page, locale: 'en' | 'mr' = 'en') {
  const { samples } = (await (await page.request.get(`/radio-samples/${locale}/0.json`)).json()) as RadioFile
  return new Map(samples.map((sample) => [sample.name, sample]))
}

test('[RM-6] one press plays sample after sample, and the bar, the page and the lock screen agree', async ({
  page,
}) => {
  await watchSound(page)
  await page.addInitScript(() => {
    const actions: Record<string, (() => void) | null> = {}
    Object.assign(window, { actions })
    MediaSession.prototype.setActionHandler = (name: string, work: MediaSessionActionHandler | null) => {
      actions[name] = work as (() => void) | null
    }
  })
  const pressLock = (name: string) =>
    page.evaluate((one) => (window as unknown as { actions: Record<string, () => void> }).actions[one]?.(), name)

  await step(page, 'the next one begins by itself when the first has ended', async () => {
    await page.goto('/radio/')
    await expect(heading(page)).toHaveText('Nothing plays yet.')
    const first = await start(page)
    await expect(status(page)).toContainText(`Now: ${first}`)
    await isPast(page, 0.5)
    const { source } = await sound(page)
    const second = await hear(page, () => goNearEnd(page, 0.3))
    expect((await sound(page)).source).not.toBe(source)
    await isPast(page, 0.5)
    await expect(status(page)).toContainText(`Now: ${second}`)
    await expect(barOf(page)).toContainText(second)
    expect((await sound(page)).elements).toBe(1)
  })

  await step(page, 'skipping plays another, and the lock screen has next and previous', async () => {
    await page.goto('/radio/')
    const first = await start(page)
    const second = await skip(page)
    const third = await hear(page, () => pressLock('nexttrack'))
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await hear(page, () => pressLock('previoustrack'))).toBe(second)
    await expect(page.locator('.radio section.recent li')).toHaveCount(3)
  })

  await step(page, 'the radio goes on in the bar of another page, which can skip, and its page knows it', async () => {
    await page.goto('/radio/')
    const first = await start(page)
    await now(page).getByRole('link', { name: 'Open the title' }).click()
    await expect(page).toHaveURL(/\/(?:product-details|audio-course-product-details)\//)
    await expect(barOf(page)).toContainText(first)
    await barOf(page).getByRole('button', { name: 'Next sample' }).click()
    await expect(barOf(page)).not.toContainText(first)
    await page.locator('footer').getByRole('link', { name: 'Sample radio' }).click()
    await expect(heading(page)).not.toHaveText(first)
    await expect(barOf(page)).toContainText((await heading(page).textContent()) ?? '-')
    await control(page, 'play').click()
    await expect(barOf(page).getByRole('button', { name: 'Play' })).toBeVisible()
    await expect(control(page, 'play')).toHaveText('Start the radio')
  })
})

test('[RM-6] a title that starts ends the radio', async ({ page }) => {
  await listenTo(page)
  await page.locator('footer').getByRole('link', { name: 'Sample radio' }).click()
  const name = await start(page)
  await expect(barOf(page)).toContainText(name)
  await page.goBack()
  await playAll(page).click()
  await expect(page.getByRole('region', { name: 'Player', exact: true })).toHaveAttribute('data-state', 'playing')
  await page.goForward()
  await expect(control(page, 'play')).toHaveText('Start the radio')
  expect(await heading(page).textContent()).toBe(name)
})

test('[RM-6] what is kept stays with a link and is taken off again, and what was chosen stays', async ({ page }) => {
  const scripts = await holdScripts(page, 'radio-page*')
  await page.goto('/radio/')
  // Before the script of the radio has come, on a slow line.
  await page.getByRole('radio', { name: 'English' }).check()
  await scripts.release()
  await page.getByRole('checkbox', { name: 'History' }).check()
  const name = await start(page)
  await control(page, 'save').click()
  await expect(control(page, 'save')).toHaveAccessibleName(`Kept. Remove? ${name}`)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'History' })).toBeChecked()
  await expect(saved(page).getByRole('link', { name })).toHaveAttribute('href', /\/\d+\/[^/]+\/$/)
  await saved(page)
    .getByRole('button', { name: `Kept. Remove? ${name}` })
    .press('Enter')
  await expect(saved(page).getByText(/^Nothing yet/)).toBeVisible()
  await expect(saved(page).getByRole('heading')).toBeFocused()
})

test('[RM-6] [AX-1] rows that stay keep the focus while others come and go', async ({ page }) => {
  await page.goto('/radio/')
  const names = [await start(page)]
  await control(page, 'save').click()
  for (let turn = 0; turn < 2; turn += 1) {
    names.unshift(await skip(page))
    await control(page, 'save').click()
    await expect(saved(page).getByRole('listitem')).toHaveCount(turn + 2)
  }
  const removal = (name = '') => saved(page).getByRole('button', { name: `Kept. Remove? ${name}` })
  await removal(names[0]).press('Enter')
  await expect(removal(names[1])).toBeFocused()
  await expect(saved(page).getByRole('listitem')).toHaveCount(2)
  await removal(names[1]).press('Enter')
  await expect(removal(names[2])).toBeFocused()
  await expect(saved(page).getByRole('listitem')).toHaveCount(1)

  const heard = page
    .locator('.radio section.recent')
    .getByRole('listitem')
    .filter({ hasText: names[2] ?? '-' })
  await heard.getByRole('button').focus()
  for (const heardBefore of [3, 4]) {
    await expect(page.locator('.radio section.recent li')).toHaveCount(heardBefore)
    await hear(page, () => control(page, 'next').dispatchEvent('click'))
    await expect(heard.getByRole('button')).toBeFocused()
  }
})

test('[RM-6] only the chosen language and kind play, and titles for children only for who chooses them', async ({
  page,
}) => {
  const samples = await published(page)
  const hearThree = async () => {
    const names = [await start(page)]
    for (let turn = 0; turn < 2; turn += 1) names.push(await skip(page))
    return names.map((name) => samples.get(name))
  }
  for (const locale of ['English', 'Marathi'] as const)
    await step(page, `in ${locale}`, async () => {
      await page.goto('/radio/')
      await page.getByRole('radio', { name: locale }).check()
      for (const sample of await hearThree()) {
        expect(sample?.spoken).toBe(locale === 'English' ? 'en' : 'mr')
        expect(sample?.kind).not.toBe('kids')
      }
    })
  await step(page, 'for children', async () => {
    await page.goto('/radio/')
    await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Kids' })
    await expect(page.getByRole('checkbox', { name: 'History' })).toBeHidden()
    for (const sample of await hearThree()) expect(sample?.kind).toBe('kids')
  })
})

for (const [locale, width] of [
  ['mr', 320],
  ['en', 1440],
] as const)
  test(`[RM-6] the page is accessible and as wide as its window at ${width} px in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(inTree(locale, '/radio/'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(locale === 'mr' ? 'नमुन्यांचा रेडिओ' : 'Sample radio')
    await expect(control(page, 'play')).toBeInViewport()
    await expectAccessible(page)
    const name = await start(page)
    await control(page, 'save').click()
    await expect(saved(page).getByRole('link', { name })).toBeVisible()
    await skip(page)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

test('[RM-6] the radio works by keyboard', async ({ page }) => {
  await page.goto('/mr/radio/')
  const play = control(page, 'play')
  const next = control(page, 'next')
  await play.focus()
  const first = await hear(page, () => page.keyboard.press('Enter'))
  await page.keyboard.press('Tab')
  await expect(next).toBeFocused()
  const second = await hear(page, () => page.keyboard.press('Space'))
  expect(second).not.toBe(first)
  await expect(next).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(control(page, 'save')).toHaveText('जपले आहे. काढायचे?')
  await page.keyboard.press('Tab')
  await expect(now(page).getByRole('link', { name: 'पुस्तक उघडा' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(play).toHaveText('रेडिओ सुरू करा')
})

test('[RM-6] a guest who buys comes back to the radio with the title in the cart', async ({ page }) => {
  const samples = await published(page)
  await page.goto('/radio/')
  let name = await start(page)
  while ((samples.get(name)?.usd ?? 0) <= 0) name = await skip(page)
  const link = now(page).getByRole('link', { name: 'Purchase' })
  await expect(link).toHaveAttribute(
    'href',
    `/sign-in/?next=${encodeURIComponent(`/radio/?buy=${samples.get(name)?.variant}`)}`,
  )
})

test.describe('a title that is in the basket already', () => {
  test.use({ expectedErrors: /status of 422/ })

  test('[RM-6] a listener puts what they hear into the basket, and it goes on', async ({ page }) => {
    const samples = await published(page)
    await beBuyer(page)
    await page.goto('/radio/')
    let name = await start(page)
    while ((samples.get(name)?.inr ?? 0) <= 0) name = await skip(page)
    await now(page).getByRole('button', { name: 'Purchase' }).click()
    await expect(page.getByRole('dialog', { name: 'Your basket' })).toContainText(name)
    await expect(barOf(page)).toContainText(name)
    await page.keyboard.press('Escape')
    await now(page).getByRole('button', { name: 'Purchase' }).click()
    await expect(page.getByRole('dialog', { name: 'Your basket' })).toBeVisible()
  })
})

test.describe('when samples cannot be had', () => {
  test.use({ expectedErrors: /get-sample-signed-url|Failed to load resource|ERR_/ })

  test('[RM-6] one that fails is passed over, and a server that is gone stops the radio until it is back', async ({
    page,
  }) => {
    await step(page, 'one that is missing is named, and the next one plays', async () => {
      const asked: string[] = []
      // The second is missing, however often it is asked for: while the first plays, and when it is to play.
      await page.route('**/api/get-sample-signed-url/', (route) => {
        const { map_url: sample } = route.request().postDataJSON() as { map_url: string }
        asked.push(sample)
        return sample === asked[0] || (new Set(asked).size > 2 && sample !== asked[1])
          ? route.continue()
          : route.fulfill({ status: 404, json: { status: false, fault: 'notFound' } })
      })
      await page.goto('/radio/')
      await start(page)
      await skip(page)
      await expect(status(page)).toContainText(/^.+ could not be played\. Now: /)
      expect(new Set(asked).size).toBeGreaterThan(2)
    })

    await step(page, 'a server that is gone is said, and trying again plays', async () => {
      await page.goto('/mr/radio/')
      await page.route('**/api/get-sample-signed-url/', (route) => route.abort())
      await control(page, 'play').click()
      await expect(now(page).locator('.notice')).toHaveText(/^शेवटचे काही नमुने ऐकवता आले नाहीत/)
      await page.unroute('**/api/get-sample-signed-url/')
      await control(page, 'again').press('Enter')
      await expect(control(page, 'play')).toHaveText('रेडिओ थांबवा')
      await expect(control(page, 'play')).toBeFocused()
      await expect(now(page).locator('.notice')).toBeHidden()
    })

    await step(page, 'a browser that refuses sound says so in the bar, and the radio waits', async () => {
      await page.goto('/radio/')
      await page.evaluate(() => {
        HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
      })
      await control(page, 'play').click()
      await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong with your browser' })).toBeVisible()
      await expect(control(page, 'play')).toHaveText('Start the radio')
    })
  })
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: NO_NETWORK })

  test('[RM-6] only what is kept on this device plays, and that is said', async ({ page, context }) => {
    await watchSound(page)
    await openSavedPage(page, '/radio/')
    const name = await start(page)
    await control(page, 'save').click()
    await expect(status(page)).toHaveText('Kept, also for times without a network.')
    expect(await cachedUrls(page, 'keptSamples')).toHaveLength(1)
    await context.setOffline(true)
    await page.goto('/radio/')
    await control(page, 'play').click()
    await expect(heading(page)).toHaveText(name)
    await isPast(page, 0.5)
    await expect(now(page).locator('.notice')).toHaveText(/^There is no network\. Only samples that are kept/)
    await goNearEnd(page, 0.3)
    await expect(now(page).locator('.notice')).toHaveText('That was the only sample here.')
    await context.setOffline(false)
    await page.goto('/radio/')
    await saved(page)
      .getByRole('button', { name: `Kept. Remove? ${name}` })
      .click()
    await expect(status(page)).toHaveText('Removed.')
    expect(await cachedUrls(page, 'keptSamples')).toEqual([])
    await context.setOffline(true)
    await page.goto('/radio/')
    await control(page, 'play').click()
    await expect(now(page).locator('.notice')).toHaveText(/^The samples cannot be fetched, and none is kept/)
  })
})

test.describe('when the shop is gone', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: NO_NETWORK })

  test('[RM-6] after three failures the radio goes on with what is kept, though the browser knows of nothing', async ({
    page,
    baseURL,
  }) => {
    await watchSound(page)
    await watchAhead(page)
    const line = await new NetworkProxy(baseURL ?? '').open()
    await openSavedPage(page, `${line.address}/radio/`)
    const name = await start(page)
    await control(page, 'save').click()
    await expect(status(page)).toHaveText('Kept, also for times without a network.')
    const second = await skip(page)
    // What is loaded whole plays on, and so does what was fetched ahead: it is the one after it that cannot be had.
    await expect(status(page)).toContainText(`Now: ${second}`)
    await expect.poll(() => fetchedAhead(page)).toBe(2)
    line.close()
    await skip(page)
    await control(page, 'next').click()
    await expect(heading(page)).toHaveText(name)
    await expect(control(page, 'play')).toHaveText('Pause the radio')
    await expect(now(page).locator('.notice')).toHaveText(/^There is no network\. Only samples that are kept/)
    await expect(status(page)).toContainText('could not be played. There is no network.')
  })
})

test('[RM-6] the page of free titles leads to the radio', async ({ page }) => {
  await page.goto('/try-free-kathavani/')
  await page.locator('main').getByRole('link', { name: 'Sample radio' }).click()
  await expect(page).toHaveURL('/radio/')
})
