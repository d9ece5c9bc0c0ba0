import { cachedUrls, NetworkProxy, savedPageNotice, NO_NETWORK, openSavedPage } from '../support/offline.ts'
import { beSignedIn } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, pathOf, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: NO_NETWORK })

const MESSAGES = {
  en: {
    old: /^You are offline\. This page is from \d{1,2} [A-Z]\w+, \d\d:\d\d\./,
    slow: /^The connection is slow\./,
    down: /^The shop does not answer just now\./,
    back: /^You are connected again\./,
    newest: 'Show the newest page',
    missing: 'You are offline',
    away: 'The shop cannot be reached',
    here: 'On this device',
    again: 'Try again',
  },
  mr: {
    old: /^तुम्ही ऑफलाइन आहात\. हे पान [०-९]{1,2} \S+, [०-९]{2}:[०-९]{2} वाजताचे आहे\./,
    slow: /^इंटरनेट संथ आहे\./,
    down: /^सर्व्हर सध्या उत्तर देत नाही\./,
    back: /^इंटरनेट परत आले\./,
    newest: 'ताजे पान दाखवा',
    missing: 'तुम्ही ऑफलाइन आहात',
    here: 'या उपकरणावर',
    again: 'पुन्हा प्रयत्न करा',
  },
} as const

test('[SD-2] a page without an offline copy shows the saved pages, and opens when the network is back', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await openSavedPage(page, '/faq/')
  await context.setOffline(true)
  await page.goto('/about-us/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MESSAGES.en.missing)
  await expect(page.locator('html')).toHaveAttribute('lang')
  await expect(page.locator('offline-shelf .pages a[href="/faq/"]')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: MESSAGES.en.again }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MESSAGES.en.missing)
  await expect(page).toHaveURL('/about-us/')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(MESSAGES.en.missing)
  await expect(page).toHaveURL('/about-us/')
})

test('[SD-2] [SE-1] navigation and suggestions work without a network', async ({ page, context }) => {
  const path = await pathOf(page, 'Dnyaneshwari')
  await openSavedPage(page, '/')
  await page.goto(path)
  await expect.poll(() => cachedUrls(page, 'keptPages')).toContain(path)
  // Names are cached from the first search on: who only reads downloads none.
  const suggestion = page.getByRole('option', { name: 'Dnyaneshwari', exact: true })
  await page.getByRole('combobox').fill('dn')
  await expect(suggestion).toBeVisible()
  await context.setOffline(true)
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { isSameVisit: true }))
  await page.locator(`main a[href="${path}"]`).first().click()
  await page.waitForURL(`**${path}`)
  await expect(savedPageNotice(page)).toHaveText(MESSAGES.en.old)
  await page.locator('a[href="/contact/"]').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MESSAGES.en.missing)
  await page.goBack()
  await expect(savedPageNotice(page)).toHaveText(MESSAGES.en.old)
  await page.getByRole('combobox').fill('dnyane')
  await expect(suggestion).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => 'isSameVisit' in window)).toBe(true)
})

test('[SD-2] a visited page opens without a network, shows its age, and offers the newest version', async ({
  page,
  context,
}) => {
  await openSavedPage(page, inTree('mr', '/faq/'))
  await context.setOffline(true)
  await page.reload()
  await expect(savedPageNotice(page)).toHaveText(MESSAGES.mr.old)
  await expect(page.getByRole('status').filter({ hasText: MESSAGES.mr.old })).toBeVisible()
  await expect(page.locator('main h1')).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(savedPageNotice(page)).toHaveText(MESSAGES.mr.back)
  await savedPageNotice(page).getByRole('link', { name: MESSAGES.mr.newest }).press('Enter')
  await expect(savedPageNotice(page)).toHaveCount(0)
  await expect(page).toHaveURL(inTree('mr', '/faq/'))
})

test('[AX-1] the page of offline copies fits all windows', async ({ page }) => {
  await openSavedPage(page, inTree('mr', '/faq/'))
  await page.locator('footer').getByRole('link', { name: 'या उपकरणावर ठेवलेले' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MESSAGES.mr.here)
  await expect(page.locator('offline-shelf .pages a')).not.toHaveCount(0)
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
  }
  await expectAccessible(page)
})

test('[SD-2] on a slow network the saved page comes first, and shows when the newest is loaded', async ({
  page,
  baseURL,
}) => {
  const slow = await new NetworkProxy(baseURL ?? '').open()
  await openSavedPage(page, `${slow.address}/faq/`)
  const { promise, resolve } = Promise.withResolvers<void>()
  slow.held = promise
  await page.reload()
  await expect(savedPageNotice(page)).toHaveText(MESSAGES.en.slow)
  resolve()
  await expect(savedPageNotice(page)).toHaveText(MESSAGES.en.back)
  await savedPageNotice(page).getByRole('link').click()
  await expect(savedPageNotice(page)).toHaveCount(0)
  slow.close()
})

test('[SD-3] saved pages stay readable when the shop fails; other pages show the error of the shop', async ({
  page,
  baseURL,
}) => {
  const broken = await new NetworkProxy(baseURL ?? '').open()
  await openSavedPage(page, `${broken.address}/mr/faq/`)
  broken.status = 503
  await page.reload()
  await expect(savedPageNotice(page)).toHaveText(MESSAGES.mr.down)
  await page.goto(`${broken.address}/about-us/`)
  await expect(page.getByText('no', { exact: true })).toBeVisible()
  broken.close()
})

test('[SD-2] [SD-3] a shop that is away is said to be away, and not the device to be offline', async ({
  page,
  baseURL,
}) => {
  const cut = await new NetworkProxy(baseURL ?? '').open()
  await openSavedPage(page, `${cut.address}/faq/`)
  cut.close()
  await page.reload()
  await expect(savedPageNotice(page)).toHaveText(MESSAGES.en.down)
  await page.goto(`${cut.address}/about-us/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MESSAGES.en.away)
  await expect(page.locator('offline-shelf .pages a[href="/faq/"]')).toBeVisible()
  await expectAccessible(page)
})

test.describe('pages that are private', () => {
  // The code in the address is of no gift.
  test.use({ expectedErrors: new RegExp(`${NO_NETWORK.source}|/api/gift/look/`) })

  test('[SD-9] offline copies have no private page, search, token, query or API reply', async ({ page }) => {
    await beSignedIn(page)
    await openSavedPage(page, '/faq/')
    const secret = [
      '/library/',
      '/checkout/',
      '/search/dnyaneshwari/',
      '/sign-up/secret-token/',
      '/reset-password/secret-token/',
      '/redeem-gift/#secret-code',
    ]
    for (const path of [...secret, '/faq/?secret=1', '/gift-kathavani/?secret=1', '/subscribe/?secret=1#secret']) {
      await page.goto(path)
      await expect(page.locator('main')).toBeVisible()
    }
    await expect.poll(() => cachedUrls(page, 'keptPages')).toContain('/subscribe/')
    expect((await cachedUrls(page, 'keptPages')).toSorted()).toEqual(['/', '/faq/', '/subscribe/'])
    const stores = await page.evaluate(() => caches.keys())
    const all = (await Promise.all(stores.map((name) => cachedUrls(page, name)))).flat()
    expect(all.filter((path) => /secret|\?|#|^\/(?:api|dev|media\/(?!covers|people|banners|news))/.test(path))).toEqual(
      [],
    )
  })
})

test('[SD-9] the oldest pages are deleted first, and at most sixty are saved', async ({ page }) => {
  await openSavedPage(page, '/faq/')
  await page.evaluate(async () => {
    const store = await caches.open('keptPages')
    for (let number = 0; number < 80; number += 1)
      await store.put(`/author/${number}/x/`, new Response('<!doctype html><title>x</title>'))
  })
  await page.goto('/contact/')
  await expect.poll(async () => (await cachedUrls(page, 'keptPages')).length).toBeLessThanOrEqual(61)
  const left = await cachedUrls(page, 'keptPages')
  expect([
    left.includes('/'),
    left.includes('/contact/'),
    left.includes('/author/79/x/'),
    left.includes('/author/0/x/'),
    left.includes('/faq/'),
  ]).toEqual([true, true, true, false, false])
})

test('[SD-5] an address without its slash and a wrong slug redirect, and are saved under the right path only', async ({
  page,
}) => {
  await openSavedPage(page, '/faq/')
  const path = await pathOf(page, 'Dnyaneshwari')
  await page.goto(path.replace('dnyaneshwari', 'an-old-name'))
  await expect(page).toHaveURL(path)
  await page.goto('/contact')
  await expect(page).toHaveURL('/contact/')
  await expect.poll(() => cachedUrls(page, 'keptPages')).toEqual(expect.arrayContaining([path, '/contact/']))
  expect((await cachedUrls(page, 'keptPages')).filter((one) => /old-name|contact$/.test(one))).toEqual([])
})
