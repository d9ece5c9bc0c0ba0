import { courseNamed, enter } from '../support/courses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, step, test } from '../support/test.ts'

test('[LL-1] [LL-3] the language lab has an intro, tabs, shelves and a certificate control', async ({
  page,
  browser,
  baseURL,
}) => {
  await step(page, 'the page has an intro, tabs with a percentage and courses with every field', async () => {
    await page.goto(inTree('mr', '/language-lab/'))
    const main = page.getByRole('main')
    await expect(main.getByText('भाषा आधी कानाने शिकतात.')).toBeVisible()
    await expect(main.getByRole('tab')).toHaveCount(4)
    await expect(main.getByRole('tab').first()).toContainText('०%')
    const panel = main.getByRole('tabpanel')
    await expect(panel.getByRole('progressbar')).toHaveAccessibleName(/० टक्के/)
    const course = panel.getByRole('article').filter({ hasText: 'नमस्कार मराठी!' })
    await expect(course.locator('img')).toBeVisible()
    await expect(course.getByText('३ धडे')).toBeVisible()
    await expect(course.getByText(/^[०-९]+ मिनिटे?$/)).toBeVisible()
    await expect(course.getByText('पहिले पन्नास शब्द')).toBeVisible()
    await expect(course.getByRole('link', { name: /^(?:Read more|पुढे वाचा)/ })).toHaveAttribute(
      'href',
      /\/audio-course-product-details\/\d+\//,
    )
    await course.getByRole('button').click()
    await expect(course.getByRole('button')).toHaveAttribute('data-state', 'playing')
  })

  await step(page, 'no tab and no word of a name is cut, on a phone and on a tablet', async () => {
    await page.goto(inTree('mr', '/language-lab/'))
    for (const width of [320, 820]) {
      await page.setViewportSize({ width, height: 900 })
      const hidden = await page.getByRole('tablist').evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth)
      expect(hidden, `pixels of the tabs out of sight at ${width}`).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize({ width: 320, height: 900 })
    await page.getByRole('tab').nth(1).click()
    const name = page.getByRole('heading', { name: 'परिचारिकांसाठी मराठी' }).getByRole('link')
    const parts = await name.evaluate((link) => {
      const word = document.createRange()
      const text = link.firstChild
      if (!text) return 0
      word.setStart(text, 0)
      word.setEnd(text, (text.textContent ?? '').indexOf(' '))
      return word.getClientRects().length
    })
    expect(parts, 'lines of its first word').toBe(1)
  })

  await step(page, 'each tab links to the page of its shelf', async () => {
    await page.goto('/language-lab/')
    const link = page.getByRole('tabpanel').getByRole('link', { name: /^(?:All courses|सर्व अभ्यासक्रम)/ })
    await link.click()
    await expect(page).toHaveURL(new RegExp(`/language-lab-category-details/\\d+/marathi-for-beginners/$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marathi for beginners')
    await expect(page.locator('nav.crumbs').getByRole('link')).toHaveAttribute('href', '/language-lab/')
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(3)
  })

  await step(page, 'tabs move by arrows, Home and End', async () => {
    await page.goto('/language-lab/')
    await page.getByRole('tab', { name: /Marathi for beginners/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: /Marathi at work/ })).toBeFocused()
    await expect(page.getByRole('tabpanel', { name: /Marathi at work/ })).toBeVisible()
    await expect(page.getByRole('tabpanel')).toHaveCount(1)
    await page.keyboard.press('End')
    await expect(page.getByRole('tabpanel', { name: /English for Marathi speakers/ })).toBeVisible()
    await page.keyboard.press('Home')
    await expect(page.getByRole('tab', { name: /Marathi for beginners/ })).toBeFocused()
  })

  await step(page, 'the certificate asks for the exercises first and returns the focus', async () => {
    await page.goto('/language-lab/')
    const control = page.getByRole('button', { name: 'Certificate' })
    await control.click()
    const dialog = page.getByRole('dialog', { name: 'First the lessons' })
    await expect(dialog).toContainText('Once every lesson of the language lab has been heard')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(control).toBeFocused()
    await control.click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })

  await step(page, 'without JavaScript every panel is open and the certificate is explained', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
    const bare = await context.newPage()
    await bare.goto('/language-lab/')
    for (const panel of await bare.getByRole('tabpanel').all()) await expect(panel).toBeVisible()
    await expect(bare.getByRole('heading', { name: 'English for Marathi speakers' })).toBeVisible()
    await expect(bare.getByText('Once every lesson of the language lab has been heard').first()).toBeVisible()
    await expect(bare.getByRole('button', { name: 'Certificate' })).toBeHidden()
    await context.close()
  })
})

test('[LL-1] a listener sees the progress of each tab', async ({ page }) => {
  await enter(page, 'karnataka', '/language-lab/')
  const tab = page.getByRole('tab', { name: /^Marathi at work/ })
  await expect(tab).toContainText(/[1-9]\d(?:\.\d)?%/)
  await expect(page.getByRole('tab').first()).toContainText('0%')
  await tab.click()
  const bar = page.getByRole('tabpanel').getByRole('progressbar')
  await expect(bar).toHaveAccessibleName(/[1-9]\d(?:\.\d)? percent/)
  expect(await bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(10)
  await page.getByRole('button', { name: 'Certificate' }).click()
  const dialog = page.getByRole('dialog', { name: 'First the lessons' })
  await expect(dialog).toContainText(/You are at [1-9]\d?(?:\.\d)? percent/)
  await expectAccessible(page)
})

test('[LL-2] at 100 percent a congratulation is shown and the certificate opens in a window', async ({
  page,
  context,
}) => {
  await page.route('**/api/audio-type-completion/language-lab/', (route) =>
    route.fulfill({ json: { audio_type_listening_completion: 100 } }),
  )
  // The whole lab takes hours: the paper is that of a course which was really finished.
  const { id } = await courseNamed(page, 'Marathi for Nurses')
  await page.route('**/api/language-lab-completion-certificate/*/', async (route) => {
    const { download_path: path, code } = (await (
      await page.request.get(`/api/v2/download-certificate/?id=${id}&language=mr`, {
        headers: await route.request().allHeaders(),
      })
    ).json()) as { download_path: string; code: string }
    await route.fulfill({ json: { status: true, certificate_path: path, code } })
  })
  await enter(page, 'karnataka', '/language-lab/', 'mr')
  await expect(page.getByRole('status').filter({ hasText: 'अभिनंदन!' })).toBeVisible()
  const certificateRequest = page.waitForRequest('**/api/language-lab-completion-certificate/mr/')
  const button = page.getByRole('button', { name: 'प्रमाणपत्र', exact: true })
  await Promise.all([context.waitForEvent('page'), button.click(), certificateRequest])
  const link = page.getByRole('link', { name: 'प्रमाणपत्र उघडा' })
  await expect(link).toHaveAttribute('target', '_blank')
  const paper = await page.request.get((await link.getAttribute('href')) ?? '')
  expect([paper.status(), paper.headers()['content-type'], (await paper.body()).subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
  await expect(page.getByText(/(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/)).toBeVisible()
  await expectAccessible(page)
})

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('[LL-1] failed progress shows a message and can be requested again, at 320 pixels', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.route('**/api/v1/title-access/', (route) =>
      route.fulfill({ status: 500, json: { status: false, fault: 'internal' } }),
    )
    await enter(page, 'karnataka', '/language-lab/')
    const failure = page.getByRole('alert').filter({ hasText: 'Your progress could not be fetched.' })
    await expect(failure).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.unroute('**/api/v1/title-access/')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('tab', { name: /^Marathi at work/ })).toContainText(/[1-9]\d(?:\.\d)?%/)
    await expect(failure).toBeHidden()
  })
})
