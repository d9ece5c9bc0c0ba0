import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { importCatalog, type ImportFault } from '../../../src/server/import/write-catalog.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { collections, source, titles } from '../support/fixture.ts'
import { advanceClock, ask, makeListener } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
const DEMO = new URL('../../../src/demo/files/ebooks/', import.meta.url).pathname
const book = (key: string, file: string, more: object = {}) => ({
  key,
  written: 'mr',
  translations: { en: { name: `The ${key}` } },
  file,
  ...more,
})
let token = ''

async function bring(ebooks: object[]): Promise<{ faults: ImportFault[]; changed: number }> {
  const faults: ImportFault[] = []
  const { db, context, folder } = shop()
  const imported = {
    db,
    media: context.media,
    now: context.now,
    report: (fault: ImportFault) => void (fault.isWarning || faults.push(fault)),
  }
  const { changed } = await importCatalog(imported, {
    ...source(folder),
    collections: { ...collections, ebooks },
    titles,
  })
  return { faults, changed }
}
const list = async () => (await ask(shop(), endpoints.ebooks, {}, { token })).body.data
const download = (address: string, headers: Record<string, string> = {}) =>
  shop().app.inject({ method: 'GET', url: address, headers })

beforeAll(async () => {
  const { folder } = shop()
  copyFileSync(join(DEMO, 'panchatantra.epub'), join(folder, 'tales.epub'))
  copyFileSync(join(DEMO, 'tukaram-abhang-gatha.pdf'), join(folder, 'verses.pdf'))
  writeFileSync(join(folder, 'page.epub'), '<html><script>alert(1)</script></html>')
  writeFileSync(
    join(folder, 'archive.epub'),
    Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.alloc(100)]),
  )
  const epub = (files: Record<string, string>) =>
    zipSync({
      mimetype: [strToU8('application/epub+zip'), { level: 0 }],
      'META-INF/container.xml': strToU8('<container/>'),
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
    })
  const files = {
    'doctype.epub': epub({ 'toc.ncx': '<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "x.dtd"><ncx/>' }),
    'entity.epub': epub({ 'book.opf': '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><package/>' }),
    'above.epub': epub({ '../../../tmp/evil.txt': 'x' }),
    'bomb.epub': epub({ 'text.xhtml': '0'.repeat(60 * 1024 * 1024) }),
    'packages.epub': epub(
      Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${index}.ncx`, ' '.repeat(4 * 1024 * 1024)])),
    ),
    'script.pdf': '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\nstartxref\n0\n%%EOF',
    'half.pdf': '%PDF-1.7\n1 0 obj',
  }
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  token = await openSession(shop().context, await makeListener(shop(), 'books@x.test'))
})

describe('importing', () => {
  it('[EB-1] refuses e-books that would do more than be read', async () => {
    const odd = ['doctype.epub', 'entity.epub', 'above.epub', 'bomb.epub', 'packages.epub', 'script.pdf', 'half.pdf']
    const { faults } = await bring(odd.map((file) => book(file, file)))
    expect(faults.map(({ key, reason }) => [key, reason])).toEqual([
      ['entity.epub', 'unsafeEbook'],
      ['above.epub', 'unsafeEbook'],
      ['bomb.epub', 'unsafeEbook'],
      ['packages.epub', 'unsafeEbook'],
      ['script.pdf', 'unsafeEbook'],
      ['half.pdf', 'notEbook'],
    ])
    const taken = await shop().db.query('delete from ebooks returning key')
    expect(taken).toEqual([{ key: 'doctype.epub' }])
  })

  it('[EB-1] accepts EPUB and PDF by their content, and reports other files', async () => {
    const rowsOf = [
      book('tales', 'tales.epub', {
        authors: ['sant-dnyaneshwar', 'nobody'],
        translations: { en: { name: 'Tales' }, mr: { name: 'गोष्टी' } },
      }),
      book('verses', 'verses.pdf', { position: 1 }),
      book('page', 'page.epub'),
      book('archive', 'archive.epub'),
      book('outside', '../../etc/passwd'),
      book('missing', 'missing.pdf'),
    ]
    const { faults } = await bring(rowsOf)
    expect(faults.map(({ key, field, reason }) => [key, field, reason])).toEqual([
      ['tales', 'authors', 'unknown'],
      ['page', 'file', 'notEbook'],
      ['archive', 'file', 'notEbook'],
      ['outside', 'file', 'outsideFolder'],
      ['missing', 'file', 'missing'],
    ])
    expect((await bring(rowsOf)).changed).toBe(0)
  })
})

describe('reading', () => {
  it('[EB-1] lists the e-books for listeners only', async () => {
    expect((await ask(shop(), endpoints.ebooks, {})).status).toBe(401)
    expect(await list()).toEqual([
      {
        id: expect.any(Number),
        name: 'Tales',
        custom_translation: {
          en: expect.objectContaining({ name: 'Tales' }),
          mr: expect.objectContaining({ name: 'गोष्टी' }),
        },
        author: [expect.objectContaining({ name: 'Sant Dnyaneshwar' })],
        written: 'mr',
        format: 'epub',
        bytes: expect.any(Number),
        address: expect.stringMatching(/^\/media\/ebooks\/[0-9a-f]{32}\.epub\?expires=/),
      },
      expect.objectContaining({ name: 'The verses', format: 'pdf', author: [] }),
    ])
  })

  it('[EB-1] serves an e-book as a download that no browser renders and no cache stores', async () => {
    const [tales, verses] = await list()
    const reply = await download(tales.address)
    expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, tales.bytes])
    expect(reply.headers).toMatchObject({
      'content-type': 'application/epub+zip',
      'content-disposition': 'attachment',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect((await download(verses.address)).headers['content-type']).toBe('application/pdf')
    expect((await download(verses.address, { range: 'bytes=0-4' })).body).toBe('%PDF-')
  })

  it('[EB-1] attack case 52: refuses an address without a signature, with that of another e-book, and after 15 minutes', async () => {
    const [tales, verses] = await list()
    const [path, query] = tales.address.split('?')
    expect((await download(path)).statusCode).toBe(403)
    expect((await download(`${verses.address.split('?')[0]}?${query}`)).statusCode).toBe(403)
    advanceClock(shop(), 16 * 60)
    expect((await download(tales.address)).statusCode).toBe(403)
    expect((await download((await list())[0].address)).statusCode).toBe(200)
  })
})
