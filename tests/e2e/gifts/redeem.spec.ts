import type { Page } from '@playwright/test'
import { beBuyer, planOf, soldTitle } from '../support/orders.ts'
import { MESSAGE } from '../support/gifts.ts'
import { giveByMail } from '../support/give-by-calls.ts'
import { beNewListener, beSignedIn, makeListener, PASSWORD } from '../support/personas.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  forgetVisitor,
  inTree,
  pathOf,
  step,
  test,
} from '../support/test.ts'

const MESSAGES = {
  en: {
    field: 'Code of the gift',
    send: 'Open the gift',
    open: 'Your gift is open',
    from: 'Sunanda gives you',
    library: 'Go to library',
    signIn: 'Sign in',
    required: 'This field is required',
    size: /has 20 letters and digits/,
    gift: /opens no gift/,
    press: 'Open your gift',
    begin: 'Begin to listen',
    taken: 'This gift is opened already',
    owned: /is yours already/,
    waits: 'A gift waits for you',
    look: 'Look at your gift',
    inLibrary: 'It is in your library now, also for later.',
  },
  mr: {
    field: 'भेटीचा कोड',
    send: 'भेट उघडा',
    open: 'तुमची भेट उघडली',
    from: 'Sunanda यांच्याकडून तुम्हाला',
    library: 'ग्रंथालयात जा',
    signIn: 'लॉग इन करा',
    required: 'हे भरणे आवश्यक आहे',
    size: /२० अक्षरे आणि अंक असतात/,
    gift: /कोणतीही भेट उघडत नाही/,
    press: 'तुमची भेट उघडा',
    begin: 'ऐकायला सुरुवात करा',
    taken: 'ही भेट आधीच उघडली आहे',
    owned: /तुमच्याकडे आधीच आहे/,
    waits: 'तुमच्यासाठी एक भेट थांबली आहे',
    look: 'तुमची भेट पाहा',
    inLibrary: 'ही भेट आता तुमच्या ग्रंथालयात आहे; नंतरही ऐकता येईल.',
  },
} as const

const field = (page: Page, locale: keyof typeof MESSAGES = 'en') => page.getByLabel(MESSAGES[locale].field)
const send = (page: Page, locale: keyof typeof MESSAGES = 'en') =>
  page.getByRole('button', { name: MESSAGES[locale].send, exact: true })

/** By the link of the mail: one press opens, the next one makes it the listener's. */
async function openAndBegin(page: Page, link: string, locale: keyof typeof MESSAGES = 'en'): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: MESSAGES[locale].press, exact: true }).click()
  await page.getByRole('button', { name: MESSAGES[locale].begin, exact: true }).click()
}

test('[GI-2] a guest types the code, sees the gift, and is told on signing in that it waits', async ({ page }) => {
  const { variant } = await planOf(page, 30)
  const mail = await giveByMail(page, variant)
  const email = await makeListener(page)
  await page.goto('/redeem-gift/')
  await expectAccessible(page)
  await field(page).fill(mail.code.toLowerCase())
  await send(page).click()
  await page.getByRole('button', { name: MESSAGES.en.press, exact: true }).click()
  await page.getByRole('button', { name: MESSAGES.en.begin, exact: true }).click()
  await page.waitForURL('**/sign-in/?next=**')
  await expect(page.getByText('Your gift waits for you.')).toBeVisible()
  await expectAccessible(page)
  const form = page.locator('form.form')
  await form.locator('[name=email]').fill(email)
  await form.locator('[name=password]').fill(PASSWORD)
  await form.locator('[type=submit]').click()
  await expect(page.getByRole('heading', { name: MESSAGES.en.open })).toBeVisible()
})

test('[GI-2] who leaves the profile that stands before a gift finds the gift closed', async ({ page }) => {
  const { variant } = await planOf(page, 30)
  const mail = await giveByMail(page, variant)
  await page.goto(mail.link)
  await expect(page.getByRole('button', { name: MESSAGES.en.press, exact: true })).toBeVisible()
  await beNewListener(page)
  const next = encodeURIComponent('/redeem-gift/?begin')
  for (const name of ['Cancel', 'Close']) {
    await page.goto(`/library/?profile=new&next=${next}`)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('One step before your gift')
    await expect(dialog).not.toContainText('basket')
    await dialog.getByRole('button', { name, exact: true }).click()
    await expect(page).toHaveURL('/redeem-gift/')
    await expect(page.getByRole('button', { name: MESSAGES.en.press, exact: true })).toBeVisible()
  }
})

test('[GI-2] an invalid code shows an error at its field, and stays', async ({ page }) => {
  await beNewListener(page)
  await page.goto('/redeem-gift/')
  await send(page).click()
  await expect(field(page)).toHaveAccessibleDescription(new RegExp(MESSAGES.en.required))
  await field(page).fill('ABCDE-12345')
  await send(page).click()
  await expect(field(page)).toHaveAccessibleDescription(MESSAGES.en.size)
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('ABCDE-12345')
  await expectAccessible(page)
})

test('[GI-2] a mailed gift waits in the library, one press opens it and makes it theirs', async ({ page }) => {
  const { variant } = await planOf(page, 30)
  const mail = await giveByMail(page, variant)
  // In another browser than the one that opened the link.
  await beSignedIn(page, await makeListener(page, mail.recipient), PASSWORD)
  // The page that redeems gifts lists it too: only the code behind its address changes.
  await page.goto(inTree('mr', '/redeem-gift/'))
  await page.getByRole('link', { name: MESSAGES.mr.look, exact: true }).click()
  await expect(page.getByRole('button', { name: MESSAGES.mr.press, exact: true })).toBeVisible()
  await forgetVisitor(page)
  await beSignedIn(page, mail.recipient, PASSWORD)
  await page.goto(inTree('mr', '/library/'))
  await expect(page.getByRole('heading', { name: MESSAGES.mr.waits })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: MESSAGES.mr.look, exact: true }).click()
  await page.getByRole('button', { name: MESSAGES.mr.press, exact: true }).click()
  await expect(page.getByText(MESSAGES.mr.inLibrary)).toBeVisible()
  await expectAccessible(page)
  // Whoever leaves now has it, and the link never shows it closed again.
  await page.goto(inTree('mr', mail.link))
  await page.getByRole('button', { name: MESSAGES.mr.begin, exact: true }).click()
  expect(new URL(page.url()).hash).toBe('')
  await expect(page.getByRole('heading', { name: MESSAGES.mr.open })).toBeFocused()
  await expect(page.getByRole('heading', { level: 1, name: 'तुमच्यासाठी भेट', exact: true })).toBeVisible()
  await expect(page.getByText(MESSAGES.mr.from)).toBeVisible()
  await expect(page.locator('.opened .line-name')).toHaveText('सदस्यता: ३० दिवस')
  await expect(page.locator('.opened blockquote')).toHaveText(MESSAGE)
  await expectAccessible(page)
  await page.getByRole('link', { name: MESSAGES.mr.library, exact: true }).click()
  await page.waitForURL(`**${inTree('mr', '/library/')}`)
  // The plan runs, and is there after a reload as well.
  for (const look of ['now', 'after a reload']) {
    await page.getByRole('tab', { name: 'सदस्यता' }).click()
    await expect(page.getByRole('tabpanel'), look).toContainText('३० दिवस')
    await expect(page.getByRole('tabpanel').getByText('सध्याची'), look).toBeVisible()
    await page.reload()
  }
})

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_FAILED/ })

  test('[GI-2] an invalid code, too many tries and a lost connection show messages', async ({ page }) => {
    await step(page, 'a code that was used, or for an owned title, shows a message', async () => {
      const { id } = await soldTitle(page, Number((await pathOf(page, 'Diwali in the Chawl')).split('/')[2]))
      const { variant } = await soldTitle(page, id)
      const [first, second] = [await giveByMail(page, variant), await giveByMail(page, variant)]
      await beNewListener(page)
      await openAndBegin(page, first.link)
      await page.getByRole('button', { name: 'Open another gift' }).press('Enter')
      await expect(field(page)).toBeFocused()
      await openAndBegin(page, second.link)
      await expect(page.getByRole('alert')).toHaveText(MESSAGES.en.owned)
      await beNewListener(page)
      await page.goto(first.link)
      await expect(page.getByRole('heading', { name: MESSAGES.en.taken })).toBeFocused()
      await page.getByRole('button', { name: 'Type a code' }).press('Enter')
      await expect(field(page)).toBeFocused()
      await field(page).fill(first.code)
      await send(page).click()
      await expect(field(page)).toHaveAccessibleDescription(MESSAGES.en.gift)
      await expect(field(page)).toBeFocused()
      await expectAccessible(page)
    })

    await step(page, 'a look that failed is tried again, and leads to the closed gift', async () => {
      const { variant } = await planOf(page, 30)
      const { link } = await giveByMail(page, variant)
      await forgetVisitor(page)
      let looks = 0
      await page.route('**/api/gift/look/', (route) => {
        looks += 1
        return looks < 3 ? route.abort() : route.continue()
      })
      await page.goto(link)
      const again = page.getByRole('alert').getByRole('button')
      for (const times of [1, 2]) {
        await expect(again).toBeVisible()
        expect(looks).toBe(times)
        // Tab leads to it after a second failure.
        if (times === 1) await again.focus()
        else await page.keyboard.press('Tab')
        await expect(again).toBeFocused()
        await page.keyboard.press('Enter')
        await expect.poll(() => looks).toBe(times + 1)
      }
      await expect(page.getByRole('heading', { name: 'Sunanda has a gift for you' })).toBeFocused()
    })

    await step(
      page,
      'who signed in to begin, and owns it, is told on the open card without another press',
      async () => {
        const { id } = await soldTitle(page, Number((await pathOf(page, 'Diwali in the Chawl')).split('/')[2]))
        const { variant } = await soldTitle(page, id)
        const [first, second] = [await giveByMail(page, variant), await giveByMail(page, variant)]
        const email = await makeListener(page)
        await beSignedIn(page, email, PASSWORD)
        await openAndBegin(page, first.link)
        await expect(page.getByRole('heading', { name: MESSAGES.en.open })).toBeVisible()
        await forgetVisitor(page)
        await openAndBegin(page, second.link)
        await page.waitForURL('**/sign-in/?next=**')
        const form = page.locator('form.form')
        await form.locator('[name=email]').fill(email)
        await form.locator('[name=password]').fill(PASSWORD)
        await form.locator('[type=submit]').click()
        await expect(page.getByRole('alert')).toHaveText(MESSAGES.en.owned)
        await expect(page.getByRole('heading', { level: 1, name: 'A gift for you', exact: true })).toBeVisible()
        await expect(page.locator('.opened blockquote')).toHaveText(MESSAGE)
        await expectAccessible(page)
      },
    )

    await step(
      page,
      'too many tries and a lost connection show messages, at 320 pixels in the dark theme',
      async () => {
        await page.setViewportSize({ width: 320, height: 700 })
        await page.emulateMedia({ colorScheme: 'dark' })
        await beBuyer(page)
        await page.goto('/redeem-gift/')
        await page.route('**/api/v1/redeem-gift/', (route) =>
          route.fulfill({ status: 429, json: { status: false, fault: 'tooMany', seconds: 1_200 } }),
        )
        await field(page).fill('abcde fghjk 23456 789AB')
        await field(page).press('Enter')
        await expect(field(page)).toHaveAccessibleDescription(/Please wait 20 minutes/)
        await page.unroute('**/api/v1/redeem-gift/')
        await page.route('**/api/v1/redeem-gift/', (route) => route.abort())
        await field(page).press('Enter')
        await expect(page.getByRole('alert')).toContainText('That did not reach us')
        await expect(field(page)).toHaveValue('abcde fghjk 23456 789AB')
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
      },
    )
  })
})
