import type { Page } from '@playwright/test'
import { beSignedIn, freshEmail, linkIn, LISTENER, makeListener, PASSWORD, signIn } from '../support/personas.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  holdScripts,
  inTree,
  LOCALES,
  step,
  test,
} from '../support/test.ts'

const API = '**/api/v1/login/'
const SAID = {
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
    submit: 'प्रवेश करा',
    wrong: 'ई-मेल पत्ता किंवा पासवर्ड चुकीचा आहे. कृपया दोन्ही तपासा.',
    required: 'हे भरणे आवश्यक आहे',
  },
} as const
type Locale = keyof typeof SAID

const formOf = (page: Page) => page.locator('.sheet form.form').first()
const field = (page: Page, name: 'email' | 'password', locale: Locale = 'en') =>
  formOf(page).getByLabel(SAID[locale][name], { exact: true })
const button = (page: Page, locale: Locale = 'en') =>
  formOf(page).getByRole('button', { name: SAID[locale].submit, exact: true })
async function send(page: Page, email: string, password: string, locale: Locale = 'en'): Promise<void> {
  await field(page, 'email', locale).fill(email)
  await field(page, 'password', locale).fill(password)
  await button(page, locale).click()
}

test('[SI-2] an empty form, then a wrong password, is told at its field; the right one opens the library', async ({
  page,
}) => {
  await page.goto('/sign-in/')
  await button(page).click()
  await expect(formOf(page).getByText(SAID.en.required)).toHaveCount(2)
  await expect(field(page, 'email')).toBeFocused()
  await send(page, LISTENER, 'Kathavani2')
  await expect(field(page, 'password')).toHaveAccessibleDescription(SAID.en.wrong)
  await expect(field(page, 'password')).toBeFocused()
  await expect(field(page, 'email')).toHaveValue(LISTENER)
  await expect(field(page, 'password')).toHaveValue('Kathavani2')
  await expectAccessible(page)
  await field(page, 'password').fill(PASSWORD)
  await button(page).click()
  await expect(page).toHaveURL('/library/')
  await expect(page.locator('html')).toHaveAttribute('data-signed-in', '')
})

test('[SI-1] the page has every way in, the way to an account, and what one is good for', async ({ page }) => {
  await page.goto(inTree('mr', '/sign-in/'))
  const names = {
    en: ['Sign in with a mobile number', 'Continue with Google', 'Continue with Facebook', 'Forgot your password?'],
    mr: ['मोबाइल नंबरने प्रवेश करा', 'गूगलने पुढे जा', 'फेसबुकने पुढे जा', 'पासवर्ड विसरलात?'],
  }
  for (const name of names.mr) await expect(page.getByRole('button', { name })).toBeVisible()
  await expect(formOf(page).getByRole('checkbox')).toBeChecked()
  await expect(page.locator('.benefits h3')).toHaveCount(3)
  await expect(page.locator('.benefits a')).toHaveAttribute('href', inTree('mr', '/subscribe/'))
  await expect(page.locator('.switch a')).toHaveAttribute('href', inTree('mr', '/registration/'))
  await expect(field(page, 'email', 'mr')).toHaveAttribute('autocomplete', 'username')
  await expect(field(page, 'password', 'mr')).toHaveAttribute('autocomplete', 'current-password')
})

test('[SI-1] [AX-1] the form is filled, sent once, and begins anew at the next visit', async ({ page }) => {
  await step(
    page,
    'the loader stands for a second and takes no second press; remember-me goes with the call',
    async () => {
      const sent: unknown[] = []
      page.on(
        'request',
        (request) => void (request.url().endsWith('/api/v1/login/') && sent.push(request.postDataJSON())),
      )
      await page.goto('/sign-in/')
      await formOf(page).getByLabel('Remember me on this device').uncheck()
      await field(page, 'email').fill(LISTENER)
      await field(page, 'password').fill(PASSWORD)
      const pressed = Date.now()
      await button(page).evaluate((element: HTMLButtonElement) => {
        element.click()
        element.click()
      })
      await expect(formOf(page)).toHaveAttribute('aria-busy', 'true')
      await expect(page.getByText('Signing you in …')).toBeVisible()
      await expect(page).toHaveURL('/library/')
      expect(Date.now() - pressed).toBeGreaterThanOrEqual(1_000)
      expect(sent).toEqual([
        { login_type: 'normal', email: LISTENER, password: PASSWORD, extra_data: { remember: false } },
      ])
    },
  )

  await step(page, 'a password can be looked at and hidden again', async () => {
    await page.goto('/sign-in/')
    await field(page, 'password').fill('secret')
    await page.getByRole('button', { name: 'Show: Password' }).click()
    await expect(field(page, 'password')).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide: Password' }).click()
    await expect(field(page, 'password')).toHaveAttribute('type', 'password')
    await expect(field(page, 'password')).toHaveValue('secret')
  })

  await step(page, 'the keyboard alone signs in', async () => {
    await page.goto('/sign-in/')
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

  await step(page, 'a second visit of the page begins anew', async () => {
    await signIn(page)
    await page.getByRole('banner').locator('profile-picture').click()
    await page.getByRole('link', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/sign-in/')
    await expect(formOf(page)).toHaveAttribute('aria-busy', 'false')
    await expect(page.getByText('Signing you in …')).toBeHidden()
    await send(page, LISTENER, PASSWORD)
    await expect(page).toHaveURL('/library/')
  })
})

test('[SD-10] [SD-2] what is typed and pressed before the scripts are there is sent when they are', async ({
  page,
}) => {
  await step(page, 'what is typed, unticked and pressed before React arrives is sent when it is there', async () => {
    const held = await holdScripts(page, 'SignIn*')
    await page.goto('/sign-in/')
    await field(page, 'email').fill(LISTENER)
    await field(page, 'password').fill(PASSWORD)
    await formOf(page).getByLabel('Remember me on this device').uncheck()
    await button(page).click()
    expect(new URL(page.url()).search).toBe('')
    const request = page.waitForRequest(API)
    await held.release()
    expect((await request).postDataJSON()).toMatchObject({
      email: LISTENER,
      password: PASSWORD,
      extra_data: { remember: false },
    })
    await expect(page).toHaveURL('/library/')
  })

  await step(page, 'a button pressed before React arrives does its work when it is there', async () => {
    const held = await holdScripts(page, 'SignIn*')
    await page.goto('/sign-in/')
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await held.release()
    await expect(page.getByRole('dialog', { name: 'Forgot password' })).toBeVisible()
  })

  await step(page, 'a form that is sent before any script of its page is there is sent when they are', async () => {
    await page.goto('/subscribe/')
    const held = await holdScripts(page)
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
    await field(page, 'email').fill(LISTENER)
    await field(page, 'password').fill(PASSWORD)
    await field(page, 'password').press('Enter')
    await held.release()
    await expect(page).toHaveURL('/subscribe/')
  })

  await step(
    page,
    'an empty form that is sent before the scripts of a first page is told of in its language',
    async () => {
      const held = await holdScripts(page)
      await page.goto('/mr/sign-in/', { waitUntil: 'commit' })
      await button(page, 'mr').click()
      await held.release()
      await expect(formOf(page).getByText(SAID.mr.required)).toHaveCount(2)
      await expect(field(page, 'email', 'mr')).toBeFocused()
    },
  )
})

test.describe('when the server does not answer as it should', () => {
  test.use({ expectedErrors: /Failed to load|api\/(?:v1\/login|reset-password)/ })

  test('[SI-2] a server that is gone and too many tries are told of', async ({ page }) => {
    await step(page, 'a server that is gone is told of; what was typed stays and goes when it is back', async () => {
      await page.route(API, (route) => route.abort())
      await page.goto('/sign-in/')
      await send(page, LISTENER, PASSWORD)
      await expect(page.getByRole('alert').filter({ hasText: 'Check your connection and try again' })).toBeVisible()
      await expect(field(page, 'password')).toHaveValue(PASSWORD)
      await expectAccessible(page)
      await page.unroute(API)
      await button(page).click()
      await expect(page).toHaveURL('/library/')
    })

    await step(page, 'a password longer than any is as wrong as the others', async () => {
      await page.goto('/sign-in/')
      await send(page, LISTENER, 'x'.repeat(129))
      await expect(field(page, 'password')).toHaveAccessibleDescription(SAID.en.wrong)
    })

    await step(page, 'too many tries say how many minutes to wait, in the digits of the language', async () => {
      const email = freshEmail()
      for (let tries = 0; tries < 10; tries += 1)
        await page.request.post('/api/v1/login/', { data: { login_type: 'normal', email, password: 'wrong' } })
      await page.goto('/sign-in/')
      await send(page, email, 'wrong')
      await expect(page.getByRole('alert').filter({ hasText: 'Please wait 15 minutes' })).toBeVisible()
      await page.goto('/mr/sign-in/')
      await send(page, email, 'wrong', 'mr')
      await expect(page.getByRole('alert').filter({ hasText: 'कृपया १५ मिनिटे थांबा' })).toBeVisible()
      await expect(field(page, 'email', 'mr')).toHaveValue(email)
    })
  })
})

test.describe('where a listener goes', () => {
  test('[SI-3] [SI-7] a listener goes on to what was begun or left', async ({ page }) => {
    await step(page, 'a pending audition comes first, after 300 ms, and is forgotten', async () => {
      await page.goto('/sign-in/?next=/faq/')
      await page.evaluate(() => localStorage.setItem('auditionForm', 'true'))
      const pressed = Date.now()
      await send(page, LISTENER, PASSWORD)
      await expect(page).toHaveURL('/audition/')
      expect(Date.now() - pressed).toBeGreaterThanOrEqual(1_300)
      expect(await page.evaluate(() => localStorage.getItem('auditionForm'))).toBeNull()
    })

    await step(page, 'the header brings back to the page that was left, with its query', async () => {
      await page.goto('/faq/?topic=2')
      await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
      await expect(page).toHaveURL('/sign-in/?next=%2Ffaq%2F%3Ftopic%3D2')
      await expect(page.locator('.switch a')).toHaveAttribute('href', '/registration/?next=%2Ffaq%2F%3Ftopic%3D2')
      await send(page, LISTENER, PASSWORD)
      await expect(page).toHaveURL('/faq/?topic=2')
    })
  })

  test('[SI-7] [SI-6] who is in is sent on, and never out of the shop', async ({ page }) => {
    await step(page, 'case 63: a path that leads elsewhere ends in the library', async () => {
      await beSignedIn(page)
      for (const evil of ['//evil.test', '/\\evil.test', 'javascript:alert(1)', '%2f%2fevil.test', '/..//evil.test']) {
        await page.goto(`/sign-in/?next=${encodeURIComponent(evil)}`)
        await expect(page, evil).toHaveURL('/library/')
      }
    })

    await step(page, 'case 63: the form follows no such path either', async () => {
      await signIn(page, LISTENER, PASSWORD, `/sign-in/?next=${encodeURIComponent('//evil.test/')}`)
      await expect(page).toHaveURL('/library/')
    })

    await step(
      page,
      'who is in already is sent on from sign-in, registration and the making of an account',
      async () => {
        await beSignedIn(page)
        for (const path of ['/sign-in/', '/registration/', '/mr/sign-in/', '/sign-up/some-token/']) {
          await page.goto(path)
          await expect(page).toHaveURL(path.startsWith('/mr') ? '/mr/library/' : '/library/')
        }
        await page.goto('/sign-in/?next=/faq/')
        await expect(page).toHaveURL('/faq/')
      },
    )
  })
})

test('[SI-5] a forgotten password: the mail goes out, the dialog closes after 3 s, its message stays', async ({
  page,
}) => {
  const email = await makeListener(page)
  const said = {
    opens: 'पासवर्ड विसरलात?',
    title: 'पासवर्ड विसरलात',
    send: 'पाठवा',
    sent: 'तुमची विनंती स्वीकारली आहे. कृपया तुमचा ई-मेल पाहा.',
  }
  await page.goto(inTree('mr', '/sign-in/'))
  const opener = page.getByRole('button', { name: said.opens })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: said.title })
  const box = dialog.getByLabel(SAID.mr.email, { exact: true })
  await expect(box).toBeFocused()
  await dialog.getByRole('button', { name: said.send, exact: true }).click()
  await expect(box).toHaveAccessibleDescription(SAID.mr.required)
  await box.fill(email)
  await expectAccessible(page)
  const pressed = Date.now()
  await dialog.getByRole('button', { name: said.send, exact: true }).click()
  await expect(dialog.getByRole('status').filter({ hasText: said.sent })).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(Date.now() - pressed).toBeGreaterThanOrEqual(3_000)
  await expect(page.getByText(said.sent)).toBeVisible()
  await expect(opener).toBeFocused()
  await expectAccessible(page)
  // Only who reads the mailbox learns whether there is an account.
  expect(await linkIn(page, email, 2)).toMatch(/^\/mr\/reset-password\/[\w-]{43}\/$/)
})

test('[AX-3] the page fits a narrow window with every fault shown', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const locale of LOCALES) {
    await page.goto(inTree(locale, '/sign-in/'))
    await button(page, locale).click()
    await expect(formOf(page).locator('.fault:visible')).toHaveCount(2)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: locale === 'mr' ? 'पासवर्ड विसरलात?' : 'Forgot your password?' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('[SI-1] the page says what it needs', async ({ page }) => {
    await page.goto('/sign-in/')
    await expect(page.getByText('Signing in needs JavaScript.')).toBeVisible()
  })
})
