import { describe, expect, it } from 'vitest'
import { lineAt, readAlong } from '#contract/transcripts/read-along.ts'
import type { Transcript } from '#contract/transcripts/transcripts.ts'

type Times = readonly (readonly [start: number | null, end: number | null, text: string])[]
function transcript(locale: 'en' | 'mr', times: Times, facts: Partial<Transcript> = {}): Transcript {
  return {
    ...{
      id: locale === 'mr' ? 1 : 2,
      locale,
      is_spoken: locale === 'mr',
      is_public: false,
      access: 'all',
      revision: 1,
    },
    is_timed: times[0]?.[0] !== null,
    cues: times.map(([start, end, text], number) => ({ number, start, end, text })),
    ...facts,
  }
}
const translations = (all: Transcript[]) => readAlong(all)?.lines.map(({ translation }) => translation)

describe('a line and its translation', () => {
  it('[LN-2] belong together by their times, also when one language has more lines', () => {
    const marathi = transcript('mr', [
      [0, 2_000, 'एक'],
      [2_000, 6_000, 'दोन आणि तीन'],
      [6_000, 7_000, 'चार'],
    ])
    const english = transcript('en', [
      [100, 1_900, 'One.'],
      [1_950, 3_900, 'Two'],
      [3_900, 6_100, 'and three.'],
    ])
    expect(translations([english, marathi])).toEqual(['One.', 'Two and three.', ''])
    expect(translations([marathi, english])).toEqual(['One.', 'Two and three.', ''])
  })

  it('[LN-2] belong together by number without times, when there are as many', () => {
    const marathi = transcript('mr', [
      [null, null, 'एक'],
      [null, null, 'दोन'],
    ])
    expect(
      translations([
        marathi,
        transcript('en', [
          [null, null, 'One'],
          [null, null, 'Two'],
        ]),
      ]),
    ).toEqual(['One', 'Two'])
    const shorter = transcript('en', [[null, null, 'One and two']])
    expect(readAlong([marathi, shorter])).toMatchObject({
      rest: [{ text: 'One and two' }],
      lines: [{ translation: '' }, { translation: '' }],
    })
    const part = transcript(
      'en',
      [
        [null, null, 'Two'],
        [null, null, 'Three'],
      ],
      { access: 'part' },
    )
    expect(readAlong([marathi, part])?.lines[0]?.translation).toBe('')
  })

  it('[LN-2] a text that may not be read is none', () => {
    expect(readAlong([])).toBeUndefined()
    expect(readAlong([transcript('mr', [], { access: 'part' })])).toBeUndefined()
  })
})

describe('the spoken line', () => {
  const lines = [{ start: 500 }, { start: 2_000 }, { start: 9_000 }]
  it.each([
    [0, -1],
    [499, -1],
    [500, 0],
    [1_999, 0],
    [2_000, 1],
    [8_999, 1],
    [999_999, 2],
  ])('[LN-2] at %i ms is %i', (milliseconds, index) => {
    expect(lineAt(lines, milliseconds)).toBe(index)
  })

  it('[LN-2] of a text without times is none', () => {
    expect(lineAt([{ start: null }, { start: null }], 5_000)).toBe(-1)
  })
})
