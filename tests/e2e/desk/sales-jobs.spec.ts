import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { DESK_REFUSALS, expectTouchTargets, openDesk } from '../support/desk.ts'
import { beBuyer, makeOrder, payByCalls, soldTitle, type Buyer } from '../support/orders.ts'
import { freshEmail, sentTo } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, LOCALES, test } from '../support/test.ts'

const RATES = {
  en: {
    change: /^Change the rates of/,
    from: /^From the day/,
    percent: 'Percent of sales',
    save: /^Save/,
    saved: 'The rates are saved.',
    remove: 'Remove',
    shown: 'From .*April 2031: 12.5 %',
    always: 'From the beginning',
    ten: '10 %',
    now: '10',
  },
  mr: {
    change: /यांचे दर बदला$/,
    from: /^या दिवसापासून/,
    percent: 'विक्रीचे टक्के',
    save: /^जतन करा/,
    saved: 'दर जतन केले.',
    remove: 'काढा',
    shown: '२०३१ पासून: १२.५ %',
    always: 'सुरुवातीपासून',
    ten: '१० %',
    now: '१०',
  },
}

test.use({ expectedErrors: DESK_REFUSALS })

/** A listener who has just bought these titles. */
async function buyTitles(page: Page, ids: readonly number[]): Promise<Buyer> {
  const buyer = await beBuyer(page)
  const titles = await Promise.all(ids.map((id) => soldTitle(page, id)))
  const order = await makeOrder(
    page,
    buyer.token,
    titles.map(({ variant }) => variant),
  )
  await payByCalls(page, `Token ${buyer.token}`, order, 'payu', 'success')
  return buyer
}

const find = (page: Page, text: string) => page.getByRole('main').getByRole('searchbox').first().fill(text)

test('[DK-8] support gives a title for a reason: it is in the library, and the reason is remembered', async ({
  page,
}) => {
  const { email, token } = await beBuyer(page)
  const { custom_translation: names } = await soldTitle(page, 2)
  const name = names['en']?.name ?? ''
  await openDesk(page, 'support', '/desk/listeners/')
  await find(page, email)
  await expect(page.locator('.desk-table tbody tr')).toHaveCount(1)
  await page.locator('.desk-table').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Give a title or a plan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(name)
  await dialog.getByRole('radio', { name, exact: true }).check()
  await dialog.getByRole('button', { name: 'Give it' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('textbox', { name: /Why/ }).fill('thanks for a found error')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Give it' }).click()
  await expect(page.getByText('It is given.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Library' })).toContainText(name)
  await expect(page.getByRole('region', { name: 'What people of the shop did' })).toContainText(
    'gave (thanks for a found error)',
  )
  const library = await page.request.post('/api/my-library/', {
    data: { offset: 0, limit: 10 },
    headers: { authorization: `Token ${token}` },
  })
  expect(await library.text()).toContain(name)
})

test('[DK-9] a letter is answered: the mail goes out, the letter is done', async ({ page }) => {
  const email = freshEmail()
  await page.goto('/contact/')
  const form = page.locator('form.form')
  for (const [label, text] of Object.entries({
    'First name': 'Asha',
    'Last name': 'Joshi',
    Phone: '9876543210',
    Email: email,
    Message: 'Where is my plan?',
  }))
    await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByLabel('I am a human').check()
  await expect(page.locator('.captcha')).toHaveAttribute('data-state', 'proved', { timeout: 30_000 })
  const sent = page.waitForResponse('**/api/contact-us/')
  await form.getByRole('button', { name: 'Send the message' }).click()
  expect((await sent).status()).toBe(200)
  await openDesk(page, 'support', '/desk/letters/')
  await find(page, email)
  const letter = page.getByRole('article')
  await expect(letter).toHaveCount(1)
  await letter.getByRole('button', { name: 'Send the answer' }).click()
  await expect(letter.getByRole('alert')).toHaveText('Please write an answer.')
  await letter.getByRole('textbox', { name: 'Your answer' }).fill('It is in your library.')
  await letter.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText(`The answer is on its way to ${email}.`)).toBeVisible()
  await expect(letter).toHaveCount(0)
  expect((await sentTo(page, email)).body).toContain('It is in your library.')
  await page.getByRole('main').getByRole('combobox', { name: 'Show' }).selectOption('Done')
  await expect(page.getByRole('article')).toContainText('It is in your library.')
})

test('[DK-9] many reviews are approved at once, and the toast undoes it', async ({ page }) => {
  const word = freshEmail().split('@')[0] ?? ''
  const { token } = await buyTitles(page, [2, 3])
  for (const product of [2, 3]) {
    const reply = await page.request.post('/api/review-add/', {
      data: { product, score: 4, title: word, body: 'Well read' },
      headers: { authorization: `Token ${token}` },
    })
    expect(await reply.text()).toContain('true')
  }
  await openDesk(page, 'support', '/desk/reviews/')
  await find(page, word)
  const rows = page.locator('.desk-table tbody tr')
  await expect(rows).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Decided: 2')).toBeVisible()
  await expect(rows).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)
})

/** Of text such as ₹1,234.50, in paise. */
const paise = (text: string) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100)

type Found = { pages: number; data: { status: string; currency: string; total: number }[] }

/** What all orders that were paid cost, by the list of the desk. */
async function soldByOrders(page: Page): Promise<number> {
  let sum = 0
  for (const filter of ['paid', 'refunded'])
    for (let at = 1, pages = 1; at <= pages; at += 1) {
      const found = (await (await page.request.get(`/api/desk/orders/?filter=${filter}&page=${at}`)).json()) as Found
      pages = found.pages
      // Of which lines alone went back, an order is among the paid ones too.
      const sold = found.data.filter(({ currency, status }) => status === filter && currency === 'INR')
      sum += sold.reduce((total, order) => total + order.total, 0)
    }
  return sum
}

const dayInIndia = (after: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date(Date.now() + after * 24 * 3_600_000))

test('[DK-10] sales are what the orders say, and are saved as CSV', async ({ page }) => {
  await buyTitles(page, [2])
  await openDesk(page, 'accounts', '/desk/figures/')
  // Over midnight an invoice is of another day than its order: all days of the orders of this shop.
  const [from, to] = [dayInIndia(-20), dayInIndia(1)]
  const table = page.getByRole('table', { name: /Rupees|rupees|INR/ })
  // Others buy meanwhile: until both were read without a sale between them.
  await expect(async () => {
    await page.reload()
    await page.getByLabel('From', { exact: true }).fill(from)
    await page.getByLabel('To', { exact: true }).fill(to)
    await expect(table.locator('tbody tr').first()).toBeVisible()
    const shown = (await table.locator('tbody tr td:nth-child(2)').allInnerTexts()).map(paise)
    const sum = shown.reduce((total, amount) => total + amount, 0)
    expect(sum).toBeGreaterThan(0)
    expect(sum).toBe(await soldByOrders(page))
  }).toPass({ timeout: 30_000 })
  // Each choice stands above the rows of the one before for a moment; a reload shows the same figures.
  for (const [by, row] of [
    ['Country', 'India'],
    ['Title', 'Tukaram: Abhang Gatha'],
    ['Day', to.slice(0, 4)],
    ['Author', 'Sant Tukaram'],
    ['Country', 'India'],
  ] as const) {
    await page.getByLabel('Sales by', { exact: true }).selectOption({ label: by })
    await expect(table.locator('tbody tr td:first-child', { hasText: row }).first(), by).toBeVisible()
  }
  await page.reload()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(from)
  await expect(table.locator('tbody tr')).toHaveText([/^India/])
  await page.getByLabel('Sales by', { exact: true }).selectOption({ label: 'Day' })
  await expect(table.locator('tbody tr td').first()).toContainText(to.slice(0, 4))
  const saved = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Save as CSV/ })
    .first()
    .click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const [header = '', ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(header).toContain(',')
  expect(lines.some((line) => /^\d{4}-\d\d-\d\d,/.test(line))).toBe(true)
})

for (const locale of LOCALES)
  test(`[DK-10] the rates of an author change from a day on, and a change by mistake is removed (${locale})`, async ({
    page,
  }) => {
    const words = RATES[locale]
    await page.setViewportSize({ width: locale === 'mr' ? 320 : 1440, height: 800 })
    await openDesk(page, 'accounts', '/desk/figures/?view=royalties', locale)
    // An author of its own for each language: both run at once.
    const form = page.getByRole('form', { name: words.change }).nth(locale === 'mr' ? 1 : 0)
    const author = form.locator('strong')
    await expect(author).toBeVisible()
    const day = form.getByLabel(words.from)
    const percent = form.getByLabel(words.percent, { exact: true })
    const save = form.getByRole('button', { name: words.save })
    await percent.fill('101')
    await save.click()
    await expect(percent).toHaveAccessibleDescription(/\S/)
    await expect(percent).toHaveValue('101')
    await day.fill('')
    await percent.fill('10')
    await save.click()
    await expect(page.getByText(words.saved).first()).toBeVisible()
    await day.fill('2031-04-01')
    await percent.fill('12.5')
    await save.click()
    const name = await author.innerText()
    const remove = page.getByRole('button', { name: new RegExp(`^${words.remove}: ${name}, .*${words.shown}`) })
    await expect(remove).toBeVisible()
    await expect(page.getByRole('list').filter({ has: remove })).toContainText(`${words.always}: ${words.ten}`)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await expectTouchTargets(page)
    await remove.focus()
    await page.keyboard.press('Enter')
    await expect(remove).toHaveCount(0)
    await expect(save).toBeFocused()
    await page.reload()
    // From now on a change is from today on, and the rates of today stand in the form.
    await expect(form.getByLabel(words.percent, { exact: true })).toHaveValue(words.now)
    await expect(day).not.toHaveValue('')
  })
