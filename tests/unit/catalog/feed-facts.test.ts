import { create } from 'superstruct'
import { expect, it } from 'vitest'
import { Episode, FeedFacts } from '#contract/catalog/podcast.ts'

it('[IM-4] facts of a feed hold no character that XML or the database refuses, and a guid is otherwise the same', () => {
  const guid = 'A\u0301 \u200d#1'
  expect(create({ guid: `\u0000${guid}\u0001\ufffe`, author: ' Net\u0000work\n& Sons\uffff ' }, FeedFacts)).toEqual({
    guid,
    author: 'Network & Sons',
  })
  const chapters = [{ start: 0, title: 'One\u0001 \ud800' }]
  const transcript = { type: 'text/vtt', text: 'WEBVTT\n\n00:00.000 --> 00:02.000\nHel\u0000lo\u000b\n' }
  expect(create({ guid: `${guid}\u001f`, chapters, transcript }, Episode)).toEqual({
    guid,
    chapters: [{ start: 0, title: 'One' }],
    transcript: { type: 'text/vtt', text: 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n' },
  })
  expect(() => create({ guid: '\u0001' }, Episode)).toThrow(/guid/)
})
