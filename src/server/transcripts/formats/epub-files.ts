import { unzipSync } from 'fflate'

/** Texts of one book: sound and pictures are not unpacked. */
const MAX_BYTES = 40 * 2 ** 20
const TEXTS = /\.(?:xml|opf|smil|x?html?)$/i

/** The XML files of an EPUB by their path; undefined when it is no zip, or when its texts together are too large. */
export function epubTexts(bytes: Uint8Array): Map<string, string> | undefined {
  let total = 0
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => TEXTS.test(name) && (total += originalSize) <= MAX_BYTES,
    })
    if (total > MAX_BYTES) return undefined
    const decoder = new TextDecoder()
    return new Map(Object.entries(files).map(([name, content]) => [name, decoder.decode(content)]))
  } catch {
    return undefined
  }
}

/** The path that a reference inside a file means. */
export function resolved(from: string, reference: string): string {
  const { pathname } = new URL(reference.split('#')[0] ?? '', `zip:///${from}`)
  return safelyDecoded(pathname).replace(/^\//, '')
}

function safelyDecoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
