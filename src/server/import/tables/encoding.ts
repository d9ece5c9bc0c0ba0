import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { utf16Of } from '../../transcripts/formats/decode-text.ts'

/** `note`: the encoding was guessed. */
export type Encoding = {
  name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  note?: 'windows1252' | 'brokenLetters'
}

const HEAD = 4_096
/** First bytes of zip (xlsx, ods), xls and PDF. */
const BINARY_SIGNATURES = ['504b0304', 'd0cf11e0', '25504446']

/** Detects the encoding of a table; a string result says why it is not text. */
export async function encodingOf(file: string): Promise<Encoding | string> {
  const handle = await open(file).catch(() => undefined)
  if (!handle) return 'missing'
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0).finally(() => handle.close())
  const head = buffer.subarray(0, bytesRead)
  if (bytesRead === 0) return 'empty'
  if (BINARY_SIGNATURES.includes(head.toString('hex', 0, 4))) return 'spreadsheet'
  const wide = utf16Of(head)
  if (wide) return { name: wide }
  return head.includes(0) ? 'binary' : byteEncodingOf(file)
}

/** Text with few invalid bytes is broken UTF-8; otherwise it is taken for windows-1252. */
async function byteEncodingOf(file: string): Promise<Encoding> {
  if (await isUtf8(file)) return { name: 'utf-8' }
  let broken = 0
  let good = 0
  for await (const line of linesOf(file, 'utf-8')) {
    broken += line.split('\ufffd').length - 1
    // oxlint-disable-next-line no-control-regex -- counts everything beyond ASCII
    good += line.match(/[^\u0000-\u007f\ufffd]/g)?.length ?? 0
  }
  return good > broken ? { name: 'utf-8', note: 'brokenLetters' } : { name: 'windows-1252', note: 'windows1252' }
}

async function isUtf8(file: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of createReadStream(file)) decoder.decode(piece, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Lines without their ends, for any kind of line end; U+2028 ends no line. */
export async function* linesOf(file: string, encoding: Encoding['name']): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let rest = ''
  for await (const piece of createReadStream(file)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r\n|\n|\r(?!\n|$)/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  const last = (rest + decoder.decode()).split(/\r\n|\n|\r/)
  if (last.at(-1) === '') last.pop()
  yield* last
}
