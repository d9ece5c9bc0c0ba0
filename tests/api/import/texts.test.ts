import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { sentenceOf } from '../../../scripts/import/messages.ts'
import { exportCatalog, exportTable } from '../../../src/server/import/export/catalog.ts'
import { importFolder } from '../../../src/server/import/import-source.ts'
import type { CatalogFault } from '../../../src/server/import/source/fault.ts'
import type { TitleChange } from '../../../src/server/import/stored/changes.ts'
import { SPEECH, bareSpeech } from '../support/mp3s.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { useShop, type TestShop } from '../support/shop.ts'

const shop = useShop('empty')
const other = useShop('empty')
const { base, folderOf } = useSourceFolders()

async function bring({ context }: TestShop, path: string, isDryRun = false) {
  const reported: CatalogFault[] = []
  const changes: TitleChange[] = []
  const result = await importFolder(
    context,
    { path, isDryRun },
    {
      report: (fault) => reported.push(fault),
      reportChange: (change) => changes.push(change),
      progress: () => undefined,
    },
  )
  const texts = reported.filter(({ reason }) => reason.startsWith('text.'))
  return {
    result,
    lines: texts.map(sentenceOf),
    texts: changes.flatMap(({ fields }) => fields.filter(({ field }) => field.startsWith('text'))),
  }
}

const storedTexts = ({ db }: TestShop) =>
  db.query<{ place: string; lines: string[] }>(
    `select coalesce(t.key, p.key || ' sample ' || x.sample) || ' ' || x.locale || case when x.is_public then ' public' else '' end as place,
       array(select coalesce(c.start_ms || '–' || c.end_ms || ' ', '') || c.text from transcript_cues c where c.transcript_id = x.id order by c.position) as lines
     from transcripts x join products p on p.id = x.product_id left join tracks t on t.id = x.track_id order by 1`,
  )
const vtt = (...lines: string[]) =>
  ['WEBVTT', ...lines.map((line, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${line}`)].join('\n\n')

describe('texts of an import', () => {
  const files = {
    'titles.csv': 'key,name.mr,spoken\nbook,पुस्तक,mr\n',
    'book/01.mp3': SPEECH,
    'book/01.vtt': vtt('एक', 'दोन'),
    'book/01.en.srt': '1\n00:00:00,000 --> 00:00:01,000\nOne\n',
    'book/02.mp3': bareSpeech(),
    'book/02.mr.txt': 'पहिले वाक्य. दुसरे वाक्य.',
    'book/02.txt.bak': 'not read',
    'book/sample.mp3': SPEECH,
    'book/sample.md': '# नमुना',
  }
  const STORED = [
    { place: 'book sample 0 mr', lines: ['नमुना'] },
    { place: 'book/01 en', lines: ['0–1000 One'] },
    { place: 'book/01 mr', lines: ['0–1000 एक', '1000–2000 दोन'] },
    { place: 'book/02 mr', lines: ['पहिले वाक्य.', 'दुसरे वाक्य.'] },
  ]

  it('[LN-1] lie beside the sound, and a dry run says which come', async () => {
    const folder = folderOf('beside', files)
    const dry = await bring(shop(), folder, true)
    expect([dry.lines, await storedTexts(shop())]).toEqual([[], []])
    expect((await bring(shop(), folder)).lines).toEqual([])
    expect(await storedTexts(shop())).toEqual(STORED)
    const again = await bring(shop(), folder, true)
    expect([again.texts, again.result]).toMatchObject([[], { changed: 0 }])
    const changed = folderOf('changed', {
      ...files,
      'book/01.vtt': vtt('एक', 'दोन', 'तीन'),
      'book/sample.mr.vtt': vtt('नमुना'),
    })
    expect((await bring(shop(), changed, true)).texts).toEqual([
      { field: 'text.mr book/01', before: '2 lines with times', after: '3 lines with times' },
      { field: 'text.mr sample 1', before: '1 lines', after: '1 lines with times' },
    ])
    expect(await storedTexts(shop())).toEqual(STORED)
  })

  it('[LN-1] stay when a later import does not name them', async () => {
    await bring(
      shop(),
      folderOf('bare', {
        'titles.csv': 'key,name.mr,spoken\nbook,नवे नाव,mr\n',
        'book/01.mp3': SPEECH,
        'book/02.mp3': bareSpeech(),
      }),
    )
    expect((await shop().db.query('select name from products')).map(({ name }) => name)).toEqual(['नवे नाव'])
    expect(await storedTexts(shop())).toEqual(STORED)
  })

  it('[LN-1] are named in the table of tracks, and a book gives those of its sound files', async () => {
    const book = zipSync({
      'META-INF/container.xml': strToU8('<container><rootfile full-path="b.opf"/></container>'),
      'b.opf': strToU8(
        '<package><item id="c" href="c.xhtml" media-overlay="o"/><item id="o" href="o.smil"/><itemref idref="c"/></package>',
      ),
      'c.xhtml': strToU8('<html><p id="a">From the book</p><p id="b">And more</p></html>'),
      'o.smil': strToU8(
        '<smil><par><text src="c.xhtml#a"/><audio src="x/first.mp3" clipBegin="1s" clipEnd="2s"/></par><par><text src="c.xhtml#b"/><audio src="x/other.mp3" clipBegin="0s" clipEnd="3s"/></par></smil>',
      ),
    })
    const folder = folderOf('named', {
      'titles.csv': 'key,name.en,spoken\ntold,Told,en\n',
      'tracks.csv':
        'title,key,position,name.en,audio,text,Text (Marathi),isTextPublic\ntold,a,1,A,first.mp3,book.epub,words/a.txt,yes\ntold,b,2,B,second.mp3,book.epub,,\ntold,c,3,C,third.mp3,none.vtt,../beside/titles.csv,\n',
      'first.mp3': SPEECH,
      'second.mp3': SPEECH,
      'third.mp3': bareSpeech(),
      'book.epub': book,
      'words/a.txt': 'मराठी ओळ.',
    })
    const { lines } = await bring(shop(), folder)
    expect(lines).toEqual([
      'FAULT  titles.csv line 2 (told): tracks.1.text.en "book.epub" has no media overlay for this sound file.',
      'FAULT  titles.csv line 2 (told): tracks.2.text.en "none.vtt" does not exist. Check the name and the folder.',
      'FAULT  titles.csv line 2 (told): tracks.2.text.mr "../beside/titles.csv" is outside the folder of the import.',
    ])
    expect((await storedTexts(shop())).filter(({ place }) => place.startsWith('told'))).toEqual([
      { place: 'told/a en public', lines: ['1000–2000 From the book'] },
      { place: 'told/a mr public', lines: ['मराठी ओळ.'] },
    ])
  })

  it('[LN-1] that cannot be read are refused with words, and the sound comes in', async () => {
    const { lines, result } = await bring(
      shop(),
      folderOf('wrong', {
        'titles.csv': 'key,name.en,spoken\nwrong,Wrong,en\n',
        'wrong/1.mp3': SPEECH,
        'wrong/1.vtt': `WEBVTT\n\n00:00.000 --> 00:01.000\n${'x'.repeat(2 ** 20)}`,
        'wrong/1.mr.txt': Buffer.from('एकदा एका गावात').subarray(1),
        'wrong/2.mp3': bareSpeech(),
        'wrong/2.txt': Buffer.from('caf\xe9 au lait', 'latin1'),
        'wrong/2.mr.vtt': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(vtt('यूटीएफ'), 'utf16le')]),
      }),
    )
    expect(lines).toEqual([
      'FAULT  titles.csv line 2 (wrong): tracks.0.text.en "wrong/1.vtt line 3" has a line of more than 2,000 letters. Divide it.',
      'FAULT  titles.csv line 2 (wrong): tracks.0.text.mr "wrong/1.mr.txt" has broken letters. Save the original as UTF-8.',
      'note  titles.csv line 2 (wrong): tracks.1.text.en "wrong/2.txt" is not in UTF-8 and was read as Windows-1252. Check accented letters.',
    ])
    expect(result).toMatchObject({ titles: 1 })
    expect((await storedTexts(shop())).filter(({ place }) => place.startsWith('wrong'))).toEqual([
      { place: 'wrong/2 en', lines: ['café au lait'] },
      { place: 'wrong/2 mr', lines: ['0–1000 यूटीएफ'] },
    ])
  })

  it('[LN-1] [IM-5] are in an export, which changes nothing and fills another shop', async () => {
    const folder = join(base, 'export')
    await exportCatalog(shop().context, { folder })
    expect((await bring(shop(), folder, true)).result).toMatchObject({ changed: 0 })
    await bring(other(), folder)
    expect(await storedTexts(other())).toEqual(await storedTexts(shop()))
    const again = join(base, 'export-again')
    await exportCatalog(other().context, { folder: again })
    for (const file of [
      'tracks.csv',
      'titles.csv',
      'texts/book_01.mr.vtt',
      'texts/book_02.mr.json',
      'texts/samples/book-0.mr.json',
    ])
      expect([file, readFileSync(join(again, file), 'utf8')]).toEqual([file, readFileSync(join(folder, file), 'utf8')])
    // A table alone cannot bring files along.
    expect(await exportTable(shop().db, 'tracks')).not.toContain('textEn')
    expect(existsSync(join(folder, 'texts/told_a.en.vtt'))).toBe(true)
  })
})
