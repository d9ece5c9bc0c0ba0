import type { BrowserContext, Page } from '@playwright/test'
import { makeListener } from '../support/accounts.ts'
import { beSignedIn, logIn, PASSWORD, sentTo, signIn } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, LOCALES, test } from '../support/test.ts'

const WORDS = {
  en: {
    open: 'Sign-in and devices',
    name: 'Name of this passkey (optional)',
    password: 'Your password, so that we know it is you',
    add: 'Add a passkey',
    added: 'The passkey is added.',
    known: 'This device already has a passkey',
    rename: 'Rename: My phone',
    save: 'Save the name',
    cancel: 'Cancel',
    renamed: 'Rename: Blue phone',
    remove: 'Remove: Blue phone',
    removed: 'The passkey is removed.',
    none: 'You have no passkey yet.',
    sign: 'Sign in with your fingerprint or face',
    refused: /does not open an account here any more/,
    sessions: 'Where you are signed in',
    others: 'End all others',
    othersEnded: 'All other sessions have ended.',
    alone: 'You are signed in nowhere else.',
    mine: 'My profile',
    mail: /new device/,
  },
  mr: {
    open: 'लॉग इन आणि उपकरणे',
    name: 'या पासकीचे नाव (ऐच्छिक)',
    password: 'तुमचा पासवर्ड, म्हणजे हे तुम्हीच आहात हे कळेल',
    add: 'पासकी जोडा',
    added: 'पासकी जोडली.',
    known: 'पासकी आधीच आहे',
    rename: 'नाव बदला: My phone',
    save: 'नाव जतन करा',
    cancel: 'रद्द करा',
    renamed: 'नाव बदला: Blue phone',
    remove: 'काढा: Blue phone',
    removed: 'पासकी काढली.',
    none: 'तुमच्याकडे अजून पासकी नाही.',
    sign: 'बोटाच्या ठशाने किंवा चेहऱ्याने लॉग इन करा',
    refused: /आता उघडत नाही/,
    sessions: 'तुम्ही कुठे लॉग इन आहात',
    others: 'इतर सर्व बंद करा',
    othersEnded: 'इतर सर्व उपकरणांवर लॉग आउट झाले.',
    alone: 'तुम्ही आणखी कुठेही लॉग इन नाही.',
    mine: 'माझी माहिती',
    mail: /नव्या उपकरणावरून/,
  },
} as const

/** A phone with a lock that its owner opens. `isPresent: false`: nobody touches it until `touch`. */
async function addAuthenticator(context: BrowserContext, page: Page, isPresent = true) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: isPresent,
    },
  })
  const setPresent = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  return { setPresent }
}

const dialog = (page: Page) => page.getByRole('dialog')

for (const locale of LOCALES)
  test(`[RM-8] [AX-1] a passkey is added in the profile, signs in, is renamed, and opens nothing once removed (${locale})`, async ({
    page,
    context,
  }) => {
    const words = WORDS[locale]
    const email = await makeListener(page)
    // Suggestions wait for a person, who comes with the press of a button.
    const { setPresent } = await addAuthenticator(context, page, false)
    await signIn(page, email, PASSWORD, inTree(locale, '/sign-in/'))
    await page.goto(inTree(locale, '/library/?profile=security'))
    await expect(dialog(page).getByText(words.none)).toBeVisible()
    await dialog(page).getByLabel(words.name).fill('My phone')
    await setPresent(true)
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText(words.added)).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: words.add }).click()
    await expect(dialog(page).getByText(words.known)).toBeVisible()
    await dialog(page).getByRole('button', { name: words.rename }).click()
    const name = dialog(page).getByLabel(words.name).first()
    await expect(name).toBeFocused()
    await dialog(page).getByRole('button', { name: words.cancel }).click()
    await expect(dialog(page).getByRole('button', { name: words.rename })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(name).toBeFocused()
    await name.fill('Blue phone')
    await dialog(page).getByRole('button', { name: words.save }).click()
    await expect(dialog(page).getByRole('button', { name: words.renamed })).toBeFocused()

    await setPresent(false)
    await page.goto(inTree(locale, '/logout/'))
    await page.waitForURL('**/sign-in/**')
    await expect(page.getByRole('button', { name: words.sign })).toBeVisible()
    await expectAccessible(page)
    await setPresent(true)
    await page.getByRole('button', { name: words.sign }).click()
    await expect(page).toHaveURL(new RegExp(`${inTree(locale, '/library/')}$`))

    await page.goto(inTree(locale, '/library/?profile=security'))
    await dialog(page).getByRole('button', { name: words.remove }).click()
    await expect(dialog(page).getByText(words.removed)).toBeVisible()
    await expect(dialog(page).getByRole('heading', { level: 3 }).first()).toBeFocused()
    await setPresent(false)
    await page.goto(inTree(locale, '/logout/'))
    await page.waitForURL('**/sign-in/**')
    await setPresent(true)
    await page.getByRole('button', { name: words.sign }).click()
    await expect(page.getByText(words.refused)).toBeVisible()
  })

// Cut lines are part of what is tried here.
test.use({ expectedErrors: /\/api\/v1\/sessions\// })

test('[RM-8] a passkey of the device is suggested in the field of the address and signs in without a button', async ({
  page,
  context,
}) => {
  const email = await makeListener(page)
  await addAuthenticator(context, page)
  await beSignedIn(page, email)
  await page.goto('/library/?profile=security')
  await dialog(page).getByRole('button', { name: WORDS.en.add }).click()
  await expect(dialog(page).getByText(WORDS.en.added)).toBeVisible()
  await page.goto('/logout/')
  // The virtual phone answers the suggestion as soon as it is there.
  await expect(page).toHaveURL(/\/library\/$/)
})

for (const locale of LOCALES)
  test(`[RM-8] a mail tells of a new device and leads to the sessions, where all others are ended (${locale})`, async ({
    page,
  }) => {
    const words = WORDS[locale]
    const email = await makeListener(page, { first: 'Asha', last: 'Joshi' }, locale)
    await signIn(page, email, PASSWORD, inTree(locale, '/sign-in/'))
    await page.evaluate(() => localStorage.removeItem('deviceId'))
    await page.goto(inTree(locale, '/logout/'))
    await page.waitForURL('**/sign-in/**')
    const other = String((await logIn(page.request, email))['token'])
    await signIn(page, email, PASSWORD, inTree(locale, '/sign-in/'))
    const { body, subject } = await sentTo(page, email, 2)
    expect(subject).toMatch(words.mail)
    const { pathname, search } = new URL(/https?:\S+/.exec(body)?.[0] ?? '')
    await page.goto(pathname + search)
    await expect(dialog(page).getByRole('heading', { name: words.open })).toBeVisible()
    await dialog(page).getByRole('button', { name: words.others }).click()
    await expect(dialog(page).getByText(words.othersEnded)).toBeVisible()
    await expect(dialog(page).getByRole('heading', { name: words.sessions })).toBeFocused()
    await expect(dialog(page).getByText(words.alone)).toBeVisible()
    const reply = await page.request.get('/api/v1/my-profile/', { headers: { authorization: `Token ${other}` } })
    expect(reply.status()).toBe(401)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: words.mine }).click()
    await dialog(page).getByRole('button', { name: words.open }).press('Enter')
    await expect(dialog(page).getByText(words.alone)).toBeVisible()
  })

test('[RM-8] an older sign-in asks for the password, and a line that is cut is said', async ({ page, context }) => {
  const email = await makeListener(page)
  await addAuthenticator(context, page)
  await beSignedIn(page, email)
  await page.route('**/api/v1/passkeys/', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const reply = await route.fetch()
    return route.fulfill({ json: { ...(await reply.json()), is_fresh: false } })
  })
  await page.goto('/library/?profile=security')
  await dialog(page).getByRole('button', { name: WORDS.en.add }).click()
  await expect(dialog(page).getByText('This field is required')).toBeVisible()
  await dialog(page).getByLabel(WORDS.en.password, { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText(WORDS.en.added)).toBeVisible()
  await page.unroute('**/api/v1/passkeys/')
  await page.route('**/api/v1/sessions/**', (route) => route.abort())
  await page.goto('/library/?profile=security')
  await expect(dialog(page).getByRole('alert')).toContainText('could not be fetched')
  await page.unroute('**/api/v1/sessions/**')
  await dialog(page).getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(dialog(page).getByText(WORDS.en.alone)).toBeVisible()
  await expect(dialog(page).getByRole('heading', { level: 2 }).first()).toBeFocused()
})
