import type { Page, Request } from '@playwright/test'
import { longTone, recording } from '../../api/support/recordings.ts'
import { MESSAGES, TYPED, type Locale } from '../support/auditions.ts'
import { fillSignIn, newPerson, signedInOn } from '../support/sign-up.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, holdScripts, step, test } from '../support/test.ts'

const PARTS = '**/api/upload-audition/recording/*/'
const FINAL = '**/api/upload-audition/'
const MP3 = { name: 'voice.mp3', mimeType: 'audio/mpeg', buffer: recording('tone.mp3') }
// The basket of a listener waits for the shop's till.
test.use({ expectedErrors: /\/api\/(?:cart|user-subscribed)/ })

const form = (page: Page) => page.locator('form.form')
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
const button = (page: Page, locale: Locale = 'en') => form(page).getByRole('button', { name: MESSAGES[locale].send })
const group = (page: Page, name: string) => form(page).getByRole('radiogroup', { name })

async function fill(page: Page, locale: Locale = 'en'): Promise<void> {
  const messages = MESSAGES[locale]
  // What the shop knows of the listener comes by itself.
  await expect(field(page, messages.fields.first_name)).toHaveValue('Asha')
  for (const name of ['mobile', 'city', 'project_name'] as const)
    await field(page, messages.fields[name]).fill(TYPED[locale][name])
  await field(page, messages.birth).fill(TYPED[locale].birth)
  await group(page, messages.home).getByLabel(messages.yes).check()
  await group(page, messages.professional).getByLabel(messages.no).check()
  await form(page).getByLabel(messages.gender, { exact: true }).check()
  await form(page).getByLabel(messages.terms).check()
  await form(page).getByLabel(messages.human).check()
}
const success = (page: Page, locale: Locale = 'en') => page.getByRole('dialog', { name: MESSAGES[locale].done })

/** Text fields of a form that was sent. */
function sentFields(request: Request): Record<string, string> {
  const body = request.postDataBuffer()?.toString('utf8') ?? ''
  return Object.fromEntries(
    [...body.matchAll(/name="(\w+)"\r\n\r\n([^\r]*)\r\n/g)].map(([, name = '', text = '']) => [name, text]),
  )
}

test('[AD-1] [AD-3] missing and invalid input is shown before anything is sent', async ({ page }) => {
  let sent = 0
  page.on('request', (request) => void (sent += Number(request.url().includes('/recording/'))))
  await signedInOn(page, '/audition/')
  await test.step('an empty form shows what is missing and sends nothing', async () => {
    await expect(field(page, MESSAGES.en.fields.first_name)).toHaveValue('Asha')
    await field(page, MESSAGES.en.fields.first_name).fill('')
    await button(page).click()
    await expect(form(page).getByText(MESSAGES.en.required)).toHaveCount(7)
    await expect(field(page, MESSAGES.en.fields.first_name)).toBeFocused()
    await expect(form(page).getByText('Please accept the terms of auditions')).toBeVisible()
    await expect(form(page).getByLabel(MESSAGES.en.human)).toHaveAccessibleDescription(/human$|करून द्या$/)
    await expect(group(page, MESSAGES.en.home)).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await field(page, MESSAGES.en.fields.first_name).fill('Asha')
  })

  await test.step('each field shows its error in words', async () => {
    await fill(page)
    const wrong = { first_name: 'Asha1', last_name: 'x'.repeat(51), mobile: '12345', email: 'asha@', city: 'Pune 4' }
    for (const [name, text] of Object.entries(wrong)) await page.locator(`[name=${name}]`).fill(text)
    await field(page, MESSAGES.en.birth).fill('31/02/1990')
    await button(page).click()
    await expect(field(page, 'First name')).toHaveAccessibleDescription(
      'First name: letters (Latin or Devanagari), apostrophes and hyphens only, up to 50',
    )
    await expect(field(page, 'Last name')).toHaveAccessibleDescription(
      'Last name should not be more than 50 characters',
    )
    await expect(field(page, 'Mobile')).toHaveAccessibleDescription(
      /Please enter a valid phone number, up to 15 digits$/,
    )
    await expect(field(page, 'Email')).toHaveAccessibleDescription(
      'Please enter a valid email address, like name@example.com',
    )
    await expect(field(page, 'City')).toHaveAccessibleDescription(/^City: letters \(Latin/)
    await expect(field(page, MESSAGES.en.birth)).toHaveAccessibleDescription(/Please enter a date like 21\/11\/1990$/)
    await field(page, MESSAGES.en.birth).fill('01/01/2090')
    await button(page).click()
    await expect(field(page, MESSAGES.en.birth)).toHaveAccessibleDescription(
      /The date of birth cannot lie in the future$/,
    )
    await expect(field(page, 'Email')).toHaveAttribute('autocomplete', 'email')
    const right = {
      first_name: 'Asha',
      last_name: 'Joshi',
      mobile: '9876543210',
      email: 'asha@example.test',
      city: 'Pune',
    }
    for (const [name, text] of Object.entries(right)) await page.locator(`[name=${name}]`).fill(text)
  })

  await test.step('a wrong recording is refused before it is sent', async () => {
    const file = field(page, MESSAGES.en.file)
    const kinds = /Please choose an audio file: mp3, ogg, mp4, ogx, wma, ac3, m4a$/
    await fill(page)
    for (const [name, buffer] of [
      ['text.txt', Buffer.from('text')],
      ['page.mp3', Buffer.from('<html></html>')],
      ['voice.mp3.html', MP3.buffer],
    ] as const) {
      await file.setInputFiles(MP3)
      await expect(file).toHaveAccessibleDescription(/^voice.mp3, 0.1 MB/)
      await file.setInputFiles({ name, mimeType: 'audio/mpeg', buffer })
      await expect(file, name).toHaveAccessibleDescription(kinds)
    }
    await button(page).click()
    await expect(file).toBeFocused()
    await file.setInputFiles({ ...MP3, buffer: longTone(8_455_757) })
    await expect(file).toHaveAccessibleDescription(/File size exceeds 10MB$/)
    await expectAccessible(page)
    await file.setInputFiles(MP3)
    await expect(file).not.toHaveAttribute('aria-invalid', 'true')
    await expect(file).toHaveAccessibleDescription(/^voice.mp3, 0.1 MB/)
    expect(sent).toBe(0)
  })
})

test('[AD-1] an audition is sent with its recording, confirmed and cleared', async ({ page }) => {
  const person = await signedInOn(page, '/audition/', 'mr')
  await fill(page, 'mr')
  await expect(field(page, MESSAGES.mr.fields.email)).toHaveValue(person.email)
  await field(page, MESSAGES.mr.file).setInputFiles(MP3)
  const request = page.waitForRequest(
    (sent) => sent.method() === 'POST' && sent.url().endsWith('/api/upload-audition/'),
  )
  await button(page, 'mr').click()
  const { captcha: _, upload, ...sent } = sentFields(await request)
  expect(sent).toMatchObject({
    first_name: 'Asha',
    birth_date: '1990-11-21',
    is_recording_setup: 'yes',
    is_professional: 'no',
    gender: '2',
    country: 'IN',
  })
  expect(sent['mobile']).toBe('9876543210')
  expect(upload).toMatch(/^[0-9a-f-]{36}$/)
  await expect(success(page, 'mr')).toContainText(MESSAGES.mr.thanks)
  await expectAccessible(page)
  await success(page, 'mr').getByRole('button', { name: MESSAGES.mr.close, exact: true }).last().click()
  await expect(success(page, 'mr')).toBeHidden()
  for (const name of ['first_name', 'city', 'project_name'] as const)
    await expect(field(page, MESSAGES.mr.fields[name])).toHaveValue('')
  for (const box of [MESSAGES.mr.terms, MESSAGES.mr.human]) await expect(form(page).getByLabel(box)).not.toBeChecked()
  await expect(form(page).locator('[type=radio]:checked')).toHaveCount(0)
  expect(await field(page, MESSAGES.mr.file).evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0)
})

test('[AD-2] social sign-in returns to the typed audition', async ({ page }) => {
  await page.goto('/audition/')
  await page
    .getByRole('dialog', { name: MESSAGES.en.signInFirst })
    .getByRole('button', { name: MESSAGES.en.later })
    .click()
  await field(page, MESSAGES.en.fields.city).fill('Kolhapur')
  await group(page, MESSAGES.en.home).getByLabel(MESSAGES.en.yes).check()
  await page.locator('.note').getByRole('link', { name: MESSAGES.en.signIn }).click()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.waitForURL('**/dev/identity/google?**')
  await page.getByLabel('Email').fill(newPerson().email)
  await page.getByLabel('First name', { exact: true }).fill('Asha')
  await page.getByRole('button', { name: 'Go on as this person' }).click()
  await page.getByRole('dialog', { name: 'Welcome, Asha' }).getByRole('button', { name: 'Go on', exact: true }).click()
  await expect(page).toHaveURL('/audition/')
  await expect(field(page, MESSAGES.en.fields.city)).toHaveValue('Kolhapur')
  await expect(field(page, MESSAGES.en.fields.first_name)).toHaveValue('Asha')
  await expect(group(page, MESSAGES.en.home).getByLabel(MESSAGES.en.yes)).toBeChecked()
  expect(await page.evaluate(() => sessionStorage.getItem('auditionDraft'))).toBeNull()
})

test('[AD-2] a guest is asked to sign in and returns to the typed audition', async ({ page }) => {
  await step(page, 'the button of the dialog opens the sign-in page', async () => {
    await page.goto('/audition/')
    const dialog = page.getByRole('dialog', { name: 'Please sign in first' })
    await dialog.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/sign-in/')
    expect(await page.evaluate(() => localStorage.getItem('auditionForm'))).toBe('true')
  })

  await step(page, 'a guest is asked to sign in and returns to the typed audition', async () => {
    await page.goto('/audition/')
    const dialog = page.getByRole('dialog', { name: MESSAGES.en.signInFirst })
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await field(page, MESSAGES.en.fields.city).fill(TYPED.en.city)
    await expectAccessible(page)
    await page.locator('.note').getByRole('link', { name: MESSAGES.en.signIn }).click()
    await expect(page.getByRole('heading', { level: 1, name: MESSAGES.en.signIn })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('auditionForm'))).toBe('true')
    await fillSignIn(page, newPerson())
    await page.waitForURL((url) => url.pathname === '/audition/')
    await expect(field(page, MESSAGES.en.fields.first_name)).toHaveValue('Asha')
    await expect(field(page, MESSAGES.en.fields.city)).toHaveValue(TYPED.en.city)
    await expect(dialog).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('auditionForm'))).toBeNull()
  })
})

test('[AD-1] the keyboard alone fills and sends the form, and reads the terms', async ({ page }) => {
  await signedInOn(page, '/audition/')
  await expect(field(page, 'First name')).toHaveValue('Asha')
  await field(page, 'Recorded file (up to 10 MB)').setInputFiles(MP3)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await field(page, 'Mobile').focus()
  await page.keyboard.type('9876543210')
  await press('Tab', 'Tab')
  await page.keyboard.type('Pune')
  await press('Tab', 'Tab', 'Tab')
  await page.keyboard.type('Panchatantra')
  await press('Tab', 'Space', 'Tab', 'Space', 'Tab')
  await expect(field(page, 'Recorded file (up to 10 MB)')).toBeFocused()
  await press('Tab', 'Tab', 'Space', 'Tab', 'Space', 'Tab', 'Enter')
  const terms = page.getByRole('dialog', { name: 'Terms of auditions' })
  await expect(terms).toContainText('Upload only your own voice')
  await expectAccessible(page)
  await press('Escape')
  await expect(form(page).getByRole('button', { name: 'Read the terms' })).toBeFocused()
  await press('Tab', 'Enter')
  await expect(success(page)).toBeVisible({ timeout: 30_000 })
})

test('[AD-2] a listener who leaves the page during the upload sees the confirmation on return', async ({ page }) => {
  await signedInOn(page, '/audition/')
  await fill(page)
  await field(page, MESSAGES.en.file).setInputFiles(MP3)
  let arrived = (): void => undefined
  const isHere = new Promise<void>((done) => (arrived = done))
  await page.route(FINAL, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await isHere
    return route.continue()
  })
  const sent = page.waitForResponse(
    (response) => response.url().endsWith('/api/upload-audition/') && response.request().method() === 'POST',
  )
  const leaving = page.waitForRequest(
    (request) => request.url().endsWith('/api/upload-audition/') && request.method() === 'POST',
  )
  await button(page).click()
  await leaving
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service')
  arrived()
  await sent
  await page.goBack()
  await expect(success(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(success(page)).toBeHidden()
  // The city is filled in anew, from what the listener told of himself; the project is not.
  await expect(field(page, 'Project name')).toHaveValue('')
})

test.describe('when the connection is lost', () => {
  test.use({ expectedErrors: /\/api\/(?:cart|user-subscribed|upload-audition)|ERR_/ })

  test('[AD-1] the upload stops, continues after a reload, and arrives complete', async ({ page }) => {
    const big = { ...MP3, buffer: longTone(1_500_000) }
    let isCut = false
    const offsets: number[] = []
    await page.route(PARTS, async (route) => {
      const { offset = '' } = sentFields(route.request())
      if (isCut || Number(offset) >= 786_432) return route.abort('internetdisconnected')
      offsets.push(Number(offset))
      return route.continue()
    })
    await signedInOn(page, '/audition/')
    await fill(page)
    await field(page, MESSAGES.en.file).setInputFiles(big)
    await button(page).click()
    const bar = form(page).getByRole('progressbar', { name: 'Sending the recording' })
    const goOn = form(page).getByRole('button', { name: 'Go on from 52 %' })
    await expect(goOn).toBeVisible({ timeout: 20_000 })
    await expect(bar).toHaveAttribute('value', '786432')
    await expect(form(page).getByText('Stopped at 52 %.')).toBeVisible()
    await expect(field(page, 'City')).toHaveValue('Pune')
    await expectAccessible(page)

    // The same button goes on, and is cut again at the next part.
    await goOn.click()
    await expect(goOn).toBeVisible({ timeout: 20_000 })
    expect(offsets).toEqual([0, 262_144, 524_288])

    await page.reload()
    await page.unroute(PARTS)
    offsets.length = 0
    // Only a route sees the bytes that are sent.
    await page.route(PARTS, (route) => {
      offsets.push(Number(sentFields(route.request())['offset'] ?? -1))
      return route.continue()
    })
    await fill(page)
    await field(page, MESSAGES.en.file).setInputFiles(big)
    await button(page).click()
    await expect(success(page)).toBeVisible({ timeout: 30_000 })
    expect(offsets).toEqual([786_432, 1_048_576, 1_310_720])
  })

  test('[AD-1] [AD-4] a short interruption is retried, and a refused captcha solution is computed again', async ({
    page,
  }) => {
    await step(page, 'a short interruption is retried automatically', async () => {
      let cuts = 0
      await page.route(PARTS, (route) => ((cuts += 1) === 2 ? route.abort('connectionreset') : route.continue()))
      await signedInOn(page, '/audition/')
      await fill(page)
      await field(page, MESSAGES.en.file).setInputFiles({ ...MP3, buffer: longTone(600_000) })
      await button(page).click()
      await expect(success(page)).toBeVisible({ timeout: 30_000 })
      expect(cuts).toBe(4)
    })

    await step(page, 'each refusal shows a message, and the typed text stays', async () => {
      await signedInOn(page, '/audition/')
      await fill(page)
      await field(page, MESSAGES.en.file).setInputFiles(MP3)
      for (const [status, fault, fields, text] of [
        [422, 'fileType', { recorded_file: 'fileType' }, 'the recording was not taken'],
        [422, 'humanCheck', { captcha: 'humanCheck' }, 'please tick the box once more'],
        [429, 'tooMany', undefined, 'You have sent several auditions already.'],
        [500, 'internal', undefined, 'our server did not take it'],
      ] as const) {
        await page.route(FINAL, (route) => route.fulfill({ status, json: { status: false, fault, fields } }))
        await form(page)
          .locator('[type=submit]')
          .or(form(page).getByRole('button', { name: 'Try again' }))
          .first()
          .click()
        await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
        await expect(field(page, 'City')).toHaveValue('Pune')
        await expect(form(page).getByLabel('I am a human')).toBeChecked({ checked: fault !== 'humanCheck' })
        await page.unroute(FINAL)
        await form(page).getByLabel('I am a human').check()
      }
      await form(page).getByRole('button', { name: 'Try again' }).click()
      await expect(success(page)).toBeVisible({ timeout: 30_000 })
    })
  })

  test('[AD-2] [AD-1] typed text is kept when the session ends or the profile arrives late', async ({ page }) => {
    await step(page, 'an ended session shows a message, and typed text is kept', async () => {
      await signedInOn(page, '/audition/')
      await fill(page)
      await field(page, MESSAGES.en.file).setInputFiles(MP3)
      await page.route('**/api/upload-audition/recording/', (route) =>
        route.fulfill({ status: 401, contentType: 'application/json', body: '{"status":false,"fault":"signedOut"}' }),
      )
      await button(page).click()
      await expect(page.getByRole('dialog', { name: 'Please sign in first' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(field(page, 'City')).toHaveValue('Pune')
    })

    await step(page, 'a late or missing profile overwrites nothing', async () => {
      const pending: (() => void)[] = []
      await page.route(FINAL, async (route) => {
        await new Promise<void>((done) => pending.push(done))
        await route.continue()
      })
      await signedInOn(page, '/audition/')
      await field(page, 'First name').fill('सुमती')
      await expect.poll(() => pending.length).toBe(1)
      pending[0]?.()
      await expect(field(page, 'Last name')).toHaveValue('Joshi')
      await expect(field(page, 'First name')).toHaveValue('सुमती')
      await page.unroute(FINAL)
      await page.route(FINAL, (route) => route.abort())
      await page.reload()
      await field(page, 'City').fill('Pune')
      await expect(button(page)).toBeVisible()
      await expect(field(page, 'City')).toHaveValue('Pune')
    })
  })
})

test('[AD-1] input before hydration is kept', async ({ page }) => {
  await signedInOn(page, '/audition/')
  const pending = await holdScripts(page, 'AuditionForm*')
  await page.reload()
  await field(page, 'City').fill('Pune')
  await field(page, 'Country').selectOption('US')
  await group(page, MESSAGES.en.home).getByLabel('No').check()
  await form(page).getByLabel(MESSAGES.en.terms).check()
  await field(page, MESSAGES.en.file).setInputFiles(MP3)
  await pending.release()
  await expect(field(page, 'First name')).toHaveValue('Asha')
  await expect(field(page, 'City')).toHaveValue('Pune')
  await expect(field(page, 'Country')).toHaveValue('US')
  await expect(group(page, MESSAGES.en.home).getByLabel('No')).toBeChecked()
  await expect(form(page).getByLabel(MESSAGES.en.terms)).toBeChecked()
  await expect(field(page, MESSAGES.en.file)).toHaveAccessibleDescription(/^voice.mp3/)
})
