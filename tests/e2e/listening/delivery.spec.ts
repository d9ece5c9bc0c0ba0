import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from '@playwright/test'
import {
  button,
  expectPlaying,
  goNearEnd,
  isPast,
  playAll,
  sound,
  watchSound,
  type AudioLog,
} from '../support/listening.ts'
import { NO_NETWORK, cachedUrls, openSavedPage, savedPageNotice } from '../support/offline.ts'
import { beNewListener } from '../support/personas.ts'
import { expect, pathOf, test as base } from '../support/test.ts'

const hasNginx = spawnSync('nginx', ['-v']).status === 0

/** The shop of the tests through another door, where sound comes by this mode. */
const testBy = (mode: string) =>
  base.extend({
    baseURL: async ({ baseURL: _other }, use) => {
      const script = new URL('../support/delivering-shop.ts', import.meta.url).pathname
      const child = spawn('node', [script, mode], { stdio: ['ignore', 'pipe', 'inherit'] })
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
      await use(/ready (\S+)/.exec(String(chunk))?.[1])
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  })

/** Whether the address that the sound element has is refused by now. */
const isExpired = (page: Page) =>
  page.evaluate(async () => {
    const [one] = (window as unknown as AudioLog).audioLog.elements
    return (await fetch(one?.src ?? '').catch(() => undefined))?.status === 403
  })
/** The origin that sends what the element plays, behind all redirects. */
const senderOf = (page: Page) =>
  page.evaluate(async () => {
    const [one] = (window as unknown as AudioLog).audioLog.elements
    return new URL((await fetch(one?.src ?? '')).url).origin
  })
/** The element asks for its address again; the same one it would answer from memory. */
const askAgain = (page: Page) =>
  page.evaluate(() => {
    const [one] = (window as unknown as AudioLog).audioLog.elements
    if (one) one.src = `${one.src}&again=1`
  })
const trackButton = (page: Page) => page.locator('.rows li').nth(1).locator('.offline-copy')

for (const mode of ['nginx', 'redirect']) {
  const test = testBy(mode)
  test.describe(`sound by ${mode}${hasNginx ? '' : ' (skipped: install the Debian package nginx-light)'}`, () => {
    test.skip(!hasNginx || !process.env['SHOP_DATA'], 'needs nginx, and SHOP_DATA: the data folder of the shop')
    // A header of our own would make the browser ask another origin first whether it may send it.
    test.use({ serviceWorkers: 'allow', extraHTTPHeaders: {}, expectedErrors: new RegExp(`${NO_NETWORK.source}|403`) })

    test('[SP-3] plays, seeks, goes on after its address has ended, and is kept offline', async ({
      page,
      context,
      baseURL,
    }) => {
      await watchSound(page)
      const path = await pathOf(page, 'Dnyaneshwari')
      await beNewListener(page)
      await openSavedPage(page, path)
      await playAll(page).click()
      await expectPlaying(page)
      await isPast(page, 0.5)
      expect((await senderOf(page)) === new URL(String(baseURL)).origin).toBe(mode === 'nginx')
      await goNearEnd(page, 12)
      await isPast(page, (await sound(page)).seconds + 0.3)
      await expect.poll(() => isExpired(page)).toBe(true)
      const at = (await sound(page)).seconds
      await askAgain(page)
      await expectPlaying(page)
      await isPast(page, at + 0.3)
      await button(page, 'pause').click()
      await trackButton(page).press('Enter')
      await expect(trackButton(page)).toHaveAccessibleName(/is kept offline/)
      expect((await cachedUrls(page, 'keptTracks')).some((url) => /^\/media\/audio\/\w+\.mp3$/.test(url))).toBe(true)
      await context.setOffline(true)
      await page.goto(path)
      await expect(savedPageNotice(page)).toBeVisible()
      await page.locator('.rows li').nth(1).locator('.number').press('Enter')
      await expectPlaying(page)
      await isPast(page, 1)
      await context.setOffline(false)
    })
  })
}
