import { describe, expect, it } from 'vitest'
import { cueTime, joinCues, parseCueTime, parseShift, splitCue } from '#contract/transcripts/cue-edit.ts'

describe('times of lines', () => {
  it.each([
    [0, '0:00'],
    [62_500, '1:02.500'],
    [3_723_045, '1:02:03.045'],
  ])('[LN-1] %i ms are written and read back', (milliseconds, text) => {
    expect([cueTime(milliseconds), parseCueTime(text)]).toEqual([text, milliseconds])
  })

  it.each([
    ['१:०२,५', 62_500],
    [' 62.5 ', 62_500],
    ['1:02:03', 3_723_000],
    ['90:00', 5_400_000],
  ])('[LN-1] %s is understood as it is typed', (text, milliseconds) => {
    expect(parseCueTime(text)).toBe(milliseconds)
  })

  it.each(['', 'soon', '1:2:3:4', '-3', '1.2345'])('[LN-1] "%s" is no time', (text) => {
    expect(parseCueTime(text)).toBeUndefined()
  })

  it('[LN-1] a shift goes both ways and is never nothing', () => {
    expect(['-0.5', '−१.५', '+2', '0', '--1', ''].map(parseShift)).toEqual([
      -500,
      -1_500,
      2_000,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('lines', () => {
  it('[LN-1] are split where the cursor is, with time by letters, and joined again', () => {
    const cue = { start: 1_000, end: 5_000, text: 'एक दोन', speaker: 'आशा' }
    const halves = splitCue(cue, 2)
    expect(halves).toEqual([
      { start: 1_000, end: 2_600, text: 'एक', speaker: 'आशा' },
      { start: 2_600, end: 5_000, text: 'दोन', speaker: 'आशा' },
    ])
    expect(halves && joinCues(...halves)).toEqual(cue)
  })

  it('[LN-1] without times are split too, and never into nothing', () => {
    const cue = { start: null, end: null, text: 'one two' }
    expect(splitCue(cue, 3)).toEqual([
      { start: null, end: null, text: 'one' },
      { start: null, end: null, text: 'two' },
    ])
    expect([splitCue(cue, 0), splitCue(cue, 7)]).toEqual([undefined, undefined])
  })
})
