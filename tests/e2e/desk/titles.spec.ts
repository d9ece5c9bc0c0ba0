import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { longWav } from '../../api/support/recordings.ts'
import { DESK_REFUSALS, chooseFiles, openDesk, pressKey } from '../support/desk.ts'
import { expect, expectNoSidewaysScroll, inTree, LOCALES, test } from '../support/test.ts'

const AUDIO = new URL('../../../src/demo/files/audio/dnyaneshwari/', import.meta.url).pathname
const FILES = ['01.mp3', '02.mp3', '03.mp3'].map((name) => AUDIO + name)
const TEXTS = {
  en: {
    newTitle: 'New title',
    start: 'Start the draft',
    name: 'Name of the title',
    choose: 'Choose files',
    save: 'Save',
    saved: 'Saved.',
    publish: 'Publish now',
    published: 'Published',
    followed: /^Published\. The page follows/,
    price: 'Price in rupees, before GST',
    pays: /The listener pays ₹234\.82/,
    preview: 'Preview in English',
    previewTitle: 'Preview.',
    nobody: 'Nobody outside the desk sees it.',
    back: 'Back to the editor',
    down: /^Move .* down$/,
    moved: /is now track 2 of 3/,
    open: 'Open the page in the shop',
  },
  mr: {
    newTitle: 'नवे पुस्तक',
    start: 'मसुदा सुरू करा',
    name: 'पुस्तकाचे नाव',
    choose: 'फाइल निवडा',
    save: 'जतन करा',
    saved: 'जतन झाले.',
    publish: 'आत्ता प्रकाशित करा',
    published: 'प्रकाशित',
    followed: /^प्रकाशित झाले\. पान/,
    price: 'किंमत रुपयांत, जीएसटीपूर्वी',
    pays: /₹२३४\.८२/,
    preview: 'मराठीत आधी पाहा',
    previewTitle: 'हे पूर्वदृश्य आहे.',
    nobody: 'कार्यालयाबाहेर ते कोणालाही दिसत नाही.',
    back: 'संपादनाकडे परत',
    down: /^खाली न्या/,
    moved: /३ पैकी २ क्रमांकावर/,
    open: 'दुकानातील पान उघडा',
  },
} as const

test.use({ expectedErrors: DESK_REFUSALS })
// One after the other: the list of one test has the drafts of the others.
test.describe.configure({ mode: 'default' })
const unique = (name: string) => `${name} ${Date.now() % 1_000_000}`
const idIn = (page: Page) => Number(new URL(page.url()).searchParams.get('id'))

/** A draft of its own, in its editor. */
async function startDraft(page: Page, locale: 'en' | 'mr', name: string): Promise<number> {
  const texts = TEXTS[locale]
  await openDesk(page, 'editor', '/desk/titles/', locale)
  await page.getByRole('button', { name: texts.newTitle }).click()
  await page.getByRole('dialog').getByLabel(texts.name).fill(name)
  await page.getByRole('dialog').getByRole('button', { name: texts.start }).click()
  await expect(page.getByRole('button', { name: texts.choose, exact: true })).toBeVisible()
  return idIn(page)
}

/** Takes the title out of the shop again: other tests count its titles. */
async function drop(page: Page, id: number): Promise<void> {
  const headers = { origin: new URL(page.url()).origin }
  const { version } = await (await page.request.get(`/api/desk/titles/${id}/`)).json()
  await page.request.post(`/api/desk/titles/${id}/state/`, { data: { version, change: 'trash' }, headers })
}

/** The answer to a save of the title waits until the returned function is called. */
async function holdSave(page: Page, id: number): Promise<() => void> {
  let answer = (): void => undefined
  const isFree = new Promise<void>((done) => (answer = done))
  await page.route(`**/api/desk/titles/${id}/`, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    const response = await route.fetch()
    await isFree
    return route.fulfill({ response })
  })
  return answer
}

for (const locale of LOCALES) {
  const texts = TEXTS[locale]

  test(`[DK-3] a title with three tracks from nothing to its public page, ${locale}`, async ({ page }) => {
    test.slow()
    const name = unique(locale === 'mr' ? 'नवी गोष्ट' : 'A new tale')
    const id = await startDraft(page, locale, name)
    await chooseFiles(page, texts.choose, FILES)
    const rows = page.locator('.title-tracks > li')
    await expect(rows).toHaveCount(3, { timeout: 30_000 })
    // By keys: the first goes to the second place, its button keeps the focus, and the move is announced.
    // What is typed has its language; what the desk says of it has the desk's.
    const languages = (part: string) =>
      page.locator(part).evaluateAll((all) => all.map((one) => one.closest<HTMLElement>('[lang]')?.lang))
    expect(await languages('.title-language :is(input, textarea)')).toEqual(['en', 'en', 'en', 'mr', 'mr', 'mr'])
    expect(new Set(await languages('.title-language :is(label, legend, .hint)'))).toEqual(new Set([locale]))
    const down = rows.first().getByRole('button', { name: texts.down })
    await down.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: texts.moved })).toBeAttached()
    await expect(rows.nth(1).getByRole('button', { name: texts.down })).toBeFocused()
    // By mouse: what lies last is dragged to the front.
    const names = () =>
      rows.getByRole('textbox').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    const [one = '', , two = ''] = (await names()).filter(Boolean)
    await rows.nth(2).locator('.title-handle').dragTo(rows.first())
    await expect.poll(async () => (await names()).filter(Boolean).indexOf(one), two).toBeGreaterThan(0)
    await page.getByLabel(texts.price).fill(locale === 'mr' ? '१९९' : '199')
    await expect(page.getByText(texts.pays)).toBeVisible()
    // Whoever types while it is saved goes on typing: the tracks get their keys from the server then.
    const answer = await holdSave(page, id)
    await page.getByRole('button', { name: texts.save, exact: true }).click()
    await rows.first().getByRole('textbox').first().focus()
    answer()
    await expect(page.getByText(texts.saved)).toBeVisible()
    await expect(rows.first().getByRole('textbox').first()).toBeFocused()
    expect((await page.request.get(`/api/product/${id}/`)).status()).not.toBe(200)
    const preview = await page.request.get(`/api/desk/titles/${id}/preview/${locale}/`)
    expect([preview.status(), preview.headers()['x-robots-tag']]).toEqual([200, 'noindex'])
    expect(await preview.text()).toContain(name)
    // The page itself says that it is one, on a phone too, and leads back.
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto((await page.getByRole('link', { name: texts.preview }).getAttribute('href')) ?? '')
    await expect(page.getByRole('complementary', { name: texts.previewTitle })).toContainText(texts.nobody)
    await expectNoSidewaysScroll(page)
    await pressKey(page.getByRole('link', { name: texts.back }))
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: texts.publish }).click()
    await expect(page.locator('.desk-state')).toHaveText(texts.published)
    await expect(page.getByText(texts.followed)).toBeVisible()
    const path = await page.getByRole('link', { name: texts.open }).getAttribute('href')
    await page.goto(path ?? '')
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goto(inTree(locale, `/desk/title/?id=${id}`))
    await drop(page, id)
  })
}

test.describe('with a line that is cut', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|status of (?:401|403|409|422)/ })

  test('[DK-3] an upload whose line is cut goes on where it stopped', async ({ page }) => {
    const id = await startDraft(page, 'en', unique('Cut'))
    const offsets: number[] = []
    let isCut = true
    await page.route('**/api/desk/uploads/*/parts/', async (route) => {
      offsets.push(
        Number(/name="offset"\r\n\r\n(\d+)/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1]),
      )
      // The first part arrives, the next ones do not.
      return isCut && offsets.length > 1 ? route.abort('internetdisconnected') : route.continue()
    })
    const speech = readFileSync(`${AUDIO}01.mp3`)
    const buffer = Buffer.concat(Array.from({ length: 12 }, () => speech))
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files', exact: true }).click()
    await (await chooser).setFiles({ name: 'long.mp3', mimeType: 'audio/mpeg', buffer })
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
    isCut = false
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.locator('.title-tracks > li')).toHaveCount(1, { timeout: 30_000 })
    expect(offsets.filter((offset) => offset === 0)).toHaveLength(1)
    await drop(page, id)
  })

  test('[DK-12] a save on a dead line is kept and offered again', async ({ page }) => {
    const id = await startDraft(page, 'en', unique('Kept'))
    await page.route('**/api/desk/titles/*/', (route) =>
      route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
    )
    await page.getByLabel('In one sentence').first().fill('Typed in a tunnel.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('are kept in this browser')).toBeVisible()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.unrouteAll()
    await page.reload()
    await page.getByRole('button', { name: 'Go on with them' }).click()
    await expect(page.getByLabel('In one sentence').first()).toHaveValue('Typed in a tunnel.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await drop(page, id)
  })

  test('[DK-12] the second of two editors sees the change of the first before anything is saved', async ({
    page,
    browser,
  }) => {
    const id = await startDraft(page, 'en', unique('Two'))
    const other = await (await browser.newContext()).newPage()
    await openDesk(other, 'owner', `/desk/title/?id=${id}`)
    await other.getByLabel('In one sentence').first().fill('Theirs.')
    await other.getByLabel('Price in US dollars').fill('5')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(other.getByText('Saved.')).toBeVisible()
    await page.getByLabel('In one sentence').first().fill('Mine.')
    await page.getByLabel('Price in rupees, before GST').fill('300')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else has saved' })
    await expect(conflict.getByLabel('Yours: Mine.')).toBeChecked()
    await conflict.getByLabel('Theirs: Theirs.').check()
    await conflict.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    const { title } = await (await page.request.get(`/api/desk/titles/${id}/`)).json()
    expect([title.translations.en.shortDescription, title.priceInr, title.priceUsd]).toEqual(['Theirs.', 30_000, 500])
    await drop(page, id)
    await other.context().close()
  })
})

test('[DK-3] a wrong file says what it is, before it is sent', async ({ page }) => {
  const id = await startDraft(page, 'en', unique('Wrong'))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files', exact: true }).click()
  await (
    await chooser
  ).setFiles([
    { name: 'talk.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('PK\u0003\u0004 and more') },
    { name: 'book.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('%PDF-1.7') },
  ])
  await expect(page.getByText('This is a ZIP archive or an office document. Unpack it first.')).toBeVisible()
  await expect(page.getByText('This is a PDF document.')).toBeVisible()
  await drop(page, id)
})

test('[DK-3] files that the server converts come in the order of the list, and it says what it cannot convert', async ({
  page,
}) => {
  const id = await startDraft(page, 'en', unique('Converted'))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files', exact: true }).click()
  await (
    await chooser
  ).setFiles([
    { name: '01 slow.wav', mimeType: 'audio/wav', buffer: longWav(1_200) },
    { name: '02 quick.mp3', mimeType: 'audio/mpeg', buffer: readFileSync(`${AUDIO}01.mp3`) },
    { name: '03 broken.wav', mimeType: 'audio/wav', buffer: Buffer.from('RIFF....WAVEfmt something') },
  ])
  const lines = page.locator('.title-uploads > li')
  await expect(lines.nth(0)).toContainText('is being converted')
  await expect(page.getByText('This sound is damaged and cannot be played.')).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('.title-tracks > li')).toHaveCount(2)
  await expect(page.locator('.title-tracks > li').first().getByRole('textbox').first()).toHaveValue(/slow/i)
  await drop(page, id)
})

test.describe('refused without a recording', () => {
  test.use({ expectedErrors: /status of (?:401|403|422)/ })

  test('[DK-3] [DK-5] a title without a price is published with a word about it; deleted it lies in the trash and comes back', async ({
    page,
  }) => {
    const name = unique('Deleted')
    const id = await startDraft(page, 'en', name)
    await page.getByRole('button', { name: 'Publish now' }).click()
    await expect(page.getByText('A title without a recording cannot be published.')).toBeVisible()
    await chooseFiles(page, 'Choose files', FILES.slice(0, 1))
    await expect(page.locator('.title-tracks > li')).toHaveCount(1, { timeout: 30_000 })
    await page.getByRole('button', { name: 'Publish now' }).click()
    await expect(page.getByText(/^Published, but it has no price/)).toBeVisible()
    await page.getByRole('button', { name: 'Move to the trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move to the trash' }).click()
    await expect(page.locator('.desk-state')).toHaveText('In the trash')
    await page.goto('/desk/trash/')
    await page.getByRole('button', { name: `Restore ${name}` }).click()
    await expect(page.getByText(`${name} is a draft again.`)).toBeVisible()
    await drop(page, id)
  })
})
