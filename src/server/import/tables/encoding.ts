import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** `note` says that letters had to be guessed. */
export type Encoding = {
  name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  note?: 'windows1252' | 'brokenLetters'
}

const HEAD = 4_096
/** Zip, which xlsx and ods are; the old xls; PDF. */
const SHEETS = ['504b0304', 'd0cf11e0', '25504446']

/** How a table is written down, told by its bytes, or why it is no text. */
export async function encodingOf(file: string): Promise<Encoding | string> {
  const handle = await open(file).catch(() => undefined)
  if (!handle) return 'missing'
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0).finally(() => handle.close())
  const head = buffer.subarray(0, bytesRead)
  if (bytesRead === 0) return 'empty'
  if (SHEETS.includes(head.toString('hex', 0, 4))) return 'spreadsheet'
  const wide = wideOf(head)
  if (wide) return { name: wide }
  return head.includes(0) ? 'binary' : narrowOf(file)
}

/** By the mark at the beginning, or by where the zero bytes stand. */
function wideOf(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = head.length / 8
  if (odd > most && even < odd / 8) return 'utf-16le'
  return even > most && odd < even / 8 ? 'utf-16be' : undefined
}

/** Broken UTF-8 that is mostly good keeps its good letters; otherwise an old Windows program wrote it. */
async function narrowOf(file: string): Promise<Encoding> {
  if (await isUtf8(file)) return { name: 'utf-8' }
  let broken = 0
  let good = 0
  for await (const line of linesOf(file, 'utf-8')) {
    broken += line.split('\ufffd').length - 1
    // oxlint-disable-next-line no-control-regex -- everything beyond ASCII is what is counted
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

/** Lines however they end, without their ends; U+2028 inside a text ends none. */
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
