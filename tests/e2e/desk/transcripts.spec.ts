import type { Page } from '@playwright/test'
import { DESK_REFUSALS, openDesk } from '../support/desk.ts'
import { expect, expectAccessible, pressComposing, test } from '../support/test.ts'

const NAMES = {
  en: {
    part: 'Texts',
    group: /, English$/,
    edit: /^Edit: .*, English$/,
    upload: /^Replace by a file: .*, English$/,
    words: 'Words',
    save: 'Save',
    saved: 'The line is saved.',
    split: 'Split at the cursor',
    join: 'Join with the next',
    remove: 'Remove line',
    hear: 'Hear this line',
    stop: 'Stop',
    shift: 'Shift the times from this line on',
    shiftBy: 'Seconds',
    start: 'Starts at',
    undo: 'Undo',
    access: 'Who may read it',
    everybody: /^Everybody may read/,
    saveAccess: 'Save who may read it',
    time: '0:02.500',
    unsaved: /^This line is not saved yet/,
  },
  mr: {
    part: 'मजकूर',
    group: /, मराठी$/,
    edit: /^बदला: .*, मराठी$/,
    upload: /^फाइलमधून नवा घ्या: .*, मराठी$/,
    words: 'शब्द',
    save: 'जतन करा',
    saved: 'ओळ जतन झाली.',
    split: 'कर्सरपाशी दोन करा',
    join: 'पुढच्या ओळीशी जोडा',
    remove: 'ओळ काढा',
    hear: 'ही ओळ ऐका',
    stop: 'थांबवा',
    shift: 'या ओळीपासून पुढच्या वेळा सरकवा',
    shiftBy: 'सेकंद',
    start: 'सुरुवात',
    undo: 'पूर्ववत करा',
    access: 'कोण वाचू शकते',
    everybody: /^पूर्ण मजकूर कोणालाही/,
    saveAccess: 'कोण वाचू शकते ते जतन करा',
    time: '०:०२.५००',
    unsaved: /^ही ओळ अजून जतन झालेली नाही/,
  },
} as const
const FILE = `WEBVTT

00:00.000 --> 00:02.000
One and two

00:02.000 --> 00:04.000
Three

00:03.000 --> 00:05.000
Four
`
// 409: the change of somebody else.
test.use({ expectedErrors: new RegExp(`${DESK_REFUSALS.source}|status of 409`) })
// All of them change the texts of one shop.
test.describe.configure({ mode: 'default' })

type Texts = {
  recordings: { track_id: number | null; transcripts: { id: number; locale: string; revision: number }[] }[]
}

/** A title whose first track has a text in the language. */
async function titleWithText(page: Page, locale: 'en' | 'mr', skip: number) {
  const { titles } = await (await page.request.get('/api/desk/sound/titles/')).json()
  for (const { id } of titles.slice(skip)) {
    const texts: Texts = await (await page.request.get(`/api/desk/transcripts/title/${id}/`)).json()
    const text = texts.recordings[0]?.transcripts.find((one) => one.locale === locale)
    if (text && texts.recordings[0]?.track_id) return { id, text: text.id }
  }
  throw new Error('no title of the demo has a text')
}

/** Takes back what the test changed, the last first. */
async function undoAll(page: Page, since: number): Promise<void> {
  const { origin } = new URL(page.url())
  const { changes } = await (await page.request.get('/api/desk/changes/?area=transcripts')).json()
  for (const { id, can_undo: canUndo } of changes.toSorted((a: Changed, b: Changed) => b.id - a.id))
    if (canUndo && id > since)
      await page.request.post(`/api/desk/changes/${id}/undo/`, { data: {}, headers: { origin } })
}
type Changed = { id: number; can_undo: boolean }
async function newestChange(page: Page): Promise<number> {
  const { changes } = await (await page.request.get('/api/desk/changes/?area=transcripts')).json()
  return Math.max(0, ...changes.map(({ id }: Changed) => id))
}

async function openText(page: Page, locale: 'en' | 'mr', skip: number) {
  const names = NAMES[locale]
  await openDesk(page, 'editor', '/desk/sound/', locale)
  const found = await titleWithText(page, locale, skip)
  const since = await newestChange(page)
  await page.goto(`${new URL(page.url()).pathname}?id=${found.id}`)
  const part = page.getByRole('region', { name: names.part, exact: true })
  await part.getByRole('button', { name: names.edit }).first().press('Enter')
  await expect(part.locator('[data-line="0"]')).toBeVisible()
  return { ...found, since, part, names }
}

const lines = (page: Page) => page.locator('.desk-lines [lang]')

for (const [locale, width] of [
  ['mr', 320],
  ['en', 1440],
] as const)
  test(`[LN-1] an editor brings in a text and edits it by keys, in ${locale} at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const { part, names, since } = await openText(page, locale, 0)
    try {
      const file = { name: 'a.vtt', mimeType: 'text/vtt', buffer: Buffer.from(FILE) }
      await part.getByLabel(names.upload).locator('visible=false').first().setInputFiles(file)
      await expect(lines(page)).toHaveText(['One and two', 'Three', 'Four'])
      // The doctor says it at the line.
      await expect(page.locator('[data-line="2"] .failure')).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

      await page.locator('[data-line="0"]').focus()
      await page.keyboard.press('ArrowDown')
      await expect(page.locator('[data-line="1"]')).toBeFocused()
      await page.keyboard.press('Enter')
      const words = part.getByRole('textbox', { name: names.words })
      await expect(words).toBeFocused()
      await expect(words).toHaveAttribute('lang', locale)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await part.getByRole('button', { name: names.hear }).press('Enter')
      await part.getByRole('button', { name: names.stop }).press('Enter')
      await words.fill('Three and a half')
      expect(await pressComposing(words, 'Escape')).toBe(true)
      await expect(words).toHaveValue('Three and a half')
      await words.press('Control+Enter')
      await expect(lines(page)).toHaveText(['One and two', 'Three and a half', 'Four'])
      // The focus is where the work was.
      await expect(page.locator('[data-line="1"]')).toBeFocused()
      await page.getByRole('button', { name: names.undo, exact: true }).last().press('Enter')
      await expect(lines(page)).toHaveText(['One and two', 'Three', 'Four'])

      await page.locator('[data-line="0"]').press('Enter')
      await words.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 7))
      await part.getByRole('button', { name: names.split }).press('Enter')
      await expect(lines(page)).toHaveText(['One and', 'two', 'Three', 'Four'])
      await page.locator('[data-line="0"]').press('Enter')
      await part.getByRole('button', { name: names.join }).press('Enter')
      await expect(lines(page)).toHaveText(['One and two', 'Three', 'Four'])
      await page.locator('[data-line="2"]').press('Enter')
      await part.getByRole('button', { name: names.remove }).press('Enter')
      await expect(lines(page)).toHaveText(['One and two', 'Three'])

      await page.locator('[data-line="1"]').press('Enter')
      await part.getByText(names.shift).press('Enter')
      await part.getByRole('textbox', { name: names.shiftBy }).fill(locale === 'mr' ? '०.५' : '0.5')
      expect(await pressComposing(part.getByRole('textbox', { name: names.shiftBy }), 'Enter')).toBe(true)
      await part.getByRole('textbox', { name: names.shiftBy }).press('Enter')
      await expect(words).toHaveCount(0)
      await page.locator('[data-line="1"]').press('Enter')
      await expect(part.getByRole('textbox', { name: names.start })).toHaveValue(names.time)
      await words.press('Escape')
      await expect(page.locator('[data-line="1"]')).toBeFocused()
    } finally {
      await undoAll(page, since)
    }
  })

test('[LN-1] says that somebody else changed a text, keeps what was typed, and saves it over theirs', async ({
  page,
}) => {
  const { part, names, since, text } = await openText(page, 'en', 1)
  try {
    const words = part.getByRole('textbox', { name: names.words })
    await page.locator('[data-line="1"]').click()
    await words.fill('Mine')
    const { origin } = new URL(page.url())
    const { transcript } = await (await page.request.get(`/api/desk/transcripts/${text}/`)).json()
    const [first, second] = transcript.cues
    const data = { revision: transcript.revision, from: 0, count: 2, cues: [{ ...first, text: 'Theirs' }, second] }
    await page.request.post(`/api/desk/transcripts/${text}/lines/`, { data, headers: { origin } })
    await part.getByRole('button', { name: names.save, exact: true }).click()
    await expect(part.getByRole('alert')).toBeVisible()
    await expect(page.locator('[data-line="0"]')).toContainText('Theirs')
    await expect(words).toHaveValue('Mine')
    await part.getByRole('button', { name: names.save, exact: true }).click()
    await expect(page.locator('[data-line="1"]')).toContainText('Mine')
    await expect(page.locator('[data-line="0"]')).toContainText('Theirs')
  } finally {
    await undoAll(page, since)
  }
})

test('[LN-1] [DK-12] what is typed in a line stays when another one is pressed, and when its save is answered late', async ({
  page,
}) => {
  const { part, names, since } = await openText(page, 'en', 3)
  const words = part.getByRole('textbox', { name: names.words })
  const save = part.getByRole('button', { name: names.save, exact: true })
  try {
    await page.locator('[data-line="0"]').click()
    await words.fill('Half')
    await page.locator('[data-line="1"]').click()
    await expect(part.getByRole('alert')).toHaveText(names.unsaved)
    await expect(words).toBeFocused()
    await expect(words).toHaveValue('Half')

    let answer = () => undefined as void
    const held = new Promise<void>((done) => (answer = done))
    await page.route('**/lines/', async (route) => {
      const reply = await route.fetch()
      await held
      await route.fulfill({ response: reply })
    })
    const stored = page.waitForRequest('**/lines/')
    await save.click()
    await stored
    await words.fill('Half and more')
    answer()
    await expect(page.getByText(names.saved)).toBeVisible()
    await expect(words).toHaveValue('Half and more')
    await expect(part.locator('.desk-line-open .notice')).toHaveCount(0)
    await save.click()
    await expect(page.locator('[data-line="0"]')).toContainText('Half and more')
    await page.locator('[data-line="1"]').click()
    await expect(words).not.toHaveValue(/Half/)
  } finally {
    await undoAll(page, since)
  }
})

test('[LN-1] an editor gives a text to everybody', async ({ page }) => {
  const { part, names, since, id, text } = await openText(page, 'en', 2)
  try {
    await part.getByText(names.access, { exact: true }).click()
    await part.getByLabel(names.everybody).click()
    await part.getByRole('button', { name: names.saveAccess }).click()
    await expect(part.getByRole('group', { name: names.group }).first().locator('.desk-state')).toBeVisible()
    const changed = async () => {
      const { tracks } = await (await page.request.get(`/api/transcripts/title/${id}/`)).json()
      return tracks.find((one: { id: number }) => one.id === text) as object
    }
    await expect.poll(changed).toMatchObject({ is_public: true, access: 'all' })
  } finally {
    await undoAll(page, since)
  }
})
