import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const TAIL_LINES = 12

type Run = {
  root: string
  what: string
  args: string[]
  settings: NodeJS.ProcessEnv
  report: (line: string) => void
  signal?: AbortSignal | undefined
  /** The process waits for a message, which it gets then. */
  begin?: Promise<void>
  onMessage?: (message: unknown) => void
}

/** Runs a step of a build in a subprocess, which exits with 0 or tells that it is done. Throws the last lines of its output. */
export function runProcess({ root, what, args, settings, report, signal, begin, onMessage }: Run): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', ...settings },
    // A child that renders ends when this process is killed: the channel tells it.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(signal ? { signal } : {}),
  })
  void begin?.then(() => child.connected && child.send('begin'))
  const tail: string[] = []
  const read = (line: string) => {
    if (!line) return
    tail.push(line)
    if (tail.length > TAIL_LINES) tail.shift()
    if (/^\d+ pages$/.test(line)) report(line)
  }
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', read)
  let isDone = false
  child.on('message', (message) => {
    onMessage?.(message)
    isDone = message === 'done'
    if (isDone) child.kill('SIGKILL')
  })
  return new Promise((done, fail) => {
    // Wait for the exit of a stopped build: until then it writes into the folder that is deleted next.
    child.on('error', (error) => (signal?.aborted ? undefined : fail(error)))
    child.on('close', (code) =>
      isDone || code === 0
        ? done()
        : fail(new Error(signal?.aborted ? 'the build was stopped' : `${what} failed:\n${tail.join('\n')}`)),
    )
  })
}
