import { bar, button, expectPlaying, goNearEnd, isPast, listenTo, MESSAGES } from '../support/listening.ts'
import { expect, inTree, pathOf, test } from '../support/test.ts'

test('[PL-7] arrow keys lead through all times of the sleep timer while it runs', async ({ page }) => {
  await listenTo(page)
  const timer = bar(page).getByLabel('Sleep timer')
  await timer.focus()
  for (const [key, minutes] of [
    ['ArrowDown', '5'],
    ['ArrowDown', '10'],
    ['ArrowDown', '15'],
    ['ArrowUp', '10'],
  ] as const) {
    await timer.press(key)
    await expect(timer).toHaveValue(minutes)
    // What is left is seen beside it, and spoken in whole minutes.
    const chosen = timer.locator('option:checked')
    await expect(chosen).toHaveText(new RegExp(`Stops in (${minutes}|${Number(minutes) - 1}):`))
    await expect(chosen).toHaveAttribute('aria-label', `After ${minutes} minutes`)
  }
})

test('[PL-1] at 400 % zoom Tab leads into the controls that were opened, and the open bar hides no focus', async ({
  page,
}) => {
  await listenTo(page)
  await page.setViewportSize({ width: 320, height: 256 })
  const more = bar(page).getByRole('button', { name: 'More controls' })
  await more.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(bar(page).getByRole('slider').first()).toBeFocused()
  await bar(page).getByRole('button', { name: 'Tracks' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar(page).getByRole('button', { name: 'Tracks' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await more.press('Enter')
  // On the page behind the open bar.
  await page.locator('main a:visible').first().focus()
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab')
    const covered = await page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect()
      const player = document.getElementById('player')?.getBoundingClientRect()
      return box && player ? box.top + Math.min(box.height, 20) - player.top : Number.NaN
    })
    expect(covered, await page.locator(':focus').innerText()).toBeLessThanOrEqual(0)
  }
})

test('[PL-1] the slider keeps the focus when Plyr replaces the plain one', async ({ page }) => {
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>()
  await page.route(/plyr[^/]*\.js$/, async (route) => {
    ask()
    await mayLoad
    await route.continue()
  })
  await listenTo(page)
  await isAsked
  const slider = bar(page).getByRole('slider', { name: MESSAGES.en.seek })
  await slider.focus()
  await expect(bar(page).getByRole('button', { name: 'Mute' })).toBeHidden()
  load()
  await expect(bar(page).getByRole('button', { name: 'Mute' })).toBeVisible()
  await expect(slider).toBeFocused()
  const before = Number(await slider.inputValue())
  await slider.press('End')
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(before)
})

test('[PL-9] [AX-1] a note of the player is announced, and the press that ends it leaves the focus in the bar', async ({
  page,
}) => {
  await listenTo(page)
  const notes = bar(page).getByRole('status')
  await expect(notes).toBeEmpty()
  await notes.evaluate((part) => part.setAttribute('data-stays', ''))
  await button(page, 'next').press('Enter')
  await expect(bar(page)).toContainText('2 of 3')
  for (const [name, seconds] of [
    ['first', 6],
    ['second', 9],
  ] as const) {
    // Some seconds after the jump before it, with which it would be one.
    await isPast(page, seconds)
    // Far enough to be undone, at once: slow presses would be several jumps.
    await button(page, 'forward').evaluate((forward) => {
      for (let press = 0; press < 3; press += 1) (forward as HTMLElement).click()
    })
    await expect(notes, name).toHaveText(/^Back to 0:/)
    await notes.getByRole('button').press('Enter')
    await expect(notes, name).toBeEmpty()
    await expect(button(page, 'pause'), name).toBeFocused()
  }
  await button(page, 'next').press('Enter')
  await expect(bar(page)).toContainText('3 of 3')
  await goNearEnd(page, 1)
  await expect(bar(page)).toHaveAttribute('data-state', 'ended')
  await notes.getByRole('button').first().press('Enter')
  await expectPlaying(page)
  await expect(notes).toHaveAttribute('data-stays')
  await expect(button(page, 'pause')).toBeFocused()
})

test('[PL-7] the buttons of a lock screen are told whether it plays', async ({ page }) => {
  const state = () => page.evaluate(() => navigator.mediaSession.playbackState)
  await listenTo(page)
  await expect.poll(state).toBe('playing')
  await page.keyboard.press('k')
  await expect.poll(state).toBe('paused')
  await bar(page).getByRole('button', { name: 'Close the player' }).click()
  await expect.poll(state).toBe('none')
})

for (const locale of ['en', 'mr'] as const)
  test(`[SI-7] who presses a track of a title that is sold is not promised that it plays, in ${locale}`, async ({
    page,
  }) => {
    const notice = page.locator('wished-title')
    const signIn = async (title: string) => {
      const next = encodeURIComponent(`${inTree(locale, await pathOf(page, title))}?play`)
      await page.goto(inTree(locale, `/sign-in/?next=${next}`))
    }
    await signIn('mangoes in march')
    await expect(notice).toContainText(
      { en: 'Otherwise it goes into your basket', mr: 'नाहीतर ते तुमच्या टोपलीत' }[locale],
    )
    await signIn('panchatantra')
    await expect(notice).toContainText({ en: 'plays as soon as you are signed in', mr: 'लॉग इन होताच' }[locale])
    await expect(notice).not.toContainText({ en: 'basket', mr: 'टोपली' }[locale])
  })
