import { DESK_REFUSALS, openDesk, pressKey } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'

// Run after all others (playwright.config.ts): what these change is on the pages of every visitor.
test.use({ expectedErrors: DESK_REFUSALS })

const unique = Date.now().toString(36)

test('[DK-4] the prices of fifty titles are pasted, previewed, applied and undone', async ({ page }) => {
  test.slow()
  await openDesk(page, 'editor', '/desk/titles/?state=shown')
  await page.getByRole('button', { name: 'Change many at once' }).click()
  const cells = page.getByRole('textbox', { name: /^Price ₹ before GST of/ })
  await expect(cells).toHaveCount(50)
  const before = await cells.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  const column = Array.from({ length: 50 }, (_, at) => String(1_000 + at)).join('\n')
  await cells.first().evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, column)
  await expect(page.getByText('Changed cells: 50')).toBeVisible()
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await page.getByRole('button', { name: 'Apply to 50 cells' }).click()
  await expect(page.getByText('Changed cells: 50.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => {
      const values = await cells.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
      return values.toSorted()
    })
    .toEqual(before.toSorted())
})

test('[DK-6] the pages that were served before are served again, by keys', async ({ page }) => {
  test.slow()
  const address = `/about-us/?${unique}`
  await openDesk(page, 'editor', '/desk/publish/')
  const headers = { origin: new URL(page.url()).origin }
  const shown = async () => (await page.request.get(address)).text()
  const list = async () => (await page.request.get('/api/desk/shop/lists/news/')).json()
  const save = async (change: (rows: object[]) => object[]) => {
    const { version, rows } = await list()
    const reply = await page.request.put('/api/desk/shop/lists/news/', {
      data: { version, rows: change(rows) },
      headers,
    })
    expect(reply.status()).toBe(200)
  }
  const item = {
    key: `back-${unique}`,
    ...{ kind: 'media', created: '2026-11-01' },
    translations: { en: { name: `Back ${unique}`, description: '<p>x</p>' } },
  }
  await save((rows) => [...rows, item])
  await expect.poll(shown, { timeout: 120_000 }).toContain(`Back ${unique}`)
  await page.reload()
  const before = page
    .getByRole('table', { name: 'Last publications' })
    .getByRole('button', { name: /^Show this one/ })
    .first()
  await pressKey(before)
  const dialog = page.getByRole('dialog', { name: 'Show earlier pages again' })
  await pressKey(dialog.getByRole('button', { name: 'Show this one again' }))
  // Others change the catalog meanwhile, and their pages follow.
  await expect.poll(shown, { timeout: 60_000, intervals: [100] }).not.toContain(`Back ${unique}`)
  await expect(page.getByRole('table', { name: 'What was asked for' }).getByRole('row').nth(1)).toContainText('Done')
  await save((rows) => rows.filter((row) => (row as { key?: string }).key !== item.key))
  await pressKey(page.getByRole('button', { name: 'Publish now' }))
})
