import { readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { demoFolder, demoStories, demoTitles } from '#demo/catalog.ts'
import { recordedTexts } from '#demo/recorded-texts.ts'
import { findingsOf } from '../../../src/server/transcripts/findings.ts'
import { parseText } from '../../../src/server/transcripts/formats/parse-text.ts'

/** Constant bit rate. */
const secondsOf = (path: string) => (statSync(new URL(`audio/${path}.mp3`, demoFolder)).size * 8) / 24_000

function textOf(path: string, locale: 'en' | 'mr') {
  const name = `texts/${path}.${locale}.vtt`
  const parsed = parseText(name, readFileSync(new URL(name, demoFolder)), locale)
  if ('fault' in parsed) throw new Error(`${name}: ${parsed.fault}`)
  return parsed.cues
}

const recordings = demoStories.flatMap((story) => recordedTexts(story).map((recorded) => ({ ...recorded, story })))
const isMarathi = (text: string) => /\p{Script=Devanagari}/u.test(text)

it('[LN-1] every recording of the demo has its text in both languages, line by line', () => {
  expect(recordings.length).toBeGreaterThan(190)
  for (const { path, lines, story } of recordings) {
    const [spoken, other] = [textOf(path, story.spoken), textOf(path, story.spoken === 'mr' ? 'en' : 'mr')]
    expect([path, spoken.map(({ text }) => text)]).toEqual([path, lines])
    expect([path, other.map(({ start, end }) => [start, end])]).toEqual([
      path,
      spoken.map(({ start, end }) => [start, end]),
    ])
    // A title without a name in Marathi has its English one.
    const inMarathi = other.slice(path.endsWith('/sample') ? 1 : 0)
    expect([path, inMarathi.filter(({ text }) => story.spoken === 'en' && !isMarathi(text))]).toEqual([path, []])
  }
})

it('[LN-1] the lines of the demo lie within their sound, in order, and none is said faster than one can', () => {
  for (const { path, story } of recordings) {
    const cues = textOf(path, story.spoken)
    const seconds = secondsOf(path)
    expect([path, findingsOf({ cues, isTimed: true, seconds, isSoundReplaced: false })]).toEqual([path, []])
    expect((cues.at(-1)?.end ?? 0) / 1000).toBeGreaterThan(seconds - 4)
  }
})

it('[LN-1] the rows of the demo name these texts, and what is free is public', () => {
  expect(
    demoTitles.flatMap(({ tracks, sampleTexts = [] }) => [
      ...tracks.flatMap(({ texts }) => texts ?? []),
      ...sampleTexts,
    ]),
  ).toHaveLength(recordings.length)
  expect(
    demoTitles
      .filter(({ isFree, tracks }) => tracks.some(({ isTextPublic }) => isTextPublic !== isFree))
      .map(({ key }) => key),
  ).toEqual([])
})
