import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Refused } from './refused.ts'

export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
}

/** Node's own code for it. */
const SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'

const PARSER_REPLIES: Record<string, readonly [status: number, reason: string, fault: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'tooLarge'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload Too Large', 'tooLarge'],
  [SLOW]: [408, 'Request Timeout', 'badInput'],
}
const BAD_REQUEST = [400, 'Bad Request', 'badInput'] as const

/** Answers what Node's parser refuses, before there is a request: Node's own answer has no headers. */
export function answerParserError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy(error)
  const [status, reason, fault] = PARSER_REPLIES[error.code ?? ''] ?? BAD_REQUEST
  const body = JSON.stringify(new Refused(fault, status).body)
  const headers = {
    ...SAFE_HEADERS,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Answers 408 to a body that is slow or falls silent. Uploads have limits of their own. */
export function endSlowBody(raw: IncomingMessage, milliseconds: number): void {
  if (raw.complete || /^multipart\//i.test(raw.headers['content-type'] ?? '')) return
  const { socket } = raw
  // Requests of tests have no connection.
  if (!(socket instanceof Socket)) return
  const timer = setTimeout(() => {
    if (!raw.complete) answerParserError(Object.assign(new Error('slow body'), { code: SLOW }), socket)
  }, milliseconds).unref()
  raw.once('close', () => clearTimeout(timer))
}
