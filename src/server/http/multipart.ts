import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'

/** `name` is what the sender calls it: never a path of ours. */
export type SentFile = { name: string; path: string; bytes: number }
export type Form = { fields: Record<string, string>; file?: SentFile }
export type FormFault = 'badInput' | 'fileSize' | 'wrongType'
type Expected = { file: string; maxBytes: number }

/** Text beside the file: all fields of a form are some kilobytes. */
const TEXT_BYTES = 64 * 1024
const FIELD_BYTES = 8 * 1024
const FIELDS = 40
const LIMITS = {
  fieldNameSize: 100,
  fieldSize: FIELD_BYTES,
  fields: FIELDS,
  files: 1,
  parts: FIELDS + 1,
  headerPairs: 20,
  headerSize: 4 * 1024,
}
/** A sender that falls silent for so long is gone. */
const SILENCE_MS = 30_000
/** What is not wanted any more is let go by for so long, that the sender may hear why; then the line is cut. */
const LINGER_MS = 2_000

class Stop extends Error {
  readonly fault: FormFault
  constructor(fault: FormFault) {
    super(fault)
    this.fault = fault
  }
}

/**
 * Reads a form while it comes: text into memory, the one file to `path`, its bytes counted. Refused forms are not read on. Who
 * calls removes the file, whatever the outcome.
 */
export async function readForm(
  request: IncomingMessage,
  { file, maxBytes }: Expected,
  path: string,
): Promise<Form | FormFault> {
  try {
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > maxBytes + TEXT_BYTES) return 'fileSize'
    return await parse(request, { file, maxBytes }, path)
  } catch (error) {
    if (error instanceof Stop) return error.fault
    throw error
  } finally {
    request.resume()
    setTimeout(() => request.complete || request.destroy(), LINGER_MS).unref()
  }
}

async function parse(request: IncomingMessage, { file, maxBytes }: Expected, path: string): Promise<Form> {
  const fields = new Map<string, string>()
  const parser = parserFor(request, maxBytes)
  let coming: BusboyFileStream | undefined
  let written: Promise<SentFile> | undefined
  const read = new Promise<void>((done, fail) => {
    const stop = (fault: FormFault) => fail(new Stop(fault))
    parser.on('field', (name, text, _short, isCut) => {
      if (typeof name !== 'string' || fields.has(name) || isCut) return stop('badInput')
      fields.set(name, text)
    })
    parser.on('file', (name, stream, sentName) => {
      coming = stream
      written = keep(stream, path, String(sentName ?? ''))
      written.catch(fail)
      if (name !== file) stop('badInput')
    })
    for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) parser.on(event, () => stop('badInput'))
    parser.on('error', () => stop('badInput'))
    parser.on('finish', done)
    watch(request, maxBytes + TEXT_BYTES, stop)
  })
  try {
    request.pipe(parser)
    await read
    return { fields: Object.fromEntries(fields), ...(written && { file: await written }) }
  } finally {
    request.unpipe(parser)
    // A form that is refused leaves a file that would wait for its end.
    coming?.destroy(new Stop('badInput'))
    await written?.catch(() => undefined)
  }
}

function parserFor({ headers }: IncomingMessage, maxBytes: number) {
  try {
    // With its path, if it was sent with one: such names are refused, not mended.
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      preservePath: true,
      limits: { ...LIMITS, fileSize: maxBytes },
    })
  } catch {
    throw new Stop('wrongType')
  }
}

/** The whole body may be so long, and may not pause for ever, nor end in the middle. */
function watch(request: IncomingMessage, most: number, stop: (fault: FormFault) => void): void {
  const silence = setTimeout(() => request.destroy(), SILENCE_MS).unref()
  let bytes = 0
  request.on('data', ({ length }: Buffer) => {
    silence.refresh()
    bytes += length
    if (bytes > most) stop('fileSize')
  })
  request.once('end', () => clearTimeout(silence))
  request.once('close', () => {
    clearTimeout(silence)
    if (!request.readableEnded) stop('badInput')
  })
}

async function keep(stream: BusboyFileStream, path: string, name: string): Promise<SentFile> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const tooLarge = new Promise<never>((_done, fail) => stream.once('limit', () => fail(new Stop('fileSize'))))
  stream.once('error', (error) => target.destroy(error))
  try {
    stream.pipe(target)
    await Promise.race([finished(target), tooLarge])
    return { name, path, bytes: stream.bytesRead }
  } finally {
    target.destroy()
  }
}
