import { inflateSync } from 'node:zlib'

type Table = { tag: Buffer; checksum: Buffer; bytes: Buffer }

const WOFF_HEAD = 44
const WOFF_ENTRY = 20
const HEAD = 12
const ENTRY = 16
const aligned = (length: number): number => Math.ceil(length / 4) * 4

/** An OpenType font of a WOFF file. fontkit reads WOFF too, but inflates by JavaScript, and each table every time it is asked: half a second a document. */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, WOFF_HEAD + index * WOFF_ENTRY))
  const head = Buffer.alloc(HEAD + count * ENTRY)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  let offset = head.length
  const bodies = tables.map(({ tag, checksum, bytes }, index) => {
    const at = HEAD + index * ENTRY
    tag.copy(head, at)
    checksum.copy(head, at + 4)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(bytes.length, at + 12)
    offset += aligned(bytes.length)
    return Buffer.concat([bytes], aligned(bytes.length))
  })
  return Buffer.concat([head, ...bodies])
}

function tableAt(woff: Buffer, at: number): Table {
  const [offset, packed, whole] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
  const bytes = woff.subarray(offset, offset + packed)
  return {
    tag: woff.subarray(at, at + 4),
    checksum: woff.subarray(at + 16, at + 20),
    bytes: packed < whole ? inflateSync(bytes) : bytes,
  }
}
