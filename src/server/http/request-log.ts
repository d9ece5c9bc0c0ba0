import type { FastifyReply, FastifyRequest } from 'fastify'

/** Parts of a path that may be logged: words, numbers, file names. Other parts may be tokens, addresses or names. */
const LOGGABLE =
  /^(?:[A-Za-z][a-z-]{0,30}|v?\d{1,9}|[\w-]{1,40}(?:\.[\w-]{1,20})?\.(?:avif|css|epub|html|ico|js|json|jpg|mp3|pdf|png|svg|txt|webp|woff2|xml))?$/

/** The path for the log, without the query: it holds signatures and search texts. */
export function shownPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return path
    .slice(0, 500)
    .split('/')
    .map((part) => (LOGGABLE.test(part) ? part : '…'))
    .join('/')
}

export const shownRequest = ({ method, url, host, ip }: FastifyRequest) => ({
  method,
  url: shownPath(url),
  host,
  remoteAddress: ip,
})

const SECRETS = /[\w.+-]+(?:@|%40)[\w.-]+|\+?\d{10,}|[\w-]{40,}/g
const redact = (text: string): string => text.replace(SECRETS, '…')

type LoggedError = {
  type: string
  message: string
  code?: unknown
  place?: unknown
  stack: string
  cause?: LoggedError
}

/** An error for the log without its details: those of databases and mail servers quote rows and recipients. */
export function shownError(error: unknown, depth = 3): LoggedError {
  const { name = 'Error', message = String(error), stack = '', code, constraint, table, cause } = Object(error)
  return {
    type: name,
    message: redact(String(message)),
    ...(code !== undefined && { code }),
    ...((constraint ?? table) !== undefined && { place: constraint ?? table }),
    stack: redact(String(stack)),
    ...(cause && depth > 0 && { cause: shownError(cause, depth - 1) }),
  }
}

/** Requested by monitoring every few seconds. */
const QUIET = new Set(['/healthz', '/readyz', '/metrics'])
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions?.url ?? 'unknown'

/** Logs one line per reply; `reqId` connects it with other lines of the request. */
export async function logReply(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const route = routeOf(request)
  const line = {
    method: request.method,
    route,
    path: shownPath(request.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ip: request.ip,
  }
  request.log[QUIET.has(route) ? 'debug' : 'info'](line, 'answered')
}
