import type { Page } from '@playwright/test'
import { DESK_REFUSALS, expectTouchTargets, openDesk } from '../support/desk.ts'
import { beBuyer, makeOrder, payByCalls, soldTitle } from '../support/orders.ts'
import { takenKeys } from '../support/keys.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, LOCALES, test } from '../support/test.ts'

test.use({ expectedErrors: DESK_REFUSALS })

const part = (path: string, ...names: string[]) => names.map((name) => `${path}?part=${name}`)
/** Every page of the desk, by what it is for. */
const PAGES = {
  catalog: [
    'titles/',
    'names/',
    'names/?part=category',
    'ebooks/',
    'publish/',
    'sound/',
    'doctor/',
    'import/',
    'trash/',
  ],
  title: ['title/', 'sound/?id='],
  buyer: ['order/', 'listener/'],
  sales: ['orders/', 'figures/', 'coupons/', 'plans/', 'listeners/', 'letters/', 'reviews/', 'auditions/'],
  shop: ['notifications/', 'home-page/', ...part('home-page/', 'banners', 'news', 'menu')],
  settings: ['settings/', ...part('settings/', 'look', 'logo', 'firm', 'faq', 'texts', 'legal')],
  desk: ['', 'staff/', 'audit/', 'account/'],
}

async function pathsOf(page: Page, group: keyof typeof PAGES): Promise<string[]> {
  if (group === 'buyer') return buyerPaths(page)
  if (group !== 'title') return PAGES[group]
  const [first] = (await (await page.request.get('/api/desk/titles/?q=dnyaneshwari')).json()).titles
  return [`title/?id=${first.id}`, `sound/?id=${first.id}`]
}

/** One order and its listener. */
async function buyerPaths(page: Page): Promise<string[]> {
  const { data } = await (
    await page.request.get(`/api/desk/orders/?filter=paid&q=${encodeURIComponent(bought.token)}`)
  ).json()
  return [`order/?id=${data[0].id}`, `listener/?id=${await listenerOf(page)}`]
}

async function listenerOf(page: Page): Promise<number> {
  const { data } = await (await page.request.get(`/api/desk/listeners/?q=${encodeURIComponent(bought.email)}`)).json()
  return data[0].id
}

const bought = { token: '', email: '' }
async function buyTwo(page: Page): Promise<void> {
  const { email, token } = await beBuyer(page)
  const titles = [await soldTitle(page, 2), await soldTitle(page, 3)]
  const order = await makeOrder(
    page,
    token,
    titles.map(({ variant }) => variant),
  )
  await payByCalls(page, `Token ${token}`, order, 'payu', 'success')
  Object.assign(bought, { token: order, email })
}

/** The names of tracks can be read where they are typed. */
async function expectRoomForNames(page: Page): Promise<void> {
  const widths = await page
    .locator('.title-tracks input:not([type=checkbox], [type=file])')
    .evaluateAll((fields) => fields.map(({ clientWidth }) => clientWidth))
  expect(widths.filter((width) => width < 120)).toEqual([])
}

/** Each page is looked through by axe in one width of each language, once in the dark: the rest of the colours is in tests/unit/project/contrast.test.ts. */
const LOOKS = {
  en: { width: 320, other: 1440, colorScheme: 'light' },
  mr: { width: 1440, other: 320, colorScheme: 'dark' },
} as const

async function expectWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await expectNoSidewaysScroll(page)
  if (width !== 320) return
  await expectTouchTargets(page)
  await expectRoomForNames(page)
}

for (const locale of LOCALES)
  for (const group of Object.keys(PAGES) as (keyof typeof PAGES)[])
    test(`[DK-1] [DK-3] [DK-7] [DK-11] [AX-1] the pages of the desk are for everybody, from 320 px: ${group}, ${locale}`, async ({
      page,
    }) => {
      const { width, other, colorScheme } = LOOKS[locale]
      await page.emulateMedia({ colorScheme })
      if (group === 'buyer') await buyTwo(page)
      await openDesk(page, 'owner', '/desk/account/', locale)
      for (const path of await pathsOf(page, group)) {
        await page.goto(inTree(locale, `/desk/${path}`))
        await expect(page.locator('.desk-person')).toBeVisible()
        await expect(page.locator('.desk-waiting')).toHaveCount(0)
        await expectWidth(page, other)
        await expectWidth(page, width)
        await expectAccessible(page)
      }
    })

test('[DK-12] [AX-1] arrows choose a part of a page, and with Alt, Control or Meta they are left to the browser', async ({
  page,
}) => {
  await openDesk(page, 'editor', '/desk/home-page/')
  const chosen = page.getByRole('tab', { selected: true })
  const first = await chosen.innerText()
  await chosen.press('ArrowRight')
  await expect(chosen).not.toHaveText(first)
  await expect(chosen).toBeFocused()
  expect(await takenKeys(chosen)).toEqual([])
})
