import { type Page } from '@playwright/test'
import { bar, button, expectPlaying, isPast, reports, watchSound } from '../support/hearing.ts'
import { beSignedIn, beSomebodyNew } from '../support/personas.ts'
import { kept, Line, line, NO_NETWORK, openKept } from '../support/offline.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, pathOf, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: NO_NETWORK })

const SAID = {
  en: {
    keep: 'Keep offline',
    kept: 'Kept offline. Remove?',
    sample: 'Play sample of Dnyaneshwari',
    pause: 'Pause sample of Dnyaneshwari',
    track: /^Keep .+ offline$/,
    trackKept: /^.+ is kept offline\. Remove it$/,
    remove: /^Remove .+ from this device$/,
    removeAll: 'Remove all sounds',
    full: /^There is not enough room on this device/,
    total: /^\d+\.\d MB in all$/,
  },
  mr: {
    keep: 'ऑफलाइन ठेवा',
    kept: 'ऑफलाइन ठेवले आहे. काढायचे?',
    sample: 'नमुना ऐका: ज्ञानेश्वरी',
    pause: 'नमुना थांबवा: ज्ञानेश्वरी',
    track: /^.+ ऑफलाइन ठेवा$/,
    trackKept: /^.+ ऑफलाइन ठेवले आहे\. काढा$/,
    remove: /^.+ या उपकरणावरून काढा$/,
    removeAll: 'सर्व ध्वनी काढा',
    full: /^या उपकरणावर पुरेशी जागा नाही/,
    total: /^एकूण [०-९]+\.[०-९] एमबी$/,
  },
} as const

const keepSample = (page: Page) => page.locator('.title .left .keep')
const keepTrack = (page: Page, place: number) => page.locator('.rows li').nth(place).locator('.keep')

/** A title page under the worker, with its sample kept. */
async function withSample(page: Page, locale: 'en' | 'mr' = 'en'): Promise<string> {
  const path = inTree(locale, await pathOf(page, 'Dnyaneshwari'))
  await openKept(page, path)
  await keepSample(page).press('Enter')
  await expect(keepSample(page)).toHaveAccessibleName(SAID[locale].kept)
  return path
}

/** Scripts and styles of the publication that the worker has not saved yet. */
const missingAssets = (page: Page) =>
  page.evaluate(async () => {
    const worker = await (await fetch('/sw.js')).text()
    const saved = (await (await caches.open('keptAssets')).keys()).map(({ url }) => new URL(url).pathname)
    return [...worker.matchAll(/\/_a\/[\w.-]+\.(?:js|css)/g)]
      .map(([path]) => path)
      .filter((path) => !saved.includes(path))
  })

test('[PL-6] a free track that was kept plays without a network, and what was heard is sent afterwards', async ({
  page,
  context,
}) => {
  await watchSound(page)
  await beSomebodyNew(page)
  const path = await pathOf(page, 'Dnyaneshwari')
  await openKept(page, path)
  await expect(keepTrack(page, 1)).toHaveAccessibleName(SAID.en.track)
  await keepTrack(page, 1).press('Enter')
  await expect(keepTrack(page, 1)).toHaveAccessibleName(SAID.en.trackKept)
  await expect.poll(() => missingAssets(page)).toEqual([])
  await context.setOffline(true)
  await page.goto(path)
  await expect(line(page)).toBeVisible()
  const sent = reports(page)
  await page.locator('.rows li').nth(1).locator('.number').press('Enter')
  await expectPlaying(page)
  await isPast(page, 3)
  await button(page, 'pause').click()
  await expect(bar(page)).toHaveAttribute('data-state', 'paused')
  expect(sent.every(({ request_type: type }) => type === 'initiate')).toBe(true)
  const answered = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/player/') && response.request().postData()?.includes('"pause"') === true,
  )
  await context.setOffline(false)
  expect((await answered).status()).toBe(200)
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('playerReports') ?? '{}').reports?.length))
    .toBe(0)
})

test('[PL-6] a disk that is full says so at the button, and leaves nothing behind', async ({ page, context }) => {
  const path = await pathOf(page, 'Dnyaneshwari')
  await openKept(page, path)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1 })
  await keepSample(page).click()
  await expect(page.locator('.left').getByRole('status')).toHaveText(SAID.en.full)
  await expect(keepSample(page)).toHaveAccessibleName(SAID.en.keep)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin })
  await keepSample(page).click()
  await expect(keepSample(page)).toHaveAccessibleName(SAID.en.kept)
  await keepSample(page).click()
  await expect(keepSample(page)).toHaveAccessibleName(SAID.en.keep)
  expect(await kept(page, 'keptSamples')).toEqual([])
})

test('[SA-1] a sample that was kept plays without a network, also from the list of what is kept, and can be removed', async ({
  page,
  context,
}) => {
  await watchSound(page)
  const path = await withSample(page, 'mr')
  await expectAccessible(page)
  await context.setOffline(true)
  await page.goto(path)
  await expect(keepSample(page)).toHaveAccessibleName(SAID.mr.kept)
  await page.locator('.left').getByRole('button', { name: SAID.mr.sample }).click()
  await isPast(page, 1)
  await page.goto(inTree('mr', '/offline/'))
  await expect(page.locator('offline-shelf .all span')).toHaveText(SAID.mr.total)
  await expectNoSidewaysScroll(page)
  await page.locator('offline-shelf .sounds').getByRole('button', { name: SAID.mr.sample }).press('Enter')
  await expect(page.locator('offline-shelf .sounds').getByRole('button', { name: SAID.mr.pause })).toBeVisible()
  await expectAccessible(page)
  await page.locator('offline-shelf .sounds').getByRole('button', { name: SAID.mr.remove }).press('Enter')
  await expect(page.locator('offline-shelf .sounds li')).toHaveCount(0)
  await expect(page.locator('#sounds')).toBeFocused()
  expect(await kept(page, 'keptSamples')).toEqual([])
})

test('[PL-8] kept bytes are given in ranges exactly as the server gives them', async ({ page }) => {
  await withSample(page)
  const mapUrl = await page.locator('.left sample-button').getAttribute('sample')
  const signed = await page.request.post('/api/get-sample-signed-url/', { data: { map_url: mapUrl } })
  const address = ((await signed.json()) as { data: { signed_url: string } }).data.signed_url
  const whole = await page.request.get(address)
  const size = (await whole.body()).length
  const etag = whole.headers()['etag'] ?? ''
  expect(await kept(page, 'keptSamples')).toEqual([address.split('?')[0]])
  const ranges = [
    'bytes=0-',
    'bytes=0-0',
    'bytes=0-1',
    'bytes=1-100',
    `bytes=${size - 1}-`,
    `bytes=${size}-`,
    `bytes=${size + 5}-${size + 9}`,
  ]
  const odd = [
    'bytes=-1',
    'bytes=-500',
    `bytes=-${size * 2}`,
    'bytes=-0',
    'bytes=5-2',
    'bytes=0-1,5-9',
    'bytes=x-y',
    'items=0-5',
    `bytes=100-${size * 9}`,
    '',
  ]
  const asked = [...ranges, ...odd].map((range): Record<string, string> => (range ? { range } : {}))
  const conditions = [{ 'if-range': etag }, { 'if-range': '"other"' }].map((condition) => ({
    range: 'bytes=3-30',
    ...condition,
  }))
  for (const headers of [...asked, ...conditions, { 'if-none-match': etag }]) {
    const server = await page.request.get(address, { headers })
    const worker = await page.evaluate(
      async ([path, given]) => {
        const response = await fetch(path, { headers: given })
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          bytes: [...new Uint8Array(await response.arrayBuffer())],
        }
      },
      [`${address.split('?')[0]}?signature=over`, headers] as const,
    )
    const named = (all: Record<string, string>) =>
      ['content-type', 'content-range', 'content-length', 'accept-ranges', 'etag', 'cache-control'].map(
        (name) => all[name],
      )
    expect([worker.status, Buffer.from(worker.bytes).equals(await server.body())], JSON.stringify(headers)).toEqual([
      server.status(),
      true,
    ])
    if (server.status() !== 304 && server.status() !== 416)
      expect(named(worker.headers), JSON.stringify(headers)).toEqual(named(server.headers()))
    expect(worker.headers['content-range'], JSON.stringify(headers)).toBe(server.headers()['content-range'])
  }
})

test('[PL-4] what a plan opens is never kept: it has no button, and hearing it leaves no byte behind', async ({
  page,
}) => {
  await watchSound(page)
  await beSignedIn(page, 'subscriber@kathavani.test')
  const path = await pathOf(page, 'The Lamp at Rajgad')
  await openKept(page, path)
  await page.locator('.rows .number').first().click()
  await expectPlaying(page)
  await isPast(page, 1)
  await expect(page.locator('.rows .keep')).toHaveCount(0)
  expect([...(await kept(page, 'keptTracks')), ...(await kept(page, 'keptSamples'))]).toEqual([])
})

test('[PL-4] a guest has no button at free tracks, which are for listeners', async ({ page }) => {
  await openKept(page, '/try-free-kathavani/')
  const title = page.getByRole('article').filter({ hasText: 'Dnyaneshwari' })
  await title.locator('summary').click()
  await expect(title.locator('.rows li').first()).toBeVisible()
  await expect(title.locator('.keep').first()).toBeHidden()
})

test('[TF-1] a listener keeps a track from the free shelf, and the page of its title with it', async ({ page }) => {
  await beSomebodyNew(page)
  await openKept(page, '/try-free-kathavani/')
  const title = page.getByRole('article').filter({ hasText: 'Dnyaneshwari' })
  await title.locator('summary').click()
  await title.getByRole('button', { name: SAID.en.track }).first().click()
  await expect(title.getByRole('button', { name: SAID.en.trackKept })).toHaveCount(1)
  await expect(title.getByText('Kept offline.', { exact: true })).toBeVisible()
  await expect
    .poll(() => kept(page, 'keptPages').then((all) => all.some((one) => one.endsWith('/dnyaneshwari/'))))
    .toBe(true)
})

test('[SI-9] logging out takes the tracks of a listener off the device, and leaves the samples', async ({ page }) => {
  await beSomebodyNew(page)
  await withSample(page)
  await keepTrack(page, 0).click()
  await expect(keepTrack(page, 0)).toHaveAccessibleName(SAID.en.trackKept)
  expect(await kept(page, 'keptTracks')).toHaveLength(2)
  await page.goto('/logout/')
  await expect.poll(() => kept(page, 'keptTracks')).toEqual([])
  expect(await kept(page, 'keptSamples')).toHaveLength(1)
})

test('[PL-8] a line that breaks while a sound is fetched leaves no half of it, and the next press keeps it', async ({
  page,
  baseURL,
}) => {
  const shop = await new Line(baseURL ?? '').open()
  await openKept(page, `${shop.address}${await pathOf(page, 'Dnyaneshwari')}`)
  shop.cutsSounds = true
  await keepSample(page).click()
  await expect(page.locator('.left').getByRole('status')).toHaveText(
    'The connection was lost. Try again when you are connected.',
  )
  expect(await kept(page, 'keptSamples')).toEqual([])
  shop.cutsSounds = false
  await keepSample(page).click()
  await expect(keepSample(page)).toHaveAccessibleName(SAID.en.kept)
  expect(await kept(page, 'keptSamples')).toHaveLength(1)
  shop.close()
})

test.describe('in a browser that has no worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('[SA-3] the button says that nothing is kept here', async ({ page }) => {
    await page.goto(await pathOf(page, 'Dnyaneshwari'))
    await keepSample(page).click()
    await expect(page.locator('.left').getByRole('status')).toHaveText(/^This browser keeps nothing here/)
    await expect(keepSample(page)).toHaveAccessibleName(SAID.en.keep)
  })
})
