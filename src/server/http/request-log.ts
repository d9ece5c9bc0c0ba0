import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a path may show of itself: words, numbers, and names of files. Everything else may be a token, an address, a name. */
const PLAIN =
  /^(?:[A-Za-z][a-z-]{0,30}|v?\d{1,9}|[\w-]{1,40}(?:\.[\w-]{1,20})?\.(?:avif|css|epub|html|ico|js|json|jpg|mp3|pdf|png|svg|txt|webp|woff2|xml))?$/

/** Without its query: that holds signatures, and what somebody searched. */
export function shownPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return path
    .slice(0, 500)
    .split('/')
    .map((part) => (PLAIN.test(part) ? part : '…'))
    .join('/')
}

export const shownRequest = ({ method, url, host, ip }: FastifyRequest) => ({
  method,
  url: shownPath(url),
  host,
  remoteAddress: ip,
})

const SECRETS = /[\w.+-]+(?:@|%40)[\w.-]+|\+?\d{10,}|[\w-]{40,}/g
const masked = (text: string): string => text.replace(SECRETS, '…')

type Shown = { type: string; message: string; code?: unknown; place?: unknown; stack: string; cause?: Shown }

/** Of errors of the database and of mail servers, the message and the place: their details quote rows and recipients. */
export function shownError(error: unknown, depth = 3): Shown {
  const { name = 'Error', message = String(error), stack = '', code, constraint, table, cause } = Object(error)
  return {
    type: name,
    message: masked(String(message)),
    ...(code !== undefined && { code }),
    ...((constraint ?? table) !== undefined && { place: constraint ?? table }),
    stack: masked(String(stack)),
    ...(cause && depth > 0 && { cause: shownError(cause, depth - 1) }),
  }
}

/** Asked every few seconds, by machines. */
const QUIET = new Set(['/healthz', '/readyz', '/metrics'])
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions?.url ?? 'unknown'

/** One line for each answer; its `reqId` joins it to whatever else is said of the call. */
export async function logAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
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
