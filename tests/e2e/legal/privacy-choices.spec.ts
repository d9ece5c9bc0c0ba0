import { beNewListener } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, LOCALES, test } from '../support/test.ts'

const MESSAGES = {
  en: {
    signIn: 'Sign in',
    newsletter: 'Send me the newsletter',
    details: 'Keep date of birth, gender and picture',
    receipts: 'Receipts',
    on: 'On: saved.',
    off: /^Off: saved/,
    refused: /Newsletter.*: not given/,
    given: /Newsletter.*: given/,
    notSaved: 'This could not be saved. Please try again.',
    ground: 'Your consent, which you may take back at any time',
  },
  mr: {
    signIn: 'लॉग इन',
    newsletter: 'मला वार्तापत्र पाठवा',
    details: 'जन्मतारीख, लिंग आणि फोटो ठेवा',
    receipts: 'पावत्या',
    on: 'चालू केले, जतन झाले.',
    off: /^बंद केले/,
    refused: /वार्तापत्र.*: संमती नाही/,
    given: /वार्तापत्र.*: संमती दिली/,
    notSaved: 'हे जतन करता आले नाही. कृपया पुन्हा प्रयत्न करा.',
    ground: 'तुमची संमती; ती कधीही मागे घेता येते',
  },
} as const

test.use({ expectedErrors: /\/api\/privacy\/choices\// })

for (const locale of LOCALES)
  test(`[RT-1] the notice stands for guests, and a listener gives and takes back a consent, in ${locale}`, async ({
    page,
  }) => {
    const messages = MESSAGES[locale]
    const path = inTree(locale, '/privacy-choices/')
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
    await expect(page.getByText(messages.ground)).toHaveCount(2)
    await expect(page.locator('main').getByRole('link', { name: messages.signIn, exact: true })).toHaveAttribute(
      'href',
      new RegExp(`next=${encodeURIComponent(path)}`),
    )
    await expectNoSidewaysScroll(page)

    await beNewListener(page)
    await page.goto(path)
    const newsletter = page.getByRole('switch', { name: messages.newsletter })
    const first = page.locator('.receipts li').first()
    await newsletter.focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('status').getByText(messages.on)).toBeVisible()
    await expect(first).toHaveText(messages.given)
    await expect(newsletter).toBeFocused()
    await newsletter.click()
    await expect(page.getByRole('status').getByText(messages.off)).toBeVisible()
    await expect(first).toHaveText(messages.refused)
    await page.reload()
    await expect(newsletter).not.toBeChecked()
    await expect(first).toHaveText(messages.refused)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)

    await page.route('**/api/privacy/choices/', async (route) => {
      if (route.request().method() === 'POST') return route.continue()
      const reply = await route.fetch()
      const { data, ...rest } = await reply.json()
      data.choices.profileDetails = true
      return route.fulfill({ response: reply, json: { ...rest, data } })
    })
    await page.reload()
    // Details that are taken back are given in the profile only: the switch does nothing more, and has the focus still.
    const details = page.getByRole('switch', { name: messages.details })
    await details.press('Space')
    await expect(page.getByRole('status').getByText(messages.off)).toBeVisible()
    await expect(details).toBeDisabled()
    await page.keyboard.press('Space')
    await expect(details).not.toBeChecked()
    await expect(details).toBeFocused()

    await page.route('**/api/privacy/choices/', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
    )
    await newsletter.click()
    await expect(page.getByRole('alert').getByText(messages.notSaved)).toBeVisible()
    await expect(newsletter).not.toBeChecked()
  })
