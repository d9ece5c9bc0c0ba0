import { courseNamed, enter } from '../support/learners.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, LOCALES, test } from '../support/test.ts'

for (const locale of LOCALES) {
  test(`[LL-1] intro, tabs with a percentage and courses with every part in ${locale}`, async ({ page }) => {
    await page.goto(inTree(locale, '/language-lab/'))
    const main = page.getByRole('main')
    await expect(
      main.getByText(locale === 'en' ? 'A language is learned with the ear first.' : 'भाषा आधी कानाने शिकतात.'),
    ).toBeVisible()
    await expect(main.getByRole('tab')).toHaveCount(4)
    await expect(main.getByRole('tab').first()).toContainText(locale === 'en' ? '0%' : '०%')
    const panel = main.getByRole('tabpanel')
    await expect(panel.getByRole('progressbar')).toHaveAccessibleName(locale === 'en' ? /0 percent/ : /० टक्के/)
    const course = panel.getByRole('article').filter({ hasText: locale === 'en' ? 'Hello, Marathi!' : 'नमस्कार मराठी!' })
    await expect(course.locator('img')).toBeVisible()
    await expect(course.getByText(locale === 'en' ? '3 chapters' : '३ धडे')).toBeVisible()
    await expect(course.getByText(locale === 'en' ? /^\d\.\d\d h$/ : /^[०-९]\.[०-९]{2} तास$/)).toBeVisible()
    await expect(course.getByText(locale === 'en' ? 'Your first fifty words' : 'पहिले पन्नास शब्द')).toBeVisible()
    await expect(course.getByRole('link', { name: /^(?:Read more|पुढे वाचा)/ })).toHaveAttribute(
      'href',
      /\/audio-course-product-details\/\d+\//,
    )
    await course.getByRole('button').click()
    await expect(course.getByRole('button')).toHaveAttribute('data-state', 'playing')
  })

  test(`[LL-3] each tab leads to the page of its shelf in ${locale}`, async ({ page }) => {
    await page.goto(inTree(locale, '/language-lab/'))
    const link = page.getByRole('tabpanel').getByRole('link', { name: /^(?:All courses|सर्व अभ्यासक्रम)/ })
    await link.click()
    await expect(page).toHaveURL(
      new RegExp(`${inTree(locale, '/language-lab-category-details/')}\\d+/marathi-for-beginners/$`),
    )
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      locale === 'en' ? 'Marathi for beginners' : 'मराठीची सुरुवात',
    )
    await expect(page.locator('nav.crumbs').getByRole('link')).toHaveAttribute('href', inTree(locale, '/language-lab/'))
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(3)
  })
}

test('[LL-1] tabs move by arrows, Home and End', async ({ page }) => {
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

test('[LL-1] the certificate asks for the exercises first and gives the focus back', async ({ page }) => {
  await page.goto('/language-lab/')
  const control = page.getByRole('button', { name: 'Certificate' })
  await control.click()
  const dialog = page.getByRole('dialog', { name: 'First the exercises' })
  await expect(dialog).toContainText('once every exercise of the language lab is completed')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(control).toBeFocused()
  await control.click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('[LL-1] without a script every panel stands open and the certificate is explained', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/language-lab/')
  for (const panel of await page.getByRole('tabpanel').all()) await expect(panel).toBeVisible()
  await expect(page.getByRole('heading', { name: 'English for Marathi speakers' })).toBeVisible()
  await expect(page.getByText('once every exercise of the language lab is completed').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Certificate' })).toBeHidden()
  await context.close()
})

for (const locale of LOCALES) {
  test(`[LL-1] a listener sees how much of each tab was heard in ${locale}`, async ({ page }) => {
    await enter(page, 'karnataka', '/language-lab/', locale)
    const tab = page.getByRole('tab', { name: locale === 'en' ? /^Marathi at work/ : /^व्यवहारातली मराठी/ })
    await expect(tab).toContainText(locale === 'en' ? /[1-9]\d(?:\.\d)?%/ : /[१-९][०-९](?:\.[०-९])?%/)
    await expect(page.getByRole('tab').first()).toContainText(locale === 'en' ? '0%' : '०%')
    await tab.click()
    const bar = page.getByRole('tabpanel').getByRole('progressbar')
    await expect(bar).toHaveAccessibleName(locale === 'en' ? /[1-9]\d(?:\.\d)? percent/ : /[१-९][०-९](?:\.[०-९])? टक्के/)
    expect(await bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(10)
    await page.getByRole('button', { name: locale === 'en' ? 'Certificate' : 'प्रमाणपत्र' }).click()
    const dialog = page.getByRole('dialog', { name: locale === 'en' ? 'First the exercises' : 'आधी सराव पूर्ण करा' })
    await expect(dialog).toContainText(
      locale === 'en' ? /You are at [1-9]\d?(?:\.\d)? percent/ : /आत्ता [१-९][०-९]?(?:\.[०-९])? टक्क्यांवर/,
    )
    await expectAccessible(page)
  })

  test(`[LL-2] at 100 percent the certificate is congratulated on and opens in a window in ${locale}`, async ({
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
        await page.request.get(`/api/v2/download-certificate/?id=${id}&language=${locale}`, {
          headers: await route.request().allHeaders(),
        })
      ).json()) as { download_path: string; code: string }
      await route.fulfill({ json: { status: true, certificate_path: path, code } })
    })
    await enter(page, 'karnataka', '/language-lab/', locale)
    await expect(
      page.getByRole('status').filter({ hasText: locale === 'en' ? 'Congratulations!' : 'अभिनंदन!' }),
    ).toBeVisible()
    const asked = page.waitForRequest(`**/api/language-lab-completion-certificate/${locale}/`)
    const pressed = page.getByRole('button', { name: locale === 'en' ? 'Certificate' : 'प्रमाणपत्र', exact: true })
    await Promise.all([context.waitForEvent('page'), pressed.click(), asked])
    const link = page.getByRole('link', { name: locale === 'en' ? 'Open the certificate' : 'प्रमाणपत्र उघडा' })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(page.getByText(/(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/)).toBeVisible()
    await expectAccessible(page)
  })
}

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('[LL-1] progress that could not be fetched is said, and asked for again, at 320 pixels', async ({ page }) => {
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
