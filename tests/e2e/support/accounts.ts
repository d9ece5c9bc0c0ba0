import { expect, type Page } from '@playwright/test'
import { beSignedIn } from './personas.ts'
import { inTree } from './test.ts'

export const PASSWORD = 'Kathavani1'
/** Calls that later issues serve; pages do without them. */
export const NOT_SERVED = /\/api\/cart\//

type Sent = { recipient: string; body: string; sent_at: string }
let created = 0

/** An account of its own: by the link of a mail, as everybody else. */
export async function makeListener(
  page: Page,
  names: { first: string; last: string } = { first: 'Asha', last: 'Joshi' },
  locale = 'en',
): Promise<string> {
  created += 1
  const email = `e2e-${process.pid}-${Date.now() % 1_000_000}-${created}@kathavani.test`
  const post = async (path: string, data: object) => {
    const reply = await page.request.post(path, { data, headers: { 'accept-language': locale } })
    expect(reply.status(), `${path} ${await reply.text()}`).toBe(200)
  }
  await post('/api/register-email/', { email })
  let token = ''
  await expect
    .poll(async () => {
      const sent = (await (await page.request.get('/dev/outbox.json')).json()) as { data: Sent[] } | Sent[]
      const mail = (Array.isArray(sent) ? sent : sent.data).find(({ recipient }) => recipient === email)
      token = /\/sign-up\/([\w-]{43})\//.exec(mail?.body ?? '')?.[1] ?? ''
      return token
    })
    .toHaveLength(43)
  const who = { first_name: names.first, last_name: names.last, mobile: '9876543210', country: 'IN', state: 'MH' }
  await post('/api/v1/register/', { ...who, email, password: PASSWORD, token, newsletter_subscribed: false })
  return email
}

/** Signed in and on a page: the library when nothing is said. */
export async function signIn(page: Page, email: string, locale = 'en', path = '/library/'): Promise<void> {
  await beSignedIn(page, email)
  await page.goto(inTree(locale, path))
}
