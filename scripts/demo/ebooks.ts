// Makes the ebooks of the demo from the texts of its recordings. Run after changing those texts: node scripts/demo/ebooks.ts
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { deflateRawSync, crc32 } from 'node:zlib'
import { chromium } from 'playwright'
import { escapeHtml } from '../../src/contract/text/escape-html.ts'
import { demoCollections, demoFolder, demoStories } from '../../src/demo/catalog.ts'
import { chromiumOptions } from '../test/chromium.ts'

type Chapter = { title: string; text: string }
type Book = { key: string; lang: 'en' | 'mr'; title: string; author: string; chapters: Chapter[] }
type Entry = { name: string; text: string; isPacked?: boolean }

const CREDIT = {
  en: 'From the demo catalog. The words are in the public domain (CC0 1.0).',
  mr: 'डेमोतून. हे शब्द सगळ्यांना मुक्तपणे वापरता येतात.',
}

const folder = fileURLToPath(new URL('ebooks/', demoFolder))
await mkdir(folder, { recursive: true })
for (const { key, written, file, authors } of demoCollections.ebooks) {
  const story = demoStories.find((one) => one.key === key)
  if (!story) throw new Error(`no title ${key}`)
  const people = authors.map(
    (author) => demoCollections.people.find((person) => person.key === author)?.translations[written]?.name ?? author,
  )
  const book: Book = {
    key,
    lang: written,
    title: story[written]?.name ?? key,
    author: people.join(', '),
    chapters: story.parts.map((part) => ({ title: part[written] ?? '', text: part.text })),
  }
  const bytes = file.endsWith('.pdf') ? await pdf(book) : zip(epub(book))
  await writeFile(new URL(file, demoFolder), bytes)
  console.log(`${file} ${bytes.length}`)
}

async function pdf({ lang, title, author, chapters }: Book): Promise<Uint8Array> {
  const body = chapters
    .map(
      (chapter) =>
        `<h2>${escapeHtml(chapter.title)}</h2><p>${escapeHtml(chapter.text).replace(/([।॥])\s*/g, '$1<br>')}</p>`,
    )
    .join('')
  const style =
    '<style>body{font:17px/1.8 "Noto Serif Devanagari","Mukta",serif;margin:0 8mm}h1{font-weight:400}h2{font-weight:400;margin-top:12mm}</style>'
  const browser = await chromium.launch(chromiumOptions())
  const page = await browser.newPage()
  await page.setContent(
    `<html lang="${lang}"><head><title>${escapeHtml(title)}</title>${style}</head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(author)}</p>${body}<p><small>${CREDIT[lang]}</small></p></body></html>`,
  )
  const bytes = await page.pdf({ format: 'A5', tagged: true, outline: true, margin: { top: '15mm', bottom: '15mm' } })
  await browser.close()
  return bytes
}

/** Files of an EPUB 3 in order: the first contains the media type, uncompressed. */
function epub({ key, lang, title, author, chapters }: Book): Entry[] {
  const names = chapters.map((_, index) => `part-${index + 1}`)
  const page = (head: string, body: string) =>
    `<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${lang}" xml:lang="${lang}"><head><title>${escapeHtml(head)}</title><link rel="stylesheet" href="book.css"/></head><body>${body}</body></html>\n`
  const places = chapters
    .map((chapter, index) => `<li><a href="${names[index]}.xhtml">${escapeHtml(chapter.title)}</a></li>`)
    .join('')
  const items = names
    .map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`)
    .join('')
  const spine = names.map((name) => `<itemref idref="${name}"/>`).join('')
  return [
    { name: 'mimetype', text: 'application/epub+zip', isPacked: false },
    {
      name: 'META-INF/container.xml',
      text: '<?xml version="1.0"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n',
    },
    {
      name: 'book/book.opf',
      text: `<?xml version="1.0" encoding="utf-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">demo:${key}</dc:identifier><dc:title>${escapeHtml(title)}</dc:title><dc:language>${lang}</dc:language><dc:creator>${escapeHtml(author)}</dc:creator><dc:rights>CC0 1.0</dc:rights><meta property="dcterms:modified">2026-11-21T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="css" href="book.css" media-type="text/css"/>${items}</manifest><spine><itemref idref="nav"/>${spine}</spine></package>\n`,
    },
    {
      name: 'book/nav.xhtml',
      text: page(
        title,
        `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(author)}</p><nav epub:type="toc"><ol>${places}</ol></nav><p>${CREDIT[lang]}</p>`,
      ),
    },
    { name: 'book/book.css', text: 'body{margin:5%;line-height:1.6}h1,h2{font-weight:normal}\n' },
    ...chapters.map((chapter, index) => ({
      name: `book/${names[index]}.xhtml`,
      text: page(chapter.title, `<h2>${escapeHtml(chapter.title)}</h2><p>${escapeHtml(chapter.text)}</p>`),
    })),
  ]
}

/** A zip whose bytes are the same in every run. */
function zip(entries: Entry[]): Buffer {
  const DAY = ((2026 - 1980) << 9) | (11 << 5) | 21
  const files: Buffer[] = []
  const index: Buffer[] = []
  let offset = 0
  for (const { name, text, isPacked = true } of entries) {
    const whole = Buffer.from(text)
    const data = isPacked ? deflateRawSync(whole) : whole
    const title = Buffer.from(name)
    const facts = Buffer.alloc(26)
    const numbers = [20, 0, isPacked ? 8 : 0, 0, DAY]
    numbers.forEach((number, place) => facts.writeUInt16LE(number, place * 2))
    facts.writeUInt32LE(crc32(whole), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(whole.length, 18)
    facts.writeUInt16LE(title.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    files.push(Buffer.from('PK\u0003\u0004', 'latin1'), facts, title, data)
    index.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), facts, place, title)
    offset += 30 + title.length + data.length
  }
  const list = Buffer.concat(index)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, list, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}
