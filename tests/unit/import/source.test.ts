import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { dateOf } from '../../../src/server/import/tables/dates.ts'
import { keyOf } from '../../../src/server/import/source/keys.ts'
import { createMapper, dropUnnamed } from '../../../src/server/import/source/map-row.ts'
import { createNames } from '../../../src/server/import/source/names.ts'
import { ROW_KINDS, ROW_SPECS } from '../../../src/server/import/source/columns.ts'
import { openTable } from '../../../src/server/import/tables/open-table.ts'
import { audioType, flag, list, seconds } from '../../../src/server/import/tables/values.ts'
import { language } from '../../../src/server/import/tables/languages.ts'
import { dollars, priceBySign, rupees } from '../../../src/server/import/tables/money.ts'

const folder = mkdtempSync(join(tmpdir(), 'shop-tables-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function read(name: string, content: string | Uint8Array) {
  const file = join(folder, name)
  writeFileSync(file, content)
  const table = await openTable(file, (header) => /^(?:name|नाव)$/.test(header))
  if (typeof table === 'string') return table
  const rows: unknown[] = []
  for await (const line of table.rows)
    rows.push('cells' in line ? Object.fromEntries(line.cells) : `${line.line}: ${line.reason}`)
  return { rows, ...(table.note && { note: table.note }) }
}
const RUPEES = [{ name: 'One', price: '199' }]

describe('a table', () => {
  it.each([
    ['commas', 'name,price\nOne,199\n'],
    ['semicolons and a byte order mark', '\ufeffname;price\r\nOne;199\r\n'],
    ['tabs', 'name\tprice\nOne\t199'],
    ['a name of the catalog above its headers', 'My catalog, 2026;\n\nname;price\nOne;199\n'],
    ['a line that tells the separator', 'sep=|\nname|price\nOne|199'],
    ['lines that end the old way of the Mac', 'name,price\rOne,199\r'],
    ['blank lines and empty rows', '\nname,price\n,\n\nOne,199\n  ,  \n'],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('name,price\nOne,199', 'utf16le')])],
    ['UTF-16 without its mark', Buffer.from('name,price\nOne,199\n', 'utf16le')],
  ])('[OP-1] is read with %s', async (_, content) => {
    expect(await read('one.csv', content)).toEqual({ rows: RUPEES })
  })

  it('[OP-1] may have texts over several lines, quotes inside texts and short rows', async () => {
    expect(
      await read('texts.csv', 'name,description\n"One","Two\nlines, ""and"" a comma"\n5" disk,inches\nShort\n'),
    ).toEqual({
      rows: [
        { name: 'One', description: 'Two\nlines, "and" a comma' },
        { name: '5" disk', description: 'inches' },
        { name: 'Short', description: '' },
      ],
    })
  })

  it('[OP-1] skips a line with an open quote or too many cells, and no other', async () => {
    expect(await read('broken.csv', 'name,price\n"One,1\nTwo,2\n"Thr""ee",3\nFour,4,spare\nFive,5,\n')).toEqual({
      rows: [
        '2: quote',
        { name: 'Two', price: '2' },
        { name: 'Thr"ee', price: '3' },
        '5: columns',
        { name: 'Five', price: '5' },
      ],
    })
  })

  it('[OP-1] in an old encoding is detected, and one with invalid letters keeps the valid ones', async () => {
    expect(await read('old.csv', Buffer.from('name\ncaf\xe9\n', 'latin1'))).toEqual({
      rows: [{ name: 'café' }],
      note: 'windows1252',
    })
    expect(await read('half.csv', Buffer.concat([Buffer.from('नाव\nपुस्तक'), Buffer.from([0xe0, 0xa4])]))).toEqual({
      rows: [{ नाव: 'पुस्तक\ufffd' }],
      note: 'brokenLetters',
    })
  })

  it('[OP-1] without headers is reported at once', async () => {
    expect(await read('bare.csv', 'One,199\nTwo,99\n')).toEqual({ rows: ['1: noHeaders'] })
    expect(await read('long.csv', 'One,199\n'.repeat(50))).toEqual({ rows: ['1: noHeaders'] })
  })

  it('[OP-1] of JSON Lines skips invalid lines', async () => {
    expect(await read('rows.jsonl', '{"name":"One\u2028Two"}\nno\n[1]\n\n{"name":"T\\ud83dwo"}')).toEqual({
      rows: [{ name: 'One\u2028Two' }, '2: json', '3: notRow', { name: 'T\ufffdwo' }],
    })
  })

  it.each([
    ['a list', '[{"name":"One"}]', [{ name: 'One' }]],
    ['a list under a name', '{"titles":[{"name":"One"}]}', [{ name: 'One' }]],
    ['rows under numbers', '{"books":{"7":{"name":"One"}}}', [{ name: 'One' }]],
    ['one row', '{"name":"One"}', [{ name: 'One' }]],
    ['several lists', '{"titles":[{"name":"One"}],"people":[{"name":"A"}]}', ['1: severalLists']],
    ['an answer without rows', '{"error":"none"}', ['1: noRows']],
    ['a web page', '<!DOCTYPE html>', ['1: webPage']],
  ])('[OP-1] of JSON may be %s', async (_, content, rows) => {
    expect(await read('rows.json', content)).toEqual({ rows })
  })

  it('[OP-1] that is a spreadsheet or empty is reported', async () => {
    expect([
      await read('a.csv', Buffer.from('504b030414000600', 'hex')),
      await read('b.csv', ''),
      await read('c.csv', Buffer.alloc(9)),
    ]).toEqual(['spreadsheet', 'empty', 'binary'])
  })
})

describe('a cell', () => {
  it.each([
    ['199', 19_900],
    ['₹ 1,25,000.50', 12_500_050],
    ['Rs. 199/-', 19_900],
    ['रु. २४९', 24_900],
    ['1.299,50', 129_950],
    ['199.0', 19_900],
    [199.5, 19_950],
    ['199.999', undefined],
    ['1,2,3', undefined],
    ['-5', undefined],
    ['ask us', undefined],
  ])('[OP-1] with the price %j is %j paise or cents', (cell, value) => {
    expect(rupees(cell)).toEqual(value === undefined ? { reason: 'money' } : { value })
  })

  it('[OP-1] with a decimal comma is a price to look at: it may be a slip in 1,499', () => {
    expect(rupees('199,50')).toEqual({ value: 19_950, note: 'decimalComma' })
    expect(rupees('₹1,49')).toEqual({ value: 149, note: 'decimalComma' })
  })

  it('[IM-2] with a sign that contradicts its column is refused', () => {
    for (const cell of ['$59.99', 'US$ 4.99', '4.99 USD', '€5', 'CA$5', '5 GBP', '₹199 / $4.99'])
      expect([cell, rupees(cell)]).toEqual([cell, { reason: 'currency' }])
    for (const cell of ['₹199', 'Rs. 199/-', '199rs', 'रु. २४९', '£5', 'A$ 5'])
      expect([cell, dollars(cell)]).toEqual([cell, { reason: 'currency' }])
    expect([dollars('$4.99'), dollars('4.99 usd'), rupees('INR 199')]).toEqual([
      { value: 499 },
      { value: 499 },
      { value: 19_900 },
    ])
  })

  it('[IM-2] without a currency in its header is read by its sign', () => {
    expect(['$4.99', '₹199', '199', 'free', '€5'].map(priceBySign)).toEqual([
      { value: 499, field: 'priceUsd' },
      { value: 19_900, field: 'priceInr' },
      { value: 19_900, field: 'priceInr' },
      { value: 'free', field: 'priceInr' },
      { reason: 'currency' },
    ])
  })

  it.each([
    ['2024-03-15', '2024-03-15'],
    ['2024-03-15T10:00:00Z', '2024-03-15'],
    ['15/03/2024', '2024-03-15'],
    ['3-4-2024', '2024-04-03'],
    ['03/15/2024', '2024-03-15'],
    ['१५.०३.२०२४', '2024-03-15'],
    ['15 March 2024', '2024-03-15'],
    ['Mar 15th, 2024', '2024-03-15'],
    ['१५ मार्च २०२४', '2024-03-15'],
    ['2024', '2024-01-01'],
    ['45366', '2024-03-15'],
    ['31/2/2024', undefined],
    ['soon', undefined],
    ['2008.0', '2008-01-01'],
    ['45366.0', '2024-03-15'],
    ['15/3/24', '2024-03-15'],
    ['15-Mar-85', '1985-03-15'],
    ['5 May 05', '2005-05-05'],
    ['15/3/124', undefined],
  ])('[OP-1] with the day %j is %j', (cell, day) => {
    expect(dateOf(cell)).toBe(day)
  })

  it('[OP-1] with yes or no, a type, a language, a list or a time is read in its common spellings', () => {
    expect([flag('Yes'), flag('१'), flag('नाही'), flag(true), flag('maybe')]).toEqual([
      { value: true },
      { value: true },
      { value: false },
      { value: true },
      { reason: 'flag' },
    ])
    expect([audioType('Audio Book'), audioType('Language-Lab'), audioType('film')]).toEqual([
      { value: 'audiobook' },
      { value: 'languagelab' },
      { reason: 'audioType' },
    ])
    expect([language('Marathi'), language('मराठी'), language('en-IN'), language('Pig Latin')]).toEqual([
      { value: 'mr' },
      { value: 'mr' },
      { value: 'en' },
      { reason: 'language' },
    ])
    expect(list('Tolkien, J. R. R.; Asha ;;Asha')).toEqual({ value: ['Tolkien, J. R. R.', 'Asha'] })
    expect(list([{ name: 'A' }, { first_name: 'B', last_name: 'C' }, null])).toEqual({ value: ['A', 'B C'] })
    expect([seconds('1:02:03'), seconds('12.5'), seconds('१:३०'), seconds('x')]).toEqual([
      { value: 3723 },
      { value: 12.5 },
      { value: 90 },
      { reason: 'seconds' },
    ])
  })
})

describe('the columns of titles', () => {
  const map = (cells: Record<string, unknown>) => {
    const reported: unknown[] = []
    const row = createMapper(ROW_SPECS.titles).map(Object.entries(cells), ({ field, reason, nearest }) =>
      reported.push([field, reason, ...(nearest ? [nearest] : [])]),
    )
    return { ...row, reported }
  }

  it('[OP-1] have aliases in both languages', () => {
    const { translations, values, reported } = map({
      'Title (English)': 'One',
      'मराठी शीर्षक': 'एक',
      'Marathi Description': 'मजकूर',
      SUMMARY: 'Short',
      ' Narrated By ': 'Asha',
      लेखक: 'पु. ल.',
      'Price (incl. GST)': '₹99',
      'Sample / Preview': 's.mp3',
      'Audio Folder': 'one',
      release_date: '1/2/2026',
    })
    expect(translations).toEqual({
      en: { name: 'One', shortDescription: 'Short' },
      mr: { name: 'एक', description: 'मजकूर' },
    })
    expect(values).toEqual({
      artists: ['Asha'],
      authors: ['पु. ल.'],
      samples: ['s.mp3'],
      audio: ['one'],
      // With 18 % of GST it is 99 rupees.
      priceInr: 8_390,
      published: '2026-02-01',
    })
    expect(reported).toEqual([['priceInr', 'taxIncluded']])
  })

  it('[OP-1] that are unknown are reported with the nearest name, and a row with an unreadable cell is skipped', () => {
    expect(map({ name: 'One', pulished: '2024', weight: '3' })).toMatchObject({
      reported: [
        ['pulished', 'unknownColumn', 'published'],
        ['weight', 'unknownColumn'],
      ],
    })
    expect(map({ name: 'One', priceInr: 'ask', isFree: 'maybe' })).toEqual({
      reported: [
        ['priceInr', 'money'],
        ['isFree', 'flag'],
      ],
    })
  })

  it('[OP-1] without a language have the language of their letters, and follow the only name', () => {
    expect(map({ name: 'एक', description: 'By Asha, in मराठी' }).translations).toEqual({
      mr: { name: 'एक', description: 'By Asha, in मराठी' },
    })
    expect(map({ name: { en: 'One', mr: 'एक' }, translations: { en: { description: 'x' } } }).translations).toEqual({
      en: { name: 'One', description: 'x' },
      mr: { name: 'एक' },
    })
    const nameless = map({ 'name.en': 'One', 'description.mr': 'मजकूर' })
    const reported: string[] = []
    expect(dropUnnamed(nameless.translations ?? {}, ({ field, reason }) => reported.push(field, reason))).toEqual({
      en: { name: 'One' },
    })
    expect(reported).toEqual(['name.mr', 'nameless'])
  })

  it('[IM-2] of prices follow the currency in their header, and no other price is taken', () => {
    const cells = [
      ['Price ($)', '4.99'],
      ['Price (USD)', '4.99'],
      ['MRP (₹)', '199'],
      ['Price (excl. GST)', '199'],
      ['Price in rupees', '199'],
      ['Price (old)', '99'],
      ['Price (paise)', '19900'],
      ['Price (EUR)', '5'],
      ['Price (US cents)', '499'],
    ] as const
    expect(cells.map(([header, cell]) => map({ name: 'One', [header]: cell }).values)).toEqual([
      { priceUsd: 499 },
      { priceUsd: 499 },
      { priceInr: 16_864 },
      { priceInr: 19_900 },
      { priceInr: 19_900 },
      {},
      {},
      {},
      {},
    ])
    expect(map({ name: 'One', MRP: '199', 'Price (excl. GST)': '168.64' }).values).toEqual({ priceInr: 16_864 })
    expect(map({ name: 'One', Price: '$5', 'Price (USD)': '6' }).reported).toEqual([['priceUsd', 'twoPrices']])
  })

  it('[IM-6] of people may separate full names by commas, and a name with a comma stays one', () => {
    const artists = (cell: unknown) => map({ name: 'One', अभिवाचक: cell }).values?.['artists']
    expect(artists('Asha Joshi, Vijay Kale and Uma Rao')).toEqual(['Asha Joshi', 'Vijay Kale', 'Uma Rao'])
    expect(artists('आशा जोशी, विजय काळे')).toEqual(['आशा जोशी', 'विजय काळे'])
    expect(artists('Plato, Aristotle, Homer')).toEqual(['Plato', 'Aristotle', 'Homer'])
    for (const name of [
      'Tolkien, J. R. R.',
      'Martin Luther King, Jr.',
      'देशपांडे, पु. ल.',
      'Deshpande, Purushottam Laxman',
    ])
      expect(artists(name)).toEqual([name])
    expect(artists(['Joshi, Asha Vijay', 'Kale, Uma Rao'])).toEqual(['Joshi, Asha Vijay', 'Kale, Uma Rao'])
  })

  it('[IM-6] in Marathi are known: reader, day of publishing and the number of the row, which is no key', () => {
    expect(map({ शीर्षक: 'एक', क्रमांक: '१', 'प्रकाशन दिनांक': '१५ मार्च २०२४' })).toMatchObject({
      values: { published: '2024-03-15' },
      reported: [],
    })
  })

  it('[IM-6] with the year of an ancient work leave the day of publishing open', () => {
    for (const year of ['-350', '350 BC', '43 B.C.E.', 'इ.स.पू. ३५०', '850', '-0350-01-01'])
      expect([year, map({ name: 'One', year })]).toMatchObject([
        year,
        { values: { published: undefined }, reported: [['published', 'ancient']] },
      ])
  })

  it('[AX-2] report letters that were lost before the table was saved', () => {
    expect(map({ name: 'caf\ufffd' }).reported).toEqual([['name', 'badLetters']])
  })
})

describe('the README of the import', () => {
  const text = readFileSync(new URL('../../../scripts/import/README.md', import.meta.url), 'utf8')

  it('[OP-1] describes every column of every table', () => {
    const unsaid = new Set(['title', 'tracks', 'reviews', 'queries'])
    const columns = ROW_KINDS.flatMap((kind) => Object.keys(ROW_SPECS[kind].fields))
    expect([...new Set(columns)].filter((column) => !unsaid.has(column) && !text.includes(`\`${column}\``))).toEqual([])
    expect(ROW_KINDS.filter((kind) => !text.includes(`\`${kind}\``))).toEqual([])
  })
})

describe('keys and names', () => {
  it('[OP-1] are the same for the same text and differ for other texts', () => {
    expect(keyOf('Smile Please')).toBe('smile-please')
    expect(keyOf('en/0001')).toBe('en/0001')
    expect(keyOf('दासबोध')).toBe(keyOf('दासबोध'.normalize('NFD')))
    expect(new Set(['दासबोध', 'ज्ञानेश्वरी', 'C', 'C++', 'Café', 'Cafe'].map(keyOf)).size).toBe(6)
    for (const query of ['दासबोध', '!', 'C++', 'x'.repeat(300), '--a'])
      expect(keyOf(query)).toMatch(/^[a-z0-9][a-z0-9._/-]{0,119}$/)
  })

  it('[OP-1] find people of the shop by key or either name, and create others once', () => {
    const names = createNames('person')
    names.add({ key: 'pu-la', translations: { en: { name: 'P. L. Deshpande' }, mr: { name: 'पु. ल. देशपांडे' } } })
    for (const spelling of ['PL Deshpande', 'पु.ल. देशपांडे', 'pu-la', 'Asha Joshi', 'ASHA JOSHI']) names.register(spelling)
    expect(['PL Deshpande', 'पु.ल. देशपांडे', 'pu-la'].map((spelling) => names.keyOf(spelling))).toEqual([
      'pu-la',
      'pu-la',
      'pu-la',
    ])
    expect(names.created()).toEqual([{ key: 'person/asha-joshi', translations: { en: { name: 'Asha Joshi' } } }])
  })
})
