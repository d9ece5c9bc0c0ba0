import { type Page } from '@playwright/test'
import { bar, button, expectPlaying, isPast, reports, watchSound } from '../support/listening.ts'
import { beSignedIn, beNewListener } from '../support/personas.ts'
import { cachedUrls, NetworkProxy, savedPageNotice, NO_NETWORK, openSavedPage } from '../support/offline.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, pathOf, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: NO_NETWORK })

const MESSAGES = {
  en: {
    save: 'Keep the sample offline',
    saved: 'Kept offline. Remove?',
    sample: 'Play sample of Dnyaneshwari',
    pause: 'Pause sample of Dnyaneshwari',
    track: /^Keep .+ offline$/,
    trackSaved: /^.+ is kept offline\. Remove it$/,
    remove: /^Remove .+ from this device$/,
    removeAll: 'Remove all recordings',
    full: /^There is not enough room on this device/,
    total: /^\d+\.\d MB in all$/,
  },
  mr: {
    save: 'नमुना ऑफलाइन ठेवा',
    saved: 'ऑफलाइन ठेवले आहे. काढायचे?',
    sample: 'नमुना ऐका: ज्ञानेश्वरी',
    pause: 'नमुना थांबवा: ज्ञानेश्वरी',
    track: /^ऑफलाइन ठेवा: .+$/,
    trackSaved: /^ऑफलाइन ठेवले आहे: .+\. काढा$/,
    remove: /^या उपकरणावरून काढा: .+$/,
    removeAll: 'सर्व ऑडिओ काढा',
    full: /^या उपकरणावर पुरेशी जागा नाही/,
    total: /^एकूण [०-९]+\.[०-९] एमबी$/,
  },
} as const

const sampleButton = (page: Page) => page.locator('.title .left .offline-copy')
const trackButton = (page: Page, position: number) => page.locator('.rows li').nth(position).locator('.offline-copy')

/** A title page under the worker, with its sample kept. */
async function withSample(page: Page, locale: 'en' | 'mr' = 'en'): Promise<string> {
  const path = inTree(locale, await pathOf(page, 'Dnyaneshwari'))
  await openSavedPage(page, path)
  await sampleButton(page).press('Enter')
  await expect(sampleButton(page)).toHaveAccessibleName(MESSAGES[locale].saved)
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

test('[PL-6] a saved free track plays without a network, and its progress is sent afterwards', async ({
  page,
  context,
}) => {
  await watchSound(page)
  await beNewListener(page)
  const path = await pathOf(page, 'Dnyaneshwari')
  await openSavedPage(page, path)
  await expect(trackButton(page, 1)).toHaveAccessibleName(MESSAGES.en.track)
  await trackButton(page, 1).press('Enter')
  // It has one edition, so nothing is asked.
  await expect(trackButton(page, 1)).toHaveAccessibleName(MESSAGES.en.trackSaved)
  // What is said to be kept can be played: scripts and styles are there too.
  expect(await missingAssets(page)).toEqual([])
  await context.setOffline(true)
  await page.goto(path)
  await expect(savedPageNotice(page)).toBeVisible()
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

test('[PL-6] a full disk shows a message at the button, and nothing is stored', async ({ page, context }) => {
  const path = await pathOf(page, 'Dnyaneshwari')
  await openSavedPage(page, path)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1 })
  await sampleButton(page).click()
  await expect(page.locator('.left').getByRole('status')).toHaveText(MESSAGES.en.full)
  await expect(sampleButton(page)).toHaveAccessibleName(MESSAGES.en.save)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin })
  await sampleButton(page).click()
  await expect(sampleButton(page)).toHaveAccessibleName(MESSAGES.en.saved)
  await sampleButton(page).click()
  await expect(sampleButton(page)).toHaveAccessibleName(MESSAGES.en.save)
  expect(await cachedUrls(page, 'keptSamples')).toEqual([])
})

test('[SA-1] a saved sample plays without a network, also from the list of offline copies, and can be removed', async ({
  page,
  context,
}) => {
  await watchSound(page)
  const path = await withSample(page, 'mr')
  await expectAccessible(page)
  await context.setOffline(true)
  await page.goto(path)
  await expect(sampleButton(page)).toHaveAccessibleName(MESSAGES.mr.saved)
  await page.locator('.left').getByRole('button', { name: MESSAGES.mr.sample }).click()
  await isPast(page, 1)
  await page.goto(inTree('mr', '/offline/'))
  await expect(page.locator('offline-shelf .all span')).toHaveText(MESSAGES.mr.total)
  // What rows are copied from is not shown.
  await expect(page.locator('offline-shelf template').filter({ visible: true })).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await page.locator('offline-shelf .sounds').getByRole('button', { name: MESSAGES.mr.sample }).press('Enter')
  await expect(page.locator('offline-shelf .sounds').getByRole('button', { name: MESSAGES.mr.pause })).toBeVisible()
  await expectAccessible(page)
  await page.locator('offline-shelf .sounds').getByRole('button', { name: MESSAGES.mr.remove }).press('Enter')
  await expect(page.locator('offline-shelf .sounds li')).toHaveCount(0)
  await expect(page.locator('#sounds')).toBeFocused()
  expect(await cachedUrls(page, 'keptSamples')).toEqual([])
})

test('[SA-1] [AX-1] a row of the offline copies stays while another one is removed', async ({ page }) => {
  await withSample(page)
  await page.goto(await pathOf(page, 'panchatantra'))
  await sampleButton(page).press('Enter')
  await expect(sampleButton(page)).toHaveAccessibleName(MESSAGES.en.saved)
  await page.goto('/offline/')
  const rows = page.locator('offline-shelf .sounds li')
  await expect(rows).toHaveCount(2)
  await expect(page.locator('offline-shelf .pages li').first()).toBeVisible()
  const stays = rows.nth(1)
  await stays.evaluate((row) => row.setAttribute('data-stays', ''))
  await rows.first().getByRole('button', { name: MESSAGES.en.remove }).press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toHaveAttribute('data-stays')
  await expect(rows.first().getByRole('button', { name: MESSAGES.en.remove })).toBeFocused()
})

test('[PL-8] saved audio is served in ranges exactly as by the server', async ({ page }) => {
  await withSample(page)
  const mapUrl = await page.locator('.left sample-button').getAttribute('sample')
  const signed = await page.request.post('/api/get-sample-signed-url/', { data: { map_url: mapUrl } })
  const address = ((await signed.json()) as { data: { signed_url: string } }).data.signed_url
  const whole = await page.request.get(address)
  const size = (await whole.body()).length
  const etag = whole.headers()['etag'] ?? ''
  expect(await cachedUrls(page, 'keptSamples')).toEqual([address.split('?')[0]])
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
  const requests = [...ranges, ...odd].map((range): Record<string, string> => (range ? { range } : {}))
  const conditions = [{ 'if-range': etag }, { 'if-range': '"other"' }].map((condition) => ({
    range: 'bytes=3-30',
    ...condition,
  }))
  for (const headers of [...requests, ...conditions, { 'if-none-match': etag }]) {
    const server = await page.request.get(address, { headers })
    const worker = await page.evaluate(
      async ([path, requestHeaders]) => {
        const response = await fetch(path, { headers: requestHeaders })
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

test('[PL-4] titles of a plan are not saved by playing them, and their tracks have no button', async ({
  page,
  context,
}) => {
  await watchSound(page)
  await beSignedIn(page, 'subscriber@kathavani.test')
  const path = await pathOf(page, 'The Lamp at Rajgad')
  await openSavedPage(page, path)
  await page.locator('.rows .number').first().click()
  await expectPlaying(page)
  await isPast(page, 1)
  await expect(page.locator('.rows .offline-copy')).toHaveCount(0)
  expect([...(await cachedUrls(page, 'keptTracks')), ...(await cachedUrls(page, 'keptSamples'))]).toEqual([])
  // Without a network nobody is told the price of what may be theirs.
  await context.setOffline(true)
  await page.goto(path)
  await expect(page.getByText('Whether this title is yours cannot be seen right now.')).toBeVisible()
  await expect(page.locator('owned-title .price')).toBeHidden()
})

test('[PL-4] a guest has no button at free tracks', async ({ page }) => {
  await openSavedPage(page, '/try-free-kathavani/')
  const title = page.getByRole('article').filter({ hasText: 'Dnyaneshwari' })
  await title.locator('summary').click()
  await expect(title.locator('.rows li').first()).toBeVisible()
  await expect(title.locator('.offline-copy').first()).toBeHidden()
})

test('[TF-1] a listener saves a track of a free title, and the page of its title with it', async ({ page }) => {
  await beNewListener(page)
  await openSavedPage(page, '/try-free-kathavani/')
  const title = page.getByRole('article').filter({ hasText: 'Dnyaneshwari' })
  await title.locator('summary').click()
  await title.getByRole('button', { name: MESSAGES.en.track }).first().click()
  await expect(title.getByRole('button', { name: MESSAGES.en.trackSaved })).toHaveCount(1)
  await expect(title.getByText('Kept offline.', { exact: true })).toBeVisible()
  await expect
    .poll(() => cachedUrls(page, 'keptPages').then((all) => all.some((one) => one.endsWith('/dnyaneshwari/'))))
    .toBe(true)
})

test.describe('a track that is sold now', () => {
  test.use({ expectedErrors: /status of 403/ })

  test('[PL-4] [LN-2] a saved track that the server refuses goes from this browser with its text', async ({ page }) => {
    const token = await beNewListener(page)
    await openSavedPage(page, await pathOf(page, 'Dnyaneshwari'))
    await trackButton(page, 0).click()
    await expect(trackButton(page, 0)).toHaveAccessibleName(MESSAGES.en.trackSaved)
    const free = await cachedUrls(page, 'keptTracks')
    const details = (await (await page.request.get('/api/v2/product-details/2/')).json()).product_details[0]
    const sold = details.producttracks[0] as { id: number; key: string }
    // As if it had been free when it was saved.
    await page.evaluate(async ({ id, key }: { id: number; key: string }) => {
      const cache = await caches.open('keptTracks')
      const [sound] = (await cache.keys()).filter(({ url }) => url.includes('/media/'))
      const found = sound && (await cache.match(sound, { ignoreVary: true }))
      if (!found) throw new Error('no sound is saved')
      const saved = JSON.parse(decodeURIComponent(found.headers.get('x-kept-as') ?? ''))
      const headers = { 'x-kept-as': encodeURIComponent(JSON.stringify({ ...saved, titleId: 2, trackId: id, key })) }
      await cache.put('/media/audio/sold.mp3', new Response('sound', { headers }))
      for (const call of ['track-pauses', 'transcripts/track'])
        await cache.put(`/api/${call}/${id}/`, Response.json({}))
    }, sold)
    const status = await page.evaluate(
      async ([authorization, body]) => {
        const headers = { authorization, 'content-type': 'application/json' }
        return (await fetch('/api/get-track-signed-url-example/', { method: 'POST', headers, body })).status
      },
      [`Token ${token}`, JSON.stringify({ url: 'titles/2', key: sold.key })] as const,
    )
    expect(status).toBe(403)
    expect(await cachedUrls(page, 'keptTracks')).toEqual(free)
  })
})

test('[SI-9] logging out deletes saved tracks, and keeps saved samples', async ({ page }) => {
  await beNewListener(page)
  await withSample(page)
  await trackButton(page, 0).click()
  await expect(trackButton(page, 0)).toHaveAccessibleName(MESSAGES.en.trackSaved)
  // The sound, its pauses, its text, and the details of its title.
  expect(await cachedUrls(page, 'keptTracks')).toHaveLength(4)
  await page.goto('/logout/')
  await page.getByRole('button', { name: 'Log out', exact: true }).press('Enter')
  await expect.poll(() => cachedUrls(page, 'keptTracks')).toEqual([])
  expect(await cachedUrls(page, 'keptSamples')).toHaveLength(1)
})

test('[PL-8] an interrupted download stores nothing, and the next press saves it', async ({ page, baseURL }) => {
  const shop = await new NetworkProxy(baseURL ?? '').open()
  await openSavedPage(page, `${shop.address}${await pathOf(page, 'Dnyaneshwari')}`)
  shop.cutsSounds = true
  await sampleButton(page).click()
  await expect(page.locator('.left').getByRole('status')).toHaveText(
    'The connection was lost. Try again when you are connected.',
  )
  expect(await cachedUrls(page, 'keptSamples')).toEqual([])
  shop.cutsSounds = false
  await sampleButton(page).click()
  await expect(sampleButton(page)).toHaveAccessibleName(MESSAGES.en.saved)
  expect(await cachedUrls(page, 'keptSamples')).toHaveLength(1)
  shop.close()
})

test.describe('in a browser without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('[SA-3] the button shows that nothing can be saved', async ({ page }) => {
    await page.goto(await pathOf(page, 'Dnyaneshwari'))
    await sampleButton(page).click()
    await expect(page.locator('.left').getByRole('status')).toHaveText(/^This browser stores nothing here/)
    await expect(sampleButton(page)).toHaveAccessibleName(MESSAGES.en.save)
  })
})
