import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript'
import { expect, openBlank } from './test.ts'

export const PASSWORD = 'Kathavani1'
/** Of the demo: a listener in India whose profile is complete. */
export const LISTENER = 'listener@kathavani.test'

const sessionEncryption = readFileSync(
  new URL('../../../src/client/accounts/session-encryption.ts', import.meta.url),
  'utf8',
)
/** The session encryption of the shop as a script, to be run in a page. */
const SESSION_ENCRYPTION = transpileModule(sessionEncryption, {
  compilerOptions: { target: ScriptTarget.ESNext, module: ModuleKind.ESNext },
}).outputText.replace(/^export /gm, '')

type Sent = { kind: string; recipient: string; subject: string; body: string }
export type Reply = Record<string, string | boolean | null>

const random = (digits: number) => String(Math.floor(Math.random() * 10 ** digits)).padStart(digits, '0')
/** Addresses and numbers of their own: the limits of the shop count both. */
export const freshEmail = (host = 'example.test') => `reader${random(9)}@${host}`
export const freshMobile = () => `98${random(8)}`

/** Through the real form. */
export async function signIn(page: Page, email = LISTENER, password = PASSWORD, path = '/sign-in/'): Promise<void> {
  await page.goto(path)
  const form = page.locator('form.form')
  await form.locator('[name=email]').fill(email)
  await form.locator('[name=password]').fill(password)
  await form.locator('[type=submit]').click()
  await expect(page).not.toHaveURL(/\/sign-in\//)
}

/** Somebody who was never here before, vouched for by the sandbox of the demo. */
async function logInAsNew(request: APIRequestContext): Promise<Reply> {
  const { nonce } = (await (await request.get('/api/v1/login/providers/')).json()) as { nonce: string }
  const email = freshEmail()
  const person = {
    id: email,
    email,
    email_verified: true,
    hd: 'example.test',
    first_name: 'Asha',
    last_name: 'Joshi',
    nonce,
  }
  const { id_token } = (await (await request.post('/dev/identity/token', { data: person })).json()) as {
    id_token: string
  }
  const data = { login_type: 'google', access_token: id_token, extra_data: { nonce } }
  const body = (await (await request.post('/api/v1/login/', { data })).json()) as Reply
  if (body['status'] !== '1') throw new Error(`the demo does not let somebody new in: ${JSON.stringify(body)}`)
  return body
}

/** What the server says to a listener of the demo on signing in. */
export async function logIn(request: APIRequestContext, email = LISTENER, password = PASSWORD): Promise<Reply> {
  const reply = await request.post('/api/v1/login/', { data: { login_type: 'normal', email, password } })
  const body = (await reply.json()) as Reply
  if (body['status'] !== '1') throw new Error(`the demo does not let ${email} in: ${JSON.stringify(body)}`)
  return body
}

/**
 * Signed in without the form: the server is asked for a real session, and the shop's own encryption writes it into the
 * storage of this browser, where the next page finds it. Gives the token.
 */
export async function beSignedIn(page: Page, email = LISTENER, password = PASSWORD): Promise<string> {
  return saveSession(page, await logIn(page.request, email, password))
}

/** The same as a listener of their own, with an empty library and no place in any title. */
export async function beNewListener(page: Page): Promise<string> {
  return saveSession(page, await logInAsNew(page.request))
}

/** Puts what the server said on signing in into this browser. */
export async function saveSession(page: Page, reply: Reply): Promise<string> {
  const session = {
    loginSuccess: true,
    token: reply['token'],
    firstName: reply['first_name'],
    lastName: reply['last_name'],
    userEmail: reply['email'],
    userProfile: reply['profile_image'],
    userCountry: reply['country_code'],
    userState: reply['state'],
    userMobile: reply['mobile'],
    instituteName: reply['instituteName'],
    isLoggedInWithMobile: false,
    subscribeStatus: reply['is_subscribed'],
  }
  await openBlank(page)
  const sealed = await page.evaluate<string>(
    `(async () => { ${SESSION_ENCRYPTION}; return encrypt(${JSON.stringify(JSON.stringify(session))}) })()`,
  )
  await page.evaluate(
    ([stored, country]) => {
      localStorage.setItem('userDetails', stored)
      localStorage.setItem('signedInHint', 'yes')
      localStorage.setItem('currentcountrycode', country)
    },
    [sealed, String(reply['country_code'])] as const,
  )
  return String(reply['token'])
}

/** What is kept of the listener in this browser, decrypted by the shop's own code. */
export async function savedSession(page: Page): Promise<unknown> {
  const text = await page.evaluate<string>(
    `(async () => { ${SESSION_ENCRYPTION}; return decrypt(localStorage.getItem('userDetails') ?? '') })()`,
  )
  return text === undefined ? undefined : JSON.parse(text)
}

/** Whether the server still knows a session. */
export async function isAlive(page: Page, token: string): Promise<boolean> {
  return (
    (await page.request.get('/api/v1/my-profile/', { headers: { authorization: `Token ${token}` } })).status() === 200
  )
}

/** The newest that the demo sent to an address or a number; `more` than were there before. */
export async function sentTo(page: Page, recipient: string, atLeast = 1, subject = /(?:)/): Promise<Sent> {
  let found: Sent[] = []
  await expect
    .poll(async () => {
      const { data } = (await (await page.request.get('/dev/outbox.json')).json()) as { data: Sent[] }
      found = data.filter((sent) => sent.recipient === recipient && subject.test(sent.subject))
      return found.length
    })
    .toBeGreaterThanOrEqual(atLeast)
  const [newest] = found
  if (!newest) throw new Error(`nothing was sent to ${recipient}`)
  return newest
}

/** Path of the page that the newest mail leads to. */
export async function linkIn(page: Page, recipient: string, atLeast = 1, subject?: RegExp): Promise<string> {
  const { body } = await sentTo(page, recipient, atLeast, subject)
  const { pathname, search } = new URL(/https?:\S+/.exec(body)?.[0] ?? '')
  return pathname + search
}

/** The code of the newest text message. */
export async function codeIn(page: Page, number: string, atLeast = 1): Promise<string> {
  const { body } = await sentTo(page, `+91${number}`, atLeast)
  return /\b\d{6}\b/.exec(body)?.[0] ?? ''
}

/** An account of its own, made by the calls that the pages make. Costs one of the twenty links an hour. */
export async function makeListener(page: Page, email = freshEmail()): Promise<string> {
  await page.request.post('/api/register-email/', { data: { email } })
  // A gift may have come to this address before.
  const token = (await linkIn(page, email, 1, /^Your account at |खाते: /)).split('/')[2]
  const account = {
    email,
    token,
    password: PASSWORD,
    country: 'IN',
    state: 'MH',
    mobile: freshMobile(),
    newsletter_subscribed: false,
  }
  const registered = await page.request.post('/api/v1/register/', {
    data: { ...account, first_name: 'Asha', last_name: 'Joshi' },
  })
  expect(await registered.json()).toEqual({ status: true })
  return email
}

/** A count that no test has to buy for. */
export async function setCartCount(page: Page, count: number): Promise<void> {
  await page.route('**/api/cart/', (route) => route.fulfill({ json: { status: true, data: count } }))
}
