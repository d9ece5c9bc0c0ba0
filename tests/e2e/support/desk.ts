import type { FileChooser, Locator, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expect, inTree, openBlank } from './test.ts'

export const DESK_PASSWORD = 'Kathavani1'
/** Of all people at the demo's desk. */
const SECRET = 'DEMODESKSECRETTOTP234567'
/** What Chromium says of replies that the desk waits for: who is here, and the second factor. */
export const DESK_REFUSALS = /the server responded with a status of (?:401|403)/

export type DeskRole = 'owner' | 'editor' | 'support' | 'accounts'
export const personOf = (role: DeskRole) => `${role}@kathavani.test`
export const codeNow = (secret = SECRET) => new TOTP({ secret }).generate()

/** A session at the desk by the calls that the page of the sign-in makes, with the second factor just given. */
export async function beAtDesk(page: Page, role: DeskRole): Promise<void> {
  await openBlank(page)
  const { origin } = new URL(page.url())
  const post = async (path: string, data: object) => {
    const reply = await page.request.post(path, { data, headers: { origin } })
    expect(reply.status(), `${path} ${await reply.text()}`).toBe(200)
    return (await reply.json()) as { ticket?: string }
  }
  const { ticket } = await post('/api/desk/sign-in/', { email: personOf(role), password: DESK_PASSWORD })
  await post('/api/desk/sign-in/factor/', { ticket, code: codeNow() })
}

/** A person of this role on a page of the desk: `path` as `/desk/titles/`. */
export async function openDesk(page: Page, role: DeskRole, path = '/desk/', locale = 'en'): Promise<void> {
  await beAtDesk(page, role)
  await page.goto(inTree(locale, path))
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

/** Files for a button that opens the dialog of the system. */
export async function chooseFiles(
  page: Page,
  button: string,
  files: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button, exact: true }).click()
  await (await chooser).setFiles(files)
}

/** As somebody without a mouse: the focus comes to the control, and Enter presses it. */
export async function pressKey(control: Locator, key = 'Enter'): Promise<void> {
  await control.focus()
  await expect(control).toBeFocused()
  await control.press(key)
}

/** Controls that a finger misses: smaller than 44 px. A checkbox counts with its label; links within a text are left out. */
export async function expectTouchTargets(page: Page): Promise<void> {
  const small = await page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'main :is(button, a[href], input, select, summary, textarea)',
    )
    return [...controls].flatMap((control) => {
      const box = (control.closest('label') ?? control).getBoundingClientRect()
      const isSeen = control.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && box.width > 1
      const isInText = control.tagName === 'A' && control.closest('p, td, dd, li') !== null
      const isSmall = box.height < 43.5 || (box.width < 43.5 && control.tagName !== 'A' && !control.closest('thead'))
      return isSeen && !isInText && isSmall
        ? [`${control.tagName} ${control.textContent || control.getAttribute('aria-label')} ${box.width}×${box.height}`]
        : []
    })
  })
  expect(small, page.url()).toEqual([])
}
