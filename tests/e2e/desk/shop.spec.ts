import type { Page } from '@playwright/test'
import { openDesk } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'

test.use({ expectedErrors: /the server responded with a status of (?:400|401|403|409|422)|net::ERR_FAILED/ })
const unique = Date.now().toString(36).toUpperCase()

test('[DK-11] a shelf is put in order by keyboard, gets a title and is saved', async ({ page }) => {
  await openDesk(page, 'editor', '/desk/home-page/')
  const entries = page.locator('.desk-ordered > li .desk-title')
  await expect(entries.nth(1)).toBeVisible()
  const [first = '', second = ''] = await entries.allInnerTexts()
  await page
    .locator('.desk-ordered > li')
    .first()
    .getByRole('button', { name: /Move down/ })
    .focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(entries.first()).toHaveText(second)
  await expect(
    page
      .locator('.desk-ordered > li')
      .nth(1)
      .getByRole('button', { name: /Move down/ }),
  ).toBeFocused()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.desk-toast')).toContainText('Saved')
  await page.reload()
  await expect(entries.first()).toHaveText(second)
  await page
    .locator('.desk-ordered > li')
    .nth(1)
    .getByRole('button', { name: /Move up/ })
    .click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.desk-toast')).toContainText('Saved')
  await expect(entries.first()).toHaveText(first)
})

test('[DK-11] [DK-12] two editors at the menu: the second sees the change of the first before anything is written', async ({
  browser,
  page,
}) => {
  const other = await (await browser.newContext()).newPage()
  await openDesk(page, 'editor', '/desk/home-page/?part=menu')
  await openDesk(other, 'owner', '/desk/home-page/?part=menu')
  const nameIn = async (at: typeof page) => {
    const row = at.locator('.desk-ordered > li').nth(1)
    await row.locator('summary').click()
    return row.getByLabel('Name (English)')
  }
  const [mine, theirs] = [await nameIn(page), await nameIn(other)]
  const before = await mine.inputValue()
  await theirs.fill(`${before} ${unique}`)
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.locator('.desk-toast')).toContainText('Saved')
  await mine.fill('Mine')
  await page.getByRole('button', { name: 'Save' }).click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('Somebody else has saved this meanwhile')
  await expect(notice.getByRole('row').nth(1)).toContainText(`${before} ${unique}`)
  await expect(notice.getByRole('row').nth(1)).toContainText('Mine')
  await expect(mine).toHaveValue('Mine')
  await notice.getByRole('button', { name: /Take theirs/ }).click()
  await expect(notice).toHaveCount(0)
  const again = page.locator('.desk-ordered > li').nth(1).getByLabel('Name (English)')
  await again.fill(before)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.desk-toast')).toContainText('Saved')
  await other.context().close()
})

test('[DK-11] a coupon is made in Marathi, refused at its field, and shown in the list', async ({ page }) => {
  await openDesk(page, 'owner', '/desk/coupons/', 'mr')
  await page.getByRole('button', { name: 'नवीन कूपन' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('कोड').fill('दिवाळी!')
  await dialog.getByRole('button', { name: 'जतन करा' }).click()
  await expect(dialog.getByLabel('कोड')).toBeFocused()
  await expect(dialog.locator('.fault')).toHaveText('फक्त इंग्रजी अक्षरे, अंक, - आणि _.')
  await dialog.getByLabel('कोड').fill(`diwali${unique}`)
  await dialog.getByLabel('सदस्यता').check()
  await dialog.getByLabel('सवलत').fill('वीस')
  await dialog.getByRole('button', { name: 'जतन करा' }).click()
  await expect(dialog.getByLabel('सवलत')).toBeFocused()
  await expect(dialog.locator('.fault')).toHaveText('पूर्ण संख्या लिहा.')
  await dialog.getByLabel('सवलत').fill('२०%')
  const limit = dialog.getByLabel('एकूण ऑर्डर')
  await limit.fill('शंभर')
  await dialog.getByRole('button', { name: 'जतन करा' }).click()
  await expect(limit).toBeFocused()
  await expect(dialog.locator('.fault')).toHaveText('पूर्ण संख्या लिहा.')
  await limit.fill('१,०००')
  await dialog.getByRole('button', { name: 'जतन करा' }).click()
  await expect(page.getByRole('button', { name: `DIWALI${unique} बदला` })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: `DIWALI${unique}` })).toContainText(
    /२०.*१,०००.*सदस्यता|२०.*सदस्यता.*१,०००/,
  )
})

test('[DK-11] a question is added with its answer and stays after a refusal of the network', async ({ page }) => {
  await openDesk(page, 'owner', '/desk/settings/?part=faq')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page.locator('form > .desk-ordered > li').last()
  const faultOf = (label: string) =>
    row
      .locator('.field')
      .filter({ has: page.getByLabel(label) })
      .locator('.fault')
  const save = page.getByRole('button', { name: 'Save' })
  await row.getByLabel('Question (English)').fill('Is it new?')
  await save.click()
  await expect(faultOf('Name (English)')).toHaveText('Please fill this in.')
  await row.getByLabel('Name (English)').fill(`Topic ${unique}`)
  await save.click()
  await expect(faultOf('Answer (English)')).toHaveText('Please fill this in.')
  await expect(faultOf('Name (English)')).toHaveCount(0)
  await row.getByLabel('Answer (English)').fill('It is.')
  await page.route('**/api/desk/shop/lists/faq/', (route) => route.abort())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('did not reach us')
  await expect(row.getByLabel('Question (English)')).toHaveValue('Is it new?')
  await page.unroute('**/api/desk/shop/lists/faq/')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.desk-toast')).toContainText('Saved')
  await page.reload()
  await page.getByRole('button', { name: `Remove: Topic ${unique}` }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.desk-toast')).toContainText('Saved')
})

test('[DK-11] Alt and an arrow move the question and not its topic, and are left to the fields', async ({ page }) => {
  await openDesk(page, 'owner', '/desk/settings/?part=faq')
  const topics = page.locator('form > .desk-ordered > li')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const topic = topics.last()
  const place = (await topics.count()) - 1
  await topic.getByLabel('Name (English)').fill('Two questions')
  const questions = topic.getByLabel('Question (English)')
  const orderIs = async (texts: string[]) => {
    for (const [at, text] of texts.entries()) await expect(questions.nth(at)).toHaveValue(text)
    await expect(topics.nth(place).getByLabel('Name (English)')).toHaveValue('Two questions')
  }
  const addQuestion = topic.getByRole('button', { name: 'Add a question' })
  for (const [at, text] of ['First?', 'Second?'].entries()) {
    if (at > 0) await addQuestion.click()
    await questions.nth(at).fill(text)
  }
  const up = topic.getByRole('button', { name: /^Move up: (?:First|Second)/ })
  await up.nth(1).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await orderIs(['Second?', 'First?'])
  await expect(up.first()).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await orderIs(['First?', 'Second?'])
  for (const field of [
    questions.nth(1),
    topic.getByLabel('Answer (English)').nth(1),
    topic.getByLabel('Name (English)'),
  ]) {
    await field.press('Alt+ArrowUp')
    await orderIs(['First?', 'Second?'])
  }
})

test('[DK-11] colours that cannot be read are named and not saved', async ({ page }) => {
  await openDesk(page, 'owner', '/desk/settings/?part=look')
  await expect(page.getByText('Every text can be read')).toBeVisible()
  await page.getByLabel(/^Main colour #/).fill('#ff9999')
  await expect(page.getByText(/Light: Main colour on Page has 1\.|Light: Main colour on Page has 2/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'The colours of the program' }).click()
  await expect(page.getByText('Every text can be read')).toBeVisible()
})

test('[DK-11] a notification is previewed, planned and taken back, in Marathi', async ({ page }) => {
  await openDesk(page, 'editor', '/desk/notifications/', 'mr')
  await page.getByLabel('मथळा (मराठी)').fill(`सवलत ${unique}`)
  await expect(page.getByRole('region', { name: 'श्रोत्यांना असे दिसेल' })).toContainText(`सवलत ${unique}`)
  await page.getByLabel('केव्हा').fill('2036-01-01T10:00')
  await page.getByRole('button', { name: 'या वेळी पाठवा' }).click()
  await expect(page.getByText('१ जानेवारी, २०३६ १०:०० रोजी जाईल').first()).toBeVisible()
  await page.getByRole('button', { name: `मागे घ्या: सवलत ${unique}` }).click()
  await expect(page.getByRole('button', { name: `मागे घ्या: सवलत ${unique}` })).toHaveCount(0)
})

test('[DK-11] a table shows what it would change before it does, and an export imports without a change', async ({
  page,
}) => {
  await openDesk(page, 'editor', '/desk/import/')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('titles.csv')
  await page.getByLabel('File').setInputFiles(
    await file
      .path()
      .then((path) => ({ name: 'titles.csv', path }))
      .then(readFile),
  )
  await expect(page.getByText(/0 entries would change/)).toBeVisible()
  const table = { name: 'titles.csv', mimeType: 'text/csv', buffer: Buffer.from('key,priceInr\nno such title,12x\n') }
  await page.getByLabel('File').setInputFiles(table)
  await expect(page.getByRole('row').nth(1)).toContainText('This is not a price')
})

async function readFile({ name, path }: { name: string; path: string }) {
  const { readFile: read } = await import('node:fs/promises')
  return { name, mimeType: 'text/csv', buffer: await read(path) }
}

test('[DK-13] the doctor names what is missing, each with its button', async ({ page }) => {
  await openDesk(page, 'editor', '/desk/doctor/')
  const finding = page.getByRole('main').locator('details').first()
  await finding.locator('summary').click()
  await expect(finding.locator('a.button, button').first()).toBeVisible()
})

test('[DK-12] what is typed on a slow line while a save is under way stays in the form, unsaved, and keeps the focus', async ({
  page,
}) => {
  await openDesk(page, 'owner', '/desk/settings/?part=faq')
  const [add, save] = [
    page.getByRole('button', { name: 'Add', exact: true }),
    page.getByRole('button', { name: 'Save', exact: true }),
  ]
  await add.click()
  const name = page.locator('form > .desk-ordered > li').last().getByLabel('Name (English)')
  await name.fill(`Slow ${unique}`)
  const row = page.locator('form > .desk-ordered > li').last()
  await row.getByLabel('Question (English)').fill('Is it slow?')
  await row.getByLabel('Answer (English)').fill('It is.')
  const goOn = await holdSaves(page, '**/api/desk/shop/lists/faq/')
  await save.click()
  await name.fill(`Slow ${unique} and more`)
  await goOn()
  await expect(page.locator('.desk-toast')).toContainText('Saved')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue(`Slow ${unique} and more`)
  await expect(page.getByText('Not saved yet.')).toBeVisible()
  await save.click()
  await expect(page.getByText('Not saved yet.')).toHaveCount(0)
  await page.reload()
  const topics = page.locator('form > .desk-ordered > li').filter({ hasText: `Slow ${unique}` })
  await expect(topics).toHaveText([/and more/])
  await topics.getByRole('button', { name: `Remove: Slow ${unique} and more` }).click()
  await save.click()
  await expect(page.locator('.desk-toast')).toContainText('Saved')
})

test('[DK-11] [DK-12] the dialog of a coupon stays open when something was typed while it was saved', async ({
  page,
}) => {
  await openDesk(page, 'editor', '/desk/coupons/')
  await page.getByRole('button', { name: 'New coupon' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=code]').fill(`SLOW${unique}`)
  const goOn = await holdSaves(page, '**/api/desk/coupons/')
  await dialog.locator('[type=submit]').click()
  await dialog.locator('[name=percent]').fill('25')
  await goOn()
  await expect(page.locator('.desk-toast')).toContainText('Saved')
  await expect(dialog.locator('[name=percent]')).toHaveValue('25')
  await dialog.locator('[type=submit]').click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: `SLOW${unique}` })).toContainText('25')
})

/** Saves of this path wait until the returned function is called, and then until their reply is here. */
async function holdSaves(page: Page, path: string): Promise<() => Promise<void>> {
  let free = (): void => undefined
  const isFree = new Promise<void>((resolve) => (free = resolve))
  await page.route(path, async (route) => {
    if (route.request().method() === 'PUT') await isFree
    await route.continue()
  })
  return async () => {
    const reply = page.waitForResponse((one) => one.request().method() === 'PUT')
    free()
    await reply
    await page.unroute(path)
  }
}

test('[DK-11] a legal text stays as it is typed while another one is looked at', async ({ page }) => {
  await openDesk(page, 'owner', '/desk/settings/?part=legal')
  const lead = page.locator('form:visible [name=lead]')
  const typed = `${await lead.inputValue()} More.`
  await lead.fill(typed)
  await page.locator('[name=locale]').selectOption('mr')
  await expect(lead).not.toHaveValue(typed)
  // The Marathi text is read by the Marathi voice, its label and the buttons by the desk's.
  const languages = (part: string) =>
    page.locator(part).evaluateAll((all) => [...new Set(all.map((one) => one.closest<HTMLElement>('[lang]')?.lang))])
  expect(await languages('form:visible :is(input, textarea)')).toEqual(['mr'])
  expect(await languages('form:visible :is(label, .desk-buttons button)')).toEqual(['en'])
  await page.locator('[name=locale]').selectOption('en')
  await expect(lead).toHaveValue(typed)
})

test('[DK-11] [DK-12] a legal text that somebody else saved meanwhile is shown before it is written over', async ({
  page,
}) => {
  await openDesk(page, 'owner', '/desk/settings/?part=legal')
  const headers = { origin: new URL(page.url()).origin }
  /** Saves as somebody else does, over whatever is there. */
  const saveAs = async (
    text: { lead: string; clauses: { id: string; title: string; text: string }[] },
    locale = 'mr',
  ) => {
    const { versions } = await (await page.request.get('/api/desk/settings/')).json()
    const part = { name: 'accessibility', locale, updated: '2026-01-01', version: String(versions.legal) }
    const reply = await page.request.put('/api/desk/settings/legal/', { data: { ...part, ...text }, headers })
    expect(reply.status()).toBe(200)
  }
  await page.locator('[name=legal]').selectOption('accessibility')
  await page.locator('[name=locale]').selectOption('mr')
  const lead = page.locator('form:visible [name=lead]')
  const save = page.locator('form:visible [type=submit]')
  const theirs = page.getByRole('alert').filter({ hasText: 'Somebody else has saved this' })
  const clauses = [{ id: 'theirs', title: 'त्यांचे', text: 'त्यांचा मजकूर' }]
  try {
    await lead.fill('माझा आरंभ')
    await saveAs({ lead: 'त्यांचा आरंभ', clauses })
    await save.click()
    await expect(theirs).toContainText('त्यांचा मजकूर')
    await expect(theirs).toContainText('त्यांचा आरंभ')
    await expect(lead).toHaveValue('माझा आरंभ')
    await theirs.getByRole('button', { name: 'Take theirs' }).click()
    await expect(lead).toHaveValue('त्यांचा आरंभ')
    await expect(save).toHaveAttribute('aria-disabled', 'true')

    await lead.fill('माझा दुसरा आरंभ')
    await saveAs({ lead: 'त्यांचा दुसरा आरंभ', clauses })
    // The reply to the save of another text brings theirs along.
    await page.locator('[name=locale]').selectOption('en')
    const other = await lead.inputValue()
    await lead.fill(`${other} More.`)
    await save.click()
    await expect(page.locator('.desk-toast')).toContainText('Saved')
    await page.locator('[name=locale]').selectOption('mr')
    await expect(lead).toHaveValue('माझा दुसरा आरंभ')
    await save.click()
    await expect(theirs).toContainText('त्यांचा दुसरा आरंभ')
    await theirs.getByRole('button', { name: 'Save mine over it' }).click()
    await expect(theirs).toHaveCount(0)
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await page.reload()
    await page.locator('[name=legal]').selectOption('accessibility')
    await page.locator('[name=locale]').selectOption('mr')
    await expect(lead).toHaveValue('माझा दुसरा आरंभ')
  } finally {
    // Without clauses it is the program's own again.
    for (const locale of ['mr', 'en']) await saveAs({ lead: 'x', clauses: [] }, locale)
  }
})

test('[DK-11] a plan costs an amount that ends in 0, and a comma never multiplies one', async ({ page }) => {
  await openDesk(page, 'owner', '/desk/plans/')
  const row = page.locator('.desk-ordered > li').first()
  const price = row.getByLabel('Price in rupees', { exact: false }).first()
  const open = async () => {
    await row.locator('summary').click()
    await expect(price).toBeVisible()
  }
  await open()
  const before = await price.inputValue()
  await price.fill('149,50')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByText('Write an amount like 149.50 or 1,299.')).toBeVisible()
  await expect(price).toHaveValue('149,50')
  for (const amount of ['१,१४९.५०', before]) {
    await price.fill('')
    await price.pressSequentially(amount)
    await expect(price).toHaveValue(amount)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('.desk-toast')).toContainText('Saved')
    await page.reload()
    await open()
    await expect(price).toHaveValue(amount === before ? before : '1149.50')
  }
})
