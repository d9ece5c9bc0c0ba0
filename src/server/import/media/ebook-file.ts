import { unzipSync } from 'fflate'

type EbookFormat = 'epub' | 'pdf'

/** An EPUB is a zip whose first entry, uncompressed, contains its type. */
const EPUB = 'mimetypeapplication/epub+zip'
const MAX_ENTRIES = 20_000
/** What an EPUB may unpack to: a book of pictures has hundreds of megabytes. */
const MAX_UNPACKED = 1024 ** 3
/** Text is packed to a tenth. Below `SMALL` any ratio is harmless. */
const MAX_RATIO = 50
const SMALL = 50 * 1024 * 1024
/** Files that a reader reads as XML before the book opens. */
const PACKAGE = /(?:^META-INF\/[^/]+\.xml|\.opf|\.ncx)$/i
/** All of them together. */
const PACKAGE_BYTES = 16 * 1024 * 1024

/** The format by content, because the name of a file may be wrong. `unsafeEbook`: it would do more in a reader than show a book. */
export function ebookFormatOf(bytes: Uint8Array): { format: EbookFormat } | 'notEbook' | 'unsafeEbook' {
  const text = (start: number, length: number) => Buffer.from(bytes.subarray(start, start + length)).toString('latin1')
  if (text(0, 5) === '%PDF-') return checkPdf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return text(0, 4) === 'PK\u0003\u0004' && text(30, EPUB.length) === EPUB ? checkEpub(bytes) : 'notEbook'
}

/** Scripts in packed objects are not seen: this refuses what is plain, and no more. */
function checkPdf(bytes: Buffer): { format: 'pdf' } | 'notEbook' | 'unsafeEbook' {
  if (bytes.lastIndexOf('startxref') < 0) return 'notEbook'
  return ['/JavaScript', '/Launch'].some((action) => bytes.includes(action)) ? 'unsafeEbook' : { format: 'pdf' }
}

/** Entries outside of the archive, bombs, and documents that read files by entities. A DOCTYPE alone is usual. */
function checkEpub(bytes: Uint8Array): { format: 'epub' } | 'notEbook' | 'unsafeEbook' {
  let [entries, unpacked, read, isOutside] = [0, 0, 0, false]
  try {
    const packages = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        entries += 1
        unpacked += originalSize
        isOutside ||= /(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[a-z]:|\0/i.test(name)
        return PACKAGE.test(name) && (read += originalSize) <= PACKAGE_BYTES
      },
    })
    const isBomb =
      read > PACKAGE_BYTES ||
      entries > MAX_ENTRIES ||
      unpacked > MAX_UNPACKED ||
      (unpacked > SMALL && unpacked > bytes.length * MAX_RATIO)
    const hasEntities = Object.values(packages).some((file) => /<!ENTITY/i.test(Buffer.from(file).toString('latin1')))
    return isOutside || isBomb || hasEntities ? 'unsafeEbook' : { format: 'epub' }
  } catch {
    return 'notEbook'
  }
}
