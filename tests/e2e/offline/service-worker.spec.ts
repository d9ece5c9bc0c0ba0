import { isPast, sound, watchSound } from '../support/listening.ts'
import { cachedUrls, NetworkProxy, NO_NETWORK, openSavedPage } from '../support/offline.ts'
import { expect, inTree, pathOf, test } from '../support/test.ts'
import { workerCode } from '../../../scripts/publish/build/service-worker.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: NO_NETWORK })

test('[SD-2] the shop can be installed', async ({ page, context }) => {
  await openSavedPage(page, inTree('mr', '/'))
  const devtools = await context.newCDPSession(page)
  const { errors, url, manifest } = await devtools.send('Page.getAppManifest')
  expect([errors, new URL(url).pathname, manifest.name, manifest.startUrl]).toEqual([
    [],
    inTree('mr', '/manifest.webmanifest'),
    'कथावाणी',
    new URL(inTree('mr', '/'), page.url()).href,
  ])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A whole browser says so of every context of a test.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('[SD-2] a new publication takes over while a sample plays on', async ({ page, baseURL }) => {
  const shop = await new NetworkProxy(baseURL ?? '').open()
  const published = await (await page.request.get('/sw.js')).text()
  await watchSound(page)
  const path = await pathOf(page, 'Dnyaneshwari')
  await openSavedPage(page, `${shop.address}${path}`)
  // Of older publications: one asset that a kept page names, with what that one imports, and one that nobody needs.
  await page.evaluate(async () => {
    await (await caches.open('keptPages')).put('/mr/faq/', new Response('<script src="/_a/used.1234567.js"></script>'))
    const assets = await caches.open('keptAssets')
    const old = { 'old.1234567.js': '', 'used.1234567.js': 'import"./deep.1234567.js"', 'deep.1234567.js': '' }
    for (const [name, code] of Object.entries(old)) await assets.put(`/_a/${name}`, new Response(code))
  })
  await page.locator('.left .offline-copy').click()
  await expect(page.locator('.left .offline-copy')).toHaveAttribute('data-copy', 'saved')
  await page.locator('.left sample-button').getByRole('button').click()
  await isPast(page, 1)
  shop.worker = `${published}\n// another publication`
  await page.evaluate(async () => {
    const changed = new Promise((done) =>
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
    )
    await (await navigator.serviceWorker.getRegistration())?.update()
    await changed
  })
  const { seconds } = await sound(page)
  await isPast(page, seconds + 2)
  expect(await sound(page)).toMatchObject({ isPaused: false, pauses: 0 })
  await expect.poll(() => cachedUrls(page, 'keptAssets').then((all) => all.includes('/_a/old.1234567.js'))).toBe(false)
  expect(await cachedUrls(page, 'keptAssets')).toEqual(
    expect.arrayContaining(['/_a/used.1234567.js', '/_a/deep.1234567.js']),
  )
  expect(await cachedUrls(page, 'keptSamples')).toHaveLength(1)
  shop.close()
})

test('[SD-2] a publisher can remove the service worker with everything that it saved', async ({ page, baseURL }) => {
  const shop = await new NetworkProxy(baseURL ?? '').open()
  await openSavedPage(page, `${shop.address}/faq/`)
  shop.worker = await workerCode([], false)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  shop.close()
})
