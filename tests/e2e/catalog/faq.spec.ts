import { expect, expectAccessible, inTree, LOCALES, test } from '../support/test.ts'

for (const [width, inView] of [
  [599, 1],
  [600, 2],
  [1000, 4],
] as const) {
  test(`[FQ-1] the topic carousel shows ${inView} at ${width} px and moves`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/faq/')
    const topics = page.getByRole('navigation', { name: 'Topics' })
    const list = await topics.getByRole('list').boundingBox()
    const rights = await topics
      .locator('.swiper-slide')
      .evaluateAll((slides) => slides.map((slide) => slide.getBoundingClientRect().right))
    expect(rights.filter((right) => right <= (list?.x ?? 0) + (list?.width ?? 0) + 1)).toHaveLength(inView)
    await topics.getByRole('button', { name: 'Next: Topics' }).click()
    await expect(topics.getByRole('link').first()).not.toBeInViewport({ ratio: 0.9 })
  })
}

for (const locale of LOCALES) {
  test(`[FQ-1] selecting a topic shows its questions, and the address names it, in ${locale}`, async ({ page }) => {
    await page.goto(inTree(locale, '/faq/'))
    const topics = page.getByRole('navigation', { name: locale === 'en' ? 'Topics' : 'विषय' })
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(4)
    const payment = topics.getByRole('link', { name: locale === 'en' ? /Payment and gifts/ : /पैसे आणि भेटी/ })
    await payment.click()
    await expect(payment).toHaveAttribute('aria-current', 'true')
    await expect(
      page.getByRole('heading', { level: 2, name: locale === 'en' ? 'Payment and gifts' : 'पैसे आणि भेटी' }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(5)
    await page.reload()
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(5)
  })
}

test('[FQ-1] one answer is open at a time, by mouse and keyboard', async ({ page }) => {
  await page.goto('/faq/')
  const answer = page.getByText('Every title has a sample that anybody can hear')
  const other = page.getByText('your place is kept on every device')
  await page.getByText('Can I listen before I pay?').click()
  await expect(answer).toBeVisible()
  await page.getByText('Does it remember where I stopped?').click()
  await expect(other).toBeVisible()
  await expect(answer).toBeHidden()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(answer).toBeVisible()
  await expect(other).toBeHidden()
  await expectAccessible(page)
})

test('[FQ-1] a link for mail stands beside the questions', async ({ page }) => {
  await page.goto('/mr/faq/')
  await expect(page.getByRole('complementary').getByRole('link')).toHaveAttribute('href', 'mailto:help@kathavani.test')
})

test('[FQ-1] without a script all topics stand below one another and their links lead to them', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/faq/')
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(21)
  const topics = page.getByRole('navigation', { name: 'Topics' })
  await topics.getByRole('link', { name: /Kids and family/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Kids and family' })).toBeInViewport()
  await page.getByText('Is there anything frightening in them?').click()
  await expect(page.getByText('A crocodile, a storm and one strict aunt.')).toBeVisible()
  await context.close()
})
