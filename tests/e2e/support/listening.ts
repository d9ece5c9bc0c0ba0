import { type Locator, type Page } from '@playwright/test'
import { beNewListener } from './personas.ts'
import { expect, inTree, pathOf } from './test.ts'

export const MESSAGES = {
  en: {
    player: 'Player',
    play: 'Play',
    pause: 'Pause',
    next: 'Next track',
    previous: 'Previous track',
    forward: 'Forward 10 seconds',
    tracks: 'Tracks',
    seek: 'Position in the track',
    close: 'Close the player',
  },
  mr: {
    player: 'प्लेअर',
    play: 'ऐका',
    pause: 'थांबवा',
    next: 'पुढचा भाग',
    previous: 'मागचा भाग',
    forward: '१० सेकंद पुढे',
    tracks: 'भाग',
    seek: 'भागातली वेळ',
    close: 'प्लेअर बंद करा',
  },
} as const
export type Locale = keyof typeof MESSAGES
export type Report = {
  request_type: string
  track_id: number
  pause_seconds?: string | number
  start_seconds?: number
  map_key?: string
  event_id: string
}

export const bar = (page: Page, locale: Locale = 'en') =>
  page.getByRole('region', { name: MESSAGES[locale].player, exact: true })
export const button = (page: Page, name: keyof (typeof MESSAGES)['en'], locale: Locale = 'en') =>
  bar(page, locale).getByRole('button', { name: MESSAGES[locale][name], exact: true })
export const playAll = (page: Page) => page.locator('.play-all')

/** Id of the track that a link of a row plays. */
export async function trackOf(link: Locator): Promise<string> {
  const href = await link.getAttribute('href')
  return new URLSearchParams(href?.slice(href.indexOf('?'))).get('track') ?? ''
}

/** Every sound of the page: how often it paused, where it is, where it was sent and where it began, and where it was when the page before was left. */
export async function watchSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Asked for once more in a later step.
    if ('audioLog' in window) return
    const elements: HTMLAudioElement[] = []
    const pauses: number[] = []
    const seeks: number[] = []
    const begins: number[] = []
    const left = Number(sessionStorage.getItem('left') ?? 0)
    Object.assign(window, { audioLog: { elements, pauses, seeks, begins, left } })
    window.addEventListener('pagehide', () => sessionStorage.setItem('left', String(elements[0]?.currentTime ?? 0)))
    const Original = window.Audio
    const place = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime')
    window.Audio = function (...args: [string?]) {
      const sound = new Original(...args)
      elements.push(sound)
      Object.defineProperty(sound, 'currentTime', {
        get: () => place?.get?.call(sound),
        set: (seconds: number) => {
          seeks.push(seconds)
          place?.set?.call(sound, seconds)
        },
      })
      sound.addEventListener('pause', () => void pauses.push(sound.currentTime))
      sound.addEventListener('playing', () => void begins.push(sound.currentTime))
      return sound
    } as unknown as typeof Audio
  })
}
export type AudioLog = {
  audioLog: { elements: HTMLAudioElement[]; pauses: number[]; seeks: number[]; begins: number[]; left: number }
}
export const sound = (page: Page) =>
  page.evaluate(() => {
    const { elements, pauses } = (window as unknown as AudioLog).audioLog
    return {
      elements: elements.length,
      pauses: pauses.length,
      seconds: elements[0]?.currentTime ?? 0,
      isPaused: elements[0]?.paused ?? true,
      speed: elements[0]?.playbackRate ?? 0,
      volume: elements[0]?.volume ?? 0,
      /** Without the signature. */
      source: elements[0]?.src.split('?')[0] ?? '',
    }
  })
export const expectPlaying = (page: Page, locale: Locale = 'en') =>
  expect(bar(page, locale)).toHaveAttribute('data-state', 'playing')
export const isPast = (page: Page, seconds: number) =>
  expect.poll(async () => (await sound(page)).seconds, { timeout: 15_000 }).toBeGreaterThan(seconds)
/** The far end of the track, so that a test need not hear it. */
export const goNearEnd = (page: Page, left: number) =>
  page.evaluate((rest) => {
    const [one] = (window as unknown as AudioLog).audioLog.elements
    if (one) one.currentTime = one.duration - rest
  }, left)

export function reports(page: Page): Report[] {
  const sent: Report[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/player/')) sent.push(request.postDataJSON() as Report)
  })
  return sent
}

export async function listenTo(page: Page, text = 'Dnyaneshwari', locale: Locale = 'en'): Promise<string> {
  await watchSound(page)
  await beNewListener(page)
  const path = inTree(locale, await pathOf(page, text))
  await page.goto(path)
  await playAll(page).click()
  await expectPlaying(page, locale)
  return path
}
