import type { Page } from '@playwright/test'
import { signIn } from './accounts.ts'

const PASSWORD = 'Kathavani1'
export type Course = {
  id: number
  product_slug: string
  product_audio_type: string
  custom_translation: Record<string, { name?: string }>
}

const emailOf = (account: string) => `${account}@kathavani.test`

/** A demo account, signed in and on a page. */
export const enter = (page: Page, account: string, path: string, locale = 'en'): Promise<void> =>
  signIn(page, emailOf(account), locale, path)

/** The form of the page that stands open. */
export async function fillSignIn(page: Page, account: string): Promise<void> {
  const form = page.locator('form.form')
  await form.locator('[name=email]').fill(emailOf(account))
  await form.locator('[name=password]').fill(PASSWORD)
  await form.locator('[type=submit]').click()
}

/** Every course of the shop. */
export async function coursesOf(page: Page): Promise<Course[]> {
  const { data } = (await (await page.request.get('/api/build/products/?limit=500')).json()) as { data: Course[] }
  return data.filter((title) => title.product_audio_type === 'languagelab')
}

export async function courseNamed(page: Page, name: string): Promise<Course & { path: string }> {
  const course = (await coursesOf(page)).find((one) => one.custom_translation['en']?.name === name)
  if (!course) throw new Error(`the demo has no course ${name}`)
  return { ...course, path: `/audio-course-product-details/${course.id}/${encodeURIComponent(course.product_slug)}/` }
}
