import { expect, expectNoSidewaysScroll, inTree, LOCALES, step, test } from '../support/test.ts'

const PAGES = [
  {
    path: '/privacy-policy/',
    date: '2021-09-30',
    en: {
      heading: 'Privacy policy',
      date: '30 September 2021',
      says: ['We do not sell personal data', 'send an email to help@kathavani.test', 'data fiduciary'],
    },
    mr: {
      heading: 'गोपनीयता धोरण',
      date: '३० सप्टेंबर, २०२१',
      says: ['आम्ही वैयक्तिक माहिती विकत नाही', 'help@kathavani.test या पत्त्यावर ई-मेल पाठवा', 'डेटा विश्वस्त'],
    },
  },
  {
    path: '/terms-of-service/',
    date: '2021-09-23',
    en: {
      heading: 'Terms of service',
      date: '23 September 2021',
      says: [
        'You must be eighteen years old',
        'Minors listen and buy only through a parent or legal guardian',
        'sign in with Google or Facebook, or with an Indian mobile number',
        'An account ended for objectionable content',
        'we return no money because a title was not to your liking, nor for technical faults',
        'We look at each case by itself',
        'Cancelling auto-renewal does not end the running period',
      ],
    },
    mr: {
      heading: 'सेवा अटी',
      date: '२३ सप्टेंबर, २०२१',
      says: ['अठरा वर्षे पूर्ण', 'गूगल वा फेसबुकने', 'आक्षेपार्ह मजकुरामुळे', 'पैसे परत केले जात नाहीत', 'रद्द केल्याने चालू मुदत संपत नाही'],
    },
  },
] as const

test('[AB-2] the legal pages have dates, sections and no missing texts in both languages', async ({ page }) => {
  for (const locale of LOCALES) {
    for (const { path, date, ...both } of PAGES) {
      const { heading, date: long, says } = both[locale]
      await step(page, `${path} has its date, its sections and no missing texts in ${locale}`, async () => {
        await page.goto(inTree(locale, path))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        await expect(page.locator(`main time[datetime="${date}"]`)).toHaveText(long)
        for (const text of says) await expect(page.locator('main')).toContainText(text)
        await expect(page.locator('main')).not.toContainText(/\{\{|undefined/)
        const mail = page.locator('main').getByRole('link', { name: 'help@kathavani.test' }).first()
        await expect(mail).toHaveAttribute('href', 'mailto:help@kathavani.test')
      })
    }
  }
})

test('[AB-2] the legal pages link to their sections and to each other, also in narrow windows', async ({ page }) => {
  for (const { path } of PAGES) {
    await step(page, `the table of contents of ${path} links to every section by keyboard`, async () => {
      await page.goto(path)
      const entries = page.locator('.contents').getByRole('link')
      const titles = page.locator('.clauses').getByRole('heading', { level: 2 })
      expect(await entries.count()).toBeGreaterThan(12)
      expect(await titles.allInnerTexts()).toEqual(await entries.allInnerTexts())
      await entries.last().focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/#[a-z-]+$/)
      await expect(titles.last()).toBeInViewport()
    })
  }

  await step(page, 'the legal pages are linked with each other, their alternate and the footer', async () => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy')
    await page.locator('main').getByRole('link', { name: 'Terms of service' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service')
    await page.locator('summary', { hasText: 'English' }).click()
    await page.getByRole('link', { name: 'मराठी' }).click()
    await expect(page).toHaveURL(/\/mr\/terms-of-service\/$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('सेवा अटी')
    // The sheet of the page comes along with the router.
    await expect(page.locator('.contents')).toHaveCSS('position', 'sticky')
  })

  for (const locale of LOCALES) {
    await step(page, `the legal pages fit a narrow window in ${locale}`, async () => {
      await page.setViewportSize({ width: 320, height: 700 })
      for (const { path } of PAGES) {
        await page.goto(inTree(locale, path))
        await expectNoSidewaysScroll(page)
      }
    })
  }
})
