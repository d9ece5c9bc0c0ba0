import type { Page } from '@playwright/test'
import { beSignedIn, freshEmail, linkIn, LISTENER, makeListener, PASSWORD, signIn } from '../support/personas.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  holdScripts,
  inTree,
  pathOf,
  step,
  test,
} from '../support/test.ts'

const API = '**/api/v1/login/'
const MESSAGES = {
  en: {
    email: 'Email',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'The email address or the password is wrong. Please check both.',
    required: 'This field is required',
  },
  mr: {
    email: 'ई-मेल',
    password: 'पासवर्ड',
    submit: 'लॉग इन करा',
    wrong: 'ई-मेल पत्ता किंवा पासवर्ड चुकीचा आहे. कृपया दोन्ही तपासा.',
    required: 'हे भरणे आवश्यक आहे',
  },
} as const
type Locale = keyof typeof MESSAGES

const formOf = (page: Page) => page.locator('.sheet form.form').first()
const field = (page: Page, name: 'email' | 'password', locale: Locale = 'en') =>
  formOf(page).getByLabel(MESSAGES[locale][name], { exact: true })
const button = (page: Page, locale: Locale = 'en') =>
  formOf(page).getByRole('button', { name: MESSAGES[locale].submit, exact: true })
async function send(page: Page, email: string, password: string, locale: Locale = 'en'): Promise<void> {
  await field(page, 'email', locale).fill(email)
  await field(page, 'password', locale).fill(password)
  await button(page, locale).click()
}

test('[SI-2] [WD-3] an empty form and a wrong password show errors; the right one opens the library', async ({
  page,
}) => {
  await page.goto('/sign-in/')
  await button(page).click()
  await expect(formOf(page).getByText(MESSAGES.en.required)).toHaveCount(2)
  await expect(field(page, 'email')).toBeFocused()
  await send(page, LISTENER, 'Kathavani2')
  await expect(field(page, 'password')).toHaveAccessibleDescription(MESSAGES.en.wrong)
  // The focus was in the field already, so only a live region tells it.
  await expect(formOf(page).getByRole('alert')).toHaveText(MESSAGES.en.wrong)
  await expect(field(page, 'password')).toBeFocused()
  await expect(field(page, 'email')).toHaveValue(LISTENER)
  await expect(field(page, 'password')).toHaveValue('Kathavani2')
  await expectAccessible(page)
  await field(page, 'password').fill(PASSWORD)
  await button(page).click()
  await expect(page).toHaveURL('/library/')
  await expect(page.locator('html')).toHaveAttribute('data-signed-in', '')
})

test('[SI-1] the page has every sign-in method, a link to registration, and its benefits', async ({ page }) => {
  await page.goto(inTree('mr', '/sign-in/'))
  const names = {
    en: ['Sign in with a mobile number', 'Continue with Google', 'Continue with Facebook', 'Forgot your password?'],
    mr: ['मोबाइल नंबरने लॉग इन करा', 'गूगल वापरून लॉग इन करा', 'फेसबुक वापरून लॉग इन करा', 'पासवर्ड विसरलात?'],
  }
  for (const name of names.mr) await expect(page.getByRole('button', { name })).toBeVisible()
  await expect(formOf(page).getByRole('checkbox')).toBeChecked()
  await expect(page.locator('.benefits h3')).toHaveCount(3)
  await expect(page.locator('.benefits a')).toHaveAttribute('href', inTree('mr', '/subscribe/'))
  await expect(page.locator('.switch a')).toHaveAttribute('href', inTree('mr', '/registration/'))
  await expect(field(page, 'email', 'mr')).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(field(page, 'password', 'mr')).toHaveAttribute('autocomplete', 'current-password')
})

test('[SI-7] [AX-3] who comes from Buy on a phone finds the form in the first screen and the focus in it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(inTree('mr', await pathOf(page, 'The Clockmaker of Pune')))
  await page.getByRole('region', { name: 'किंमत' }).getByRole('link', { name: 'खरेदी करा' }).click()
  await expect(page.getByText('खरेदी पुढे सुरू होईल')).toBeVisible()
  await expect(page.locator('form [name=email]')).toBeFocused()
  await expect(page.locator('form [name=password]')).toBeInViewport({ ratio: 1 })
})

test('[SI-1] [AX-1] the form is sent once, and is empty at the next visit', async ({ page }) => {
  await step(page, 'the loader is shown for a second and ignores a second press; remember-me is sent', async () => {
    const sent: unknown[] = []
    page.on(
      'request',
      (request) => void (request.url().endsWith('/api/v1/login/') && sent.push(request.postDataJSON())),
    )
    await page.goto('/sign-in/')
    await formOf(page).getByLabel('Remember me on this device').uncheck()
    await field(page, 'email').fill(LISTENER)
    await field(page, 'password').fill(PASSWORD)
    const pressedAt = Date.now()
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/v1/login/', (route) => seen.promise.then(() => route.continue()))
    await button(page).evaluate((element: HTMLButtonElement) => {
      element.click()
      element.click()
    })
    await expect(formOf(page)).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText('Signing you in …')).toBeVisible()
    seen.resolve()
    await expect(page).toHaveURL('/library/')
    expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(1_000)
    expect(sent).toEqual([
      {
        ...{ login_type: 'normal', email: LISTENER, password: PASSWORD },
        extra_data: { device_id: expect.stringMatching(/^[0-9a-f]{32}$/), remember: false },
      },
    ])
  })

  await step(page, 'a password can be shown and hidden again, and sign-in works by keyboard', async () => {
    await page.goto('/sign-in/')
    await field(page, 'password').fill('secret')
    await page.getByRole('button', { name: 'Show: Password' }).click()
    await expect(field(page, 'password')).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide: Password' }).click()
    await expect(field(page, 'password')).toHaveAttribute('type', 'password')
    await expect(field(page, 'password')).toHaveValue('secret')
    await field(page, 'password').fill('')
    await field(page, 'email').focus()
    await page.keyboard.type(LISTENER)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    for (const stop of ['Show: Password', 'Remember me on this device', 'Forgot your password?', 'Sign in']) {
      await page.keyboard.press('Tab')
      await expect(
        formOf(page).getByRole(stop.startsWith('Remember') ? 'checkbox' : 'button', { name: stop, exact: true }),
      ).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/library/')
  })

  await step(page, 'a second visit starts with an empty form', async () => {
    await beSignedIn(page)
    await page.goto('/faq/')
    await page.getByRole('banner').locator('profile-picture').click()
    await page.getByRole('link', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/sign-in/?notice=signed-out')
    await expect(formOf(page)).toHaveAttribute('aria-busy', 'false')
    await expect(page.getByText('Signing you in …')).toBeHidden()
    await send(page, LISTENER, PASSWORD)
    await expect(page).toHaveURL('/library/')
  })
})

test('[SD-10] [SD-2] input and presses before the scripts are loaded are sent afterwards', async ({ page }) => {
  await step(page, 'input, unticked boxes and presses before hydration are sent after it', async () => {
    const scripts = await holdScripts(page, 'SignIn*')
    await page.goto('/sign-in/')
    await field(page, 'email').fill(LISTENER)
    await field(page, 'password').fill(PASSWORD)
    await formOf(page).getByLabel('Remember me on this device').uncheck()
    await button(page).click()
    expect(new URL(page.url()).search).toBe('')
    const request = page.waitForRequest(API)
    await scripts.release()
    expect((await request).postDataJSON()).toMatchObject({
      email: LISTENER,
      password: PASSWORD,
      extra_data: { remember: false },
    })
    await expect(page).toHaveURL('/library/')
  })

  await step(page, 'a button pressed before hydration works after it', async () => {
    const scripts = await holdScripts(page, 'SignIn*')
    await page.goto('/sign-in/')
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await scripts.release()
    await expect(page.getByRole('dialog', { name: 'Forgot password' })).toBeVisible()
  })

  await step(page, 'a form submitted before any script is loaded is sent afterwards', async () => {
    await page.goto('/subscribe/')
    // The link knows the page to come back to; scripts that are still on their way would be held with the others.
    await page.waitForFunction(() => customElements.get('sign-in-link'))
    const scripts = await holdScripts(page)
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
    await field(page, 'email').fill(LISTENER)
    await field(page, 'password').fill(PASSWORD)
    await field(page, 'password').press('Enter')
    await scripts.release()
    await expect(page).toHaveURL('/subscribe/')
  })

  await step(page, 'an empty form submitted before the scripts are loaded shows errors in its language', async () => {
    const scripts = await holdScripts(page)
    await page.goto('/mr/sign-in/', { waitUntil: 'commit' })
    await button(page, 'mr').click()
    await scripts.release()
    await expect(formOf(page).getByText(MESSAGES.mr.required)).toHaveCount(2)
    await expect(field(page, 'email', 'mr')).toBeFocused()
  })
})

test.describe('when the server fails', () => {
  test.use({ expectedErrors: /Failed to load|api\/(?:v1\/login|reset-password)/ })

  test('[SI-2] a server that does not answer and too many tries show messages', async ({ page }) => {
    await step(
      page,
      'a server that does not answer shows a message; typed text stays and can be sent again',
      async () => {
        await page.route(API, (route) => route.abort())
        await page.goto('/sign-in/')
        await send(page, LISTENER, PASSWORD)
        await expect(page.getByRole('alert').filter({ hasText: 'Check your connection and try again' })).toBeVisible()
        await expect(field(page, 'password')).toHaveValue(PASSWORD)
        await expectAccessible(page)
        await page.unroute(API)
        await button(page).click()
        await expect(page).toHaveURL('/library/')
      },
    )

    await step(page, 'a sign-in works without the script that names the device', async () => {
      await page.route('**/_a/device.*.js', (route) => route.abort(), { times: 1 })
      await page.goto('/sign-in/')
      await send(page, LISTENER, PASSWORD)
      await expect(page).toHaveURL('/library/')
    })

    await step(page, 'too many tries show how many minutes to wait, in the digits of the language', async () => {
      const email = freshEmail()
      const guess = () =>
        page.request.post('/api/v1/login/', { data: { login_type: 'normal', email, password: 'wrong' } })
      // Most of them are asked for the human check, and still count for the network.
      for (let tries = 0; tries < 60; tries += 1) await guess()
      expect((await guess()).status()).toBe(429)
      await page.goto('/mr/sign-in/')
      await send(page, email, 'wrong', 'mr')
      await expect(page.getByRole('alert').filter({ hasText: 'कृपया १५ मिनिटे थांबा' })).toBeVisible()
      await expect(field(page, 'email', 'mr')).toHaveValue(email)
    })
  })
})

test.describe('after sign-in', () => {
  test('[SI-3] [SI-7] a listener returns to a pending action or the last page', async ({ page }) => {
    await step(page, 'a pending audition comes first, after 300 ms, and is cleared', async () => {
      await page.goto('/sign-in/?next=/faq/')
      await page.evaluate(() => localStorage.setItem('auditionForm', 'true'))
      const pressedAt = Date.now()
      await send(page, LISTENER, PASSWORD)
      await expect(page).toHaveURL('/audition/')
      expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(1_300)
      expect(await page.evaluate(() => localStorage.getItem('auditionForm'))).toBeNull()
    })

    await step(page, 'the header returns to the last page, with its query', async () => {
      await page.goto('/faq/?topic=2')
      await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
      await expect(page).toHaveURL('/sign-in/?next=%2Ffaq%2F%3Ftopic%3D2')
      await expect(page.locator('.switch a')).toHaveAttribute('href', '/registration/?next=%2Ffaq%2F%3Ftopic%3D2')
      await send(page, LISTENER, PASSWORD)
      await expect(page).toHaveURL('/faq/?topic=2')
    })
  })

  test('[SI-7] [SI-6] a signed-in listener is redirected, and never to another site', async ({ page }) => {
    await step(page, 'case 63: a return path to another site is replaced by the library', async () => {
      await beSignedIn(page)
      for (const evil of ['//evil.test', '/\\evil.test']) {
        await page.goto(`/sign-in/?next=${encodeURIComponent(evil)}`)
        await expect(page, evil).toHaveURL('/library/')
      }
    })

    await step(page, 'case 63: the form ignores such a path too', async () => {
      await signIn(page, LISTENER, PASSWORD, `/sign-in/?next=${encodeURIComponent('//evil.test/')}`)
      await expect(page).toHaveURL('/library/')
    })

    await step(page, 'a signed-in listener is redirected from sign-in, registration and sign-up', async () => {
      await beSignedIn(page)
      for (const path of ['/sign-in/', '/registration/', '/mr/sign-in/', '/sign-up/some-token/']) {
        await page.goto(path)
        await expect(page).toHaveURL(path.startsWith('/mr') ? '/mr/library/' : '/library/')
      }
      await page.goto('/sign-in/?next=/faq/')
      await expect(page).toHaveURL('/faq/')
    })
  })
})

test('[SI-5] a forgotten password sends a mail, the dialog closes after 3 s, its message stays', async ({ page }) => {
  const email = await makeListener(page)
  const messages = {
    opens: 'पासवर्ड विसरलात?',
    title: 'पासवर्ड विसरलात',
    send: 'पाठवा',
    sent: 'या ई-मेलने खाते असेल, तर नव्या पासवर्डची लिंक पाठवली आहे. कृपया तुमचा ई-मेल पाहा.',
  }
  await page.goto(inTree('mr', '/sign-in/'))
  const opener = page.getByRole('button', { name: messages.opens })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: messages.title })
  const box = dialog.getByLabel(MESSAGES.mr.email, { exact: true })
  await expect(box).toBeFocused()
  await dialog.getByRole('button', { name: messages.send, exact: true }).click()
  await expect(box).toHaveAccessibleDescription(MESSAGES.mr.required)
  await box.fill(email)
  await expectAccessible(page)
  const pressedAt = Date.now()
  // Both stand before there is something to say, so that it is announced.
  const [inDialog, onPage] = [dialog.locator('p[role=status]'), page.locator('form:not(dialog *) > p[role=status]')]
  for (const notice of [inDialog, onPage]) await expect(notice).toBeEmpty()
  await dialog.getByRole('button', { name: messages.send, exact: true }).click()
  await expect(inDialog).toHaveText(messages.sent)
  await expect(inDialog).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(3_000)
  await expect(page.getByText(messages.sent)).toBeVisible()
  await expect(opener).toBeFocused()
  await expectAccessible(page)
  // Only who reads the mailbox learns whether there is an account.
  expect(await linkIn(page, email, 2)).toMatch(/^\/mr\/reset-password\/[\w-]{43}\/$/)
})

test('[AX-3] the page fits a narrow window with every error shown', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(inTree('mr', '/sign-in/'))
  await button(page, 'mr').click()
  await expect(formOf(page).locator('.fault:visible')).toHaveCount(2)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'पासवर्ड विसरलात?' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('[SI-1] the page says that it needs JavaScript', async ({ page }) => {
    await page.goto('/sign-in/')
    await expect(page.getByText('Signing in needs JavaScript.')).toBeVisible()
  })
})
