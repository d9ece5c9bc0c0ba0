import { strToU8, zipSync } from 'fflate'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openDesk, pressKey } from '../support/desk.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts'

// A wrong day is refused on purpose.
test.use({ expectedErrors: /the server responded with a status of (?:400|401|403|409)/ })
const unique = Date.now().toString(36)
const SPEECH = readFileSync(new URL('../../../src/demo/files/audio/dnyaneshwari/02.mp3', import.meta.url))
/** Another recording than every other one: a tag more. */
const speech = () => Buffer.concat([SPEECH, Buffer.from(`TAG${unique}`.padEnd(128, ' '))])
/** An EPUB without a text. */
const EPUB = Buffer.from(
  zipSync({
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'book.opf': strToU8(`<package>${unique}</package>`),
  }),
)

async function chooseByKey(page: Page, button: string, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await pressKey(page.getByRole('button', { name: button }))
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

test('[DK-13] what waits leads to the finding, and the finding to its field, by keys', async ({ page }) => {
  await openDesk(page, 'editor')
  const waiting = page.getByRole('region', { name: 'What waits for you' })
  await pressKey(waiting.getByRole('link', { name: /published titles? lacks? something/ }))
  await expect(page.getByRole('heading', { level: 1, name: 'Catalog check' })).toBeVisible()
  const finding = page.locator('details').filter({ hasText: 'No English texts' })
  await pressKey(finding.locator('summary'))
  await pressKey(finding.getByRole('link', { name: /^Open and mend/ }).first())
  await expect(page.locator('[name=name-en]')).toBeFocused()
  await expect(page.locator('[name=name-en]')).toHaveValue('')
  // The editor says the same, and goes there too.
  await pressKey(page.getByRole('group', { name: 'Still missing:' }).getByRole('button', { name: 'English' }))
  await expect(page.locator('[name=name-en]')).toBeFocused()
})

test('[DK-2] [DK-10] the first page shows support nothing of the catalog and no sales, and the accounts no letters', async ({
  page,
}) => {
  await openDesk(page, 'support')
  await expect(page.getByRole('region', { name: 'What waits for you' })).toBeVisible()
  await expect(page.getByText(/published titles? lacks? something/)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Sales' })).toHaveCount(0)
  await openDesk(page, 'accounts')
  await expect(page.getByRole('region', { name: 'Sales' })).toContainText('Yesterday')
})

test('[DK-3] a dialog that Escape closed opens again by a press before the browser tells of its closing', async ({
  page,
}) => {
  await openDesk(page, 'editor', '/desk/titles/')
  const opener = page.getByRole('button', { name: 'New episode' })
  const dialog = page.getByRole('dialog', { name: 'New episode' })
  await pressKey(opener)
  await expect(dialog.getByLabel('Podcast or series')).toBeVisible()
  const events = await opener.evaluateHandle((button: HTMLElement) => {
    const closings: string[] = []
    const open = document.querySelector('dialog[open]')
    open?.addEventListener('close', () => closings.push('close'))
    // On a busy phone a press comes before the event of a dialog.
    open?.addEventListener('cancel', () => button.click())
    return closings
  })
  await page.keyboard.press('Escape')
  await expect.poll(() => events.jsonValue()).toEqual(['close'])
  await expect(dialog.getByLabel('Podcast or series')).toBeVisible()
})

test('[DK-3] a new episode is published in under a minute, without a mouse, and taken out again', async ({ page }) => {
  await openDesk(page, 'editor', '/desk/titles/')
  const opener = page.getByRole('button', { name: 'New episode' })
  await pressKey(opener)
  const dialog = page.getByRole('dialog', { name: 'New episode' })
  await expect(dialog.getByLabel('Podcast or series')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await pressKey(dialog.getByRole('button', { name: 'Publish the episode' }))
  await expect(dialog.getByText(/Choose the sound of the episode/)).toBeVisible()
  await expectAccessible(page)
  await chooseByKey(page, 'Choose the sound', 'episode.mp3', speech())
  await expect(dialog.getByRole('status').filter({ hasText: 'has arrived' })).toBeVisible({ timeout: 60_000 })
  await expect(dialog.getByText(/Choose the sound of the episode/)).toHaveCount(0)
  const show = await dialog.getByLabel('Podcast or series').inputValue()
  await expect(dialog.getByLabel('Number')).not.toHaveValue('')
  await expect(dialog.getByLabel('Day')).not.toHaveValue('')
  const name = dialog.locator('[name=name]')
  await name.fill(`Episode ${unique}`)
  await name.press('Enter')
  await expect(page.locator('.desk-toast')).toContainText('The episode is in')
  await expect(opener).toBeFocused()
  const tracks = async () => JSON.stringify(await (await page.request.get(`/api/desk/titles/${show}/`)).json())
  expect(await tracks()).toContain(`Episode ${unique}`)
  await pressKey(page.locator('.desk-toast').getByRole('button', { name: 'Undo' }))
  await expect.poll(tracks).not.toContain(`Episode ${unique}`)
})

// One after the other: the second save of one list is told of the first.
test.describe('the list of e-books', () => {
  test.describe.configure({ mode: 'default' })
  test('[DK-3] an e-book is added with its file, gets another one, and is removed, by keys', async ({ page }) => {
    await openDesk(page, 'editor', '/desk/ebooks/')
    const rows = page.locator('form > .desk-ordered > li')
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
    const before = await rows.count()
    await pressKey(page.getByRole('button', { name: 'Add', exact: true }))
    const row = rows.last()
    await expect(row.locator('summary')).toHaveText('New entry')
    await row.getByLabel('Name (English)').fill(`Leaves ${unique}`)
    const choose = async (button: string, name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser')
      await pressKey(row.getByRole('button', { name: button }))
      await (await chooser).setFiles({ name, mimeType: 'application/epub+zip', buffer })
    }
    await choose('Choose a file', 'holiday.zip', Buffer.from('PK\u0003\u0004 and more'))
    await expect(row.getByRole('alert')).toContainText('This is a ZIP archive')
    await choose('Choose a file', 'leaves.epub', EPUB)
    await expect(row.getByText('There is a file: EPUB.')).toBeVisible({ timeout: 30_000 })
    const author = row.getByRole('combobox', { name: 'Find: Authors' })
    await author.fill('Dnyaneshwar')
    await expect(row.getByRole('listbox').getByRole('option').first()).toBeVisible()
    await author.press('Enter')
    await pressKey(page.getByRole('button', { name: 'Save', exact: true }))
    await expect(page.locator('.desk-toast')).toContainText('Saved')
    await page.reload()
    await expect(rows).toHaveCount(before + 1)
    await pressKey(row.locator('summary'))
    await choose('Replace the file', 'leaves.pdf', Buffer.from(`%PDF-1.7 ${unique}\nstartxref\n0\n%%EOF`))
    await expect(row.getByText('There is a file: PDF.')).toBeVisible({ timeout: 30_000 })
    await pressKey(page.getByRole('button', { name: 'Save', exact: true }))
    await expect(page.locator('.desk-toast')).toContainText('Saved')
    const stored = async () =>
      JSON.stringify(await (await page.request.get('/api/desk/shop/lists/ebooks/')).json()).includes(`Leaves ${unique}`)
    expect(await stored()).toBe(true)
    await pressKey(page.getByRole('button', { name: `Remove: Leaves ${unique}` }))
    await pressKey(page.getByRole('button', { name: 'Save', exact: true }))
    await expect.poll(stored).toBe(false)
  })

  test('[DK-12] a changed list of e-books is taken back in the trash, by keys', async ({ page }) => {
    await openDesk(page, 'editor', '/desk/ebooks/')
    const stored = async () =>
      JSON.stringify(await (await page.request.get('/api/desk/shop/lists/ebooks/')).json()).includes(`Undone ${unique}`)
    await pressKey(page.getByRole('button', { name: 'Add', exact: true }))
    const row = page.locator('form > .desk-ordered > li').last()
    await row.getByLabel('Name (English)').fill(`Undone ${unique}`)
    const chooser = page.waitForEvent('filechooser')
    await pressKey(row.getByRole('button', { name: 'Choose a file' }))
    await (await chooser).setFiles({ name: 'undone.epub', mimeType: 'application/epub+zip', buffer: EPUB })
    await expect(row.getByText('There is a file: EPUB.')).toBeVisible({ timeout: 30_000 })
    await pressKey(page.getByRole('button', { name: 'Save', exact: true }))
    await expect.poll(stored).toBe(true)
    await page.goto('/desk/trash/')
    await pressKey(page.getByRole('button', { name: 'Undo: Changed the e-books' }).first())
    await expect(page.locator('.desk-toast')).toContainText('Undone')
    expect(await stored()).toBe(false)
  })
})

test('[DK-11] a table of titles is shown in the words of the desk, in Marathi at 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openDesk(page, 'editor', '/desk/import/', 'mr')
  const text = `शीर्षक,लेखक,MRP\nनदीचे गाणे ${unique},आशा काळे,199\n,आशा काळे,abc\n`
  await chooseByKey(page, 'फाइल निवडा', 'titles.csv', Buffer.from(text))
  const title = page.getByRole('listitem').filter({ hasText: `नदीचे गाणे ${unique}` })
  await expect(title.locator('strong')).toHaveText(`नदीचे गाणे ${unique}`)
  await expect(title).toContainText('रुपयांतली किंमत, GST आधी: 168.64')
  await expect(title).toContainText(/प्रकाशनाचा दिनांक: \d/)
  // Notes name the title and the column, and say what was done.
  const note = page.getByRole('row').filter({ hasText: 'GST धरलेला आहे' })
  await expect(note).toContainText('रुपयांतली किंमत, GST आधी (199)')
  await expect(page.getByRole('row').filter({ hasText: 'ही किंमत नाही' })).toContainText('रुपयांतली किंमत')
  await expect(page.getByText(/priceInr|name\.mr/)).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('[DK-11] [DK-12] an imported table is taken back by the button of its message, by keys', async ({ page }) => {
  await openDesk(page, 'editor', '/desk/import/')
  const text = `key,name.en,description.en\nimported-${unique},Imported ${unique},Words\n`
  const stored = async () =>
    JSON.stringify(await (await page.request.get('/api/desk/shop/lists/texts/')).json()).includes(`Imported ${unique}`)
  await page.getByRole('combobox', { name: 'Table' }).first().selectOption('texts')
  await chooseByKey(page, 'Choose a file', 'texts.csv', Buffer.from(text))
  // Whoever changes the catalog meanwhile makes the page compare once more.
  await expect(async () => {
    await pressKey(page.getByRole('button', { name: /^Change 1 entr/ }))
    await expect(page.locator('.desk-toast')).toContainText('The table was imported', { timeout: 5_000 })
  }).toPass()
  expect(await stored()).toBe(true)
  await pressKey(page.locator('.desk-toast').getByRole('button', { name: 'Undo' }))
  await expect(page.locator('.desk-toast')).toContainText('Undone')
  expect(await stored()).toBe(false)
})

test('[DK-11] news with a last day that is over stands apart, and comes back with another day', async ({ page }) => {
  await openDesk(page, 'editor', '/desk/home-page/?part=news')
  await pressKey(page.getByRole('button', { name: 'Add', exact: true }))
  const row = page.locator('form > .desk-ordered > li').last()
  await row.getByLabel('Name (English)').fill(`Prize ${unique}`)
  await row.getByLabel('First day on the pages').fill('2026-01-02')
  await row.getByLabel('Last day on the pages').fill('2026-01-01')
  await pressKey(page.getByRole('button', { name: 'Save', exact: true }))
  await expect(row.getByText('The last day is before the first.')).toBeVisible()
  await expect(row.getByLabel('Last day on the pages')).toBeFocused()
  await row.getByLabel('Last day on the pages').fill('2026-01-03')
  await pressKey(page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.locator('.desk-toast')).toContainText('Saved')
  const past = page.locator('form > details')
  await pressKey(past.locator('> summary'))
  const old = past.locator('.desk-ordered > li').filter({ hasText: `Prize ${unique}` })
  await expect(old).toContainText('until 3 January 2026')
  const news = async () => JSON.stringify(await (await page.request.get('/api/news/100/')).json())
  expect(await news()).not.toContain(`Prize ${unique}`)
  await pressKey(old.locator('summary'))
  await old.getByLabel('Last day on the pages').fill('2036-01-01')
  await pressKey(page.getByRole('button', { name: 'Save', exact: true }))
  await expect.poll(news).toContain(`Prize ${unique}`)
  await pressKey(page.getByRole('button', { name: `Remove: Prize ${unique}` }))
  await pressKey(page.getByRole('button', { name: 'Save', exact: true }))
  await expect.poll(news).not.toContain(`Prize ${unique}`)
})

test('[DK-13] a person gets the name that was missing, and the dialog gives the focus back', async ({ page }) => {
  await openDesk(page, 'editor', '/desk/names/?filter=all')
  const name = `Tara ${unique}`
  const headers = { origin: new URL(page.url()).origin }
  await page.request.post('/api/desk/choices/', { data: { of: 'people', en: name }, headers })
  await page.getByRole('main').getByRole('searchbox').fill(name)
  await expect(page.locator('.desk-table tbody tr')).toHaveCount(1)
  const opener = page.locator('.desk-table').getByRole('button', { name })
  await pressKey(opener)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name (Marathi)').fill('तारा')
  await expectAccessible(page)
  await pressKey(dialog.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.locator('.desk-toast')).toContainText('Saved')
  const row = page.locator('.desk-table tbody tr')
  await expect(row).toContainText('तारा')
  // The notice takes it back; the trash has the change, and the undo of it.
  await pressKey(page.locator('.desk-toast').getByRole('button', { name: 'Undo', exact: true }))
  await expect(page.locator('.desk-toast')).toContainText('Undone.')
  await expect(row).not.toContainText('तारा')
  await page.reload()
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue(name)
  await page.goto('/mr/desk/trash/')
  await expect(page.getByRole('row').filter({ hasText: 'तारा बदलले' }).first()).toContainText('पूर्ववत केले आहे')
})

test('[DK-13] whoever went on keeps the focus when a new person arrives late', async ({ page }) => {
  await openDesk(page, 'editor', '/desk/ebooks/')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/desk/choices/', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  await pressKey(page.getByRole('button', { name: 'Add', exact: true }))
  const row = page.locator('form > .desk-ordered > li').last()
  const author = row.getByRole('combobox', { name: 'Find: Authors' })
  await author.fill(`Slow ${unique}`)
  await expect(row.getByRole('listbox').getByRole('option').last()).toContainText(`Slow ${unique}`)
  await author.press('Enter')
  const name = row.getByLabel('Name (English)')
  await name.focus()
  held.resolve()
  await expect(row.locator('.title-chosen')).toContainText(`Slow ${unique}`)
  await expect(name).toBeFocused()
})

test('[DK-13] two new persons that are added at once both stay', async ({ page }) => {
  await openDesk(page, 'editor', '/desk/ebooks/')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/desk/choices/', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  await pressKey(page.getByRole('button', { name: 'Add', exact: true }))
  const row = page.locator('form > .desk-ordered > li').last()
  const author = row.getByRole('combobox', { name: 'Find: Authors' })
  for (const name of [`First ${unique}`, `Second ${unique}`]) {
    await author.fill(name)
    await expect(row.getByRole('listbox').getByRole('option').last()).toContainText(name)
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/choices/'))
    await author.press('Enter')
    await sent
  }
  held.resolve()
  await expect(row.locator('.title-chosen')).toContainText(`First ${unique}`)
  await expect(row.locator('.title-chosen')).toContainText(`Second ${unique}`)
})
