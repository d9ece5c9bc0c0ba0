import type { Page } from '@playwright/test'
import { chromiumOptions, windowedChromiumPath } from '../../../scripts/test/chromium.ts'
import {
  GIFT,
  fillGiver,
  fillPerson,
  giftForm,
  goToSummary,
  MESSAGE,
  part,
  RECIPIENT,
  type Locale,
} from '../support/gifts.ts'
import { choosePayment, goToGateway } from '../support/gifts.ts'
import { expectPlaying } from '../support/listening.ts'
import { soldTitle } from '../support/orders.ts'
import { makeListener, PASSWORD } from '../support/personas.ts'
import { heardFrames, recordSound } from '../support/recordings.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, pathOf, test } from '../support/test.ts'

// Chromium's own microphone; the headless shell knows none. What is heard is measured by a worklet.
const { args = [], ...options } = chromiumOptions()
const executablePath = windowedChromiumPath()
test.use({
  bypassCSP: true,
  expectedErrors: /favicon\.ico/,
  launchOptions: {
    ...options,
    ...(executablePath && { executablePath }),
    args: [...args, '--use-fake-device-for-media-stream'],
  },
})

const TEXTS = {
  en: {
    link: 'You do: a link for WhatsApp or any other way',
    occasion: 'What is it for?',
    birthday: 'A birthday',
    lines: ['वाढदिवसाच्या हार्दिक शुभेच्छा!', 'Happy birthday!'],
    add: 'Add your voice',
    record: 'Record',
    stop: 'Stop recording',
    anew: 'Record anew',
    recording: /^Recording … 0:(0[2-9]|1\d)$/,
    there: 'Your voice goes with the gift.',
    hear: 'Hear it',
    remove: 'Remove it',
    spoken: 'What you say (optional)',
    withVoice: 'With your voice',
    news: 'What became of your gift',
    notOpened: 'Not opened yet',
    opened: /^Opened on /,
    taken: /^Taken into a library on /,
    whatsApp: 'Send by WhatsApp',
    from: 'Sunanda has a gift for you',
    open: 'Open your gift',
    given: 'Sunanda gives you',
    begin: 'Begin to listen',
    isOpen: 'Your gift is open',
    again: 'Hear Sunanda',
  },
  mr: {
    link: 'तुम्ही: व्हॉट्सॲपवर किंवा हवी तशी पाठवायची लिंक',
    occasion: 'निमित्त काय?',
    birthday: 'वाढदिवस',
    lines: ['वाढदिवसाच्या हार्दिक शुभेच्छा!', 'Happy birthday!'],
    add: 'तुमचा आवाज जोडा',
    record: 'रेकॉर्ड करा',
    stop: 'रेकॉर्डिंग थांबवा',
    anew: 'पुन्हा रेकॉर्ड करा',
    recording: /^रेकॉर्ड होत आहे … ०:(०[२-९]|१[०-९])$/,
    there: 'तुमचा आवाज भेटीसोबत जाईल.',
    hear: 'ऐकून पाहा',
    remove: 'काढून टाका',
    spoken: 'तुम्ही काय म्हणता (ऐच्छिक)',
    withVoice: 'सोबत तुमचा आवाज',
    news: 'तुमच्या भेटीचे काय झाले',
    notOpened: 'अजून उघडलेली नाही',
    opened: /^उघडली: /,
    taken: /^ग्रंथालयात जमा झाली: /,
    whatsApp: 'व्हॉट्सॲपवर पाठवा',
    from: 'सुनंदा यांनी तुमच्यासाठी भेट पाठवली आहे',
    open: 'तुमची भेट उघडा',
    given: 'सुनंदा यांच्याकडून तुम्हाला',
    begin: 'ऐकायला सुरुवात करा',
    isOpen: 'तुमची भेट उघडली',
    again: 'सुनंदा यांचा आवाज ऐका',
  },
} as const satisfies Record<Locale, object>
const SPOKEN = 'वाढदिवसाच्या शुभेच्छा, मीरा! <b>Mira</b>'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const press = (page: Page, name: string) => button(page, name).press('Enter')

async function record(page: Page, locale: Locale, first: string): Promise<void> {
  const texts = TEXTS[locale]
  await press(page, first)
  await expect(page.getByText(texts.recording)).toBeVisible()
  await press(page, texts.stop)
  await expect(page.getByText(texts.there)).toBeVisible()
}

/** By a full load of another page and Back: title, voice and texts are still there. */
async function leaveAndComeBack(page: Page, locale: Locale): Promise<void> {
  const title = page.getByRole('radio', { name: /Diwali in the Chawl|चाळीतली दिवाळी/ })
  await expect(title).toBeChecked()
  await page.goto(inTree(locale, '/terms-of-service/'))
  await page.goBack()
  await expect(title).toBeChecked()
  await expect(page.getByText(TEXTS[locale].there)).toBeVisible()
  await expect(page.getByLabel(TEXTS[locale].spoken, { exact: true })).toHaveValue(SPOKEN)
}

/** A gift of a title by its link, with a voice; the address of the link. */
async function giveByLink(page: Page, locale: Locale, title: number): Promise<string> {
  const texts = TEXTS[locale]
  await page.goto(`${GIFT[locale].path}?title=${title}`)
  await page.getByRole('radio', { name: texts.link }).press('Space')
  await fillPerson(page, locale, GIFT[locale].recipient, RECIPIENT[locale], 'nameOnly')
  await part(page, GIFT[locale].recipient).getByLabel(GIFT[locale].message, { exact: true }).fill(MESSAGE)
  await page.getByLabel(texts.occasion, { exact: true }).selectOption({ label: texts.birthday })
  for (const line of texts.lines) await expect(page.locator('.greeting')).toContainText(line)
  await press(page, texts.add)
  await record(page, locale, texts.record)
  await press(page, texts.hear)
  await record(page, locale, texts.anew)
  await page.getByLabel(texts.spoken, { exact: true }).fill(SPOKEN)
  await leaveAndComeBack(page, locale)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await fillGiver(page, locale)
  await goToSummary(page, locale)
  await expect(page.locator('.given')).toContainText(texts.withVoice)
  await expectAccessible(page)
  await goToGateway(page, locale)
  await choosePayment(page, 'success')
  await page.waitForURL('**/payment-success/**')
  await expect(page.getByRole('heading', { name: texts.news })).toBeVisible()
  const address = await page.locator('.gift-link').innerText()
  await expect(page.getByRole('link', { name: texts.whatsApp })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/\\?text=.*${encodeURIComponent(address)}$`),
  )
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  return address
}

test('[RM-7] [AX-1] a recording announces its words and no clock, and the focus stays with the voice', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['microphone'])
  const group = page.getByRole('group', { name: 'Your voice', exact: true })
  await page.goto(GIFT.en.path)
  await press(page, TEXTS.en.add)
  await expect(group).toBeFocused()
  // The second time without the press that fetches the recorder.
  for (const first of [TEXTS.en.record, TEXTS.en.record]) {
    await press(page, first)
    await expect(page.getByText(TEXTS.en.recording)).toBeVisible()
    await expect(group.getByRole('status')).toHaveText('Recording …')
    await expect(button(page, TEXTS.en.stop)).not.toHaveAttribute('aria-pressed')
    await press(page, TEXTS.en.stop)
    await expect(group.getByRole('status')).toHaveText(TEXTS.en.there)
    await press(page, TEXTS.en.remove)
    await expect(group).toBeFocused()
    await expect(button(page, TEXTS.en.remove)).toHaveCount(0)
  }
  await expectAccessible(page)
})

const loudest = async (page: Page) => Math.max(0, ...(await heardFrames(page)).map(({ level }) => level))

for (const [locale, width] of [
  ['en', 360],
  ['mr', 1440],
] as const)
  test(`[RM-7] a voice is recorded, sent by a link, heard at one press, and its title plays, in ${locale} at ${width} px`, async ({
    page,
    context,
    browser,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await context.grantPermissions(['microphone'])
    const texts = TEXTS[locale]
    const { id } = await soldTitle(page, Number((await pathOf(page, 'Diwali in the Chawl')).split('/')[2]))
    const address = await giveByLink(page, locale, id)
    await expect(page.getByText(texts.notOpened)).toBeVisible()

    const theirs = await browser.newContext({ viewport: { width, height: 800 } })
    const recipient = await theirs.newPage()
    await recordSound(recipient)
    await test.step('the link shows a card, and neither title nor voice', async () => {
      await recipient.goto(address)
      await expect(recipient.getByRole('heading', { name: texts.from })).toBeVisible()
      for (const line of texts.lines) await expect(recipient.locator('.greeting')).toContainText(line)
      await expect(recipient.locator('.opened .line-name')).toHaveCount(0)
      await expectNoSidewaysScroll(recipient)
      await expectAccessible(recipient)
      await page.reload()
      await expect(page.getByText(texts.notOpened)).toBeVisible()
    })

    await test.step('one press opens it, and the voice is heard', async () => {
      await press(recipient, texts.open)
      await expect(recipient.getByRole('heading', { name: texts.given })).toBeFocused()
      await expect.poll(() => loudest(recipient)).toBeGreaterThan(0.01)
      await expect(recipient.locator('.heard-voice').getByRole('button')).not.toHaveAttribute('aria-pressed')
      await expect(recipient.getByText(SPOKEN)).toBeVisible()
      await expect(recipient.locator('.opened .line-name')).toBeVisible()
      await expect(recipient.locator('.opened blockquote')).toHaveText(MESSAGE)
      await expectNoSidewaysScroll(recipient)
      await expectAccessible(recipient)
      await page.reload()
      await expect(page.locator('.gift-steps').getByText(texts.opened)).toBeVisible()
    })

    await test.step('only listening asks for an account, and then the title plays', async () => {
      const email = await makeListener(recipient)
      await press(recipient, texts.begin)
      await recipient.waitForURL(`**${inTree(locale, '/sign-in/')}?next=**`)
      const form = recipient.locator('form.form')
      await form.locator('[name=email]').fill(email)
      await form.locator('[name=password]').fill(PASSWORD)
      await form.locator('[type=submit]').press('Enter')
      await recipient.waitForURL(`**${inTree(locale, '/redeem-gift/')}*`)
      await expect(recipient.getByRole('heading', { name: texts.isOpen })).toBeVisible()
      await expectPlaying(recipient, locale)
      await expectAccessible(recipient)
      await page.reload()
      await expect(page.locator('.gift-steps').getByText(texts.taken)).toBeVisible()
      await expectNoSidewaysScroll(page)
    })
    await theirs.close()
  })

test.describe('a file', () => {
  // The server refuses it.
  test.use({ expectedErrors: /favicon\.ico|Failed to load resource/ })

  test('[RM-7] without a microphone a file is chosen, and what is no voice is told at once', async ({ page }) => {
    await page.goto(GIFT.en.path)
    await press(page, TEXTS.en.add)
    await press(page, TEXTS.en.record)
    await expect(page.getByRole('alert')).toContainText('not allowed to use the microphone')
    await expectAccessible(page)
    const input = page.locator('input[type=file]')
    await input.setInputFiles('src/demo/files/audio/dnyaneshwari/01.mp3')
    await expect(page.getByRole('alert')).toContainText('longer than 20 seconds')
    await expect(button(page, TEXTS.en.remove)).toHaveCount(0)
    await page.getByRole('radio', { name: GIFT.en.plan }).check()
    await fillPerson(page, 'en', GIFT.en.recipient, { ...RECIPIENT.en, email: 'mira@example.test' })
    await part(page, GIFT.en.recipient).getByLabel(GIFT.en.message, { exact: true }).fill('Hello')
    await fillGiver(page, 'en')
    await input.setInputFiles({ name: '../../x.php.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('<html>') })
    await expect(page.getByText(TEXTS.en.there)).toBeVisible()
    await giftForm(page).getByRole('button', { name: GIFT.en.goOn, exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'This is no sound' })).toBeVisible()
    await press(page, TEXTS.en.remove)
    await goToSummary(page, 'en')
  })
})
