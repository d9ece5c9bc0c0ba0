import { codeOf, messageOf } from '../runtime/startup-error.ts'

/** The database restarts, is stopped, or has no free connection. Requests answer 503 and may be repeated. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  readonly code: string | undefined
  constructor(cause: unknown) {
    super(messageOf(cause), { cause })
    this.code = codeOf(cause)
  }
}

/** Shutdown, crash and start of the server; too many connections; the class of connection exceptions; errors of the socket. */
const CODES =
  /^(?:57P0[123]|53300|08\w{3}|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** pg gives these without a code. */
const MESSAGES =
  /^Connection terminated|^timeout exceeded when trying to connect|^Query read timeout|encountered a connection error|^Client was closed/

/** Turns an error of a lost connection into `DatabaseUnavailable`; any other error stays as it is. */
export function withUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  return CODES.test(codeOf(error) ?? '') || MESSAGES.test(messageOf(error)) ? new DatabaseUnavailable(error) : error
}
