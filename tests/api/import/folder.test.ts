import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sentenceOf } from '../../../scripts/import/messages.ts'
import { reportOnCatalog } from '../../../src/server/operations/catalog-report.ts'
import type { CatalogFault } from '../../../src/server/import/source/fault.ts'
import { importFolder, type FolderImportOptions } from '../../../src/server/import/import-source.ts'
import { bareSpeech, chapter, picture, pictureFrame, SPEECH, SPEECH_SECONDS, tag, textFrame } from '../support/mp3s.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { useShop, type TestShop } from '../support/shop.ts'

const shop = useShop('empty')
const { base, folderOf } = useSourceFolders()

async function bring({ context }: TestShop, path: string, order: Partial<FolderImportOptions> = {}) {
  const reported: CatalogFault[] = []
  const result = await importFolder(
    context,
    { path, ...order },
    { report: (fault) => reported.push(fault), progress: () => undefined },
  )
  const [faults, notes] = [
    reported.filter(({ isWarning }) => !isWarning),
    reported.filter(({ isWarning, reason }) => isWarning && reason !== 'onePrice' && reason !== 'noTracks'),
  ]
  return {
    result,
    faults,
    notes,
    lines: faults.map(sentenceOf),
    unsold: reported.filter(({ reason }) => reason === 'onePrice'),
  }
}

type Stored = {
  key: string
  translations: Record<string, Record<string, string>>
  tracks: [string, number, boolean][]
  people: string[]
  genres: string[]
}
async function stored({ db }: TestShop, key: string) {
  const [row] = await db.query<Stored & Record<string, unknown>>(
    `select p.*, (select coalesce(jsonb_agg(jsonb_build_array(t.name, t.seconds, t.audio_id is not null) order by t.position), '[]') from tracks t where t.product_id = p.id) as tracks,
       (select coalesce(jsonb_agg(pp.role || ' ' || x.name order by pp.role, pp.position), '[]') from product_people pp join people x on x.id = pp.person_id where pp.product_id = p.id) as people,
       (select coalesce(jsonb_agg(c.kind || ' ' || c.name order by pc.position), '[]') from product_categories pc join categories c on c.id = pc.category_id where pc.product_id = p.id) as genres
     from products p where p.key = $1 and p.status = 'published'`,
    [key],
  )
  return row
}

const MESSY = [
  '\ufeffSKU;Title (English);शीर्षक (मराठी);Author;Narrated by;Genre;Price (INR);usd;Release Date;Language;Description;folder;Free?;Remarks',
  'DN-1;Dnyaneshwari;ज्ञाने\u200bश्वरी;संत ज्ञानेश्वर;Asha Joshi; Devotional | Classics;₹ 1,299.00;15;15/03/2024;Marathi;"<p onclick=""x()"">A ""great"" book;\nin two lines</p>";Sound\\DN;no;',
  'DN-2;Second;;संत  ज्ञानेश्वर;;devotional;२४९;;१ एप्रिल २०२४;English;;;;ask Asha',
  'DN-3;Bad price;;;;;ask us;;;English;;;;',
  'DN-4;"Never closed;;;;;10;;;English;;;;',
  'DN-1;Again;;;;;10;;;English;;;;',
  ';;;;;;;;;;;;;',
  'DN-5;Wrong language;;;;;10;;;Klingon;;;;',
  'DN-6;No sound;;;;;10;;;English;;Sound/None.mp3;;',
  'DN-7;Short row',
  'DN-8;Cells;moved;one;too;many;1;2;2024;en;x;;no;remark;extra',
].join('\r\n')

describe('a messy folder', () => {
  it('[OP-1] is imported without its invalid rows, each reported with file, line, field and reason', async () => {
    const folder = folderOf('messy', {
      'Titles.csv': MESSY,
      'sound/dn/02 - The end.mp3': bareSpeech(),
      'sound/dn/01.mp3': bareSpeech(),
      'sound/dn/10.mp3': 'This is the tenth chapter, typed by mistake.',
      'sound/dn/cover.jpg': await picture(700),
      'sound/dn/sample.mp3': SPEECH,
    })
    const { result, lines, notes } = await bring(shop(), folder)
    expect(lines.toSorted()).toEqual([
      'FAULT  Titles.csv line 10 (dn-6): tracks None of its sound files can be used, so the title would be sold without sound. (row left out)',
      'FAULT  Titles.csv line 10 (dn-6): tracks.0.audio "Sound/None.mp3" does not exist. Check the name and the folder.',
      'FAULT  Titles.csv line 12: has more cells than headers. Put quotes around a text that contains the separator. (row left out)',
      'FAULT  Titles.csv line 2 (dn-1): tracks.2.audio "sound/dn/10.mp3" is not an mp3, whatever its name is.',
      'FAULT  Titles.csv line 4 (dn-2): tracks have no sound, but the title has a price. It was imported as coming soon, and it is not sold before it can be heard.',
      'FAULT  Titles.csv line 5: priceInr "ask us" is not a price. Write 199 or 199.50: rupees, and dollars under priceUsd. (row left out)',
      'FAULT  Titles.csv line 6: A quote (") is not closed in this line. Close it, or write "" for a quote inside a text. (row left out)',
      'FAULT  Titles.csv line 7 (dn-1): key is repeated in this import; the first row counts. Give each row its own key. (row left out)',
      'FAULT  Titles.csv line 9: spoken "Klingon" is not a language. Write its code, for example en, mr or hi, or its English name. (row left out)',
    ])
    expect(result).toMatchObject({ rows: 9, titles: 3, faults: 9 })
    expect(notes.map(({ field, reason }) => [field, reason])).toEqual([['Remarks', 'unknownColumn']])
  })

  it('[OP-1] becomes titles with both names, people, genres, prices and measured tracks', async () => {
    expect(await stored(shop(), 'dn-1')).toMatchObject({
      translations: {
        en: { name: 'Dnyaneshwari', description: '<p>A "great" book;\nin two lines</p>' },
        mr: { name: 'ज्ञानेश्वरी' },
      },
      spoken: 'mr',
      price_inr: 129_900,
      price_usd: 1_500,
      published: '2024-03-15',
      people: ['artist Asha Joshi', 'author संत ज्ञानेश्वर'],
      genres: ['genre Devotional', 'genre Classics'],
      tracks: [
        ['Chapter 1', SPEECH_SECONDS, true],
        ['The end', SPEECH_SECONDS, true],
        ['Chapter 3', 0, false],
      ],
      cover_id: expect.any(Number),
    })
    expect(await stored(shop(), 'dn-2')).toMatchObject({
      price_inr: 24_900,
      published: '2024-04-01',
      people: ['author संत ज्ञानेश्वर'],
      genres: ['genre Devotional'],
    })
  })

  it('[OP-1] changes nothing when imported again, also on another day', async () => {
    const before = await shop().db.query('select * from catalog_version')
    shop().clock.now = new Date('2026-12-24T06:00:00Z')
    expect((await bring(shop(), join(base, 'messy'))).result).toMatchObject({ titles: 3, changed: 0 })
    expect(await shop().db.query('select * from catalog_version')).toEqual(before)
  })

  it('[OP-1] stores nothing in a dry run, which reports what an import would do', async () => {
    const folder = folderOf('dry', {
      'books.jsonl': '{"title":"Dry","authors":["Nobody Yet"],"audio":"a.mp3","cover":"c.jpg"}\n{"title":"","price":1}',
      'a.mp3': SPEECH,
      'c.jpg': await picture(500),
    })
    const before = await shop().db.query(
      'select (select count(*) from products) as titles, (select count(*) from people) as people, (select count(*) from media_files) as files',
    )
    const dry = await bring(shop(), folder, { isDryRun: true })
    expect(
      await shop().db.query(
        'select (select count(*) from products) as titles, (select count(*) from people) as people, (select count(*) from media_files) as files',
      ),
    ).toEqual(before)
    const real = await bring(shop(), folder)
    expect([dry.result, dry.faults, dry.notes]).toEqual([real.result, real.faults, real.notes])
    expect(real).toMatchObject({
      result: { rows: 2, titles: 1 },
      faults: [{ line: 2, field: 'name', reason: 'required' }],
      notes: [{ reason: 'smallPicture', given: 'c.jpg' }],
    })
  })
})

describe('a table with an unusual layout', () => {
  it('[OP-1] is imported with a heading, free titles, discs, several names in a cell and a sum at its end', async () => {
    const folder = folderOf('habits', {
      'Our Books 2026.csv':
        'Our catalog,,,,,\nas of 1 May,,,,,\n\nNo.,Title,Author / Writer,Price,Audio,Description\n१,First,"Asha Joshi, Vijay Kale",Free,Books/First,"Half \ufffd a letter"\n2,Second,Asha Joshi,10,Books/Empty,\n3,Third,Asha Joshi,10,https://x.test/3.mp3,\n,,,Total,20,\n',
      'Books/First/CD 1/1.mp3': bareSpeech(),
      'Books/First/CD 2/1.mp3': bareSpeech(),
      'Books/Empty/readme.md': 'later',
    })
    const { lines, notes, result, unsold } = await bring(shop(), folder)
    // The title that is free has no price, and of the two others it is said once.
    expect(unsold).toHaveLength(1)
    expect(lines.toSorted()).toEqual([
      'FAULT  Our Books 2026.csv line 6 (second-asha-joshi): tracks None of its sound files can be used, so the title would be sold without sound. (row left out)',
      'FAULT  Our Books 2026.csv line 6 (second-asha-joshi): tracks.0.audio "Books/Empty" is a folder without sound.',
      'FAULT  Our Books 2026.csv line 7 (third-asha-joshi): audio "https://x.test/3.mp3" is a web address. Put the file into the folder and write its name. (row left out)',
      'FAULT  Our Books 2026.csv line 8: name is missing. (row left out)',
      'FAULT  Our Books 2026.csv line 8: price "Total" is not a price. Write 199 or 199.50: rupees, and dollars under priceUsd. (row left out)',
    ])
    // A test before may have brought another title of this name.
    const read = notes.filter(({ reason }) => reason !== 'sameName')
    expect(read.map(({ field, reason }) => [field, reason])).toEqual([['Description', 'badLetters']])
    expect(result).toMatchObject({ rows: 4, titles: 1 })
    expect(await stored(shop(), 'first-asha-joshi')).toMatchObject({
      is_free: true,
      price_inr: 0,
      tracks: [expect.anything(), expect.anything()],
    })
  })
})

describe('a folder without a table', () => {
  it('[OP-1] becomes a title per folder with audio, by its tags, in the order of its numbers', async () => {
    const tags = (title: string, more: Buffer[] = []) =>
      tag([
        textFrame('TALB', 'श्यामची आई'),
        textFrame('TPE2', 'साने गुरुजी'),
        textFrame('TPE1', 'Asha Joshi'),
        textFrame('TCON', 'Classics'),
        textFrame('TYER', '1935'),
        textFrame('TLEN', '99000000'),
        textFrame('TIT2', title),
        ...more,
      ])
    const folder = folderOf('albums', {
      'Sane Guruji/Shyamchi Aai/CD 1/1.mp3': Buffer.concat([
        tags('रात्र पहिली', [pictureFrame(await picture(800))]),
        bareSpeech(),
      ]),
      'Sane Guruji/Shyamchi Aai/CD 1/2.mp3': Buffer.concat([tags('रात्र दुसरी'), bareSpeech()]),
      'Sane Guruji/Shyamchi Aai/CD 2/1.mp3': Buffer.concat([tags('रात्र तिसरी'), bareSpeech()]),
      'Untold/b10.mp3': SPEECH,
      'Untold/b9.mp3': SPEECH,
      'Noise/1.mp3': Buffer.alloc(5_000, 0x41),
      'notes.txt': 'nothing to read here',
    })
    const { result, faults } = await bring(shop(), folder)
    expect(result).toMatchObject({ rows: 3, titles: 2 })
    expect(faults.map(({ key, field, reason }) => [key, field, reason])).toEqual([
      ['noise', 'tracks.0.audio', 'notMp3'],
      ['noise', 'tracks', 'noSound'],
    ])
    expect(await stored(shop(), 'sane guruji/shyamchi aai'.replaceAll(' ', '-'))).toMatchObject({
      translations: { mr: { name: 'श्यामची आई' } },
      spoken: 'mr',
      published: '1935-01-01',
      people: ['artist Asha Joshi', 'author साने गुरुजी'],
      genres: ['genre Classics'],
      tracks: [
        ['रात्र पहिली', SPEECH_SECONDS, true],
        ['रात्र दुसरी', SPEECH_SECONDS, true],
        ['रात्र तिसरी', SPEECH_SECONDS, true],
      ],
      cover_id: expect.any(Number),
    })
    const [first] = await shop().db.query<{ key: string }>(
      `select t.key from tracks t join products p on p.id = t.product_id where p.key = 'untold' order by t.position`,
    )
    expect(first?.key).toBe('untold/b9')
  })

  it('[OP-1] splits a file with chapters into tracks with their lengths', async () => {
    const chapters = tag([
      textFrame('TALB', 'Chapters'),
      chapter(1, 'The first', 0, 20_000),
      chapter(2, 'दुसरे', 20_000, 41_000),
      chapter(3, 'Behind the end', 41_000, 90_000),
    ])
    const folder = folderOf('chapters', { 'Chapters/whole.mp3': Buffer.concat([chapters, bareSpeech()]) })
    expect((await bring(shop(), folder)).faults).toEqual([])
    expect((await stored(shop(), 'chapters'))?.tracks).toEqual([
      ['The first', expect.closeTo(20, 0), true],
      ['दुसरे', expect.closeTo(21, 0), true],
      ['Behind the end', expect.closeTo(SPEECH_SECONDS - 41, 0), true],
    ])
    expect((await bring(shop(), folder)).result).toMatchObject({ changed: 0 })
  })
})

describe('tables beside the table of titles', () => {
  const tables = {
    'titles.jsonl':
      '{"key":"a","name":{"en":"A title","mr":"एक"},"spoken":"en","type":"kids","authors":"asha","categories":"Lions","price":99}\n{"key":"b","name":"B","type":"kids"}\n',
    'people.csv': 'key,name.en,name.mr,photo\nasha,Asha Joshi,आशा जोशी,\n',
    'categories.csv': 'name,name.mr,kind\nLions,सिंह,kids\n',
    'tracks.csv':
      'title,number,name.en,file,from,to,free\na,2,Two,long.mp3,0:20,0:30,no\na,1,One,long.mp3,0,0:20,yes\nzzz,1,Lost,,,,\n',
    'reviews.csv':
      'title,reviewer,stars,headline,review,date\na,Vijay,5,Good,Very good,1/1/2026\na,Nobody,,,No stars,\n',
    'faq.json':
      '[{"key":"f","title":{"en":{"name":"Paying"}},"queries":[{"que":{"en":{"name":"How?"}},"ans":{"en":{"name":"By card"}}}]}]',
    'texts.csv': 'key,name,description\ngift_message,Give,<p>Give</p>\n',
    'plans.csv': 'name,days,price,types\nA month,30,99,kids;podcast\n',
    'coupons.csv': 'code,percent\nMONSOON,10\n',
    'long.mp3': SPEECH,
    'package.json': '{"name":"not a title"}',
  }

  it('[OP-1] add people, genres, tracks, reviews and the texts of the shop', async () => {
    const { result, lines, notes } = await bring(shop(), folderOf('tables', tables))
    expect(lines).toEqual([
      'FAULT  titles.jsonl line 1 (a): reviews.score is missing.',
      'FAULT  tracks.csv: title "zzz" There is no title with this key.',
    ])
    expect(notes.map(({ file, reason }) => [file, reason])).toEqual([['package.json', 'unusedFile']])
    expect(result).toMatchObject({ rows: 2, titles: 2 })
    expect(await stored(shop(), 'a')).toMatchObject({
      people: ['author Asha Joshi'],
      genres: ['kids Lions'],
      tracks: [
        ['One', expect.closeTo(20, 0), true],
        ['Two', expect.closeTo(10, 0), true],
      ],
    })
    const [others] = await shop().db.query(
      `select (select count(*) from people where name = 'Asha Joshi') as people, (select per_day_price from plans) as per_day, (select count(*) from reviews) as reviews, (select count(*) from faq_queries) as queries, (select percent from coupons) as percent`,
    )
    expect(others).toEqual({ people: 2, per_day: 3.3, reviews: 1, queries: 1, percent: 10 })
  })

  it('[OP-1] remove unnamed entries only on request, only of their kind, and never when a row was skipped', async () => {
    const published = async () =>
      (await shop().db.query<{ key: string }>(`select key from products where status = 'published' order by key`)).map(
        ({ key }) => key,
      )
    const before = await published()
    const broken = folderOf('broken', { 'titles.csv': 'key,name,price\na,A title,1\nc,C,what\n' })
    expect((await bring(shop(), broken, { replace: true })).result).toMatchObject({
      titles: 1,
      othersKeptBecause: 'faults',
    })
    expect(await published()).toEqual(before)
    const good = folderOf('good', { 'titles.csv': 'key,name,price\na,A title,1\n' })
    expect((await bring(shop(), good, { replace: true })).result).toMatchObject({ titles: 1, othersKeptBecause: false })
    expect(await published()).toEqual(['a'])
    expect(await shop().db.query('select key from site_texts')).toEqual([{ key: 'gift_message' }])
  })

  it.each([
    ['none/at/all', 'noPath'],
    ['nothing', 'nothing'],
    ['tables/long.mp3', 'audioAlone'],
  ])('[OP-1] are refused at %s', async (path, reason) => {
    folderOf('nothing', { 'readme.md': 'x' })
    expect((await bring(shop(), join(base, path))).result).toBe(reason)
  })
})

describe('the report on the catalog', () => {
  it('[OP-1] lists what titles lack', async () => {
    cpSync(join(base, 'good'), join(base, 'lacking'), { recursive: true })
    const folder = folderOf('lacking', {
      'titles.csv':
        'key,name.en,name.mr,author,price,isFree,spoken\na,Same,मrाठी,,1,,mr\nb,Same,,Asha,,,\nc,Other,,Asha,,yes,\n',
    })
    await bring(shop(), folder)
    const { titles, gaps } = await reportOnCatalog(shop().db)
    const found = Object.fromEntries(gaps.map(({ gap, keys }) => [gap, keys.join()]))
    expect([titles, found]).toEqual([
      3,
      {
        english: '',
        marathi: 'b,c',
        cover: 'a,b,c',
        sample: 'a,b,c',
        // The first keeps those that it had.
        tracks: 'b,c',
        silent: '',
        seconds: '',
        author: 'a',
        category: 'b,c',
        price: 'b',
        onePrice: 'a',
        slug: 'a,b',
        script: 'a',
        description: 'a,b,c',
      },
    ])
  })
})
