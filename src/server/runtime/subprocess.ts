import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A process and not a thread: a thread that runs out of memory can end the whole server. */
const MAX_MB = 256

/**
 * Runs a module that reads `bytes` from its input and writes JSON to its output: an uploaded file may keep a parser busy for
 * ever, and other requests must not wait for it. Undefined when the module writes nothing. Throws when it takes longer than
 * `ms` or too much memory, is stopped, or fails: then nothing is known about the bytes.
 */
export function runInSubprocess<Result>(
  module: URL,
  args: string[],
  bytes: Uint8Array,
  ms: number,
  stop?: AbortSignal,
): Promise<Result | undefined> {
  const child = spawn(process.execPath, [`--max-old-space-size=${MAX_MB}`, fileURLToPath(module), ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    killSignal: 'SIGKILL',
    ...(stop && { signal: stop }),
  })
  const timeout = setTimeout(() => child.kill('SIGKILL'), ms)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part))
  // A process that ends before it has read everything closes its input: that is no error here.
  child.stdin.on('error', () => undefined).end(bytes)
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code, signal) => {
      clearTimeout(timeout)
      if (code !== 0) return fail(new Error(`${module.pathname.split('/').at(-1)} ended with ${code ?? signal}`))
      done(output ? (JSON.parse(output) as Result) : undefined)
    })
  })
}
