import { expect, expectAccessible, inTree, step, test } from '../support/test.ts'

test('[FQ-1] [SH-4] a reader selects topics and opens one answer at a time', async ({ page, browser, baseURL }) => {
  for (const [width, inView] of [
    [599, 1],
    [600, 2],
    [1000, 4],
  ] as const) {
    await step(page, `the topic carousel shows ${inView} at ${width} px and moves`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/faq/')
      const topics = page.getByRole('navigation', { name: 'Topics' })
      const list = await topics.getByRole('list').boundingBox()
      const topic = await topics
        .locator('.swiper-slide')
        .evaluateAll((slides) => slides.map((slide) => slide.getBoundingClientRect().right))
      expect(topic.filter((right) => right <= (list?.x ?? 0) + (list?.width ?? 0) + 1)).toHaveLength(inView)
      await topics.getByRole('button', { name: 'Next: Topics' }).click()
      await expect(topics.getByRole('link').first()).not.toBeInViewport({ ratio: 0.9 })
    })
  }

  await step(page, 'selecting a topic shows its questions, and the address names it in both languages', async () => {
    await page.goto(inTree('mr', '/faq/'))
    const topics = page.getByRole('navigation', { name: 'विषय' })
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(4)
    const payment = topics.getByRole('link', { name: /पैसे आणि भेटी/ })
    await payment.press('Enter')
    await expect(page.getByRole('region', { name: 'पैसे आणि भेटी' })).toBeFocused()
    await expect(payment).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('heading', { level: 2, name: 'पैसे आणि भेटी' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(5)
    await page.reload()
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(5)
    await page.locator('.language summary').click()
    await page.getByRole('banner').getByRole('link', { name: 'English', exact: true }).click()
    await expect(page).toHaveURL(/\/faq\/#topic-/)
    await expect(page.getByRole('region', { name: 'Payment and gifts' })).toBeVisible()
  })

  await step(page, 'one answer is open at a time, by mouse and keyboard', async () => {
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

  await step(page, 'the questions have a mail link beside them', async () => {
    await page.goto('/mr/faq/')
    await expect(page.getByRole('complementary').getByRole('link')).toHaveAttribute(
      'href',
      'mailto:help@kathavani.test',
    )
  })

  await step(page, 'without JavaScript all topics are listed, with links to them', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
    const bare = await context.newPage()
    await bare.goto('/faq/')
    await expect(bare.getByRole('heading', { level: 3 })).toHaveCount(21)
    const topics = bare.getByRole('navigation', { name: 'Topics' })
    await topics.getByRole('link', { name: /Kids and family/ }).click()
    await expect(bare.getByRole('heading', { level: 2, name: 'Kids and family' })).toBeInViewport()
    await bare.getByText('Is there anything frightening in them?').click()
    await expect(bare.getByText('A crocodile, a storm and one strict aunt.')).toBeVisible()
    await context.close()
  })
})
