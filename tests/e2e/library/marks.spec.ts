import { readFile } from 'node:fs/promises'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { bar, expectPlaying, isPast, listenTo, sound } from '../support/listening.ts'
import { NO_NETWORK } from '../support/offline.ts'
import { saveSession, savedSession } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectPanelClosed, inTree, test } from '../support/test.ts'

const WORDS = {
  en: {
    now: 'Now playing',
    mark: 'Mark this place',
    note: 'Note',
    save: 'Save',
    end: 'Range ends here',
    ended: 'The range has ended.',
    remove: /^Delete/,
    undo: 'Undo',
    pending: 'Only on this device so far',
    page: 'Your marks',
    play: /^Play from/,
    empty: 'No marks yet',
    csv: 'CSV',
  },
  mr: {
    now: 'आता चालू',
    mark: 'इथे खूण करा',
    note: 'टीप',
    save: 'जतन करा',
    end: 'उतारा इथे संपतो',
    ended: 'उतारा संपला.',
    remove: /^काढून टाका/,
    undo: 'परत आणा',
    pending: 'अजून फक्त या उपकरणावर',
    page: 'तुमच्या खुणा',
    play: /^ऐका:/,
    empty: 'अजून एकही खूण नाही',
    csv: 'सीएसव्ही',
  },
} as const
type Locale = keyof typeof WORDS

const panelOf = (page: Page, locale: Locale = 'en') =>
  page.getByRole('dialog', { name: WORDS[locale].now, exact: true })
async function openPanel(page: Page, locale: Locale = 'en'): Promise<Locator> {
  await bar(page, locale).locator('a.sound-what').click()
  await expect(panelOf(page, locale)).toBeVisible()
  return panelOf(page, locale)
}
const marksIn = (place: Page | Locator) => place.locator('li.mark')
/** The reply that has the change. */
const isSent = (page: Page) =>
  page.waitForResponse((reply) => reply.url().endsWith('/api/v1/marks/') && reply.status() === 200)

/** Another browser of the same listener. */
async function otherDevice(page: Page, context: BrowserContext): Promise<Page> {
  const { token, userEmail, firstName } = (await savedSession(page)) as Record<string, string>
  const other = await context.browser()?.newContext({ baseURL: new URL(page.url()).origin })
  if (!other || !token) throw new Error('nobody is signed in')
  const there = await other.newPage()
  await saveSession(there, { token, email: userEmail ?? '', first_name: firstName ?? '', country_code: 'IN' })
  return there
}

test.describe('without a network', () => {
  test.use({ expectedErrors: NO_NETWORK })

  test('[RM-3] a mark and its note stay over a reload, go out when the network is back, and are on another device', async ({
    page,
    context,
  }) => {
    await listenTo(page)
    await isPast(page, 1)
    const panel = await openPanel(page)
    await context.setOffline(true)
    await panel.getByRole('button', { name: WORDS.en.mark }).click()
    await panel.getByRole('textbox', { name: WORDS.en.note }).fill('<b>Ovi</b>\nश्लोक')
    // Nothing was pressed to save it.
    await page.keyboard.press('Escape')
    await expectPanelClosed(page)
    await page.route('**/api/v1/marks/', (route) => route.abort())
    await context.setOffline(false)
    await page.reload()
    await openPanel(page)
    await expect(marksIn(panel)).toHaveCount(1)
    await expect(marksIn(panel)).toContainText('<b>Ovi</b>')
    await expect(marksIn(panel)).toContainText(WORDS.en.pending)
    const sent = isSent(page)
    await page.unroute('**/api/v1/marks/')
    await context.setOffline(true)
    await context.setOffline(false)
    await sent
    await expect(panel.getByText(WORDS.en.pending)).toHaveCount(0)

    const other = await otherDevice(page, context)
    await other.goto('/marks/')
    await expect(marksIn(other)).toContainText('श्लोक')
    const changed = isSent(other)
    await marksIn(other).getByRole('button', { name: WORDS.en.remove }).click()
    await changed
    await other.context().close()
    await page.keyboard.press('Escape')
    await openPanel(page)
    await expect(marksIn(panel)).toHaveCount(0)
  })
})

for (const [locale, viewport] of [
  ['mr', { width: 320, height: 640 }],
  ['en', { width: 1440, height: 900 }],
] as const)
  test(`[RM-3] a range plays to its end and says so, marks have a page, in ${locale} at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const words = WORDS[locale]
    await listenTo(page, 'Dnyaneshwari', locale)
    await isPast(page, 1)
    const panel = await openPanel(page, locale)
    await panel.getByRole('button', { name: words.mark }).click()
    const from = (await sound(page)).seconds
    await isPast(page, from + 2)
    const note = panel.getByRole('textbox', { name: words.note })
    await note.fill(`${'दीर्घ'.repeat(30)} =1+1`)
    const sent = isSent(page)
    await panel.getByRole('button', { name: words.end }).click()
    await sent
    await panel.getByRole('button', { name: words.save }).click()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await panel.getByRole('button', { name: words.play }).click()
    await expect(panel.getByText(words.ended)).toBeVisible({ timeout: 15_000 })
    await expect(bar(page, locale)).toHaveAttribute('data-state', 'paused')
    expect((await sound(page)).seconds).toBeLessThan(from + 6)

    await page.goto(inTree(locale, '/marks/'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.page)
    await expect(marksIn(page)).toHaveCount(1)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await marksIn(page).getByRole('button', { name: words.remove }).press('Enter')
    await expect(page.getByRole('button', { name: words.undo })).toBeFocused()
    await expect(page.getByText(words.empty)).toBeVisible()
    await page.getByRole('button', { name: words.undo }).click()
    await expect(marksIn(page)).toContainText('=1+1')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: words.csv }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text).toMatch(/^\ufeff[^\r\n]+\r\n/)
    expect(text).toContain(`,0:0`)
    expect(text).toContain(' =1+1')
    expect(text.trimEnd().split('\r\n')).toHaveLength(2)
    await marksIn(page).getByRole('button', { name: words.play }).click()
    await expectPlaying(page, locale)
    await expect(page.getByText(words.ended)).toBeVisible({ timeout: 15_000 })
  })

test('[RM-3] M marks the second and opens its note, and typing M in the note marks nothing', async ({ page }) => {
  await listenTo(page)
  await isPast(page, 1)
  await page.locator('#content').focus()
  await page.keyboard.press('m')
  const panel = panelOf(page)
  const note = panel.getByRole('textbox', { name: WORDS.en.note })
  await expect(note).toBeFocused()
  await expect(note).toHaveAccessibleDescription(/^Marked at 0:\d\d$/)
  await page.keyboard.type('mmm')
  await expect(note).toHaveValue('mmm')
  await expect(marksIn(panel)).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(marksIn(panel)).toContainText('mmm')
  await expect(marksIn(panel).getByRole('button', { name: /^Note on/ })).toBeFocused()
  await expect(marksIn(panel).getByRole('status')).toHaveText('The note is saved.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText(WORDS.en.mark)
})

test.describe('with a finger', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('[RM-3] a mark is in sight, and no keyboard opens over it', async ({ page }) => {
    await listenTo(page)
    await isPast(page, 1)
    await bar(page).locator('.sound-what').tap()
    await panelOf(page).getByRole('button', { name: WORDS.en.mark }).tap()
    const note = panelOf(page).getByRole('textbox', { name: WORDS.en.note })
    await expect(note).toBeInViewport({ ratio: 1 })
    await expect(note).not.toBeFocused()
  })
})

test('[RM-3] a shared range begins at its mark and stops at its end', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await listenTo(page)
  await isPast(page, 2)
  await page.locator('#content').focus()
  await page.keyboard.press('m')
  const panel = panelOf(page)
  const from = (await sound(page)).seconds
  await isPast(page, from + 2)
  await panel.getByRole('button', { name: WORDS.en.end }).click()
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(panel.getByText('The link is copied.')).toBeVisible()
  const address = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  const [start, until] = ['t', 'until'].map((name) => Number(address.searchParams.get(name)))
  expect(until).toBeGreaterThan(start ?? 0)
  // Heard elsewhere meanwhile.
  await panel.getByRole('slider').fill('30')
  await page.goto(address.href)
  await expect(bar(page)).toHaveAttribute('data-state', /playing|faulty/)
  // A browser may want a press before it sounds.
  if ((await bar(page).getAttribute('data-state')) === 'faulty')
    await bar(page).getByRole('alert').getByRole('button').click()
  await expectPlaying(page)
  expect((await sound(page)).seconds - (start ?? 0)).toBeLessThan(2)
  await expect(bar(page)).toHaveAttribute('data-state', 'paused', { timeout: 15_000 })
  expect(Math.abs((await sound(page)).seconds - (until ?? 0))).toBeLessThan(1.5)
})

test('[RM-3] a guest is asked to sign in, and signing out leaves no mark in the browser', async ({ page }) => {
  await page.goto('/marks/')
  await expect(page).toHaveURL(/\/sign-in\/\?next=%2Fmarks%2F/)
  await listenTo(page)
  await isPast(page, 1)
  await page.locator('#content').focus()
  const sent = isSent(page)
  await page.keyboard.press('m')
  await sent
  await page.goto('/logout/')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('marks'))).toBeNull()
})
