import { expect, test } from 'vitest'
import {
  completionOf,
  disagree,
  isHeard,
  isPlausible,
  resumeAt,
  secondsOf,
  titleOfUrl,
  titleUrl,
} from '#contract/listening/listening.ts'
import { completionTogether } from '#contract/library/library.ts'
import { playAccess } from '#contract/listening/play-access.ts'
import { readCode, showCode } from '#contract/courses.ts'

const subscriber = { signedIn: true, subscribed: true, coveredAudioTypes: [1, 2] }
const sold = { isFree: false, isPurchased: false, audioTypes: [1] }

test('[PL-4] a plan covers a title when it covers every audio type of it', () => {
  expect(playAccess(subscriber, sold)).toBe('play')
  expect(playAccess(subscriber, { ...sold, audioTypes: [1, 2] })).toBe('play')
  expect(playAccess(subscriber, { ...sold, audioTypes: [1, 4] })).toBe('subscribe')
  expect(playAccess(subscriber, { ...sold, audioTypes: [] })).toBe('subscribe')
})

test('[PL-4] no plan covers titles that are only sold, and a purchase needs no plan', () => {
  expect(playAccess(subscriber, { ...sold, isPurchaseOnly: true })).toBe('cart')
  expect(playAccess(subscriber, { ...sold, isPurchaseOnly: true, isPurchased: true })).toBe('play')
  expect(playAccess({ ...subscriber, signedIn: false }, { ...sold, isFree: true })).toBe('signIn')
})

test('[AC-2] three times the elapsed time is plausible, more is not', () => {
  expect([
    isPlausible(301, 100),
    isPlausible(302, 100),
    isPlausible(1, 0),
    isPlausible(0, 10),
    isPlausible(-5, 10),
  ]).toEqual([true, false, false, false, false])
})

test('[AC-2] completion is 100 only when every track was heard, and never rounds up to it', () => {
  expect(completionOf([])).toBe(0)
  expect(completionOf([{ seconds: 100, heard: 98 }])).toBe(100)
  expect(completionOf([{ seconds: 100, heard: 97 }])).toBe(97)
  const nearly = [
    { seconds: 100_000, heard: 100_000 },
    { seconds: 20, heard: 17 },
  ]
  expect(completionOf(nearly)).toBe(99.9)
  expect(isHeard({ seconds: 2, heard: 0 })).toBe(false)
  expect(isHeard({ seconds: 36_000, heard: 35_989 })).toBe(false)
})

test('[PL-8] a track resumes where it stopped, and restarts after its end', () => {
  expect([resumeAt(65, 600), resumeAt(598, 600), resumeAt(600, 600), resumeAt(30, 0)]).toEqual([65, 0, 0, 30])
})

test('[PL-9] positions differ by more than a minute, or in different tracks', () => {
  const at = (trackId: number, seconds: number) => ({ trackId, seconds })
  expect([disagree(at(1, 0), at(1, 60)), disagree(at(1, 0), at(1, 61)), disagree(at(1, 0), at(2, 0))]).toEqual([
    false,
    true,
    true,
  ])
})

test('[PL-3] seconds are read as text in both scripts and as numbers', () => {
  expect([secondsOf('42'), secondsOf('४२'), secondsOf(4.5), secondsOf('4.5')]).toEqual([42, 42, 4.5, 4.5])
  for (const odd of ['', '-1', '1e3', ' 1', '0x1', -1, Number.NaN, Infinity, 172_801])
    expect(secondsOf(odd), String(odd)).toBe(undefined)
})

test('[PL-4] the path of a title is parsed, and other paths are refused', () => {
  expect(titleOfUrl(titleUrl(12))).toBe(12)
  for (const odd of [
    'titles/',
    'titles/1/',
    'titles/../1',
    '/titles/1',
    'titles/1?x',
    'https://a.test/titles/1',
    'titles/1\n',
  ])
    expect(titleOfUrl(odd), odd).toBe(undefined)
})

test('[LL-4] every spelling of a code is accepted', () => {
  expect(readCode('7qk2-m9tx 4hrd-p0wz')).toBe('7QK2M9TX4HRDP0WZ')
  expect(readCode('७QK२-OIL0')).toBe('7QK20110')
  expect(showCode('7QK2M9TX4HRDP0WZ')).toBe('7QK2-M9TX-4HRD-P0WZ')
})

test('[LL-1] courses together are at 100 percent only when each is, weighted by length', () => {
  expect(completionTogether([])).toBe(0)
  expect(completionTogether([{ seconds: 0, percent: 0 }])).toBe(0)
  expect(
    completionTogether([
      { seconds: 100, percent: 100 },
      { seconds: 300, percent: 0 },
    ]),
  ).toBe(25)
  expect(completionTogether([{ seconds: 30, percent: 33.3 }])).toBe(33.3)
  expect(
    completionTogether([
      { seconds: 100_000, percent: 100 },
      { seconds: 1, percent: 99.9 },
    ]),
  ).toBe(99.9)
  expect(
    completionTogether([
      { seconds: 100, percent: 100 },
      { seconds: 0, percent: 100 },
    ]),
  ).toBe(100)
})
