import { type BrowserContext, type Page } from '@playwright/test'
import { bar, expectPlaying, goNearEnd, isPast, watchSound } from '../support/listening.ts'
import { cachedUrls, NetworkProxy, NO_NETWORK, openSavedPage } from '../support/offline.ts'
import { beBuyer, makeOrder, payByCalls, planOf } from '../support/orders.ts'
import { beNewListener } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, LOCALES, pathOf, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: NO_NETWORK })

const MESSAGES = {
  en: {
    save: 'Keep offline',
    remove: 'Remove the offline copy',
    play: 'Play Dnyaneshwari',
    saved: /^Kept offline, \d+\.\d MB\.$/,
    here: 'Kept on this device',
    until: /plays without a connection until \d+ \w+/,
    used: /^What you keep takes (\d+\.\d) MB on this device/,
    leave: 'Log out',
    stay: 'Stay signed in',
    leaving: 'Log out?',
    lost: 'What you keep offline on this device is removed.',
    noDrm: /This is no copy protection \(DRM\)/,
    none: /^Nothing yet\. “Keep offline”/,
  },
  mr: {
    save: 'ऑफलाइन ठेवा',
    remove: 'ऑफलाइन प्रत काढा',
    play: 'ऐका: ज्ञानेश्वरी',
    saved: /^ऑफलाइन ठेवले आहे, [०-९]+\.[०-९] एमबी\.$/,
    here: 'या उपकरणावर ठेवलेले',
    until: /इंटरनेटशिवाय [०-९]+ .+ वाजेपर्यंत ऐकता येईल/,
    used: /या उपकरणावर ([०-९]+\.[०-९]) एमबी जागा घेतली आहे/,
    leave: 'लॉग आउट करा',
    stay: 'लॉग इन राहा',
    leaving: 'लॉग आउट करायचे?',
    lost: 'या उपकरणावर तुम्ही ऑफलाइन ठेवलेले ऑडिओ काढले जातील.',
    noDrm: /हे कॉपी-संरक्षण \(डीआरएम\) नाही/,
    none: /^अजून एकही नाही\./,
  },
} as const
type Locale = keyof typeof MESSAGES

const NAMES = { en: 'Dnyaneshwari', mr: 'ज्ञानेश्वरी' }
/** The name of the title is for those who do not see where the button stands. */
const named = (text: string, title: string) => new RegExp(`^${text}\\s*: ${title}$`)
const line = (page: Page) => page.locator('article.title offline-title')
const action = (page: Page, name: 'save' | 'remove', locale: Locale = 'en') =>
  line(page).getByRole('button', { name: named(MESSAGES[locale][name], NAMES[locale]) })
const sounds = async (page: Page) =>
  (await cachedUrls(page, 'keptTracks')).filter((path) => path.startsWith('/media/audio/'))

/** Saves the title of the page by keyboard: its only edition, so nothing is asked. */
const saveByKeyboard = (page: Page, locale: Locale = 'en') => action(page, 'save', locale).press('Enter')

async function withSavedTitle(page: Page, locale: Locale = 'en'): Promise<string> {
  await beNewListener(page)
  const path = inTree(locale, await pathOf(page, 'Dnyaneshwari'))
  await openSavedPage(page, path)
  await saveByKeyboard(page, locale)
  await expect(line(page).getByRole('status')).toHaveText(MESSAGES[locale].saved)
  return path
}

/** The answer of the server when nothing of what is saved may be heard any more. */
const endRights = (page: Page) =>
  page.route('**/api/offline-leases/', (route) =>
    route.fulfill({ json: { status: true, now: Date.now(), leases: [] } }),
  )

const SIZES = { en: { width: 1440, height: 900 }, mr: { width: 360, height: 740 } }

for (const locale of LOCALES)
  test(`[RM-4] a whole title is saved by keyboard, plays without a network and is removed (${locale})`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(SIZES[locale])
    await watchSound(page)
    const path = await withSavedTitle(page, locale)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const rows = await page.locator('.rows li').count()
    expect(await sounds(page)).toHaveLength(rows)
    await context.setOffline(true)
    await page.goto(path)
    await page.locator('.rows li').nth(1).locator('.number').press('Enter')
    await expectPlaying(page, locale)
    await isPast(page, 1)
    await page.goto(inTree(locale, '/offline/'))
    const list = page.locator('offline-titles')
    await expect(list.getByRole('link', { name: NAMES[locale] })).toBeVisible()
    await expect(list.locator('li small')).toHaveText(MESSAGES[locale].until)
    await expect(list.locator('.room')).toHaveText(MESSAGES[locale].used)
    await expect(list.getByText(MESSAGES[locale].noDrm)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await list.getByRole('button', { name: MESSAGES[locale].play, exact: true }).press('Enter')
    await expectPlaying(page, locale)
    await list.getByRole('button', { name: named(MESSAGES[locale].remove, NAMES[locale]) }).press('Enter')
    await expect(list.getByText(MESSAGES[locale].none)).toBeVisible()
    await expect(page.locator('#titles')).toBeFocused()
    await expect(list.locator('.room')).toHaveText({ en: /takes 0 MB/, mr: / ० एमबी जागा/ }[locale])
    expect(await sounds(page)).toEqual([])
  })

for (const calls of ['down', 'mute'] as const)
  test(`[RM-4] a saved title plays while the calls of the shop are ${calls}`, async ({ browser, baseURL }) => {
    const shop = await new NetworkProxy(baseURL ?? '').open()
    const context = await browser.newContext({ baseURL: shop.address, serviceWorkers: 'allow' })
    const page = await context.newPage()
    await watchSound(page)
    const path = await withSavedTitle(page)
    shop.calls = calls
    await page.goto(path)
    await page.locator('.rows li').nth(1).locator('.number').press('Enter')
    await expectPlaying(page)
    await isPast(page, 1)
    await context.close()
    shop.close()
  })

test('[RM-4] a title that a plan covers can be saved, in the library too, and goes when the right ends', async ({
  page,
}) => {
  const { token } = await beBuyer(page)
  const { variant } = await planOf(page, 365)
  const order = await makeOrder(page, token, [variant])
  await payByCalls(page, `Token ${token}`, order, 'payu', 'success')
  const path = await pathOf(page, 'The Lamp at Rajgad')
  const headers = { authorization: `Token ${token}` }
  await page.request.post('/api/add-to-library/', { data: { product: Number(path.split('/')[2]) }, headers })
  await openSavedPage(page, path)
  await page.goto('/library/')
  const row = page.getByRole('listitem').filter({ hasText: 'The Lamp at Rajgad' }).locator('offline-title')
  await row.getByRole('button', { name: named(MESSAGES.en.save, 'The Lamp at Rajgad') }).press('Enter')
  await expect(row.getByRole('status')).toHaveText(MESSAGES.en.saved)
  await expectAccessible(page)
  expect((await sounds(page)).length).toBeGreaterThan(0)
  await endRights(page)
  await page.goto(path)
  await expect(page.locator('.titles-removed')).toContainText(
    'Removed from this device because your right to it has ended: The Lamp at Rajgad.',
  )
  await expect.poll(() => sounds(page)).toEqual([])
  await page.getByRole('button', { name: 'Understood' }).press('Enter')
  await expect(page.locator('.titles-removed')).toHaveCount(0)
})

test('[RM-4] what arrived stays when the line is cut, and the rest follows by itself after a reload', async ({
  page,
  baseURL,
}) => {
  const shop = await new NetworkProxy(baseURL ?? '').open()
  const path = await pathOf(page, 'Dnyaneshwari')
  await page.goto(`${shop.address}/robots.txt`)
  await beNewListener(page)
  await openSavedPage(page, `${shop.address}${path}`)
  shop.cutsSounds = true
  await saveByKeyboard(page)
  await expect(line(page).getByRole('status')).toHaveText('The connection was lost. It goes on by itself.')
  expect(await sounds(page)).toEqual([])
  shop.cutsSounds = false
  await page.reload()
  await expect(line(page).getByRole('status')).toHaveText(MESSAGES.en.saved)
  expect(await sounds(page)).toHaveLength(await page.locator('.rows li').count())
  shop.close()
})

test.describe('a lease that has run out', () => {
  test.use({ expectedErrors: new RegExp(`${NO_NETWORK.source}|status of 403`) })

  test('[RM-4] a lease that has run out plays nothing without a network and says what to do; a clock set back changes nothing', async ({
    page,
    context,
  }) => {
    const path = await withSavedTitle(page)
    await expectRefusedAfter(page, context, path, 31)
    // Back to the day of saving: the browser has seen a later one.
    await expectRefusedAfter(page, context, path, 0)
    await context.setOffline(false)
    await page.goto(path)
    await page.locator('.rows li').first().locator('.number').press('Enter')
    await expectPlaying(page)
  })
})

/** The worker has a clock of its own, which tests cannot set: the time that it has seen is. */
async function expectRefusedAfter(page: Page, context: BrowserContext, path: string, days: number): Promise<void> {
  if (days > 0)
    await page.evaluate(async (ms) => {
      const cache = await caches.open('keptTracks')
      await cache.put('/offline-copies/time', Response.json({ latest: Date.now() + ms, offset: 0 }))
    }, days * 86_400_000)
  await context.setOffline(true)
  await page.goto(path)
  await page.locator('.rows li').first().locator('.number').press('Enter')
  await expect(bar(page).getByRole('alert')).toContainText(
    'The right to this copy has to be checked again. Connect to the internet, then try again.',
  )
}

for (const locale of LOCALES)
  test(`[RM-4] [SI-9] logging out asks before it removes what is saved (${locale})`, async ({ page }) => {
    await page.setViewportSize(SIZES[locale])
    await withSavedTitle(page, locale)
    await page.goto(inTree(locale, '/logout/'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(MESSAGES[locale].leaving)
    await expect(page.getByText(MESSAGES[locale].lost)).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: MESSAGES[locale].stay }).press('Enter')
    await expect(page).toHaveURL(/\/library\/$/)
    expect((await sounds(page)).length).toBeGreaterThan(0)
    await page.goto(inTree(locale, '/logout/'))
    await page.getByRole('button', { name: MESSAGES[locale].leave, exact: true }).press('Enter')
    await expect(page).toHaveURL(/notice=signed-out/)
    await expect.poll(() => cachedUrls(page, 'keptTracks')).toEqual([])
  })

test('[RM-3] [RM-4] logging out asks before it drops marks that found no network', async ({ page }) => {
  await beNewListener(page)
  await page.route('**/api/v1/marks/', (route) => route.abort())
  await page.evaluate(() => localStorage.setItem('marks', JSON.stringify([{ changes: [{ id: 'x' }] }])))
  await page.goto('/logout/')
  await expect(page.getByText('Marks that the shop does not have yet are lost')).toBeVisible()
  await page.getByRole('button', { name: MESSAGES.en.stay }).press('Enter')
  await expect(page).toHaveURL(/\/library\/$/)
  expect(await page.evaluate(() => localStorage.getItem('marks'))).not.toBeNull()
})

test('[RM-4] a full disk is said in plain words, and goes on once there is room', async ({ page, context }) => {
  await beNewListener(page)
  await openSavedPage(page, await pathOf(page, 'Dnyaneshwari'))
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  await expect(action(page, 'save')).toBeVisible()
  // Room for what says that it is wanted, and for no sound; the worker stores and tidies up meanwhile, so that what is used changes.
  const limit = async () => {
    const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: used + 60_000 })
  }
  await limit()
  await action(page, 'save').press('Enter')
  const message = /There is (?:no more|not enough) room on this device/
  await expect(async () => {
    await limit()
    await expect(line(page).getByRole('status')).toHaveText(message, { timeout: 500 })
  }).toPass({ timeout: 60_000 })
  await devtools.send('Storage.overrideQuotaForOrigin', { origin })
})

test('[RM-4] next tracks come by themselves, and what was heard to its end goes', async ({ page }) => {
  await watchSound(page)
  await beNewListener(page)
  const path = await pathOf(page, 'Dnyaneshwari')
  await openSavedPage(page, path)
  await page.goto('/offline/')
  await expect(page.getByRole('checkbox', { name: 'Only on Wi-Fi' })).toBeDisabled()
  await expect(page.getByText('It works in Chrome on Android.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Keep the next tracks by themselves' }).press('Space')
  await page.getByRole('checkbox', { name: 'Remove tracks that were heard to the end' }).press('Space')
  await page.goto(path)
  await page.locator('.rows li').first().locator('.number').press('Enter')
  await expectPlaying(page)
  const rows = await page.locator('.rows li').count()
  await expect.poll(async () => (await sounds(page)).length).toBe(Math.min(4, rows))
  await goNearEnd(page, 1)
  await expect.poll(() => firstTrackIsSaved(page)).toBe(false)
})

const firstTrackIsSaved = (page: Page) =>
  page.evaluate(async () => {
    const id = document.querySelector('.rows play-button')?.getAttribute('track-id')
    const keys = await (await caches.open('keptTracks')).keys()
    return keys.some(({ url }) => url.endsWith(`?track=${id}`))
  })

test('[RM-4] guests load nothing of it', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await openSavedPage(page, await pathOf(page, 'Dnyaneshwari'))
  await expect(line(page)).toHaveCount(0)
  expect(loaded.filter((url) => /offline-(?:title|visit|lease)/.test(url))).toEqual([])
})
