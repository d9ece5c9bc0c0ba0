import { fillGiver, fillRecipient, GIFT, goToGateway, goToSummary, openGiftPage, planIn } from '../support/gifts.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

const TEXTS = {
  en: { notPaid: 'Your order is not paid yet', back: 'Back to the gift' },
  mr: { notPaid: 'तुमच्या ऑर्डरचे पैसे अजून भरलेले नाहीत', back: 'भेटीकडे परत जा' },
} as const

for (const locale of ['en', 'mr'] as const)
  test(`[GI-1] a guest who comes back from the gateway without paying is led back to the gift (${locale})`, async ({
    page,
  }) => {
    await openGiftPage(page, locale)
    await planIn(page, locale).check()
    await fillRecipient(page, locale)
    await fillGiver(page, locale)
    await goToSummary(page, locale)
    await goToGateway(page, locale)
    await page.goBack()
    await expect(page.getByRole('heading', { name: TEXTS[locale].notPaid })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: TEXTS[locale].back, exact: true }).press('Enter')
    await page.waitForURL(`**${GIFT[locale].path}`)
    await expect(page.getByRole('heading', { name: GIFT[locale].summary })).toBeVisible()
  })
