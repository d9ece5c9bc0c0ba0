import type { Page } from '@playwright/test'
import { makeListener } from '../support/accounts.ts'
import { beSignedIn, signIn } from '../support/personas.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inTree, LOCALES, test } from '../support/test.ts'

const WORDS = {
  en: {
    follow: /^Follow /,
    followed: /You follow .+ now\./,
    voice: /^In the voice of /,
    mine: 'My profile',
    what: 'What you follow',
    change: 'Change what you follow',
    weekly: 'One mail a week with what is new of them',
    end: /^Follow no longer: /,
    none: /You follow nobody yet/,
  },
  mr: {
    follow: /^फॉलो करा: /,
    followed: /आता तुम्ही फॉलो करत आहात: .+/,
    voice: /^निवेदक: /,
    mine: 'माझी माहिती',
    what: 'तुम्ही काय फॉलो करता',
    change: 'फॉलोमध्ये बदल करा',
    weekly: 'त्यांचे नवीन काय आले, याचा आठवड्यातून एक ई-मेल',
    end: /^फॉलो करणे बंद करा: /,
    none: /तुम्ही अजून कोणालाही फॉलो करत नाही/,
  },
} as const

test.use({ expectedErrors: /\/api\/v1\/follows\// })

type Build = { data: { id: number; narrated_ids: number[]; product_ids: number[] }[] }

/** The page of somebody who only reads, by way of a title: their name there is a link. */
async function openNarrator(page: Page, locale: 'en' | 'mr'): Promise<void> {
  const { data } = (await (await page.request.get('/api/build/authors/?limit=500')).json()) as Build
  const voice = data.find(({ product_ids, narrated_ids }) => product_ids.length === 0 && narrated_ids.length > 0)
  const found = await page.request.get(`/api/build/products/?ids=${voice?.narrated_ids[0]}`)
  const [title] = ((await found.json()) as { data: { id: number; product_slug: string; product_audio_type: string }[] })
    .data
  const kind = title?.product_audio_type === 'languagelab' ? 'audio-course-product-details' : 'product-details'
  await page.goto(inTree(locale, `/${kind}/${title?.id}/${title?.product_slug}/`))
  await page.locator(`.top dl a[href*="/author/${voice?.id}/"]`).click()
  await expect(page.getByRole('heading', { name: WORDS[locale].voice })).toBeVisible()
}

for (const locale of LOCALES)
  test(`[RM-5] a narrator is followed from their page, stands in the profile with the weekly mail, and is followed no longer (${locale})`, async ({
    page,
  }) => {
    const words = WORDS[locale]
    const email = await makeListener(page)
    await beSignedIn(page, email)
    await openNarrator(page, locale)
    const button = page.getByRole('button', { name: words.follow })
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    // With the pointer over it, and by keyboard: both states must be readable.
    await (locale === 'en' ? button.click() : button.press('Enter'))
    await expect(page.getByText(words.followed)).toBeVisible()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 800 })
    await expectNoSidewaysScroll(page)
    await page.reload()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await page.goto(inTree(locale, '/library/'))
    // In the library stands what is followed, with the way to its page and to the profile.
    const followed = page.getByRole('region', { name: words.what })
    await expect(followed.getByRole('link')).toHaveAttribute('href', /\/author\/\d+\//)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const dialog = page.getByRole('dialog')
    if (locale === 'en') await followed.getByRole('button', { name: words.change }).click()
    else {
      await page.getByRole('button', { name: words.mine }).click()
      await dialog.getByRole('button', { name: words.what }).click()
    }
    await dialog.getByRole('switch', { name: words.weekly }).check()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.goto(inTree(locale, '/library/?profile=follows'))
    await expect(dialog.getByRole('switch', { name: words.weekly })).toBeChecked()
    await dialog.getByRole('button', { name: words.end }).click()
    await expect(dialog.locator('div').filter({ hasText: words.none }).last()).toBeFocused()
  })

test('[RM-5] a guest who wants to follow signs in first, fetches nothing for it, and follows when they come back', async ({
  page,
}) => {
  const email = await makeListener(page)
  const asked: string[] = []
  page.on('request', (request) => void (/follows|follow-button-state/.test(request.url()) && asked.push(request.url())))
  await openNarrator(page, 'en')
  const path = new URL(page.url()).pathname
  await page.getByRole('link', { name: WORDS.en.follow }).click()
  await page.waitForURL('**/sign-in/?next=**')
  expect(asked).toEqual([])
  await expect(page.getByText(/^You follow .+ as soon as you are signed in\.$/)).toBeVisible()
  const { pathname, search } = new URL(page.url())
  await signIn(page, email, undefined, pathname + search)
  const button = page.getByRole('button', { name: WORDS.en.follow })
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(WORDS.en.followed)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  // Once: who ends it and loads the page again follows no longer.
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
})

test('[RM-5] a serial is followed from its own page; without a line the button says that nothing was saved', async ({
  page,
}) => {
  await beSignedIn(page, await makeListener(page))
  const { data } = (await (await page.request.get('/api/build/products/?limit=500')).json()) as {
    data: { id: number; product_slug: string; recurring_product: boolean; custom_translation: { en?: object } }[]
  }
  const serial = data.find((title) => title.recurring_product && title.custom_translation.en)
  await page.goto(`/product-details/${serial?.id}/${serial?.product_slug}/`)
  const button = page.getByRole('button', { name: WORDS.en.follow })
  await expect(button).toBeVisible()
  await page.route('**/api/v1/follows/', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await button.click()
  await expect(page.getByText('That was not saved.')).toBeVisible()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/api/v1/follows/')
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
})

for (const locale of LOCALES)
  test(`[RM-5] [SH-4] the link of the weekly mail leads to a page where one press ends it, and stays whole in the other language (${locale})`, async ({
    page,
  }) => {
    await page.goto(inTree(locale, '/weekly-news/#1.wrong'))
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button').click()
    await expect(page.locator('weekly-news-end [role=status]')).toHaveText(
      locale === 'mr' ? /ही लिंक अपूर्ण आहे/ : /This link is not whole/,
    )
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
    await page.locator('.language summary').click()
    await page
      .getByRole('banner')
      .getByRole('link', { name: locale === 'mr' ? 'English' : 'मराठी', exact: true })
      .click()
    await expect(page).toHaveURL(inTree(locale === 'mr' ? 'en' : 'mr', '/weekly-news/#1.wrong'))
  })
