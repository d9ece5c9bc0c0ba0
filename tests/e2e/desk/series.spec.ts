import type { Page, Route } from '@playwright/test'
import { DESK_REFUSALS, openDesk, pressKey } from '../support/desk.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inTree,
  LOCALES,
  pressComposing,
  test,
} from '../support/test.ts'

const TEXTS = {
  en: {
    find: 'Find: Series',
    otherName: /in Marathi$/,
    undo: 'Undo',
    number: 'Number in the series',
    wrong: /This is no number in a series/,
    save: 'Save',
    saved: 'Saved.',
    tab: 'Series',
    search: 'Name or key',
    one: 'A series',
    other: 'Name (Marathi)',
    renamed: /^Saved\. All pages/,
  },
  mr: {
    find: 'शोधा: मालिका',
    otherName: /^इंग्रजी नाव: /,
    undo: 'पूर्ववत करा',
    number: 'मालिकेतील क्रमांक',
    wrong: /हा मालिकेतील क्रमांक नाही/,
    save: 'जतन करा',
    saved: 'जतन झाले.',
    tab: 'मालिका',
    search: 'नाव किंवा संकेतनाम',
    one: 'मालिका',
    other: 'नाव (इंग्रजी)',
    renamed: /^जतन झाले\. हे नाव/,
  },
} as const

test.use({ expectedErrors: DESK_REFUSALS })
const unique = (name: string) => `${name} ${Date.now() % 1_000_000}`

/** A draft of its own in its editor: no page and no listener knows of it. */
async function startDraft(page: Page, locale: 'en' | 'mr'): Promise<number> {
  await openDesk(page, 'editor', '/desk/', locale)
  const headers = { origin: new URL(page.url()).origin }
  const data = { type: 'audiobook', spoken: locale, name: unique(locale === 'mr' ? 'मसुदा' : 'Draft') }
  const { id } = (await (await page.request.post('/api/desk/titles/', { data, headers })).json()) as { id: number }
  await page.goto(inTree(locale, `/desk/title/?id=${id}`))
  return id
}
async function drop(page: Page, id: number): Promise<void> {
  const headers = { origin: new URL(page.url()).origin }
  const { version } = await (await page.request.get(`/api/desk/titles/${id}/`)).json()
  await page.request.post(`/api/desk/titles/${id}/state/`, { data: { version, change: 'trash' }, headers })
}

for (const locale of LOCALES)
  test(`[RM-5] an editor makes a series on the spot and gives the title its place, by keyboard (${locale})`, async ({
    page,
  }) => {
    test.slow()
    const texts = TEXTS[locale]
    const name = unique(locale === 'mr' ? 'नवी मालिका' : 'New series')
    const id = await startDraft(page, locale)
    const field = page.getByRole('combobox', { name: texts.find })
    await field.focus()
    await field.fill(name)
    const added = page.getByRole('option', { name })
    await expect(added).toBeVisible()
    // The last row adds the typed name, whatever sounds like it.
    while ((await added.getAttribute('aria-selected')) !== 'true') await field.press('ArrowDown')
    // Not while an input method suggests how the name goes on.
    for (const key of ['Enter', 'ArrowDown', 'Escape']) expect(await pressComposing(field, key), key).toBe(true)
    await expect(added).toHaveAttribute('aria-selected', 'true')
    await field.press('Enter')
    const part = page.locator('[data-at="series"]')
    await expect(part.locator('li')).toContainText(name)
    // The name that it lacks has its field beside it, and the notice takes it back.
    const other = part.getByLabel(texts.otherName)
    const otherName = locale === 'mr' ? 'Both on the spot' : 'दोन्ही जागच्या जागी'
    await other.fill(otherName)
    await other.press('Enter')
    await expect(part.locator('li')).toContainText(otherName)
    await expect(field).toBeFocused()
    // What came before it is not read again.
    await expect(page.locator('.desk-toasts')).toHaveAttribute('aria-atomic', 'false')
    await pressKey(page.locator('.desk-toast').getByRole('button', { name: texts.undo }))
    await expect(part.locator('li')).not.toContainText(otherName)
    await expect(other).toBeVisible()
    const number = page.getByLabel(texts.number)
    await number.fill('two')
    await expect(page.getByText(texts.wrong)).toBeVisible()
    await expect(number).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await number.fill(locale === 'mr' ? '१.५' : '1.5')
    await expect(page.getByText(texts.wrong)).toHaveCount(0)
    await page.getByRole('button', { name: texts.save, exact: true }).click()
    await expect(page.getByText(texts.saved)).toBeVisible()
    await page.setViewportSize({ width: 320, height: 800 })
    await page.reload()
    await expect(part.locator('li')).toContainText(name)
    await expect(number).toHaveValue('1.5')
    await expectNoSidewaysScroll(page)
    // The only one: another takes its place, and without one there is no number.
    await part.locator('li button').click()
    await expect(number).toHaveCount(0)
    await page.getByRole('button', { name: texts.save, exact: true }).click()
    await expect(page.getByText(texts.saved)).toBeVisible()
    await drop(page, id)
  })

test('[DK-3] the first arrow takes the genre that is found, and not the row that adds one', async ({ page }) => {
  const id = await startDraft(page, 'en')
  const field = page.getByRole('combobox', { name: 'Find: Categories' })
  await field.fill('Fic')
  const found = page.getByRole('option', { name: 'Fiction', exact: true })
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowDown')
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Add “Fic”' })).toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowUp')
  await field.press('Enter')
  await expect(page.locator('[data-at="categories"] li')).toContainText('Fiction')
  await drop(page, id)
})

test('[DK-3] the row that an arrow chose stays chosen when the answer to the typed text comes late', async ({
  page,
}) => {
  const id = await startDraft(page, 'en')
  const asked = Promise.withResolvers<Route>()
  await page.route(/\/api\/desk\/choices\/\?.*q=Fic/, (route) => asked.resolve(route))
  const field = page.getByRole('combobox', { name: 'Find: Categories' })
  const rows = page.getByRole('listbox').getByRole('option')
  await field.focus()
  await expect(rows.nth(3)).toBeVisible()
  await field.fill('Fic')
  const found = rows.filter({ hasText: /^Fiction$/ })
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowDown')
  await (await asked.promise).continue()
  await expect(rows).toHaveText(['Fiction', 'Add “Fic”'])
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowDown')
  await expect(rows.last()).toHaveAttribute('aria-selected', 'true')
  await drop(page, id)
})

for (const locale of LOCALES)
  test(`[RM-5] an editor adds the other name of a series (${locale})`, async ({ page }) => {
    const texts = TEXTS[locale]
    const name = unique(locale === 'mr' ? 'एकभाषी मालिका' : 'Series of one name')
    await openDesk(page, 'editor', '/desk/', locale)
    const headers = { origin: new URL(page.url()).origin }
    const reply = await page.request.post('/api/desk/choices/', { data: { of: 'series', [locale]: name }, headers })
    expect(reply.status()).toBe(200)
    await page.goto(inTree(locale, '/desk/names/?part=series'))
    await expect(page.getByRole('tab', { name: texts.tab })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('searchbox', { name: texts.search }).fill(name)
    await expect(page).toHaveURL(/part=series.*q=/)
    await page.getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(texts.other).fill(locale === 'mr' ? 'Both names' : 'दोन्ही नावे')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: texts.save }).click()
    await expect(page.getByText(texts.renamed)).toBeVisible()
    await expect(page.getByRole('cell', { name: locale === 'mr' ? 'Both names' : 'दोन्ही नावे' }).first()).toBeVisible()
  })
