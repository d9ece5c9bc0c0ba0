import type { Locator, Page } from '@playwright/test'
import { runAxe } from '../support/axe.ts'
import { bar, button, MESSAGES, type Locale } from '../support/listening.ts'
import { beSignedIn } from '../support/personas.ts'
import { courseNamed } from '../support/courses.ts'
import { expect, inTree, pathOf, test } from '../support/test.ts'

/** Pages that hold one stylesheet of each kind of page beside the common one. */
const KINDS = [
  ...['/', '/browse/', '/family/', '/kids/', '/language-lab/', '/family-category-details/fiction/', '/search/katha/'],
  ...['/subscribe/', '/faq/', '/about-us/', '/privacy-policy/', '/contact/', '/audition/', '/certificate/x/'],
  ...['/library/', '/checkout/', '/gift-kathavani/', '/redeem-gift/', '/offline/', '/no-such-page/'],
]
/** Pages that are opened themselves. The player stands outside what else they show. */
const OPENED = ['/', '/kids/', '/library/']
const IN_MARATHI = ['/library/', '/gift-kathavani/']

/** The colours of everything that is written in it, without waiting for the rest of the page. */
async function expectReadable(page: Page, selector: string, where: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length))
    .toBe(0)
  const { violations, incomplete } = await runAxe(
    page,
    { include: [selector] },
    { runOnly: ['color-contrast'], resultTypes: ['violations', 'incomplete'] },
  )
  const weak = [...violations, ...incomplete].flatMap(({ nodes }) => nodes.map(({ html }) => html))
  expect(weak, `hard to read on ${where}`).toEqual([])
}

/** The dialog that stands open: its frame, the place of its close button, and its text; then it is closed. */
async function expectDialog(page: Page, where: string): Promise<void> {
  const dialog = page.locator('dialog:modal')
  await expect(dialog, `a dialog on ${where}`).toBeVisible()
  await expect(dialog).toHaveCSS('border-radius', '16px')
  await expect(dialog.locator('.inner')).toHaveCSS('display', 'grid')
  await expect(dialog.locator('.away')).toHaveCSS('position', 'absolute')
  const [box, window] = [await dialog.boundingBox(), page.viewportSize()]
  expect(box?.width, `the dialog on ${where}`).toBeLessThan((window?.width ?? 0) - 20)
  await expectReadable(page, 'dialog:modal', where)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

async function expectNote(note: Locator, where: string): Promise<void> {
  await expect(note).toBeVisible()
  await expect(note, `the note on ${where}`).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(note).toHaveCSS('border-top-width', '0px')
  // The stylesheet of Plyr comes after its buttons.
  await expect(note.page().locator('.plyr__control').first()).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expectReadable(note.page(), '#player', where)
}

/** The bar, its dialogs and its notes on one page. */
async function expectPlayer(page: Page, path: string, locale: Locale): Promise<void> {
  await page.goto(inTree(locale, path))
  await expect(bar(page, locale)).toHaveAttribute('data-state', 'paused')
  await button(page, 'tracks', locale).click()
  await expectDialog(page, path)
  await page.keyboard.press('?')
  await expectDialog(page, path)
  // The browser refuses the sound.
  await button(page, 'play', locale).click()
  await expectNote(bar(page, locale).getByRole('alert'), path)
}

/** Addresses of the stylesheets that these pages have, each once. */
async function stylesheetsOf(page: Page, paths: readonly string[]): Promise<string[]> {
  const pages = await Promise.all(paths.map(async (path) => (await page.request.get(path)).text()))
  const links = pages.flatMap((html) => [...html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*>/g)].map(([tag]) => tag))
  return [...new Set(links.map((tag) => /href="([^"]+)"/.exec(tag)?.[1] ?? ''))]
}

/** Runs the body with this stylesheet beside those of the page, as it comes with the page that has it. */
async function withStylesheet(page: Page, href: string, body: () => Promise<void>): Promise<void> {
  const link = await page.addStyleTag({ url: href })
  await body()
  await link.evaluate((element) => (element as Element).remove())
}

test.use({ expectedErrors: /404|Failed to load/ })

test('[AX-1] [PL-7] the player, its dialogs and its notes are styled and readable on every kind of page', async ({
  page,
}) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    // Other tests look at the places of this listener.
    localStorage.setItem('playerRecap', 'no')
  })
  await beSignedIn(page, 'subscriber@kathavani.test')
  const title = await pathOf(page, 'lamp at rajgad')
  const { path: course } = await courseNamed(page, 'Hello, Marathi!')
  for (const path of [...OPENED, title]) await expectPlayer(page, path, 'en')
  const stylesheets = await stylesheetsOf(page, [...KINDS, title, course])
  expect(stylesheets.length).toBeGreaterThan(10)
  for (const href of stylesheets)
    await withStylesheet(page, href, async () => {
      await expectNote(bar(page).getByRole('alert'), href)
      await button(page, 'tracks').click()
      await expectDialog(page, href)
    })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of IN_MARATHI) {
    await page.goto(inTree('mr', path))
    await page.getByRole('button', { name: MESSAGES.mr.play, exact: true }).click()
    await expectNote(bar(page, 'mr').getByRole('alert'), `${path} at 320 px`)
  }
})

test('[PL-4] [AX-1] whoever has another plan is told to subscribe or purchase, in a dialog of the shop, wherever a title can be played', async ({
  page,
}) => {
  await page.route('**/api/v1/title-access/', async (route) => {
    const reply = await (await route.fetch()).json()
    for (const one of reply.titles) one.access = 'subscribe'
    await route.fulfill({ json: reply })
  })
  await beSignedIn(page)
  const places: [string, string][] = [
    [await pathOf(page, 'dnyaneshwari'), '.play-all'],
    [await pathOf(page, 'dnyaneshwari'), '.rows .number'],
    ['/try-free-kathavani/', '.play-all'],
    ['/library/', '.all .thumb'],
  ]
  for (const locale of ['en', 'mr'] as const)
    // The words are those of one dialog: one place is enough in Marathi.
    for (const [path, selector] of locale === 'en' ? places : places.slice(0, 1)) {
      await page.goto(inTree(locale, path))
      // The large button is not shown to who may not hear the title.
      await page.locator(selector).first().dispatchEvent('click')
      await expect(page.getByRole('dialog')).toContainText(
        locale === 'en' ? 'Please subscribe or purchase the product to listen' : 'ऐकण्यासाठी कृपया',
      )
      await expectDialog(page, path)
      await expect(bar(page, locale)).toHaveCount(0)
    }
})
