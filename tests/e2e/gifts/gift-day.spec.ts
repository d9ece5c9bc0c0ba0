import { giveLater } from '../support/give-by-calls.ts'
import { fillGiver, fillRecipient, GIFT, giftForm, goToSummary, part, type Locale } from '../support/gifts.ts'
import { soldTitle } from '../support/orders.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, pathOf, test } from '../support/test.ts'

/** Two winter days in America that are still to come; a gift may wait for a year. */
const isJanuary = new Date().getMonth() === 0
const YEAR = new Date().getFullYear() + (isJanuary ? 0 : 1)
const MONTH = isJanuary ? { iso: '02', en: 'February', mr: 'फेब्रुवारी' } : { iso: '01', en: 'January', mr: 'जानेवारी' }
const MARATHI_YEAR = String(YEAR).replaceAll(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? '')

const TEXTS = {
  en: {
    waits: `It opens on 14 ${MONTH.en} ${YEAR}, 7:30 pm, by your clock.`,
    goes: `Its link opens on 14 ${MONTH.en} ${YEAR}, 8:00 am, Central Time (Chicago)`,
    moved: `Its link opens on 15 ${MONTH.en} ${YEAR}, 6:15 am, Central Time (Chicago)`,
    waitsLonger: `It opens on 15 ${MONTH.en} ${YEAR}, 5:45 pm, by your clock.`,
    day: 'Day',
    hour: 'Hour',
    change: 'Change',
    changed: 'The day is changed.',
    past: /This moment is past/,
    open: 'Open your gift',
    notOpened: 'Not opened yet',
  },
  // Browsers have few cities in Marathi.
  mr: {
    waits: `तुमच्या घड्याळाप्रमाणे ती उघडेल: १४ ${MONTH.mr}, ${MARATHI_YEAR}, संध्याकाळी ७:३०.`,
    goes: new RegExp(`लिंक उघडेल: १४ ${MONTH.mr}, ${MARATHI_YEAR}, सकाळी ८:००, केंद्रीय वेळ \\((?:शिकागो|Chicago)\\)`),
    moved: new RegExp(`लिंक उघडेल: १५ ${MONTH.mr}, ${MARATHI_YEAR}, सकाळी ६:१५, केंद्रीय वेळ \\((?:शिकागो|Chicago)\\)`),
    waitsLonger: `तुमच्या घड्याळाप्रमाणे ती उघडेल: १५ ${MONTH.mr}, ${MARATHI_YEAR}, संध्याकाळी ५:४५.`,
    day: 'दिवस',
    hour: 'वेळ',
    change: 'बदला',
    changed: 'दिवस बदलला.',
    past: /ही वेळ होऊन गेली आहे/,
    open: 'तुमची भेट उघडा',
    notOpened: 'अजून उघडलेली नाही',
  },
} as const satisfies Record<Locale, object>

for (const [locale, width] of [
  ['mr', 360],
  ['en', 1440],
] as const)
  test(`[RM-7] a gift waits for the hour of its recipient, which the giver changes, in ${locale} at ${width} px`, async ({
    page,
    browser,
  }) => {
    const texts = TEXTS[locale]
    await page.setViewportSize({ width, height: 800 })
    const path = await pathOf(page, 'Chhava')
    const { variant } = await soldTitle(page, Number(path.split('/')[2]))
    const mailed = await giveLater(page, variant, {
      ...{ send_by: 'link', email: '', occasion: 'festival' },
      ...{ deliver_on: `${YEAR}-${MONTH.iso}-14`, deliver_time: '08:00', time_zone: 'America/Chicago' },
    })
    await page.goto(inTree(locale, mailed))
    await expect(page.locator('.gift-steps')).toContainText(texts.goes)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    const address = await page.locator('.gift-link').innerText()

    const theirs = await browser.newContext({ viewport: { width, height: 800 } })
    const recipient = await theirs.newPage()
    await recipient.goto(address)
    await expect(recipient.getByText(texts.waits)).toBeVisible()
    await expect(recipient.getByRole('button', { name: texts.open })).toHaveCount(0)
    await expect(recipient.locator('main')).not.toContainText('Chhava')
    await expectNoSidewaysScroll(recipient)
    await expectAccessible(recipient)

    const day = page.getByLabel(texts.day, { exact: true })
    const change = page.getByRole('button', { name: texts.change, exact: true })
    await day.fill('2026-01-01')
    await change.press('Enter')
    await expect(day).toHaveAccessibleDescription(texts.past)
    await expect(day).toBeFocused()
    await day.fill(`${YEAR}-${MONTH.iso}-15`)
    await page.getByLabel(texts.hour, { exact: true }).fill('06:15')
    await change.press('Enter')
    await expect(page.getByText(texts.changed)).toBeVisible()
    await expect(page.locator('.gift-steps')).toContainText(texts.moved)
    await recipient.reload()
    await expect(recipient.getByText(texts.waitsLonger)).toBeVisible()

    // Without a day it opens at once.
    await day.fill('')
    await change.press('Enter')
    await expect(page.getByText(texts.notOpened)).toBeVisible()
    await expect(day).toHaveCount(0)
    await recipient.reload()
    await recipient.getByRole('button', { name: texts.open, exact: true }).press('Enter')
    await expect(recipient.locator('.opened .line-name')).toBeVisible()
    await theirs.close()
  })

test('[RM-7] a moment that is past is refused at its field', async ({ page }) => {
  await page.goto(GIFT.en.path)
  const day = page.getByLabel('Day (optional)')
  await day.fill('2026-01-01')
  await expect(page.getByLabel('Hour', { exact: true })).toHaveValue('09:00')
  const zone = page.getByLabel('On the clocks of')
  await expect(zone).toHaveValue(/^Asia\/(?:Calcutta|Kolkata)$/)
  await expect(zone.locator('option').first()).toHaveText('India Standard Time (Kolkata)')
  const country = part(page, GIFT.en.recipient).getByLabel(GIFT.en.country, { exact: true })
  await country.selectOption('NP')
  await expect(zone).toHaveValue(/^Asia\/Kath?mandu$/)
  // What the giver chose by hand stays.
  await zone.selectOption('America/Chicago')
  await country.selectOption('IN')
  await expect(zone).toHaveValue('America/Chicago')
  await zone.selectOption({ label: 'India Standard Time (Kolkata)' })
  await page.getByRole('radio', { name: GIFT.en.plan }).check()
  await fillRecipient(page, 'en')
  await fillGiver(page, 'en')
  await giftForm(page).getByRole('button', { name: GIFT.en.goOn, exact: true }).press('Enter')
  await expect(day).toHaveAccessibleDescription(/This moment is past/)
  await expect(day).toBeFocused()
  await expectAccessible(page)
  await day.fill(`${YEAR}-${MONTH.iso}-15`)
  await goToSummary(page, 'en')
  await expect(page.locator('.given')).toContainText(`15 ${MONTH.en} ${YEAR}, 9:00 am, India Standard Time (Kolkata)`)
})
