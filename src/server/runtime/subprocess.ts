import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Memory that the work may take. In a process of its own: a thread that runs out of memory can take the whole shop along. */
const MOST_MB = 256

/**
 * What a module says of `bytes` in JSON (it reads them from its input and writes to its output): what strangers sent may keep a
 * parser busy for ever, and nobody else must wait for it. Undefined when it has nothing to say; throws when it takes longer than
 * `ms`, more memory than it may, or fails: that is no word about the bytes.
 */
export function runInSubprocess<Answer>(
  module: URL,
  args: string[],
  bytes: Uint8Array,
  ms: number,
): Promise<Answer | undefined> {
  const child = spawn(process.execPath, [`--max-old-space-size=${MOST_MB}`, fileURLToPath(module), ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const late = setTimeout(() => child.kill('SIGKILL'), ms)
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said += part))
  // One that ends before it has read everything closes its input.
  child.stdin.on('error', () => undefined).end(bytes)
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code, signal) => {
      clearTimeout(late)
      if (code !== 0) return fail(new Error(`${module.pathname.split('/').at(-1)} ended with ${code ?? signal}`))
      done(said ? (JSON.parse(said) as Answer) : undefined)
    })
  })
}
