import { describe, expect, it } from 'vitest'
import { htmlOfDescription, isFormatted, textOfDescription } from '#contract/desk/titles/description-text.ts'
import { changedByOther, isDisputed, mergeTitles } from '#contract/desk/titles/merge-title.ts'
import { readPasted } from '#contract/desk/titles/pasted-table.ts'
import { priceText, readTypedNumber, readPrice } from '#contract/desk/shop/price-text.ts'
import { sniffFile } from '#contract/desk/uploads/sniff-file.ts'
import type { TitleEdit } from '#contract/desk/titles/title-edit.ts'

describe('a description', () => {
  it.each(['<p>One &amp; two</p><p>Three<br />four &lt;5</p>', ''])(
    '[DK-3] %j is typed as plain paragraphs',
    (html) => {
      expect(isFormatted(html)).toBe(false)
      expect(htmlOfDescription(textOfDescription(html), false)).toBe(html)
    },
  )

  it('[DK-3] with bold letters keeps its tags', () => {
    const html = '<p>One <strong>two</strong></p>'
    expect([isFormatted(html), textOfDescription(html), htmlOfDescription(html, true)]).toEqual([true, html, html])
  })

  it('[DK-3] cannot smuggle tags in by plain text', () => {
    expect(htmlOfDescription('a <script> & b\n\n\nc', false)).toBe('<p>a &lt;script&gt; &amp; b</p><p>c</p>')
  })
})

const title = (change: Partial<TitleEdit> = {}): TitleEdit => ({
  type: 'audiobook',
  spoken: 'mr',
  translations: { en: { name: 'One' } },
  authors: [],
  directors: [],
  artists: [],
  categories: [],
  isFree: false,
  subscriptionOnly: false,
  purchaseOnly: false,
  recurring: false,
  priceInr: 100,
  priceUsd: 0,
  published: '2026-11-21',
  ages: null,
  institute: null,
  cover: null,
  samples: [],
  tracks: [],
  ...change,
})

describe('two editors of one title', () => {
  const mine = title({ translations: { en: { name: 'Mine' }, mr: { name: 'माझे' } }, priceInr: 300 })
  const theirs = title({ translations: { en: { name: 'Theirs' } }, priceUsd: 5 })

  it('[DK-12] see what the other changed, and where they differ', () => {
    const changes = changedByOther(title(), mine, theirs)
    expect(changes.map(({ field }) => field)).toEqual(['translations.en.name', 'priceUsd'])
    expect(changes.filter(isDisputed).map(({ field }) => field)).toEqual(['translations.en.name'])
  })

  it('[DK-12] lose nothing that only one of them changed', () => {
    expect(mergeTitles(title(), mine, theirs, new Set())).toEqual(
      title({ translations: { en: { name: 'Theirs' }, mr: { name: 'माझे' } }, priceInr: 300, priceUsd: 5 }),
    )
    expect(mergeTitles(title(), mine, theirs, new Set(['translations.en.name'])).translations.en?.name).toBe('Mine')
  })
})

describe('what is typed and pasted', () => {
  it.each([
    ['199', 19_900],
    ['₹1,299.50', 129_950],
    ['१९९', 19_900],
    ['', 0],
    ['cheap', undefined],
    ['1.999', undefined],
    ['1,25,000', 12_500_000],
    ['2.50', 250],
    // A slip in 1,499, or the decimal comma of Europe.
    ['199,50', undefined],
    ['1,49', undefined],
    ['12345678', undefined],
  ])('[DK-3] the price %j is %s', (text, hundredths) => {
    expect(readPrice(text)).toBe(hundredths)
    expect(readPrice(priceText(hundredths ?? 0))).toBe(hundredths ?? 0)
  })

  it.each([
    ['1,000', 1000],
    ['१ ०००', 1000],
    ['0', 0],
    ['100 uses', '100 uses'],
    ['Infinity', 'Infinity'],
    [' ', ''],
  ])('[DK-11] reads %j as the number %j', (text, number) => {
    expect(readTypedNumber(text)).toBe(number)
  })

  it('[DK-4] a table of a spreadsheet has its rows and cells', () => {
    expect(readPasted('a\tb\r\n"c ""d""\ne"\t\r\n')).toEqual([
      ['a', 'b'],
      ['c "d"\ne', ''],
    ])
    expect(readPasted('7')).toEqual([['7']])
    expect(readPasted('1\n\n2')).toEqual([['1'], [''], ['2']])
  })

  it.each([
    ['fLaC', 'flac'],
    ['ID3\u0003', 'mp3'],
    ['\u00ff\u00fb\u0090', 'mp3'],
    ['RIFF1234WAVE', 'wav'],
    ['0000ftypM4A ', 'm4a'],
    ['0000ftypisom', 'video'],
    ['\u0089PNG', 'picture'],
    ['%PDF-1', 'pdf'],
    ['PK\u0003\u0004', 'zip'],
    ['hello', 'text'],
    ['\u0000\u0001', 'unknown'],
    ['', 'empty'],
  ])('[DK-3] a file that begins with %j is %s', (head, kind) => {
    expect(sniffFile(Uint8Array.from(head, (letter) => letter.charCodeAt(0)))).toBe(kind)
  })
})
