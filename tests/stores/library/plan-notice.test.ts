import { expect, it } from 'vitest'
import { Purchased } from '#islands/library/Purchased.tsx'
import { loadProfile } from '#stores/accounts/profile.ts'
import { $library, loadLibrary } from '#stores/library/library.ts'
import { signedIn, subscribe } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'
import { drawn, groups } from '../support/drawn.ts'

const shop = useShop()
useNetwork(shop)

/** The library of somebody who had these plans, by days from now. */
async function libraryOf(locale: 'en' | 'mr', ...plans: [number, number][]): Promise<string> {
  const listener = await signedIn(shop())
  for (const days of plans) await subscribe(shop(), listener, 'plan-30', days)
  await beListener({ ...listener, email: 'asha@x.test' })
  await Promise.all([loadLibrary(), loadProfile()])
  const now = $library.get()
  if (now.state !== 'ready') throw new Error(now.state)
  const messages = groups(
    locale,
    'library.titles',
    'library.follows',
    'library.more',
    'plans.mine',
    'format.figures',
    'ui.actions',
  )
  return drawn(Purchased, { shelf: now.shelf, locale, messages })
}

/** What it says of the plans. */
async function noticeOf(locale: 'en' | 'mr', ...plans: [number, number][]): Promise<string[]> {
  return [...(await libraryOf(locale, ...plans)).matchAll(/<p class="notice">([^<]*)<\/p>/g)].map(
    ([, text = '']) => text,
  )
}

it('[LI-2] says until when the plan runs, on which day it ended, or nothing', async () => {
  expect(await noticeOf('en', [-10, 20])).toEqual(['Your plan runs until 11 December 2026'])
  expect(await noticeOf('mr', [-10, 20])).toEqual(['तुमची सदस्यता ११ डिसेंबर, २०२६ पर्यंत आहे'])
  expect(await noticeOf('en', [-40, -10])).toEqual(['Your plan ended on 11 November 2026'])
  expect(await noticeOf('mr', [-40, -10])).toEqual(['तुमची सदस्यता ११ नोव्हेंबर, २०२६ रोजी संपली'])
  expect(await noticeOf('en', [-40, -10], [5, 35])).toEqual([])
  expect(await noticeOf('en')).toEqual([])
  // Whoever has the next plan already need not renew.
  expect(await noticeOf('en', [-10, 20], [20, 50])).toEqual([])
})

it('[LI-2] an empty library invites a subscriber to what the plan covers, and others to free titles and purchases', async () => {
  const running = await libraryOf('en', [-10, 20])
  expect(running).toContain('Your plan opens audiobooks<')
  expect(running).not.toMatch(/purchase/i)
  expect(await libraryOf('mr', [-10, 20])).toContain('तुमच्या सदस्यतेत आहेत: ऑडिओबुक<')
  for (const days of [
    [-40, -10],
    [5, 35],
  ] as [number, number][])
    expect(await libraryOf('en', days)).toContain('Nothing purchased yet')
})
