import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { makeListener, PASSWORD, signIn } from '../support/accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, step, test } from '../support/test.ts'

const PROFILE = '**/api/v1/my-profile/'
const SAVE = '**/api/v2/my-profile/'
const MESSAGES = {
  en: {
    mine: 'My profile',
    edit: 'Edit my profile',
    save: 'Save',
    first: 'First name',
    required: 'This field is required',
    saved: 'Your profile has been saved.',
  },
  mr: {
    mine: 'माझी माहिती',
    edit: 'माहिती बदला',
    save: 'जतन करा',
    first: 'नाव',
    required: 'हे भरणे आवश्यक आहे',
    saved: 'तुमची माहिती जतन झाली आहे.',
  },
} as const

// Refusals are part of what is tried here.
test.use({ expectedErrors: /\/api\/(?:cart|change-password|v1\/delete-account|v2\/my-profile|my-profilepic)\// })

const header = (page: Page) => page.locator('.billing')
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const openProfile = (page: Page, locale: keyof typeof MESSAGES = 'en') =>
  header(page).getByRole('button', { name: MESSAGES[locale].mine }).click()
async function edit(page: Page, locale: keyof typeof MESSAGES = 'en') {
  await openProfile(page, locale)
  await press(page, MESSAGES[locale].edit)
  await expect(dialog(page).getByLabel(MESSAGES[locale].first, { exact: true })).toBeFocused()
}
/** The profile of the account with something in it changed. */
async function withProfile(page: Page, change: object) {
  await page.route(PROFILE, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const reply = await route.fetch()
    const body = await reply.json()
    return route.fulfill({
      json: { ...body, data: { ...body.data, my_profile: { ...body.data.my_profile, ...change } } },
    })
  })
}

test('[PR-1] a guest signs in and returns to initials, plan and dates', async ({ page }) => {
  const path = inTree('mr', '/library/')
  await page.goto(path)
  await page.waitForURL(`**${inTree('mr', '/sign-in/')}?next=${encodeURIComponent(path)}`)
  await signIn(page, 'subscriber@kathavani.test', 'mr')
  await expect(header(page)).toContainText('Meera Joshi')
  await expect(header(page).locator('.avatar')).toHaveText('MJ')
  const plan = header(page).locator('.plan')
  await expect(plan).toHaveText(/^३६५ दिवस · [०-९]{1,2} \S+ [०-९]{4} ते [०-९]{1,2} \S+ [०-९]{4}$/)
  await expectAccessible(page)
  await openProfile(page, 'mr')
  await expect(dialog(page)).toContainText('subscriber@kathavani.test')
  await expectAccessible(page)
})

test('[PR-3] each error is shown at its field and nothing is sent', async ({ page }) => {
  let sent = 0
  await page.route(SAVE, (route) => {
    sent += 1
    return route.abort()
  })
  await signIn(page, 'listener@kathavani.test')
  await edit(page)
  const labels = { mobile: 'Mobile', state: 'State', birth: 'Date of birth' }
  await dialog(page).getByLabel(MESSAGES.en.first, { exact: true }).fill('')
  await dialog(page).getByLabel(labels.mobile).fill('12345')
  await dialog(page).getByLabel(labels.state).selectOption('')
  await dialog(page).getByLabel(labels.birth).fill('31/01/2099')
  await press(page, MESSAGES.en.save)
  await expect(dialog(page).getByLabel(MESSAGES.en.first, { exact: true })).toBeFocused()
  await expect(dialog(page).getByLabel(MESSAGES.en.first, { exact: true })).toHaveAccessibleDescription(
    MESSAGES.en.required,
  )
  await expect(dialog(page).getByLabel(labels.state)).toHaveAccessibleDescription(MESSAGES.en.required)
  await expect(dialog(page).getByLabel(labels.birth)).toHaveAccessibleDescription(/cannot lie in the future$/)
  await expectAccessible(page)
  expect(sent).toBe(0)
})

test('[AX-3] [AX-1] the profile fits 320 pixels in every mode, and works by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'listener@kathavani.test', 'mr')
  await expect(header(page).locator('.plan')).not.toHaveText('')
  await expectNoSidewaysScroll(page)
  await edit(page, 'mr')
  const past = () => dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(await past()).toBeLessThanOrEqual(0)
  await press(page, 'रद्द करा')
  // Its button stands at the end of a long form; what comes after it is seen from the beginning.
  await expect(dialog(page).getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 })
  await press(page, 'पासवर्ड बदला')
  expect(await past()).toBeLessThanOrEqual(0)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  const opener = header(page).getByRole('button', { name: MESSAGES.mr.mine })
  await opener.focus()
  await page.keyboard.press('Enter')
  const editor = dialog(page).getByRole('button', { name: MESSAGES.mr.edit })
  for (let tabs = 0; tabs < 8 && !(await editor.evaluate((element) => element === document.activeElement)); tabs += 1)
    await page.keyboard.press('Tab')
  await expect(editor).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel(MESSAGES.mr.first, { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('[PR-1] [SD-9] [PR-2] a new listener has no initials and no plan and is asked for a name at once, and only once', async ({
  page,
}) => {
  const html = await (await page.request.get('/library/')).text()
  // The shop's own address is there for everybody.
  expect(html.replaceAll('help@kathavani.test', '')).not.toContain('@kathavani.test')
  expect(html).toContain('<meta name="robots" content="noindex">')
  await signIn(page, 'newcomer@kathavani.test', 'en', '/library/?profile=new')
  await expect(dialog(page).getByRole('heading', { name: 'Finish your account' })).toBeVisible()
  await expect(dialog(page).getByText('Welcome. Tell us who you are')).toBeVisible()
  const first = dialog(page).getByLabel(MESSAGES.en.first, { exact: true })
  await first.fill('Asha')
  // What was typed stays through a reload and through closing the form.
  await page.reload()
  await expect(first).toHaveValue('Asha')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/library\/$/)
  await edit(page)
  await expect(first).toHaveValue('Asha')
  await press(page, 'Cancel')
  await press(page, MESSAGES.en.edit)
  await expect(first).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(header(page).locator('.avatar')).toHaveText('UN')
  await expect(header(page).locator('.plan')).toHaveText('Subscription not activated')
  await expect(dialog(page)).toHaveCount(0)
})

test('[PR-2] [PR-3] [AX-1] name, address and picture can be changed and are shown everywhere', async ({ page }) => {
  await signIn(page, await makeListener(page))
  await test.step('saving returns to the profile, and name, country and state are updated everywhere', async () => {
    await edit(page)
    await expect(dialog(page).getByLabel('Email')).toHaveAttribute('readonly', '')
    await dialog(page).getByLabel('First name').fill('शिरीष')
    await dialog(page).getByLabel('Gender').selectOption('3')
    await dialog(page).getByLabel('Date of birth').fill('29/02/1990')
    await press(page, 'Save')
    await expect(dialog(page).getByLabel('Date of birth')).toHaveAccessibleDescription(
      /Please enter a date, like 21\/11\/1990$/,
    )
    await dialog(page).getByLabel('Date of birth').fill('२८/०२/१९९०')
    await dialog(page).getByLabel('Country').selectOption('US')
    await expect(dialog(page).getByLabel('State')).toHaveCount(0)
    await press(page, 'Save')
    await expect(dialog(page).getByText(MESSAGES.en.saved)).toBeVisible()
    await expect(dialog(page)).toContainText('28/02/1990')
    await expect(dialog(page)).toContainText('United States')
    await expect(header(page)).toContainText('शिरीष Joshi')
    await expect(page.locator('html')).toHaveAttribute('data-country', 'US')
    await page.reload()
    await expect(header(page).locator('.avatar')).toHaveText('शिJ')
    await openProfile(page)
    for (const saved of ['शिरीष', '28/02/1990', 'United States']) await expect(dialog(page)).toContainText(saved)
    await page.keyboard.press('Escape')
    await edit(page)
    await expect(dialog(page).getByLabel('First name')).toHaveValue('शिरीष')
    await expect(dialog(page).getByLabel('Gender')).toHaveValue('3')
    await expect(dialog(page).getByLabel('Date of birth')).toHaveValue('28/02/1990')
    await dialog(page).getByLabel('Country').selectOption('IN')
    await expect(dialog(page).getByLabel('State')).toHaveValue('')
  })

  await test.step('a picture is previewed, uploaded, shown everywhere and removed again; other files are refused', async () => {
    const picture = dialog(page).getByLabel('Choose a picture')
    let sent = 0
    page.on('request', (request) => void (sent += Number(request.url().endsWith('/api/my-profilepic/'))))
    await picture.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await expect(dialog(page).getByRole('alert')).toHaveText('Please select an image file')
    expect(sent).toBe(0)
    await picture.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(dialog(page).getByRole('alert')).toHaveText('Please select an image file')
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300" fill="#b8322a"/></svg>'
    await picture.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) })
    await expect(dialog(page).getByText('Your picture has been saved.')).toBeVisible()
    await expect(dialog(page).locator('img.avatar')).toHaveAttribute('src', /^\/media\/listeners\/[0-9a-f]{32}\.webp$/)
    await expect(header(page).locator(':scope > img.avatar')).toHaveJSProperty('complete', true)
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Remove the picture' }).click()
    await expect(dialog(page).locator('.avatar')).toHaveText('शिJ')
    await expect(header(page).locator(':scope > .avatar')).toHaveText('शिJ')
    await expect(picture).toBeFocused()
    await expect(dialog(page).getByText('Your picture has been removed.')).toBeVisible()
  })
})

test('[PR-2] [AX-1] the kind of account determines which fields can be changed', async ({ page }) => {
  await step(page, 'an unverified address can be changed, an institute cannot', async () => {
    await withProfile(page, { can_change_email: true, institute_name: 'Pune School' })
    await signIn(page, 'listener@kathavani.test')
    await edit(page)
    await expect(dialog(page).getByLabel('Email')).not.toHaveAttribute('readonly')
    await expect(dialog(page).getByLabel('Institute')).toHaveAttribute('readonly', '')
    await page.route(SAVE, (route) =>
      route.fulfill({ status: 422, json: { status: false, fault: 'email', fields: { email: 'email' } } }),
    )
    await press(page, 'Save')
    await expect(dialog(page).getByLabel('Email')).toHaveAccessibleDescription(/Please enter a valid email$/)
    await expect(dialog(page).getByLabel('Email')).toBeFocused()
  })

  await step(page, 'an account without a password shows how to get one', async () => {
    await withProfile(page, { has_password: false })
    await page.route('**/api/reset-password/', (route) => route.fulfill({ json: { status: true } }))
    await signIn(page, 'listener@kathavani.test')
    await openProfile(page)
    await press(page, 'Change password')
    const request = page.waitForRequest('**/api/reset-password/')
    await press(page, 'Send me the link')
    expect((await request).postDataJSON()).toEqual({ email: 'listener@kathavani.test' })
    await expect(dialog(page).getByText('We have sent it to listener@kathavani.test')).toBeFocused()
  })
})

test('[PR-2] [PR-5] the password can be changed, the data exported, the account erased', async ({ page }) => {
  const email = await makeListener(page)
  await signIn(page, email)
  await test.step('changes the password, keeps this browser signed in, and says so', async () => {
    await openProfile(page)
    await press(page, 'Change password')
    const old = dialog(page).getByLabel('Old password', { exact: true })
    const first = dialog(page).getByLabel('New password', { exact: true })
    const again = dialog(page).getByLabel('Password once more', { exact: true })
    await expect(old).toBeFocused()
    await press(page, 'Change password')
    await expect(dialog(page).getByText('This field is required')).toHaveCount(3)
    await old.fill('not mine')
    await first.fill('abcd')
    await again.fill('abcde')
    await press(page, 'Change password')
    await expect(dialog(page).getByText('Password should not be less than 5 characters')).toBeVisible()
    await expect(dialog(page).getByText('The two passwords differ')).toBeVisible()
    await first.fill('Navin123')
    await again.fill('Navin123')
    await press(page, 'Change password')
    await expect(dialog(page).getByText('This is not your old password')).toBeVisible()
    await expect(old).toBeFocused()
    await old.fill(PASSWORD)
    await press(page, 'Change password')
    await expect(dialog(page).getByText('Your password has been changed successfully')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(header(page).locator('.plan')).toHaveText('Subscription not activated')
  })

  await test.step('the personal data is downloaded as a file', async () => {
    await openProfile(page)
    await dialog(page).getByText('Your data', { exact: true }).click()
    const coming = page.waitForEvent('download')
    await press(page, 'Download my data')
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/^kathavani-20\d\d-\d\d-\d\d\.json$/)
    const { data } = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(data.profile[0]).toMatchObject({ first_name: 'Asha', last_name: 'Joshi' })
    await expect(dialog(page).getByText('Your data is in the downloads of your browser.')).toBeVisible()
  })

  await test.step('a dialog that was left by one of its links does not open again by itself', async () => {
    await dialog(page).getByRole('link', { name: 'Privacy choices' }).click()
    await expect(page).toHaveURL(/\/privacy-choices\/$/)
    const loaded = page.waitForResponse(PROFILE)
    await page.goBack()
    await loaded
    await expect(dialog(page)).toHaveCount(0)
    await openProfile(page)
    await dialog(page).getByText('Your data', { exact: true }).click()
  })

  await test.step('an account is erased after a confirmation and the password, and cannot sign in again', async () => {
    await press(page, 'Erase my account')
    await expectAccessible(page)
    await press(page, 'Erase my account')
    await expect(dialog(page).getByText('This field is required')).toBeVisible()
    await expect(dialog(page).getByText('Please tick the box if you are sure')).toBeVisible()
    await dialog(page).getByLabel('Your password', { exact: true }).fill('wrong')
    await dialog(page).getByLabel('Yes, erase my account for good').check()
    await press(page, 'Erase my account')
    await expect(dialog(page).getByText('This is not your password')).toBeVisible()
    await dialog(page).getByLabel('Your password', { exact: true }).fill('Navin123')
    await press(page, 'Erase my account')
    await expect(dialog(page).getByRole('heading', { name: 'Your account has been erased' })).toBeVisible()
    await dialog(page).getByRole('link', { name: 'To the home page' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.locator('html')).not.toHaveAttribute('data-signed-in')
    const reply = await page.request.post('/api/v1/login/', {
      data: { login_type: 'normal', email, password: 'Navin123' },
    })
    expect((await reply.json()).status).toBe('2')
  })
})

test.describe('when the server refuses the profile', () => {
  test.use({ expectedErrors: /\/api\/(?:cart|v1\/my-profile|v2\/my-profile|v1\/delete-account)\/|Failed to load/ })

  test('[PR-1] [PR-3] [PR-5] a profile that cannot be loaded or saved shows a message and can be tried again', async ({
    page,
  }) => {
    await step(page, 'a profile that cannot be loaded shows a message, and loads at the next try', async () => {
      await page.route(PROFILE, (route) => route.abort())
      await signIn(page, 'listener@kathavani.test')
      await expect(header(page).getByRole('alert')).toContainText('Your profile could not be fetched')
      await page.unroute(PROFILE)
      await header(page).getByRole('button', { name: 'Try again' }).click()
      await expect(header(page).locator('.plan')).toHaveText('Subscription not activated')
    })

    await step(page, 'typed text stays when saving fails, and a slow server is waited for', async () => {
      await signIn(page, 'listener@kathavani.test')
      const slow = Promise.withResolvers<void>()
      let requests = 0
      await page.route(SAVE, async (route) => {
        requests += 1
        if (requests === 1) return route.abort()
        await slow.promise
        return route.fulfill({ json: { status: true } })
      })
      await edit(page)
      await dialog(page).getByLabel('Last name').fill('Kulkarni')
      await press(page, 'Save')
      await expect(dialog(page).getByRole('alert')).toContainText('Check your connection and try again')
      await expect(dialog(page).getByLabel('Last name')).toHaveValue('Kulkarni')
      await press(page, 'Save')
      await expect(dialog(page).getByText('Saving …')).toBeVisible()
      await dialog(page)
        .locator('form')
        .evaluate((form: HTMLFormElement) => form.requestSubmit())
      slow.resolve()
      await expect(dialog(page).getByText(MESSAGES.en.saved)).toBeVisible()
      expect(requests).toBe(2)
    })

    await test.step('a newsletter switch that was not saved is reset with a message', async () => {
      const newsletter = dialog(page).getByRole('switch', { name: 'News of new titles by email' })
      const before = await newsletter.isChecked()
      await page.route(PROFILE, (route) => route.abort())
      await newsletter.click()
      await expect(dialog(page).getByRole('alert')).toContainText('That was not saved')
      expect(await newsletter.isChecked()).toBe(before)
    })

    await step(page, 'a listener without a password signs in again before the account is erased', async () => {
      await withProfile(page, { has_password: false })
      await page.route('**/api/v1/delete-account/', (route) =>
        route.fulfill({ status: 422, json: { status: false, fault: 'signInAgain' } }),
      )
      await signIn(page, 'listener@kathavani.test')
      await openProfile(page)
      await dialog(page).getByText('Your data', { exact: true }).click()
      await press(page, 'Erase my account')
      await dialog(page).getByLabel('Yes, erase my account for good').check()
      await press(page, 'Erase my account')
      await expect(dialog(page).getByRole('link', { name: 'Log out and sign in again' })).toHaveAttribute(
        'href',
        '/logout/',
      )
    })
  })
})
