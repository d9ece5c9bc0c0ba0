import { zipSync, strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { CUE_LETTERS_MAX } from '#contract/transcripts/transcripts.ts'
import { clockOf, parseMediaOverlay } from '../../../src/server/transcripts/formats/media-overlay.ts'
import { parseText } from '../../../src/server/transcripts/formats/parse-text.ts'
import { cuesJson, plainTextOf, srtOf, vttOf } from '../../../src/server/transcripts/formats/write-text.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const parse = (name: string, text: string | Uint8Array, locale: 'en' | 'mr' = 'en') =>
  parseText(name, typeof text === 'string' ? bytes(text) : text, locale)
const linesOf = (name: string, text: string | Uint8Array, locale: 'en' | 'mr' = 'en') => {
  const parsed = parse(name, text, locale)
  return 'fault' in parsed ? parsed : parsed.cues.map((cue) => cue.text)
}

describe('WebVTT and SubRip', () => {
  it('[LN-1] are read with times, speakers and without marks, comments, styles and numbers', () => {
    const vtt = [
      'WEBVTT - Chapter one',
      '',
      'STYLE',
      '::cue { color: red }',
      '',
      'NOTE a comment',
      'of two lines',
      '',
      'intro',
      '00:01.000 --> 00:02.500 align:start position:10%',
      '<v Asha Joshi>नमस्कार, <i>मंडळी</i>!',
      '',
      '1',
      '00:00:03.000 --> 00:00:04.250',
      'Two lines',
      'of <c.loud>one</c> cue <00:03.500>here',
    ].join('\n')
    expect(parse('01.vtt', vtt)).toEqual({
      isTimed: true,
      notes: [],
      cues: [
        { start: 1_000, end: 2_500, text: 'नमस्कार, मंडळी!', speaker: 'Asha Joshi' },
        { start: 3_000, end: 4_250, text: 'Two lines of one cue here' },
      ],
    })
    const srt =
      '1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<b>One</b>\r\n\r\n2\r\n0:00:03,5 --> 0:00:04,05\r\nTwo\r\n'
    expect(parse('01.srt', srt)).toMatchObject({
      cues: [
        { start: 1_000, end: 2_000, text: 'One' },
        { start: 3_500, end: 4_050, text: 'Two' },
      ],
    })
  })

  it('[LN-1] are read with a mark at the beginning, with any line ends, with many hours and without empty lines between cues', () => {
    expect(linesOf('a.vtt', '\ufeffWEBVTT\r00:01.000 --> 00:02.000\rOne\r\r00:03.000 --> 00:04.000\rTwo')).toEqual([
      'One',
      'Two',
    ])
    expect(parse('a.vtt', 'WEBVTT\n\n123:04:05.678 --> 124:00:00.000\nLate')).toMatchObject({
      cues: [{ start: 443_045_678, end: 446_400_000, text: 'Late' }],
    })
    expect(linesOf('a.srt', '1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,000 --> 00:00:04,000\nTwo')).toEqual([
      'One',
      'Two',
    ])
    expect(parse('a.vtt', 'WEBVTT\n\n००:०१.००० --> ००:०२.०००\nएक')).toMatchObject({
      cues: [{ start: 1_000, end: 2_000 }],
    })
  })

  it('[LN-1] lose HTML and code of cues, and keep brackets that are text', () => {
    const cue = (text: string) => linesOf('a.vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`)
    expect(cue('<img src=x onerror=alert(1)>Hello<script>alert(1)</script> <a href="javascript:x">you</a>')).toEqual([
      'Hello you',
    ])
    expect(cue('1 < 2 &amp; 3 &gt; 2, &lt;b&gt;, &#2309;&#x906;&unknown;')).toEqual(['1 < 2 & 3 > 2, <b>, अआ&unknown;'])
    expect(cue('<!-- hidden --><script>never closed')).toEqual(['never closed'])
  })

  it('[LN-1] keep a quotation that is written from right to left, without marks that could turn the rest of the page', () => {
    expect(
      linesOf('a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHe said: \u202eשלום עולם\u202c and left \u2067سلام\u2069.'),
    ).toEqual(['He said: שלום עולם and left سلام.'])
  })

  it('[LN-1] come into the order of their times, and overlapping ones stay as they are', () => {
    const parsed = parse('a.vtt', 'WEBVTT\n\n00:05.000 --> 00:09.000\nSecond\n\n00:01.000 --> 00:07.000\nFirst')
    expect(parsed).toMatchObject({
      notes: ['sorted'],
      cues: [
        { text: 'First', end: 7_000 },
        { text: 'Second', start: 5_000 },
      ],
    })
  })

  it.each([
    ['a line with an impossible time', 'a.vtt', 'WEBVTT\n\n00:01.000 --> tomorrow\nOne', { fault: 'badTime', line: 3 }],
    ['no times at all', 'a.vtt', 'Just words.', { fault: 'unknownFormat' }],
    ['cues without words', 'a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<i></i>', { fault: 'noText' }],
    ['JSON of something else', 'a.json', '{"lines": []}', { fault: 'unknownFormat' }],
    ['nothing', 'a.txt', '', { fault: 'empty' }],
    ['spaces', 'a.txt', ' \n \ufeff\n', { fault: 'empty' }],
  ])('[LN-1] are refused with %s', (_what, name, text, fault) => {
    expect(parse(name, text)).toEqual(fault)
  })

  it('[LN-1] are refused soon when one line has a megabyte', () => {
    // Of this thread only: others use the machine too.
    const before = process.threadCpuUsage()
    const long = 'x'.repeat(2 ** 20)
    expect(parse('a.vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n${long}`)).toEqual({ fault: 'lineTooLong', line: 3 })
    expect(parse('a.vtt', `WEBVTT\n\n${'00:'.repeat(2 ** 18)} --> 00:02.000\nOne`)).toEqual({
      fault: 'badTime',
      line: 3,
    })
    expect(parse('a.txt', '<'.repeat(2 ** 20))).toEqual({ fault: 'lineTooLong' })
    expect(parse('a.md', 'a*_'.repeat(2 ** 19))).toEqual({ fault: 'lineTooLong' })
    expect(linesOf('a.txt', 'y'.repeat(CUE_LETTERS_MAX))).toHaveLength(1)
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5_000)
  })
})

describe('letters of a file', () => {
  const words = 'WEBVTT\n\n00:01.000 --> 00:02.000\nशाळा – school'

  it('[LN-1] are read from UTF-16 of both orders, with and without a mark', () => {
    const little = new Uint8Array(Buffer.from(words, 'utf16le'))
    const big = new Uint8Array(Buffer.from(words, 'utf16le').swap16())
    for (const body of [
      little,
      big,
      Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
    ])
      expect(linesOf('a.vtt', body)).toEqual(['शाळा – school'])
  })

  it('[LN-1] are read from Windows-1252 with a note', () => {
    const body = Buffer.concat([
      Buffer.from('It was a caf'),
      Buffer.from([0xe9, 0x20, 0x93]),
      Buffer.from('Paris'),
      Buffer.from([0x94, 0x2e]),
    ])
    expect(parse('a.txt', body)).toMatchObject({ notes: ['windows1252'], cues: [{ text: 'It was a café “Paris”.' }] })
  })

  it('[LN-1] are refused when Devanagari is broken, and when a file is no text', () => {
    const cut = Buffer.from('एकदा एका गावात एक मुलगा होता.').subarray(1)
    expect(parse('a.txt', cut)).toEqual({ fault: 'brokenLetters' })
    expect(parse('a.txt', 'one\0two and more words')).toEqual({ fault: 'binary' })
    expect(parse('a.txt', 'one \ufffd two')).toEqual({ fault: 'brokenLetters' })
  })
})

describe('plain text and Markdown', () => {
  it('[LN-1] give a line for each sentence in both scripts, and none for an abbreviation', () => {
    const mr = 'एकदा काय झाले? डॉ. काळे आले. ते म्हणाले, “थांबा!” मग\nगेले । नंतर काय.\n\nदुसरा दिवस'
    expect(parse('a.txt', mr, 'mr')).toEqual({
      isTimed: false,
      notes: [],
      cues: ['एकदा काय झाले?', 'डॉ. काळे आले.', 'ते म्हणाले, “थांबा!”', 'मग गेले ।', 'नंतर काय.', 'दुसरा दिवस'].map((text) => ({
        start: null,
        end: null,
        text,
      })),
    })
    expect(linesOf('a.txt', 'Mr. Rao came at 5.30 p.m. He sat. “Tea?” she asked.')).toEqual([
      'Mr. Rao came at 5.30 p.m.',
      'He sat.',
      '“Tea?” she asked.',
    ])
  })

  it('[LN-1] lose the marks of Markdown', () => {
    const md =
      '---\ntitle: x\n---\n# The *first* night\n\nA [link](https://x.test/a) and **bold _words_**,\n`code` \\*kept\\*.\n\n```js\nlet x\n```\n- one\n- two\n\n> said\n\n***\n![alt](a.png)'
    expect(linesOf('a.md', md)).toEqual([
      'The first night',
      'A link and bold words, code *kept*.',
      'one',
      'two',
      'said',
    ])
    expect(linesOf('a.txt', '# 1 snake_case_name')).toEqual(['# 1 snake_case_name'])
  })
})

describe('media overlays of EPUB 3', () => {
  const book = (more: Record<string, string> = {}) =>
    zipSync(
      Object.fromEntries(
        Object.entries({
          'META-INF/container.xml':
            '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
          'OPS/book.opf':
            '<package><manifest><item id="c2" href="two.xhtml" media-overlay="o2"/><item id="c1" href="one%20a.xhtml" media-overlay="o1"/><item id="o1" href="one.smil"/><item id="o2" href="two.smil"/></manifest><spine><itemref idref="c1"/><itemref idref="c2"/></spine></package>',
          'OPS/one a.xhtml':
            '<html xmlns="http://www.w3.org/1999/xhtml"><body><p id="a">एक <b>दोन</b><script>alert(1)</script></p><p id="b">Q &amp; A<br/>more</p></body></html>',
          'OPS/two.xhtml': '<html><body><span id="a">Two</span></body></html>',
          'OPS/one.smil':
            '<smil><body><seq><par><text src="one%20a.xhtml#a"/><audio src="sound/01.mp3" clipBegin="0:00:01.5" clipEnd="3s"/></par><par><text src="one%20a.xhtml#b"/><audio src="sound/01.mp3" clipBegin="3000ms" clipEnd="0.1min"/></par></seq></body></smil>',
          'OPS/two.smil':
            '<smil:smil xmlns:smil="x"><smil:par><smil:text src="two.xhtml#a"/><smil:audio src="sound/02.mp3" clipBegin="0s" clipEnd="1.25s"/></smil:par></smil:smil>',
          ...more,
        }).map(([name, text]) => [name, strToU8(text)]),
      ),
    )

  it('[LN-1] are read for each sound file, in the order of the book', () => {
    const found = parseMediaOverlay(book())
    if (!(found instanceof Map)) throw new Error(found.fault)
    expect([...found].map(([audio, { cues }]) => [audio, cues])).toEqual([
      [
        'OPS/sound/01.mp3',
        [
          { start: 1_500, end: 3_000, text: 'एक दोन' },
          { start: 3_000, end: 6_000, text: 'Q & A more' },
        ],
      ],
      ['OPS/sound/02.mp3', [{ start: 0, end: 1_250, text: 'Two' }]],
    ])
  })

  it('[LN-1] are refused when the file is no book, has no overlays, or is larger than texts are', () => {
    expect(parseMediaOverlay(bytes('PK no zip'))).toEqual({ fault: 'notEpub' })
    expect(parseMediaOverlay(zipSync({ 'a.txt': strToU8('x') }))).toEqual({ fault: 'notEpub' })
    expect(parseMediaOverlay(book({ 'OPS/one.smil': '<smil/>', 'OPS/two.smil': '' }))).toEqual({ fault: 'noOverlay' })
    const big = zipSync(
      { 'META-INF/container.xml': strToU8('<container/>'), 'big.xhtml': new Uint8Array(41 * 2 ** 20) },
      { level: 1 },
    )
    expect(parseMediaOverlay(big)).toEqual({ fault: 'notEpub' })
  })

  it.each([
    ['5:04:30.25', 18_270_250],
    ['04:30', 270_000],
    ['1.5h', 5_400_000],
    ['30', 30_000],
    ['tomorrow', undefined],
    ['1e9', undefined],
  ])('[LN-1] tell %s', (value, milliseconds) => {
    expect(clockOf(value)).toBe(milliseconds)
  })
})

describe('texts that the shop writes', () => {
  const cues = [
    { start: 0, end: 1_001, text: '<b> & "मराठी" -->', speaker: 'A & B' },
    { start: 3_723_004, end: 3_724_000, text: 'NOTE this' },
  ]

  it('[LN-1] are read again without a loss', () => {
    expect(parse('a.vtt', vttOf(cues))).toEqual({ isTimed: true, notes: [], cues })
    expect(parse('a.json', cuesJson(cues))).toEqual({ isTimed: true, notes: [], cues })
    const untimed = [{ start: null, end: null, text: 'One. Two. Dr. Three <i>' }]
    expect(parse('a.json', cuesJson(untimed))).toEqual({ isTimed: false, notes: [], cues: untimed })
  })

  it('[LN-1] are what players of each format wait for', () => {
    expect(srtOf(cues)).toBe(
      '1\n00:00:00,000 --> 00:00:01,001\nA & B: <b> & "मराठी" -->\n\n2\n01:02:03,004 --> 01:02:04,000\nNOTE this\n',
    )
    expect(plainTextOf(cues)).toBe('A & B: <b> & "मराठी" -->\nNOTE this\n')
  })
})
