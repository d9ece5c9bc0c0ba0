import type { BrowserContext, Page } from '@playwright/test'
import {
  beSignedIn,
  isAlive,
  savedSession,
  saveSession,
  linkIn,
  LISTENER,
  logIn,
  makeListener,
  PASSWORD,
  setCartCount,
  signIn,
} from '../support/personas.ts'
import { fillSignIn } from '../support/courses.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  holdScripts,
  inTree,
  openBlank,
  pathOf,
  scriptsRun,
  step,
  test,
} from '../support/test.ts'

const header = (page: Page) => page.getByRole('banner')
const profile = (page: Page) => header(page).locator('summary', { has: page.locator('profile-picture') })
const signInLink = (page: Page) => header(page).locator('.tools sign-in-link a')
const storage = (page: Page) => page.evaluate(() => ({ ...localStorage }))
const isIn = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-signed-in', '')
const isOut = (page: Page) => expect(page.locator('html')).not.toHaveAttribute('data-signed-in')

test('[SH-8] the header has sign-in for guests, and a menu with library and log-out for listeners', async ({
  page,
}) => {
  await page.goto(inTree('mr', '/'))
  await expect(signInLink(page)).toBeVisible()
  await expect(profile(page)).toBeHidden()
  await expect(header(page).locator('.tools .try')).toHaveAttribute('href', inTree('mr', '/try-free-kathavani/'))
  await beSignedIn(page)
  await page.goto(inTree('mr', '/'))
  await expect(signInLink(page)).toBeHidden()
  await expect(header(page).locator('.tools .try')).toBeVisible()
  await profile(page).focus()
  await page.keyboard.press('Enter')
  const library = header(page).getByRole('link', { name: 'माझे ग्रंथालय' })
  await expect(library).toHaveAttribute('href', inTree('mr', '/library/'))
  await expect(header(page).getByRole('link', { name: 'लॉग आउट' })).toHaveAttribute('href', inTree('mr', '/logout/'))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(library).toBeHidden()
  await expect(profile(page)).toBeFocused()
})

test('[SH-15] the session is stored encrypted, for this browser only', async ({ page, browser, baseURL }) => {
  await step(page, 'the session is stored encrypted with its fields, and is restored after a reload', async () => {
    await signIn(page, 'overseas@kathavani.test')
    const stored = await storage(page)
    expect(stored).toMatchObject({ signedInHint: 'yes', currentcountrycode: 'US' })
    expect(stored['userDetails']).toMatch(/^[\w+/=]+\.[\w+/=]+$/)
    const session = (await savedSession(page)) as { token: string }
    expect(session).toEqual({
      loginSuccess: true,
      token: expect.stringMatching(/^[\w-]{43}$/),
      firstName: expect.any(String),
      lastName: expect.any(String),
      userEmail: 'overseas@kathavani.test',
      userProfile: null,
      userCountry: 'US',
      userState: '',
      userMobile: expect.any(String),
      instituteName: '',
      isLoggedInWithMobile: false,
      subscribeStatus: false,
      accountId: expect.stringMatching(/^\d+$/),
    })
    expect(JSON.stringify(stored)).not.toContain(session.token)
    expect(JSON.stringify(stored)).not.toContain('overseas')
    await page.reload()
    await isIn(page)
    await expect(page.locator('html')).toHaveAttribute('data-country', 'US')
    expect(await savedSession(page)).toEqual(session)
  })

  await step(page, 'a copy of the storage does not work in another browser', async () => {
    await beSignedIn(page)
    const stored = await storage(page)
    const context = await browser.newContext(baseURL ? { baseURL } : {})
    const thief = await context.newPage()
    await openBlank(thief)
    await thief.evaluate(
      (copied) => Object.entries(copied).forEach(([key, value]) => localStorage.setItem(key, value)),
      stored,
    )
    await thief.goto('/faq/')
    await isOut(thief)
    await context.close()
  })
})

test('[SH-16] a session that cannot be decrypted is dropped, and the page is shown as for a guest', async ({
  page,
}) => {
  for (const [what, value] of [
    ['no seal', 'nonsense'],
    ['a token in clear', JSON.stringify({ loginSuccess: true, token: 'abc' })],
    ['the seal of another browser', 'AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ] as const) {
    await step(page, `${what} is dropped, and the page is shown as for a guest`, async () => {
      await openBlank(page)
      await page.evaluate((stored) => {
        localStorage.setItem('userDetails', stored)
        localStorage.setItem('signedInHint', 'yes')
      }, value)
      await page.goto('/faq/')
      await isOut(page)
      await expect(signInLink(page)).toBeVisible()
      const left = await storage(page)
      expect([left['userDetails'], left['signedInHint']]).toEqual([undefined, undefined])
    })
  }
})

async function tabOf(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(path)
  return tab
}

test('[SH-15] signing out in one tab signs out the others, and signing in applies to their next page', async ({
  page,
  context,
}) => {
  await beSignedIn(page)
  await page.goto('/terms-of-service/')
  const other = await tabOf(context, '/faq/')
  await isIn(other)
  await expect(profile(other)).toBeVisible()
  await page.goto('/logout/')
  await expect(page).toHaveURL('/sign-in/?notice=signed-out')
  await isOut(other)
  await expect(signInLink(other)).toBeVisible()
  await signIn(page)
  await other.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click()
  await expect(other).toHaveURL('/about-us/')
  await isIn(other)
})

test('[SH-14] [PR-1] the next listener sees nothing of the previous one, also with a slow server', async ({ page }) => {
  await beSignedIn(page)
  await page.goto('/library/')
  await page.getByRole('button', { name: 'My profile' }).click()
  await expect(page.getByRole('dialog')).toContainText(LISTENER)
  await page.keyboard.press('Escape')
  await profile(page).click()
  await header(page).getByRole('link', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/sign-in/?notice=signed-out')
  await page.route('**/api/v1/my-profile/', () => undefined)
  await fillSignIn(page, 'newcomer')
  await expect(page).toHaveURL(/library/)
  await page.getByRole('button', { name: 'My profile' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(LISTENER)
  await expect(page.locator('body')).not.toContainText('Asha')
})

test('[SH-14] logging out ends the session in every tab and redirects to sign-in', async ({ page }) => {
  await step(
    page,
    'logging out ends the session on the server and here, clears the data of the listener, and redirects to sign-in',
    async () => {
      const token = await beSignedIn(page, 'overseas@kathavani.test')
      await page.evaluate(() => {
        localStorage.setItem('auditionForm', 'true')
        localStorage.setItem('productId', '3')
      })
      expect(await isAlive(page, token)).toBe(true)
      await page.goto('/mr/faq/')
      await expect(page.locator('html')).toHaveAttribute('data-country', 'US')
      await profile(page).click()
      await header(page).getByRole('link', { name: 'लॉग आउट' }).click()
      await expect(page).toHaveURL('/mr/sign-in/?notice=signed-out')
      await isOut(page)
      await expect(page.locator('html')).toHaveAttribute('data-country', 'IN')
      const stored = await storage(page)
      for (const key of ['userDetails', 'signedInHint', 'auditionForm', 'productId'])
        expect(stored[key], key).toBeUndefined()
      expect(stored['currentcountrycode']).toBe('IN')
      expect(await isAlive(page, token)).toBe(false)
      // The page is none to come back to.
      await page.goBack()
      await expect(page).toHaveURL('/mr/faq/')
    },
  )

  await step(page, 'a guest who opens the log-out address is redirected to sign-in', async () => {
    await page.goto('/mr/logout/')
    await expect(page).toHaveURL('/mr/sign-in/?notice=signed-out')
  })
})

test.describe('when the server refuses or does not answer', () => {
  test.use({ expectedErrors: /Failed to load|api\/(?:v1\/logout|user-subscribed|cart)|gone\.webp/ })

  test('[SH-14] [SH-7] [SH-8] a failing server does not prevent log-out, and hides cart count and picture', async ({
    page,
  }) => {
    await step(page, 'a server that does not answer does not prevent log-out', async () => {
      await beSignedIn(page)
      await page.route('**/api/v1/logout/', (route) => route.abort())
      await page.goto('/logout/')
      await expect(page).toHaveURL('/sign-in/?notice=signed-out')
      await isOut(page)
    })

    await step(page, 'a cart that cannot be counted is not shown', async () => {
      await beSignedIn(page)
      const cartResponse = page.waitForResponse('**/api/cart/')
      await page.route('**/api/cart/', (route) => route.fulfill({ status: 500, body: 'oh' }))
      await page.goto('/faq/')
      await cartResponse
      await expect(header(page).locator('cart-link a')).toBeHidden()
    })

    await step(page, 'a missing picture is replaced by the icon', async () => {
      await withPicture(page, '/media/gone.webp')
      await expect(profile(page).locator('img')).toHaveCount(0)
      await expect(profile(page).locator('svg')).toBeVisible()
    })
  })

  test('[SH-15] a password reset elsewhere signs this browser out at its next request', async ({
    page,
    browser,
    baseURL,
  }) => {
    const email = await makeListener(page)
    const context = await browser.newContext(baseURL ? { baseURL } : {})
    const elsewhere = await context.newPage()
    await beSignedIn(elsewhere, email)
    await elsewhere.goto('/')
    await isIn(elsewhere)
    const written = await tabOf(context, '/contact/')
    await isIn(written)
    await written.getByRole('textbox', { name: 'Message' }).fill('Half a thought')
    await page.request.post('/api/reset-password/', { data: { email } })
    const token = (await linkIn(page, email, 2)).split('/')[2]
    const data = { token, password: 'Changed12', confirm_password: 'Changed12' }
    expect(await (await page.request.post('/api/reset-password-confirm/', { data })).json()).toEqual({ status: true })
    await elsewhere.goto('/faq/')
    await isOut(elsewhere)
    await expect(signInLink(elsewhere)).toBeVisible()
    expect((await storage(elsewhere))['userDetails']).toBeUndefined()
    // Nobody left: what was typed in the other tab stays.
    await isOut(written)
    await expect(written.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a thought')
    await context.close()
  })
})

/** Signed in as somebody who has a picture, on a page. */
async function withPicture(page: Page, picture: string): Promise<void> {
  await saveSession(page, { ...(await logIn(page.request)), profile_image: picture })
  await page.goto('/faq/')
}

test('[SH-8] [SH-7] the header shows picture and cart of the listener', async ({ page }) => {
  await step(page, 'the picture of the listener replaces the icon on every page', async () => {
    await withPicture(page, '/favicon.svg')
    await expect(profile(page).locator('img')).toHaveAttribute('src', '/favicon.svg')
    await expect(profile(page).locator('svg')).toBeHidden()
    await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click()
    await expect(page).toHaveURL('/about-us/')
    await expect(profile(page).locator('img')).toBeVisible()
  })

  await step(page, 'an empty cart is not shown, to a guest or to a listener', async () => {
    const cartLink = header(page).locator('cart-link a')
    await page.goto('/faq/')
    await expect(cartLink).toBeHidden()
    await beSignedIn(page)
    const counted = page.waitForResponse('**/api/cart/')
    await page.goto('/faq/')
    await counted
    await expect(profile(page)).toBeVisible()
    await expect(cartLink).toBeHidden()
  })

  await step(page, 'the cart of a listener shows its count', async () => {
    const cartLink = header(page).locator('cart-link a')
    await beSignedIn(page)
    await setCartCount(page, 12)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(inTree('mr', '/faq/'))
    await expect(cartLink.locator('.number')).toHaveText('१२')
    await expect(cartLink).toHaveAttribute('href', inTree('mr', '/checkout/'))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})

test('[SH-8] [SD-2] the session is applied before the first paint, and a guest loads no script for it', async ({
  page,
}) => {
  await step(page, 'the session is applied before the first paint, without a layout shift later', async () => {
    await withPicture(page, '/favicon.svg')
    const heldScripts = await holdScripts(page)
    await page.goto('/faq/', { waitUntil: 'commit' })
    await expect(profile(page)).toBeVisible()
    await expect(signInLink(page)).toBeHidden()
    await page.evaluate(() => document.fonts.ready)
    const before = await header(page).locator('.tools').boundingBox()
    await heldScripts.release()
    await expect(profile(page).locator('img')).toBeVisible()
    expect(await header(page).locator('.tools').boundingBox()).toEqual(before)
  })

  await step(page, 'a guest loads no script for the session, a listener only what shows it', async () => {
    const scripts: string[] = []
    page.on(
      'request',
      (request) => void (request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname)),
    )
    const product = await pathOf(page, 'lamp at rajgad')
    for (const path of ['/', product]) {
      await page.goto(path)
      await page.mouse.wheel(0, 2_000)
      await scriptsRun(page)
    }
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter((file) => /signed-in|session|react|SignIn/i.test(file))).toEqual([])
    await beSignedIn(page, LISTENER, PASSWORD)
    const counted = page.waitForResponse('**/api/cart/')
    await page.goto('/')
    await counted
    expect(scripts.filter((file) => /signed-in/.test(file)).length).toBeGreaterThan(0)
  })
})
