import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FastifyMultipartOptions, Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

/** `name` is what the sender calls it: never a path of ours. */
export type SentFile = { name: string; path: string; bytes: number }
export type Form = { fields: Record<string, string>; file?: SentFile }
export type FormFault = 'badInput' | 'fileSize' | 'wrongType'
type Expected = { file: string; maxBytes: number }
/** `isOver`: nothing that still comes is taken. */
type Reading = { isOver: boolean; file?: MultipartFile['file']; writing?: Promise<unknown> }

/** Text beside the file: all fields of a form are some kilobytes. */
const TEXT_BYTES = 64 * 1024
const FIELDS = 40
const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 8 * 1024,
  fields: FIELDS,
  files: 1,
  parts: FIELDS + 1,
  headerPairs: 20,
  headerSize: 4 * 1024,
}
/** A sender of less than a packet in so long is gone, or holds the line on purpose. */
const SILENCE_MS = 30_000
const PACKET_BYTES = 1_000
/** What is not wanted any more is let go by for so long, that the sender may hear why; then the line is cut. */
const LINGER_MS = 2_000

class Stop extends Error {
  readonly fault: FormFault
  constructor(fault: FormFault) {
    super(fault)
    this.fault = fault
  }
}

/** The plugin writes all headers to the log at its finest level. */
const HIDDEN_HEADERS: Record<string, string> = { authorization: '', cookie: '', 'x-forwarded-for': '' }

/** For @fastify/multipart in the context of a route that calls `readForm`. */
export const multipartOptions = (maxBytes: number): FastifyMultipartOptions => ({
  limits: { ...LIMITS, fileSize: maxBytes },
  throwFileSizeLimit: false,
  // With its path, if it was sent with one: such names are refused, not mended.
  preservePath: true,
  headers: HIDDEN_HEADERS as FastifyMultipartOptions['headers'],
})

/**
 * Reads a form while it comes: text into memory, the one file to `path`, its bytes counted. Refused forms are not read on. Who
 * calls removes the file, whatever the outcome.
 */
export async function readForm(
  request: FastifyRequest,
  { file, maxBytes }: Expected,
  path: string,
): Promise<Form | FormFault> {
  const { raw } = request
  const reading: Reading = { isOver: false }
  try {
    const announced = Number(raw.headers['content-length'] ?? 0)
    if (announced > maxBytes + TEXT_BYTES) return 'fileSize'
    return await Promise.race([readParts(request, file, path, reading), cutOff(raw, maxBytes + TEXT_BYTES)])
  } catch (error) {
    if (error instanceof Stop) return error.fault
    throw error
  } finally {
    reading.isOver = true
    raw.unpipe()
    // A form that is refused leaves a file that would wait for its end.
    reading.file?.destroy()
    await reading.writing?.catch(() => undefined)
    letGo(raw)
  }
}

/** Lets go by what is still sent of a form that is read or refused, for as long as its sender needs to hear the answer. */
export function letGo(raw: IncomingMessage): void {
  raw.resume()
  setTimeout(() => raw.complete || raw.destroy(), LINGER_MS).unref()
}

async function readParts(request: FastifyRequest, fileField: string, path: string, reading: Reading): Promise<Form> {
  const fields = new Map<string, string>()
  let file: SentFile | undefined
  for await (const part of partsOf(request)) {
    if (reading.isOver) throw new Stop('badInput')
    if (part.type === 'file') {
      reading.file = part.file
      if (part.fieldname !== fileField) throw new Stop('badInput')
      file = await storeFile(part, path, reading)
    } else {
      const { fieldname, value, valueTruncated } = part
      if (fields.has(fieldname) || valueTruncated || typeof value !== 'string') throw new Stop('badInput')
      fields.set(fieldname, value)
    }
  }
  return { fields: Object.fromEntries(fields), ...(file && { file }) }
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts()
  } catch (error) {
    throw new Stop(error instanceof Error && /boundary not found/i.test(error.message) ? 'wrongType' : 'badInput')
  }
}

async function storeFile({ file, filename = '' }: MultipartFile, path: string, reading: Reading): Promise<SentFile> {
  reading.writing = pipeline(file, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  await reading.writing.catch((error: object) => {
    // A disk that is full is our fault; everything else is a form that was cut.
    throw 'syscall' in error ? error : new Stop('badInput')
  })
  if (file.truncated) throw new Stop('fileSize')
  return { name: filename, path, bytes: file.bytesRead }
}

/** Never resolves. The whole body may be so long, and may not pause for ever, nor end in the middle. */
function cutOff(raw: IncomingMessage, most: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    const silence = setTimeout(() => raw.destroy(), SILENCE_MS).unref()
    let bytes = 0
    let heard = 0
    raw.on('data', ({ length }: Buffer) => {
      bytes += length
      if (bytes >= heard + PACKET_BYTES) {
        heard = bytes
        silence.refresh()
      }
      if (bytes > most) reject(new Stop('fileSize'))
    })
    raw.once('end', () => clearTimeout(silence))
    raw.once('close', () => {
      clearTimeout(silence)
      if (!raw.readableEnded) reject(new Stop('badInput'))
    })
  })
}
