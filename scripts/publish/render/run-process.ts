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
}

/** Runs a step of a build in a subprocess. Throws the last lines of its output. */
export function runProcess({ root, what, args, settings, report, signal }: Run): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', ...settings },
    // A child that renders ends when this process is killed: the channel tells it.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(signal ? { signal } : {}),
  })
  const tail: string[] = []
  const read = (line: string) => {
    if (!line) return
    tail.push(line)
    if (tail.length > TAIL_LINES) tail.shift()
    if (/^\d+ pages$/.test(line)) report(line)
  }
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', read)
  return new Promise((done, fail) => {
    // Wait for the exit of a stopped build: until then it writes into the folder that is deleted next.
    child.on('error', (error) => (signal?.aborted ? undefined : fail(error)))
    child.on('close', (code) =>
      code === 0
        ? done()
        : fail(new Error(signal?.aborted ? 'the build was stopped' : `${what} failed:\n${tail.join('\n')}`)),
    )
  })
}
