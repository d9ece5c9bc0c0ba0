import { textOfPdf } from '../../api/support/pdf-text.ts'
import { DESK_REFUSALS, openDesk } from '../support/desk.ts'
import { beBuyer, makeOrder, payByCalls, soldTitle } from '../support/orders.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test.use({ expectedErrors: DESK_REFUSALS })

const TEXTS = {
  en: {
    pick: /^Pay back (?!all|what)/,
    some: 'Pay back what is selected',
    act: /^Pay back [₹]/,
    why: /Why/,
    done: /on its way back/,
    note: /Credit note/,
    action: 'paid back (asked by mail)',
    mail: 'Mail: Refund of single titles',
  },
  mr: {
    pick: /याचा परतावा$/,
    some: 'निवडलेल्यांचा परतावा द्या',
    act: /^₹.* परतावा द्या$/,
    why: /^का/,
    done: /परत निघाले आहेत/,
    note: /क्रेडिट नोट/,
    action: 'परतावा दिला (asked by mail)',
    mail: 'ईमेल: निवडक पुस्तकांचा परतावा',
  },
}

for (const locale of ['en', 'mr'] as const)
  test(`[DK-7] one line of an order goes back: its access ends, the other stays (${locale})`, async ({ page }) => {
    const texts = TEXTS[locale]
    const buyer = await beBuyer(page)
    const [first, second] = [await soldTitle(page, 2), await soldTitle(page, 3)]
    const token = await makeOrder(page, buyer.token, [first.variant, second.variant])
    await payByCalls(page, `Token ${buyer.token}`, token, 'payu', 'success')
    await openDesk(page, 'accounts', '/desk/orders/', locale)
    await page.getByRole('searchbox').fill(token)
    await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1)
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('checkbox', { name: texts.pick }).first().check()
    await page.getByRole('button', { name: texts.some }).click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: texts.act }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByRole('textbox', { name: texts.why }).fill('asked by mail')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('button', { name: texts.act }).click()
    await expect(page.getByText(texts.done).first()).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expectAccessible(page)
    // The credit note names the title that went back, and not the other.
    const story = page.locator('.sales-story')
    await expect(story).toContainText(texts.action)
    await expect(story).toContainText(texts.mail)
    const [gone, stays] = [first, second].map((title) => title.custom_translation['en']?.name ?? '')
    const response = page.waitForResponse('**/api/desk/orders/**/invoice/**')
    const popup = page.waitForEvent('popup')
    await story.getByRole('listitem').filter({ hasText: texts.note }).getByRole('button').click()
    const { download_path: path } = (await (await response).json()) as { download_path: string }
    const words = textOfPdf(await (await page.request.get(path)).body()).join(' ')
    expect(words).toContain(gone)
    expect(words).not.toContain(stays)
    await (await popup).close()
    const library = await page.request.post('/api/my-library/', {
      data: { offset: 0, limit: 10 },
      headers: { authorization: `Token ${buyer.token}` },
    })
    expect(JSON.stringify(await library.json()).match(/"is_purchased":true/g) ?? []).toHaveLength(1)
  })
