import { expect, expectAccessible, holdScripts, step, test } from '../support/test.ts'

test('[SE-1] [SE-4] suggestions come when typing stops, and are a combobox', async ({ page }) => {
  await step(page, 'suggests 2 s after typing stops, products and authors, and clears when emptied', async () => {
    await page.goto('/')
    const asked: number[] = []
    page.on('request', (request) => {
      if (request.url().includes('search-suggestion')) asked.push(Date.now())
    })
    const box = page.getByRole('combobox')
    await box.click()
    await box.pressSequentially('tuka', { delay: 60 })
    const stopped = Date.now()
    await box.press('r')
    await expect(page.getByRole('option', { name: 'Tukaram: Abhang Gatha' })).toBeVisible()
    await expect(page.getByRole('option', { name: 'Sant Tukaram' })).toBeVisible()
    expect(asked).toHaveLength(1)
    expect((asked[0] ?? 0) - stopped).toBeGreaterThanOrEqual(1_950)
    await expectAccessible(page)
    await box.fill('')
    await expect(page.getByRole('listbox')).toBeHidden()
  })

  await step(page, 'both empty texts, at most 50 characters, nothing for an empty query', async () => {
    await page.goto('/mr/')
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('search-suggestion')) asked += 1
    })
    const box = page.getByRole('combobox')
    await expect(box).toHaveAttribute('maxlength', '50')
    await box.fill('   ')
    await box.fill('qqqqzzzz')
    await expect(page.getByText('शीर्षक सापडले नाही')).toBeVisible()
    await expect(page.getByText('लेखक सापडले नाहीत')).toBeVisible()
    expect(asked).toBe(1)
  })

  await step(page, 'suggestions are a combobox: arrows choose, Escape closes, Enter opens', async () => {
    await page.goto('/')
    const box = page.getByRole('combobox')
    await box.fill('dnyaneshwari')
    const option = page.getByRole('option', { name: 'Dnyaneshwari', exact: true })
    await expect(option).toBeVisible()
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await box.press('ArrowDown')
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expect(box).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
    await box.press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(box).toHaveValue('dnyaneshwari')
    await box.press('End')
    await box.pressSequentially(' ')
    await expect(option).toBeVisible()
    await box.press('ArrowDown')
    await box.press('Enter')
    await expect(page).toHaveURL(/\/product-details\/\d+\/dnyaneshwari\/$/)
  })
})

test('[SE-2] [SE-3] [SH-4] results are grouped, in either script, and helped on when there are none', async ({
  page,
  request,
}) => {
  await step(page, 'results are grouped with counts, related on top, and a new path loads anew', async () => {
    await page.goto('/')
    const box = page.getByRole('combobox')
    await box.fill('panchatantra')
    await box.press('Enter')
    await expect(page).toHaveURL(/\/search\/panchatantra\/$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “panchatantra”')
    await expect(page.getByRole('heading', { name: 'Closest matches' })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Kids \(\d+\)$/ })).toBeVisible()
    await box.fill('tukaram')
    await box.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “tukaram”')
    await expect(page.getByRole('heading', { name: /^Audiobooks \(\d+\)$/ })).toBeVisible()
  })

  await step(page, 'a text that finds nothing says so and helps on', async () => {
    await page.goto('/mr/search/qqqqzzzz/')
    await expect(page.getByText('शोधाचा निकाल सापडला नाही')).toBeVisible()
    await expectAccessible(page)
  })

  await step(page, 'Latin typing finds the Marathi title on the Marathi page, in spite of a slip', async () => {
    await page.goto(`/mr/search/${encodeURIComponent('dnyneshwari')}/`)
    await expect(page.getByRole('link', { name: 'ज्ञानेश्वरी', exact: true }).first()).toBeVisible()
    await page.goto(`/search/${encodeURIComponent('पंचतंत्र')}/`)
    await expect(page.getByRole('link', { name: /Panchatantra/ }).first()).toBeVisible()
  })

  await step(page, 'a title without a name in this language leaves no empty group behind', async () => {
    const { data } = (await (await request.get('/api/build/products/?limit=500')).json()) as {
      data: { custom_translation: Record<string, { name?: string }> }[]
    }
    const onlyEnglish =
      data.find((title) => !title.custom_translation['mr']?.name)?.custom_translation['en']?.name ?? ''
    await page.goto(`/mr/search/${encodeURIComponent(onlyEnglish)}/`)
    await expect(
      page
        .getByRole('main')
        .getByText(/शोधाचा निकाल सापडला नाही/)
        .or(page.getByRole('main').getByRole('article').first()),
    ).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: onlyEnglish })).toHaveCount(0)
  })

  await step(page, 'the language switch keeps what was searched', async () => {
    await page.goto('/search/tukaram/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “tukaram”')
    await page.locator('summary', { hasText: 'English' }).click()
    await page.getByRole('link', { name: 'मराठी' }).click()
    await expect(page).toHaveURL(/\/mr\/search\/tukaram\/$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('“tukaram”साठी निकाल')
  })
})

test.describe('when the server does not answer', () => {
  test.use({ expectedErrors: /api\/(?:v2\/search|search-suggestion)|Failed to load/ })

  test('[SE-2] [SE-1] a search or suggestions that fail are told of', async ({ page }) => {
    await step(page, 'a failed search says so, keeps the text and can be tried again', async () => {
      await page.route('**/api/v2/search/**', (route) => route.abort())
      await page.goto('/search/tukaram/')
      await expect(page.getByRole('alert')).toContainText('The search did not answer.')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “tukaram”')
      await page.unroute('**/api/v2/search/**')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
      await expect(page.getByRole('alert')).toBeHidden()
    })

    await step(page, 'failed suggestions leave the box usable', async () => {
      await page.route('**/api/search-suggestion/**', (route) =>
        route.fulfill({ status: 502, body: '<html>bad gateway</html>' }),
      )
      await page.goto('/')
      await page.getByRole('combobox').fill('katha')
      await expect(page.getByText('Suggestions are not to be had just now.')).toBeVisible({ timeout: 20_000 })
      await page.getByRole('combobox').press('Enter')
      await expect(page).toHaveURL(/\/search\/katha\/$/)
    })
  })
})

test('[SD-10] text typed before React arrives is kept and suggested', async ({ page }) => {
  const held = await holdScripts(page, 'SearchBox*')
  await page.goto('/')
  const box = page.getByRole('combobox')
  await box.click()
  await box.pressSequentially('tukaram')
  await held.release()
  await expect(page.getByRole('option', { name: 'Tukaram: Abhang Gatha' })).toBeVisible()
  await expect(box).toHaveValue('tukaram')
})
