import type { Page } from '@playwright/test'
import { recording } from '../../api/support/recordings.ts'
import { MESSAGES, TYPED } from '../support/auditions.ts'
import { chooseFiles, DESK_REFUSALS, openDesk, pressKey } from '../support/desk.ts'
import { beBuyer, makeOrder, payByCalls, soldTitle } from '../support/orders.ts'
import { freshEmail, sentTo } from '../support/personas.ts'
import { signedInOn } from '../support/sign-up.ts'
import { expect, test } from '../support/test.ts'

test.use({ expectedErrors: new RegExp(`${DESK_REFUSALS.source}|/api/(?:cart|user-subscribed)`) })

/** Somebody who has just bought these titles, and the token of the order. */
async function buy(page: Page, ids: readonly number[]) {
  const buyer = await beBuyer(page)
  const titles = await Promise.all(ids.map((id) => soldTitle(page, id)))
  const variants = titles.map(({ variant }) => variant)
  const order = await makeOrder(page, buyer.token, variants)
  await payByCalls(page, `Token ${buyer.token}`, order, 'payu', 'success')
  return { ...buyer, order }
}

const toast = (page: Page) => page.locator('.desk-toast')
const find = (page: Page, text: string) => page.getByRole('main').getByRole('searchbox').first().fill(text)

/** After an action that takes its button away the focus is near it, and not at the top of the document. */
const expectFocusInside = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)

test('[DK-7] a line of an order is paid back by keys', async ({ page }) => {
  const { order } = await buy(page, [2, 3])
  await openDesk(page, 'accounts', '/desk/orders/')
  await find(page, order)
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1)
  await pressKey(page.getByRole('table').getByRole('link').first())
  await pressKey(page.getByRole('checkbox', { name: /^Pay back/ }).first(), 'Space')
  await pressKey(page.getByRole('button', { name: 'Pay back what is selected' }))
  // The reason is what the dialog waits for.
  const reason = page.getByRole('dialog').getByRole('textbox', { name: /Why/ })
  await expect(reason).toBeFocused()
  await page.keyboard.type('asked by mail')
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('on its way back')
  await expectFocusInside(page)
})

test('[DK-9] a letter is answered by keys', async ({ page }) => {
  const email = freshEmail()
  await page.goto('/contact/')
  const form = page.locator('form.form')
  const typed = { 'First name': 'Asha', 'Last name': 'Joshi', Phone: '9876543210', Email: email, Message: 'By keys?' }
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByLabel('I am a human').check()
  await expect(page.locator('.captcha')).toHaveAttribute('data-state', 'proved', { timeout: 30_000 })
  const sent = page.waitForResponse('**/api/contact-us/')
  await form.getByRole('button', { name: 'Send the message' }).click()
  await sent
  await openDesk(page, 'support', '/desk/letters/')
  await find(page, email)
  const letter = page.getByRole('article')
  await expect(letter).toHaveCount(1)
  await letter.getByRole('textbox', { name: 'Your answer' }).focus()
  await page.keyboard.type('Yes, by keys.')
  await pressKey(letter.getByRole('button', { name: 'Send the answer' }))
  await expect(toast(page)).toContainText('on its way')
  await expect(letter).toHaveCount(0)
  await expectFocusInside(page)
  expect((await sentTo(page, email)).body).toContain('Yes, by keys.')
})

test('[DK-9] a review is approved and set back by keys', async ({ page }) => {
  const word = freshEmail().split('@')[0] ?? ''
  const { token } = await buy(page, [2])
  const data = { product: 2, score: 4, title: word, body: 'Well read' }
  await page.request.post('/api/review-add/', { data, headers: { authorization: `Token ${token}` } })
  await openDesk(page, 'support', '/desk/reviews/')
  await find(page, word)
  const rows = page.locator('.desk-table tbody tr')
  await expect(rows).toHaveCount(1)
  await pressKey(rows.getByRole('button', { name: /^Approve/ }))
  await expect(toast(page)).toContainText('Decided: 1')
  await expect(rows).toHaveCount(0)
  await expectFocusInside(page)
  await pressKey(toast(page).getByRole('button', { name: 'Undo' }))
  await expect(rows).toHaveCount(1)
})

test('[DK-9] an audition is accepted and set back by keys', async ({ page }) => {
  const { fields, birth, home, professional, gender, terms, human, yes, no, send } = MESSAGES.en
  await signedInOn(page, '/audition/')
  const form = page.locator('form.form')
  await expect(form.getByLabel(fields.first_name, { exact: true })).toHaveValue('Asha')
  const project = `Keys ${Date.now().toString(36)}`
  const typed = { ...TYPED.en, project_name: project }
  for (const name of ['mobile', 'city', 'project_name'] as const)
    await form.getByLabel(fields[name], { exact: true }).fill(typed[name])
  await form.getByLabel(birth, { exact: true }).fill(typed.birth)
  await form.getByRole('radiogroup', { name: home }).getByLabel(yes).check()
  await form.getByRole('radiogroup', { name: professional }).getByLabel(no).check()
  for (const label of [gender, terms, human]) await form.getByLabel(label, { exact: label === gender }).check()
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'voice.mp3', mimeType: 'audio/mpeg', buffer: recording('tone.mp3') })
  await form.getByRole('button', { name: send }).click()
  await expect(page.getByRole('dialog', { name: MESSAGES.en.done })).toBeVisible({ timeout: 60_000 })
  await openDesk(page, 'support', '/desk/auditions/')
  await find(page, project)
  const audition = page.getByRole('article')
  await expect(audition).toHaveCount(1)
  await pressKey(audition.getByRole('button', { name: 'Accept' }))
  await expect(toast(page)).toContainText('Decided')
  await expectFocusInside(page)
  await pressKey(toast(page).getByRole('button', { name: 'Undo' }))
  await expect(toast(page)).toContainText('Undone')
  await expect(audition.locator('.sales-badge')).toHaveText('Waiting')
})

test('[DK-4] [DK-5] a title is published and hidden by keys: the focus stays near, and only the last change offers its undo', async ({
  page,
}) => {
  await openDesk(page, 'editor', '/desk/titles/')
  await pressKey(page.getByRole('button', { name: 'New title' }))
  await page.keyboard.type(`Keys ${Date.now().toString(36)}`)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await pressKey(page.getByRole('button', { name: 'Move to the trash' }))
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Move to the trash' })).toBeFocused()
  const sound = { name: 'tone.mp3', mimeType: 'audio/mpeg', buffer: recording('tone.mp3') }
  await chooseFiles(page, 'Choose files', sound)
  await expect(page.locator('.title-tracks > li')).toHaveCount(1)
  await pressKey(page.getByRole('button', { name: 'Schedule' }))
  await dialog.locator('[type=date]').fill('2040-01-01')
  await pressKey(dialog.getByRole('button', { name: 'Schedule' }))
  await expect(page.locator('.desk-state')).toHaveText(/Scheduled/)
  await pressKey(page.getByRole('button', { name: 'Hide' }))
  await pressKey(dialog.getByRole('button', { name: 'Hide' }))
  await expect(page.locator('.desk-state')).toHaveText('Hidden')
  await expectFocusInside(page)
  await expect(toast(page).getByRole('button', { name: 'Undo' })).toHaveCount(1)
  await pressKey(toast(page).getByRole('button', { name: 'Undo' }))
  await expect(page.locator('.desk-state')).toHaveText(/Scheduled/)
  await pressKey(page.getByRole('button', { name: 'Move to the trash' }))
  await pressKey(dialog.getByRole('button', { name: 'Move to the trash' }))
  await expectFocusInside(page)
})

test('[DK-2] the page of who did what speaks Marathi', async ({ page }) => {
  await openDesk(page, 'owner', '/desk/audit/', 'mr')
  const signedIn = page.locator('.desk-table tbody tr').filter({ hasText: 'कार्यालयात लॉग इन केले' })
  await expect(signedIn.first()).toBeVisible()
  await expect(page.locator('.desk-table tbody')).not.toContainText('desk: signed in')
})
