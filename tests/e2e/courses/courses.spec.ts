import { courseNamed, enter } from '../support/courses.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  followLink,
  holdScripts,
  inTree,
  step,
  test,
} from '../support/test.ts'

/** The student of the institute has heard all of it. */
const DONE = { account: 'karnataka', name: 'Marathi for Nurses' }
/** Ten seconds of its first lesson were heard. */
const BEGUN = { account: 'subscriber', name: 'Hello, Marathi!' }

const MESSAGES = {
  en: {
    exercise: 'Exercise',
    first: 'First the lessons',
    certificate: 'Certificate',
    cert: 'First the lessons',
    close: 'Close',
    explore: 'You may like to explore',
  },
  mr: {
    exercise: 'सराव',
    first: 'आधी धडे ऐका',
    certificate: 'प्रमाणपत्र',
    cert: 'आधी धडे ऐका',
    close: 'बंद करा',
    explore: 'हेही ऐकून पाहा',
  },
} as const

test('[AC-2] a finished course opens exercise and certificate, in a window or by a link', async ({ page, context }) => {
  await step(page, 'a finished course opens its exercise, and its certificate in a window', async () => {
    const { path } = await courseNamed(page, DONE.name)
    await enter(page, DONE.account, path)
    const exercise = page.getByRole('button', { name: MESSAGES.en.exercise, exact: true })
    await exercise.click()
    const dialog = page.getByRole('dialog', { name: new RegExp(`^${MESSAGES.en.exercise}:`) })
    await expect(dialog).toContainText('Ask a patient, softly, where it hurts')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(exercise).toBeFocused()

    await expect(page.getByText('Congratulations! You have heard every lesson.')).toBeVisible()
    const certificateRequest = page.waitForRequest((request) => request.url().includes('/api/v2/download-certificate/'))
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: MESSAGES.en.certificate, exact: true }).click(),
    ])
    expect(new URL((await certificateRequest).url()).searchParams.get('language')).toBe('en')
    const link = page.getByRole('link', { name: 'Open the certificate' })
    await expect(link).toBeVisible()
    await expect(page.getByRole('button', { name: MESSAGES.en.certificate, exact: true })).toBeEnabled()
    const pdf = await page.request.get((await link.getAttribute('href')) ?? '')
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await popup.close()

    await page.getByRole('link', { name: 'Check the certificate' }).click()
    await expect(page.getByRole('heading', { name: 'This certificate is genuine' })).toBeVisible()
    await expect(page.getByText('Girish Hegde')).toBeVisible()
  })

  await step(page, 'a browser that opens no window shows the link instead', async () => {
    await page.addInitScript(() => Object.assign(window, { open: () => null }))
    const { path } = await courseNamed(page, DONE.name)
    await enter(page, DONE.account, path)
    await expect(page.getByText('Congratulations!')).toBeVisible()
    await page.getByRole('button', { name: 'Certificate', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Open the certificate' })).toHaveAttribute(
      'href',
      /\/documents\/.*\.pdf/,
    )
  })
})

test('[AC-2] [AC-1] an unfinished course shows what is missing, and its lessons play', async ({ page }) => {
  await step(page, 'below 100 percent exercise and certificate show what is missing', async () => {
    const { path } = await courseNamed(page, BEGUN.name)
    await enter(page, BEGUN.account, path)
    await expect(page.getByRole('img', { name: /You have heard [1-9][\d.]* percent/ })).toBeVisible()
    for (const [control, title] of [
      [MESSAGES.en.exercise, MESSAGES.en.first],
      [MESSAGES.en.certificate, MESSAGES.en.cert],
    ] as const) {
      const button = page.getByRole('button', { name: control, exact: true })
      await button.press('Enter')
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: MESSAGES.en.close }).press('Enter')
      await expect(dialog).toBeHidden()
      await expect(button).toBeFocused()
    }
  })

  await test.step('a lesson plays and pauses, and its row shows it', async () => {
    await page.getByRole('link', { name: 'Play A cup of tea' }).press('Enter')
    const row = page.locator('.rows li', { hasText: 'A cup of tea' })
    await expect(row.locator('[data-on]')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Player' })).toContainText('A cup of tea')
    await expect(row.locator('[data-at="1"]')).toBeVisible()
    await row.getByRole('link', { name: 'Pause A cup of tea' }).click()
    await expect(row.getByRole('link', { name: 'Play A cup of tea' })).toBeVisible()
    await expectAccessible(page)
  })

  await step(page, 'a guest sees the same, with a link to sign-in', async () => {
    const { path } = await courseNamed(page, DONE.name)
    await page.goto(path)
    await expect(page.locator('.institute')).toBeHidden()
    await expect(page.locator('course-progress .circle')).toBeHidden()
    await page.getByRole('button', { name: MESSAGES.en.exercise, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: MESSAGES.en.first })
    await dialog.getByRole('link').click()
    await page.waitForURL((url) => url.pathname === '/sign-in/' && url.searchParams.get('next') === path)
  })
})

test('[AC-1] a listener sees institute, progress circle, chapters, lessons and related courses, also at 320 pixels', async ({
  page,
}) => {
  const { path } = await courseNamed(page, DONE.name)
  await enter(page, DONE.account, path, 'mr')
  await expect(page.locator('nav.crumbs').getByRole('link', { name: 'भाषा शाळा' })).toHaveAttribute(
    'href',
    inTree('mr', '/language-lab/'),
  )
  const institute = page.locator('.institute')
  await expect(institute).toContainText('Sahyadri Institute of Languages')
  await expect(institute.locator('img')).toHaveJSProperty('naturalWidth', 64)
  await expect(page.getByRole('img', { name: /१०० टक्के/ })).toBeVisible()
  await expect(page.getByText('३ धडे', { exact: true })).toBeVisible()
  await expect(page.getByText(/^[०-९]+ मिनिटे?$/).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'धडे', exact: true })).toBeVisible()
  await expect(page.locator('.rows li')).toHaveCount(3)
  expect(
    await page.getByRole('region', { name: MESSAGES.mr.explore }).getByRole('article').count(),
  ).toBeGreaterThanOrEqual(3)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('[SD-2] a press before the scripts are loaded is executed once when they are', async ({ page }) => {
  const { path } = await courseNamed(page, DONE.name)
  await page.goto('/language-lab/')
  const scripts = await holdScripts(page)
  await followLink(page, path)
  const exercise = page.getByRole('button', { name: MESSAGES.en.exercise, exact: true })
  await exercise.click()
  const dialog = page.getByRole('dialog', { name: MESSAGES.en.first })
  await expect(dialog).toBeHidden()
  await scripts.release()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(exercise).toBeFocused()
})

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('[AC-1] [AC-2] a failed request shows a message and can be repeated', async ({ page, context }) => {
    await test.step('failed progress shows a message and can be requested again', async () => {
      const { path } = await courseNamed(page, DONE.name)
      await page.route('**/api/v1/title-access/', (route) =>
        route.fulfill({ status: 500, json: { status: false, fault: 'internal' } }),
      )
      await enter(page, DONE.account, path)
      const failure = page.getByRole('alert').filter({ hasText: 'Your progress could not be fetched.' })
      await expect(failure).toBeVisible()
      await page.unroute('**/api/v1/title-access/')
      await failure.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('img', { name: 'You have heard 100 percent of this course.' })).toBeVisible()
      await expect(failure).toBeHidden()
    })

    await test.step('an exercise or a certificate that cannot be loaded shows a message, and works at the next press', async () => {
      await expect(page.getByText('Congratulations!')).toBeVisible()
      await page.route(/course-exercise|download-certificate/, (route) => route.abort())
      await page.getByRole('button', { name: 'Exercise' }).click()
      await expect(page.getByText('The exercise could not be fetched. Please try again.')).toBeVisible()
      const control = page.getByRole('button', { name: 'Certificate', exact: true })
      const [popup] = await Promise.all([context.waitForEvent('page'), control.click()])
      await expect(
        page.getByText('The certificate could not be fetched. Check your connection and try again.'),
      ).toBeVisible()
      await expect.poll(() => popup.isClosed()).toBe(true)
      await page.unroute(/course-exercise|download-certificate/)
      await page.getByRole('button', { name: 'Exercise' }).click()
      await expect(page.getByRole('dialog', { name: 'Exercise: Marathi for Nurses' })).toBeVisible()
      await page.keyboard.press('Escape')
      await control.click()
      await expect(page.getByRole('link', { name: 'Open the certificate' })).toBeVisible()
    })
  })
})
