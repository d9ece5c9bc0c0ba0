import type { Page } from '@playwright/test'
import { saveSession, type Reply } from './personas.ts'
import { inTree } from './test.ts'

export type Person = { first_name: string; last_name: string; email: string }
let created = 0

/** Somebody who was never here before: limits of a day are counted for each listener. */
export function newPerson(): Person {
  created += 1
  return { first_name: 'Asha', last_name: 'Joshi', email: `asha-${Date.now()}-${process.pid}-${created}@example.test` }
}

/**
 * What the server says when it lets a person in whom the sandbox of the demo vouches for: with a session of its own. The
 * welcome of the first time is left out.
 */
async function letIn(page: Page, person: Person): Promise<string> {
  const ask = async (path: string, data?: object) =>
    (await page.request.fetch(path, { method: data ? 'POST' : 'GET', ...(data && { data }) })).json()
  const { nonce } = await ask('/api/v1/login/providers/')
  const { id_token } = await ask('/dev/identity/token', { ...person, id: person.email, email_verified: true, nonce })
  const { is_new_user: _, ...reply } = await ask('/api/v1/login/', {
    login_type: 'google',
    access_token: id_token,
    extra_data: { nonce },
  })
  return JSON.stringify(reply)
}

/** Fills the page of signing in, and is let in as the person. */
export async function fillSignIn(page: Page, person: Person, locale = 'en'): Promise<void> {
  const body = await letIn(page, person)
  await page.route('**/api/v1/login/', (route) => route.fulfill({ contentType: 'application/json', body }))
  const form = page.locator('form.form')
  await form.getByLabel(locale === 'mr' ? 'ई-मेल' : 'Email', { exact: true }).fill(person.email)
  await form.getByLabel(locale === 'mr' ? 'पासवर्ड' : 'Password', { exact: true }).fill('Kathavani1')
  await form.getByRole('button', { name: locale === 'mr' ? 'लॉग इन करा' : 'Sign in', exact: true }).click()
}

/** A listener who is signed in and stands on the page of this path. */
export async function signedInOn(page: Page, path: string, locale = 'en'): Promise<Person> {
  const person = newPerson()
  await saveSession(page, JSON.parse(await letIn(page, person)) as Reply)
  await page.goto(inTree(locale, path))
  return person
}
