import { expect, expectAccessible, inTree, pathOf, step, test } from '../support/test.ts'

const bar = 'Now playing'

test('[SA-1] [SA-2] [SD-10] one sample plays at a time, loaded once, from the first tap', async ({ page }) => {
  await step(page, 'one sample plays at a time and starting another stops the first', async () => {
    await page.goto('/')
    const latest = page.getByRole('region', { name: 'Latest launch' })
    const kids = page.getByRole('region', { name: 'For the children' })
    await latest
      .getByRole('button', { name: /^Play sample/ })
      .first()
      .click()
    await expect(latest.getByRole('button', { name: /^Pause sample/ })).toHaveCount(1)
    await kids
      .getByRole('button', { name: /^Play sample/ })
      .nth(1)
      .click()
    await expect(kids.getByRole('button', { name: /^Pause sample/ })).toHaveCount(1)
    await expect(latest.getByRole('button', { name: /^Pause sample/ })).toHaveCount(0)
  })

  await step(
    page,
    'the signed address is loaded once per sample, the button pauses and resumes, and resets at the end',
    async () => {
      let requests = 0
      page.on('request', (request) => {
        if (request.url().includes('get-sample-signed-url')) requests += 1
      })
      await page.goto('/')
      const card = page
        .getByRole('region', { name: 'Latest launch' })
        .getByRole('article')
        .filter({ hasText: 'Dnyaneshwari' })
      await card.getByRole('button', { name: 'Play sample of Dnyaneshwari' }).click()
      await card.getByRole('button', { name: 'Pause sample of Dnyaneshwari' }).click()
      await card.getByRole('button', { name: 'Play sample of Dnyaneshwari' }).click()
      await expect(card.getByRole('button', { name: 'Pause sample of Dnyaneshwari' })).toBeVisible()
      expect(requests).toBe(1)
      // To the last second: the end resets the button and closes the bar.
      const seek = page.getByRole('slider', { name: 'Position in the sample' })
      await seek.focus()
      await seek.press('End')
      await expect(card.getByRole('button', { name: 'Play sample of Dnyaneshwari' })).toBeVisible()
      await expect(page.getByRole('region', { name: bar })).toBeHidden()
      // The focus was in the bar that is gone.
      const again = card.getByRole('button', { name: 'Play sample of Dnyaneshwari' })
      await expect(again).toBeFocused()
      await again.press('Enter')
      await page.getByRole('region', { name: bar }).getByRole('button', { name: 'Close' }).press('Enter')
      await expect(again).toBeFocused()
      await again.press('Enter')
      await expect(card.getByRole('button', { name: 'Pause sample of Dnyaneshwari' })).toBeVisible()
      expect(requests).toBe(1)
    },
  )

  await step(page, 'the first tap on a sample button is not lost', async () => {
    const path = await pathOf(page, 'panchatantra')
    await page.goto(path)
    await page.locator('.hear .sample').first().dispatchEvent('click')
    await expect(page.getByRole('region', { name: bar })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pause sample of Panchatantra/ }).first()).toBeVisible()
  })
})

test('[PL-2] a sample plays without a pause across navigations and languages', async ({ page }) => {
  await page.goto(await pathOf(page, 'lamp at rajgad'))
  await page.locator('.hear .sample').first().click()
  const region = page.getByRole('region', { name: bar })
  await expect(region.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.evaluate(() => {
    Object.assign(window, { stayed: true })
  })
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Browse', exact: true }).click()
  await expect(page).toHaveURL(/\/browse\/$/)
  await expect(region.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.locator('summary', { hasText: 'English' }).click()
  await page.getByRole('link', { name: 'मराठी' }).click()
  await expect(page).toHaveURL(/\/mr\/browse\/$/)
  await expect(page.getByRole('region', { name: 'सध्या सुरू' }).getByRole('button', { name: 'थांबवा' })).toBeVisible()
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  // No button of the sample is on this page that could take the focus from the bar.
  await page.getByRole('contentinfo').locator('a[href="/mr/faq/"]').first().click()
  await expect(page).toHaveURL(/\/mr\/faq\/$/)
  await page.getByRole('region', { name: 'सध्या सुरू' }).getByRole('button', { name: 'बंद करा' }).press('Enter')
  await expect(page.locator('#content')).toBeFocused()
})

test.describe('when sound is blocked or unreachable', () => {
  test.use({ expectedErrors: /get-sample-signed-url|Failed to load resource/ })

  test('[SA-3] a sample that cannot be loaded or played shows a message', async ({ page }) => {
    await step(page, 'an unreachable server shows a message and a retry that works', async () => {
      await page.route('**/api/get-sample-signed-url/', (route) => route.abort())
      await page.goto('/mr/')
      await page
        .getByRole('button', { name: /^नमुना ऐका/ })
        .first()
        .click()
      await expect(page.getByRole('alert')).toContainText('नमुना आणता आला नाही')
      await page.unroute('**/api/get-sample-signed-url/')
      await page.getByRole('button', { name: 'पुन्हा प्रयत्न करा' }).press('Enter')
      await expect(page.getByRole('region', { name: 'सध्या सुरू' }).getByRole('button', { name: 'थांबवा' })).toBeFocused()
    })

    await step(page, 'a blocked play shows a message', async () => {
      await page.addInitScript(() => {
        HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
      })
      await page.goto('/')
      await page
        .getByRole('button', { name: /^Play sample/ })
        .first()
        .click()
      await expect(page.getByRole('alert')).toContainText(
        'Something went wrong with your browser. Please try another one.',
      )
    })
  })
})

test('[SA-2] [AX-3] the bar of a sample covers nothing that hangs at the foot of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(inTree('mr', await pathOf(page, 'The Clockmaker of Pune')))
  await page.locator('.left sample-button button').click()
  const sampleBar = page.locator('.sound-bar')
  await expect(sampleBar.getByRole('button', { name: 'मजकूर' })).toBeVisible()
  const buy = page.getByRole('region', { name: 'किंमत' }).getByRole('link', { name: 'खरेदी करा' })
  const edges = async () =>
    [(await buy.boundingBox()) ?? { y: 0, height: 0 }, (await sampleBar.boundingBox()) ?? { y: 0 }] as const
  const [over, below] = await edges()
  expect(over.y + over.height).toBeLessThanOrEqual(below.y)
  // Nor does a strip of the page show between them.
  await page.mouse.wheel(0, 300)
  const between = await page.evaluate(
    ([from, to]) =>
      Array.from({ length: Math.floor(to - from) }, (_, at) => document.elementFromPoint(160, from + at)?.className),
    [over.y + over.height, below.y] as const,
  )
  expect(between.length).toBeGreaterThan(5)
  expect(new Set(between)).toEqual(new Set(['box']))
})

test('[SA-1] [SA-2] the sample bar works by keyboard and waits for a slow address', async ({ page }) => {
  await step(page, 'the sample bar works by keyboard, has its time in words and no axe violation', async () => {
    await page.goto(inTree('mr', '/'))
    await page
      .getByRole('button', { name: /^नमुना ऐका/ })
      .first()
      .press('Enter')
    const region = page.getByRole('region', { name: 'सध्या सुरू' })
    await expect(region).toBeVisible()
    const seek = region.getByRole('slider', { name: 'नमुन्यातील वेळ' })
    await expect(seek).toHaveAttribute('aria-valuetext', /^एकूण .*सेकंद, आत्ता/)
    await expectAccessible(page)
    await region.getByRole('button', { name: 'बंद करा' }).press('Enter')
    await expect(region).toBeHidden()
  })

  await step(page, 'a slow address shows a loading state, and a second button wins', async () => {
    const pending: (() => void)[] = []
    await page.route('**/api/get-sample-signed-url/', async (route) => {
      await new Promise<void>((done) => pending.push(done))
      await route.continue()
    })
    await page.goto('/')
    const buttons = page
      .getByRole('region', { name: 'Latest launch' })
      .getByRole('button', { name: /^(?:Play|Pause) sample/ })
    await buttons.nth(0).click()
    await expect(buttons.nth(0)).toHaveAttribute('aria-busy', 'true')
    await buttons.nth(1).click()
    await expect(buttons.nth(1)).toHaveAttribute('aria-busy', 'true')
    await expect.poll(() => pending.length).toBe(2)
    for (const go of pending) go()
    await expect(buttons.nth(1)).toHaveAttribute('data-state', 'playing')
    await expect(buttons.nth(0)).not.toHaveAttribute('data-state')

    // The next one by itself, as the radio plays it: who stands on "Pause" stands there when it plays.
    const pause = page.getByRole('region', { name: bar }).locator('.sound-main')
    await pause.focus()
    await buttons.nth(2).dispatchEvent('click')
    await expect(pause).toBeDisabled()
    await pause.press('Enter')
    await expect.poll(() => pending.length).toBe(3)
    pending.at(-1)?.()
    await expect(pause).toHaveAccessibleName('Pause')
    await expect(pause).toBeFocused()
  })
})
