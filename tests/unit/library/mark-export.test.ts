import { describe, expect, it } from 'vitest'
import type { MarkedTitle } from '#contract/library/marks.ts'
import { byTitle, csvOfMarks, markdownOfMarks, textOfMarks } from '#islands/library/marks/mark-export.ts'
import type { ShownMark } from '#stores/library/marks/mark-queue.ts'

const COLUMNS = { title: 'Title', track: 'Track', from: 'From', until: 'To', note: 'Note' }
const named = (en: string, mr: string) => ({ custom_translation: { en: { name: en }, mr: { name: mr } } })
const titles: MarkedTitle[] = [
  {
    ...{ id: 1, name: 'Zenith', product_slug: 'z', product_audio_type: 'audiobook', ...named('Zenith', 'शिखर') },
    tracks: [
      { id: 12, position: 1, name: 'Two', ...named('Two', 'दोन') },
      { id: 11, position: 0, name: 'One, "the" first', ...named('One, "the" first', 'एक') },
    ],
  },
  {
    ...{ id: 2, name: 'Abhang', product_slug: 'a', product_audio_type: 'kids', ...named('Abhang', 'अभंग') },
    tracks: [],
  },
  {
    ...{ id: 3, name: 'None', product_slug: 'n', product_audio_type: 'kids', ...named('None', 'काही नाही') },
    tracks: [],
  },
]
const mark = (id: string, track: number, seconds: number, more: Partial<ShownMark> = {}): ShownMark => ({
  ...{ id, product_id: 1, track_id: track, seconds, until: null, note: '', version: id, isPending: false },
  ...more,
})
const marks = [
  mark('c', 12, 5, { note: '=HYPERLINK("http://evil.test")' }),
  mark('b', 11, 62.9, { until: 3_725, note: 'line one\nline "two"' }),
  mark('a', 11, 3, { note: '# *not* a heading\n1. nor a list' }),
  mark('d', 21, 9, { product_id: 2, note: '-2+3' }),
]
const all = (locale: 'en' | 'mr' = 'en') => byTitle(marks, titles, locale)

/** A reader of RFC 4180, written for this test. */
function rowsOf(csv: string): string[][] {
  const cells = [...csv.replace(/^\ufeff/, '').matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)]
  return cells.reduce<string[][]>(
    (rows, [, cell = '', end]) => {
      const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      rows.at(-1)?.push(text)
      if (end === '\r\n') rows.push([])
      return rows
    },
    [[]],
  )
}

describe('an export of marks', () => {
  it('[RM-3] has titles by name, and marks as they are heard; titles without marks are left out', () => {
    expect(all().map(({ title, marks: own }) => [title.name, own.map((one) => one.mark.id)])).toEqual([
      ['Abhang', ['d']],
      ['Zenith', ['a', 'b', 'c']],
    ])
    expect(all('mr').map(({ title }) => title.id)).toEqual([2, 1])
  })

  it('[RM-3] as CSV is read back cell by cell, and calculates nothing', () => {
    const csv = csvOfMarks(all(), 'en', COLUMNS)
    expect(csv.startsWith('\ufeffTitle,Track,From,To,Note\r\n')).toBe(true)
    expect(rowsOf(csv)).toEqual([
      ['Title', 'Track', 'From', 'To', 'Note'],
      ['Abhang', '', '0:09', '', "'-2+3"],
      ['Zenith', 'One, "the" first', '0:03', '', '# *not* a heading\n1. nor a list'],
      ['Zenith', 'One, "the" first', '1:02', '1:02:05', 'line one\nline "two"'],
      ['Zenith', 'Two', '0:05', '', `'=HYPERLINK("http://evil.test")`],
      [],
    ])
    for (const sign of ['=', '+', '-', '@', '\t', '\r', ' =', '\n=', '＝', '﹣', '＋', '＠']) {
      const [row] = csvOfMarks(byTitle([mark('x', 11, 1, { note: `${sign}1` })], titles, 'en'), 'en', COLUMNS)
        .split('\r\n')
        .slice(1)
      expect([sign, /,"?'/.test(row ?? '')]).toEqual([sign, true])
    }
    expect(csvOfMarks(all('mr'), 'mr', COLUMNS)).toContain('शिखर,एक,0:03')
  })

  it('[RM-3] as text has the digits of the reader', () => {
    expect(textOfMarks(all('mr'), 'mr')).toBe(
      'अभंग\n\n · ०:०९\n  -2+3\n\n\nशिखर\n\nएक · ०:०३\n  # *not* a heading\n  1. nor a list\nएक · १:०२ – १:०२:०५\n  line one\n  line "two"\nदोन · ०:०५\n  =HYPERLINK("http://evil.test")\n',
    )
  })

  it('[RM-3] as Markdown shows signs of a note as they were written', () => {
    const text = markdownOfMarks(all(), 'en')
    expect(text).toContain(
      '## Zenith\n\n- **0:03** One, "the" first\n\n  > \\# \\*not\\* a heading  \n  > 1\\. nor a list',
    )
    expect(text).toContain('- **1:02 – 1:02:05** One')
    expect(text).toContain('  > \\-2+3')
    const odd = byTitle([mark('x', 11, 1, { note: '<script>alert(1)</script> [a](javascript:x)' })], titles, 'en')
    expect(markdownOfMarks(odd, 'en')).toContain('\\<script\\>alert(1)\\</script\\> \\[a\\](javascript:x)')
  })
})
