import { inflateSync } from 'node:zlib'

/** Words of a PDF as readers find and copy them: its marks, in order. */
export function textOfPdf(pdf: Buffer): string[] {
  return contentsOf(pdf).flatMap((content) =>
    [...content.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)].map(([, text = '']) =>
      decode(unescape(Buffer.from(text, 'latin1'))),
    ),
  )
}

function contentsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: { length } }) => {
    try {
      return inflateSync(pdf.subarray(index + length), { finishFlush: 2 }).toString('latin1')
    } catch {
      return []
    }
  })
}

const NAMED: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

function unescape(bytes: Buffer): Buffer {
  const found: number[] = []
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte !== 0x5c) found.push(byte)
    else found.push(NAMED[String.fromCharCode(bytes[(at += 1)] ?? 0)] ?? bytes[at] ?? 0)
  }
  return Buffer.from(found)
}

function decode(bytes: Buffer): string {
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : bytes.toString('latin1')
}
