import type { Page } from '@playwright/test'
import { freshEmail, sentTo } from './personas.ts'
import { expect } from './test.ts'

export const GIFT = {
  en: {
    path: '/gift-kathavani/',
    what: 'What do you give?',
    recipient: 'Who is it for?',
    giver: 'From you',
    first: 'First name',
    last: 'Last name',
    email: 'Email',
    country: 'Country',
    state: 'State',
    mobile: 'Mobile number',
    message: 'Your message',
    goOn: 'Go on to the summary',
    cancel: 'Cancel',
    summary: 'Check your gift and pay',
    terms: 'I have read the terms of service and the privacy policy and agree.',
    pay: 'Proceed to payment',
    change: 'Change the details',
    cancelGift: 'Cancel the gift',
    cancelled: 'The gift is cancelled. Nothing was charged.',
    plan: /^30 days/,
  },
  mr: {
    path: '/mr/gift-kathavani/',
    what: 'काय भेट द्यायचे?',
    recipient: 'भेट कोणासाठी?',
    giver: 'तुमच्याकडून',
    first: 'नाव',
    last: 'आडनाव',
    email: 'ई-मेल',
    country: 'देश',
    state: 'राज्य',
    mobile: 'मोबाइल नंबर',
    message: 'तुमचा संदेश',
    goOn: 'पुढे जा',
    cancel: 'रद्द करा',
    summary: 'भेट तपासा आणि पैसे भरा',
    terms: 'मी सेवा अटी आणि गोपनीयता धोरण वाचले असून ते मला मान्य आहे.',
    pay: 'पैसे भरायला जा',
    change: 'माहिती बदला',
    cancelGift: 'भेट रद्द करा',
    cancelled: 'भेट रद्द केली आहे. पैसे घेतलेले नाहीत.',
    plan: /^३० दिवस/,
  },
} as const
export type Locale = keyof typeof GIFT

export const giftForm = (page: Page) => page.locator('main form.form')
export const part = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

type Person = { first: string; last: string; email?: string; mobile: string }
export const RECIPIENT = {
  en: { first: 'Mira', last: 'Marathe', mobile: '98765 11111' },
  mr: { first: 'मीरा', last: 'मराठे', mobile: '९८७६५११११२' },
} as const
export const GIVER = {
  en: { first: 'Sunanda', last: 'Marathe', mobile: '9876500000' },
  mr: { first: 'सुनंदा', last: 'मराठे', mobile: '९८७६५०००००' },
} as const
export const MESSAGE = 'Happy birthday!\nवाढदिवसाच्या शुभेच्छा <img src=x onerror=alert(1)>'

export async function fillPerson(
  page: Page,
  locale: Locale,
  group: string,
  { first, last, email = '', mobile }: Person,
  /** A gift by link asks for no address and no number. */
  how: 'whole' | 'nameOnly' = 'whole',
): Promise<void> {
  const messages = GIFT[locale]
  const fields = part(page, group)
  for (const [label, text] of [
    [messages.first, first],
    [messages.last, last],
    ...(how === 'whole'
      ? ([
          [messages.email, email],
          [messages.mobile, mobile],
        ] as const)
      : []),
  ] as const)
    await fields.getByLabel(label, { exact: true }).fill(text)
}

/** Of the recipient: address is made for this one gift. */
export async function fillRecipient(page: Page, locale: Locale): Promise<string> {
  const email = freshEmail()
  await fillPerson(page, locale, GIFT[locale].recipient, { ...RECIPIENT[locale], email })
  await part(page, GIFT[locale].recipient).getByLabel(GIFT[locale].message, { exact: true }).fill(MESSAGE)
  return email
}

/** Of a guest in Maharashtra, or in another country. */
export async function fillGiver(page: Page, locale: Locale, country = 'IN'): Promise<string> {
  const messages = GIFT[locale]
  const email = freshEmail()
  await fillPerson(page, locale, messages.giver, {
    ...GIVER[locale],
    email,
    ...(country === 'US' && { mobile: '2125550142' }),
  })
  await part(page, messages.giver).getByLabel(messages.country, { exact: true }).selectOption(country)
  if (country === 'IN') await part(page, messages.giver).getByLabel(messages.state, { exact: true }).selectOption('MH')
  return email
}

/** From the page of gifts to its summary. */
export async function goToSummary(page: Page, locale: Locale): Promise<void> {
  await giftForm(page).getByRole('button', { name: GIFT[locale].goOn, exact: true }).click()
  await expect(page.getByRole('heading', { name: GIFT[locale].summary })).toBeFocused()
}

export async function openGiftPage(page: Page, locale: Locale, query = ''): Promise<void> {
  await page.goto(GIFT[locale].path + query)
}

/** From the summary to the sandbox that stands in for the gateway. */
export async function goToGateway(page: Page, locale: Locale): Promise<void> {
  await page.getByLabel(GIFT[locale].terms).check()
  await page.getByRole('button', { name: GIFT[locale].pay, exact: true }).click()
  await page.waitForURL('**/dev/pay/**')
}

export async function choosePayment(page: Page, choice: string): Promise<void> {
  await page.locator(`button[name=choice][value=${choice}]`).click()
}

/** Path and fragment that the mail of a gift leads to, and its code. */
export async function giftMail(
  page: Page,
  email: string,
): Promise<{ subject: string; body: string; link: string; code: string }> {
  const { subject, body } = await sentTo(page, email)
  const url = new URL(/https?:\S+/.exec(body)?.[0] ?? '')
  return { subject, body, link: url.pathname + url.hash, code: url.hash.slice(1) }
}

export const planIn = (page: Page, locale: Locale) => page.getByRole('radio', { name: GIFT[locale].plan })
