import { storageKeys } from '../../../src/contract/storage.ts'
import { beBuyer, MAHARASHTRA, OVERSEAS } from '../support/orders.ts'
import { expect, followLink, openBlank, pathOf, test } from '../support/test.ts'

// A damaged token is sent and refused.
test.use({ expectedErrors: /status of 401/ })

test('[SH-6] India sees rupees with tax, other countries dollars, without a flash', async ({ browser, baseURL }) => {
  const others = ['/browse/', '/mr/subscribe/']
  for (const { zone, seen, hidden, more } of [
    { zone: 'Asia/Kolkata', seen: 'inr', hidden: 'usd', more: [] },
    { zone: 'Asia/Calcutta', seen: 'inr', hidden: 'usd', more: others },
    { zone: 'America/New_York', seen: 'usd', hidden: 'inr', more: others },
    { zone: 'Europe/London', seen: 'usd', hidden: 'inr', more: [] },
    // The clock of India, and another country.
    { zone: 'Asia/Colombo', seen: 'usd', hidden: 'inr', more: [] },
  ]) {
    const context = await browser.newContext({ timezoneId: zone, ...(baseURL ? { baseURL } : {}) })
    const page = await context.newPage()
    const path = await pathOf(page, 'lamp at rajgad')
    await page.addInitScript(() => {
      const frames = ((globalThis as { drawnPrices?: string[] }).drawnPrices = [] as string[])
      const shown = (part: string) => [...document.querySelectorAll(`.${part}`)].some((one) => one.checkVisibility())
      const look = () => {
        const parts = ['inr', 'usd'].filter(shown)
        if (parts.length > 0) frames.push(parts.join())
        requestAnimationFrame(look)
      }
      look()
    })
    // Scripts that come late change nothing: the choice is made before the first paint.
    await page.route('**/_a/*.js', async (route) => {
      await page.locator(`.${seen}`).first().waitFor()
      await route.continue()
    })
    const drawn = () => page.evaluate(() => (globalThis as { drawnPrices?: string[] }).drawnPrices ?? [])
    for (const address of [path, ...more]) {
      await page.goto(address, { waitUntil: 'commit' })
      await expect.poll(async () => (await drawn()).length).toBeGreaterThan(3)
      await page.waitForLoadState('load')
      expect(new Set(await drawn()), `${address} in ${zone}`).toEqual(new Set([seen]))
      await expect(page.locator(`.${hidden}`).first()).toBeHidden()
    }
    await context.close()
  }
})

test('[SH-6] [SH-14] without a listener the time zone decides again, after a log-out too', async ({
  browser,
  baseURL,
}) => {
  for (const { zone, account, mine, here } of [
    { zone: 'America/New_York', account: MAHARASHTRA, mine: 'inr', here: 'usd' },
    { zone: 'Asia/Kolkata', account: OVERSEAS, mine: 'usd', here: 'inr' },
  ] as const) {
    const context = await browser.newContext({
      timezoneId: zone,
      ...(baseURL ? { baseURL } : {}),
      extraHTTPHeaders: { 'x-forwarded-for': `10.20.30.${Math.floor(Math.random() * 256)}` },
    })
    const page = await context.newPage()
    const path = await pathOf(page, 'lamp at rajgad')
    const shows = async (currency: 'inr' | 'usd') => {
      for (const one of ['inr', 'usd'] as const)
        await expect(page.locator(`article.title .${one}`).first()).toBeVisible({ visible: one === currency })
    }
    await page.goto(path)
    await shows(here)
    await beBuyer(page, account)
    await page.goto(path)
    await shows(mine)
    await page.goto('/logout/')
    await expect(page).toHaveURL('/sign-in/?notice=signed-out')
    expect(await page.evaluate(() => localStorage.getItem('currentcountrycode'))).toBe('IN')
    // By the router, which keeps the root element, and by a new page.
    await followLink(page, path)
    await expect(page).toHaveURL(path)
    await shows(here)
    await page.reload()
    await shows(here)
    await context.close()
  }
})

test('[SH-16] corrupt values in storage are dropped and never fatal', async ({ page }) => {
  const title = await pathOf(page, 'panchatantra')
  const broken = ['{"broken', 'null', '[]', '-1e999', '\u0000', '"'.repeat(5_000)]
  // Each round gives every key another kind of value.
  for (const round of [0, 1]) {
    await openBlank(page)
    await page.evaluate(
      ([keys, values, first]) => {
        for (const [at, key] of keys.entries())
          for (const store of [localStorage, sessionStorage])
            store.setItem(key, values[(at + first) % values.length] ?? '')
      },
      [Object.values(storageKeys), broken, round * 3] as const,
    )
    for (const path of [
      '/',
      '/browse/',
      '/search/katha/',
      title,
      '/gift-kathavani/',
      '/audition/',
      '/payment-success/x/',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), `${path} in round ${round}`).toBeVisible()
    }
    await page.goto(title)
    await page
      .getByRole('button', { name: /^Play sample/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: /^Pause sample/ }).first()).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-country', 'IN')
    // Whoever seems to be signed in has the session opened, and what is none goes.
    await page.evaluate(() => localStorage.setItem('signedInHint', 'yes'))
    await page.goto('/')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('userDetails'))).toBeNull()
  }
  await openBlank(page)
  await page.evaluate(() => localStorage.setItem('categoryID', '{"broken'))
  await page.goto('/browse/')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('categoryID'))).toBeNull()
})
