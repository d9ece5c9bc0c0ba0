import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** A process and not a thread: a thread that runs out of memory can end the whole server. */
const MAX_MB = 256
/** Without `SOUND_NICE`. */
export const SOUND_NICE = 15

type Input = Uint8Array | 'untilParentEnds'

/**
 * Runs a module that reads its input and writes JSON to its output: an uploaded file may keep a parser busy for ever, and other
 * requests must not wait for it. An input of `untilParentEnds` stays open, so that the module sees when this process is killed.
 * Undefined when the module writes nothing. Throws when it takes longer than `ms` or too much memory, is stopped, or fails:
 * then nothing is known about the input, and nothing that the module started is left.
 */
export function runInSubprocess<Result>(
  module: URL,
  args: string[],
  input: Input,
  ms: number,
  stop?: AbortSignal,
): Promise<Result | undefined> {
  const child = spawn(process.execPath, [`--max-old-space-size=${MAX_MB}`, fileURLToPath(module), ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // The leader of a group, so that the programs which it runs end with it.
    detached: true,
  })
  const kill = () => killGroup(child.pid)
  const timeout = setTimeout(kill, ms)
  stop?.addEventListener('abort', kill, { once: true })
  if (stop?.aborted) kill()
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part))
  // A process that ends before it has read everything closes its input: that is no error here.
  child.stdin.on('error', () => undefined)
  if (input !== 'untilParentEnds') child.stdin.end(input)
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code, signal) => {
      clearTimeout(timeout)
      stop?.removeEventListener('abort', kill)
      if (code !== 0) return fail(new Error(`${module.pathname.split('/').at(-1)} ended with ${code ?? signal}`))
      done(output ? (JSON.parse(output) as Result) : undefined)
    })
  })
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/**
 * This process, and what it starts, gives way to others by `SOUND_NICE`: 0 not at all, 19 most. Linux shares the processor between
 * groups of processes first (`sched_autogroup`), and `runInSubprocess` starts a group: the priority of the group counts, not that of
 * the process in it.
 */
export function lowerPriority(): void {
  // The server has checked it before it started this process.
  const nice = Number(process.env['SOUND_NICE'] || SOUND_NICE)
  setPriority(nice)
  try {
    writeFileSync('/proc/self/autogroup', `${nice}`)
  } catch {
    // A system without such groups.
  }
}
